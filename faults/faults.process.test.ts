import { mkdtempSync, realpathSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runFaultRow, type Tally } from "./fault-row";
import { keepResult } from "./keep-result";
import { rows } from "./rows";
import { naiveRow } from "./rows/calls";

const mode = process.env["GALLEY_LONG"] === undefined ? "sample" : "full";

/** A full run takes a while: each fault prints its result as soon as it is known. */
function printTally({ status, runs, seconds, fallen }: Tally, name: string): void {
  if (mode === "full")
    writeSync(
      2,
      `${status.padEnd(7)} ${runs} runs, ${seconds} s: ${name}${fallen.map((line) => `\n        ${line}`).join("")}\n`,
    );
}

const titles = rows.map(({ name }) => name);

test("every fault has a different name", () => {
  expect(new Set(titles).size).toBe(titles.length);
});

test("the harness fails a save that truncates and writes", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-fault-")));
  const tally = await runFaultRow(naiveRow, { mode: "sample", folder });
  rmSync(folder, { recursive: true, force: true });
  expect(tally).toMatchObject({ status: "fell", reason: "" });
  expect(tally.torn).toBeGreaterThan(0);
  expect(tally.falseAnswers).toBeGreaterThan(0);
  // The file was emptied, so the old content exists nowhere.
  expect(tally.lost).toBeGreaterThan(0);
  expect(tally.unmeasured).toBe(0);
});

for (const [index, row] of rows.entries()) {
  test.skipIf(mode === "sample" && row.onlyInFull === true)(row.name, { timeout: 1_800_000, retry: 0 }, async (ctx) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-fault-")));
    const resultKey = { part: "files", order: index, mode } as const;
    keepResult(row, { ...resultKey, tally: null });
    try {
      const tally = await runFaultRow(row, { mode, folder });
      keepResult(row, { ...resultKey, tally });
      printTally(tally, row.name);
      if (tally.status === "skipped") ctx.skip(tally.reason);
      // Right but late answers are only shown on the page.
      if (mode === "full" && tally.status === "slow") return;
      expect(tally, tally.fallen.join("\n")).toMatchObject({ status: "held" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
