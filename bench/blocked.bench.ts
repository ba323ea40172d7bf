/** How long one call blocks the process that it runs in, such as main: with worker processes, compared with all work in that process. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { project } from "../e2e/launch";
import { longCalls, longFiles } from "../src/main/engine/testing/long-texts.fixture";
import { report, under } from "./figures";

const electron = join(project, "node_modules/electron/dist/electron");
const rounds = 5;
const titles = [
  "",
  "A patch of 4,000 hunks in 200,000 lines",
  "The first read of 60,000 paragraphs",
  "A change of one of 60,000 paragraphs",
  "The next read of 60,000 paragraphs",
  "",
  "A write of 60,000 hunks in 180,000 lines",
  "A change of one line among 60,000 pending hunks",
];

/** The longest block of each call. */
async function blocks(where: "here" | "elsewhere"): Promise<number[]> {
  const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
  await mkdir(join(folder, "w"));
  for (const [name, text] of Object.entries(longFiles())) await writeFile(join(folder, "w", name), text);
  await writeFile(join(folder, "calls.json"), JSON.stringify(longCalls().map(({ call }) => call)));
  const args = [
    ...["--no-warnings", "--experimental-transform-types", join(project, "src/main/engine/testing/run-ts.mjs")],
    join(project, "src/main/engine/testing/held.child.ts"),
    ...[join(folder, "data"), join(folder, "w"), where, join(folder, "calls.json")],
  ];
  const { stdout } = await promisify(execFile)(electron, args, { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } });
  await rm(folder, { recursive: true, force: true });
  return stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { held: number }).held);
}

test("blocked", async () => {
  const here: number[][] = [];
  const elsewhere: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    here.push(await blocks("here"));
    elsewhere.push(await blocks("elsewhere"));
  }
  const timesOf = (runs: number[][], call: number) => runs.map((one) => one[call] ?? Number.NaN);
  for (const [call, title] of titles.entries()) {
    if (title === "") continue;
    const contestants = [
      { name: "all work in one process", runs: timesOf(here, call) },
      { name: "with worker processes", runs: timesOf(elsewhere, call) },
    ];
    await report(
      `${title}: the longest block`,
      contestants,
      under("with worker processes", "max", 50, "no block longer than 50 ms with worker processes"),
    );
  }
});
