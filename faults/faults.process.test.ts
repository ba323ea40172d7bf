import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { witnessed } from "./fault-row";
import { rows } from "./rows";
import { naiveRow } from "./rows/calls";

const mode = process.env["GALLEY_LONG"] === undefined ? "sample" : "full";
// Where scripts/commands/faults.mjs looks for what each row came to.
const results = join(import.meta.dirname, "..", "out", "faults");

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
});

for (const [index, row] of rows.entries()) {
  test.skipIf(mode === "sample" && row.onlyInFull === true)(row.name, { timeout: 1_800_000, retry: 0 }, async (ctx) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-fault-")));
    try {
      const tally = await witnessed(row, { mode, folder });
      const { name, covers, how, bound, known } = row;
      const why = known?.why ?? "";
      mkdirSync(results, { recursive: true });
      const told = { order: index, part: "files", mode, name, covers, how, bound, why, ...tally };
      writeFileSync(join(results, `files-${String(index).padStart(3, "0")}.json`), JSON.stringify(told));
      if (tally.status === "skipped") ctx.skip(tally.reason);
      expect(tally, tally.fallen.join("\n")).toMatchObject({ status: "held" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
