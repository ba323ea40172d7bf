/** What 21 questions about three long documents cost an agent in tokens, for each strategy of finding the answer (P13). */
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { project } from "../e2e/launch";
import { type Figures, hasRun, routeTotals } from "./agents/figures";

type Strategy = "whole" | "json" | "outline" | "find" | "grep" | "bound";
type Bill = { question: string; file: string; toc: number; steps: string[] } & Record<Strategy, number>;

const strategies: Record<Strategy, string> = {
  whole: "the whole file",
  json: "the outline as JSON, then the section",
  outline: "doc_toc as it comes, then doc_read",
  find: "doc_find, then doc_read",
  grep: "grep, then read_file by ids",
  bound: "the section alone, as if one knew",
};

test("token bill", async () => {
  const electron = join(project, "node_modules/electron/dist/electron");
  const run = join(project, "src/main/engine/testing/run-ts.mjs");
  const args = ["--no-warnings", "--experimental-transform-types", run, join(project, "bench/token-bill.child.ts")];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  const bills = JSON.parse((await promisify(execFile)(electron, args, { env })).stdout) as Bill[];
  const names = Object.keys(strategies) as Strategy[];
  const total = (strategy: Strategy) => bills.reduce((sum, bill) => sum + bill[strategy], 0);
  const smallestRatio = (strategy: Strategy) => Math.min(...bills.map((bill) => bill.whole / bill[strategy]));
  const rows = names.map((strategy) => {
    const [less, worst] = [(total("whole") / total(strategy)).toFixed(1), smallestRatio(strategy).toFixed(1)];
    return `  ${strategies[strategy].padEnd(40)} ${String(total(strategy)).padStart(9)} ${less.padStart(8)} × ${worst.padStart(8)} ×`;
  });
  const questions = bills.map(
    (bill) =>
      `  ${bill.question.padEnd(38)} ${(bill.whole / bill.outline).toFixed(1).padStart(6)} ×  ${bill.steps.join(" > ")}`,
  );
  const text = [
    `Tokens for ${bills.length} questions, each asked by an agent that knows nothing yet`,
    `  ${"".padEnd(40)}    tokens   less by   at worst by`,
    ...rows,
    "  goal: outline 20 × less, find 30 ×, no question under 5 ×, no outline over 600 tokens",
    `  the longest outline: ${Math.max(...bills.map(({ toc }) => toc))} tokens`,
    "",
    "By the outline, question by question",
    ...questions,
  ].join("\n");
  console.log(`\n${text}\n`);
  await mkdir(join(project, "out/bench"), { recursive: true });
  await writeFile(join(project, "out/bench/token-bill.json"), JSON.stringify(bills, null, 2));
  // The number of tokens is the same in each run, so the goals can be asserted.
  expect(total("whole") / total("outline")).toBeGreaterThanOrEqual(20);
  expect(total("whole") / total("find")).toBeGreaterThanOrEqual(30);
  for (const strategy of ["outline", "find", "grep"] as const)
    expect(smallestRatio(strategy)).toBeGreaterThanOrEqual(5);
  for (const { toc } of bills) expect(toc).toBeLessThanOrEqual(600);
});

test("token bill of real agents", async () => {
  const { date, clients } = JSON.parse(await readFile(join(project, "bench/agents/figures.json"), "utf8")) as Figures;
  const rows = clients
    .filter(hasRun)
    .flatMap(({ title, version, bills }) =>
      routeTotals(bills).map((total) => ({ agent: `${title} ${version}`, ...total })),
    );
  const mean = (tokens: number) => String(Math.round(tokens / 10)).padStart(8);
  const text = [
    `Tokens for a question in the requests of real agents (npm run agents, ${date})`,
    `  ${"".padEnd(40)}    whole     grep  outline    found`,
    ...rows.map(
      ({ agent, file, whole, grep, outline, searches }) =>
        `  ${`${agent}, ${file}`.padEnd(40)} ${[whole, grep, outline, searches].map(mean).join(" ")}`,
    ),
    "  goal: outline 25 × less than whole, outline and found less than grep and 60 lines",
  ];
  console.log(`\n${text.join("\n")}\n`);
  for (const { whole, grep, outline, searches } of rows) {
    expect(whole / outline).toBeGreaterThanOrEqual(25);
    expect(outline).toBeLessThan(grep);
    expect(searches).toBeLessThan(grep);
  }
});
