import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conformanceReport, reasonFor, unmet } from "./testing/conformance-report";
import { startConformanceServer } from "./testing/conformance-server";
import { runConformance, type Scenario, type Suite } from "./testing/run-conformance";

const manifest = join(import.meta.dirname, "../../../../scripts/protocol-suites/package.json");
const { dependencies } = JSON.parse(readFileSync(manifest, "utf8")) as {
  dependencies: Record<"@modelcontextprotocol/conformance" | "mcp-conformance-next", string>;
};
const suites: Suite[] = [
  {
    program: "@modelcontextprotocol/conformance",
    version: dependencies["@modelcontextprotocol/conformance"],
    about: "2025-06-18 and 2025-11-25, with sessions",
    args: ["--suite", "active"],
  },
  {
    program: "mcp-conformance-next",
    version: dependencies["mcp-conformance-next"].split("@").at(-1) ?? "",
    about: "2025-11-25, as the coming suite has it",
    args: ["--requirements", "2025-11-25"],
  },
  {
    program: "mcp-conformance-next",
    version: dependencies["mcp-conformance-next"].split("@").at(-1) ?? "",
    about: "2026-07-28, without sessions",
    args: ["--requirements", "2026-07-28"],
  },
];
const [older, , newer] = suites as [Suite, Suite, Suite];
const isFull = Boolean(process.env["GALLEY_CONFORMANCE"]);
// `npm test` does not install the suites.
const isRun = isFull || Boolean(process.env["GALLEY_LONG"]);

let server: Awaited<ReturnType<typeof startConformanceServer>>;

beforeAll(async () => {
  if (isRun) server = await startConformanceServer();
});
afterAll(() => server?.close());

const failures = (scenarios: readonly Scenario[]) =>
  scenarios.flatMap((scenario) =>
    unmet(scenario)
      .filter((check) => reasonFor(scenario, check) === null)
      .map(({ id, message }) => `${scenario.name}: ${id}: ${message}`),
  );

test.runIf(isFull)("the official suites find no error in what is offered", { timeout: 600_000 }, async () => {
  const runs: { suite: Suite; scenarios: Scenario[] }[] = [];
  for (const suite of suites) runs.push({ suite, scenarios: await runConformance(suite, server.url, suite.args) });
  const report = conformanceReport(runs, new Date().toISOString().slice(0, 10));
  await writeFile(join(import.meta.dirname, "../../../../docs/conformance.md"), report);
  expect(runs.map(({ scenarios }) => scenarios.length > 25)).toEqual([true, true, true]);
  expect(runs.flatMap(({ scenarios }) => failures(scenarios))).toEqual([]);
});

const samples = [
  [older, "dns-rebinding-protection", 2],
  [newer, "server-stateless", 24],
  [older, "server-initialize", 1],
  [newer, "server-session-lifecycle", 3],
  [newer, "http-header-validation", 14],
] as const;

test.runIf(isRun && !isFull).each(samples)("a sample of the official suites: %o", async (suite, name, least) => {
  const scenarios = await runConformance(suite, server.url, ["--scenario", name]);
  expect(scenarios.map((scenario) => scenario.name)).toEqual([name]);
  expect(failures(scenarios)).toEqual([]);
  expect(scenarios[0]?.checks.filter(({ status }) => status === "SUCCESS").length).toBeGreaterThanOrEqual(least);
});
