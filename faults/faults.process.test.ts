import { mkdtempSync, realpathSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Tally, witnessed } from "./fault-row";
import { keepResult } from "./keep-result";
import { rows } from "./rows";
import { naiveRow } from "./rows/calls";

const mode = process.env["GALLEY_LONG"] === undefined ? "sample" : "full";

/** A full run takes a while: each fault says how it went as soon as that is known. */
function say({ status, runs, seconds, fallen }: Tally, name: string): void {
  if (mode === "full")
    writeSync(
      2,
      `${status.padEnd(7)} ${runs} runs, ${seconds} s: ${name}${fallen.map((line) => `\n        ${line}`).join("")}\n`,
    );
}

const titles = rows.map(({ name }) => name);

test("no two faults have one name", () => {
  expect(new Set(titles).size).toBe(titles.length);
});

test("a save that truncates and writes falls in this harness", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-fault-")));
  const tally = await witnessed(naiveRow, { mode: "sample", folder });
  rmSync(folder, { recursive: true, force: true });
  expect(tally).toMatchObject({ status: "fell", reason: "" });
  expect(tally.torn).toBeGreaterThan(0);
  expect(tally.falseAnswers).toBeGreaterThan(0);
  // Of an emptied file nothing has the words of before.
  expect(tally.lost).toBeGreaterThan(0);
  expect(tally.unmeasured).toBe(0);
});

for (const [index, row] of rows.entries()) {
  test.skipIf(mode === "sample" && row.onlyInFull === true)(row.name, { timeout: 1_800_000, retry: 0 }, async (ctx) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-fault-")));
    const place = { part: "files", order: index, mode } as const;
    keepResult(row, { ...place, tally: null });
    try {
      const tally = await witnessed(row, { mode, folder });
      keepResult(row, { ...place, tally });
      say(tally, row.name);
      if (tally.status === "skipped") ctx.skip(tally.reason);
      // That every answer was right but late is told on the page.
      if (mode === "full" && tally.status === "slow") return;
      expect(tally, tally.fallen.join("\n")).toMatchObject({ status: "held" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
