import { describe, expect, it } from "vitest";
import { MAX_PACKAGE_TEXT } from "../../ports/limits";
import { plantedFiles } from "../../testing/planted-files.fixture";
import { engineForTests } from "../../tools/engine-for-tests";
import { readPackage } from "../formats/read-package";
import { CellFormula, plainFormula, WrittenOnce } from "../sheet/sheet-formula";
import { staleFormulas } from "../sheet/stale-formulas";
import { OfficeModel } from "../view/office-model";

const planted = (name: string): Uint8Array => {
  const found = plantedFiles.find((file) => file.name === name);
  if (found === undefined) throw new Error(`nothing is planted as ${name}`);
  return found.bytes();
};

describe("a workbook whose text is huge once shared strings are counted", () => {
  const bytes = planted("one-string.xlsx");

  it("is rejected with advice if all of it is needed, and read up to the limit otherwise", () => {
    expect(() => readPackage(bytes, "xlsx", "a.xlsx")).toThrow(/more than 16,000,000 characters, with each repeat/);
    const { text, isCut, paragraphs } = readPackage(bytes, "xlsx", "a.xlsx", "beginning");
    expect(isCut).toBe(true);
    expect(text.length).toBeLessThanOrEqual(MAX_PACKAGE_TEXT);
    expect(paragraphs).toHaveLength(16);
  });

  it("is read by range, and a search in it says that it is incomplete", async () => {
    const on = engineForTests({ "a.xlsx": bytes, "b.md": "a word\n" });
    const range = await on.call("office_artifact", { action: "read", path: "a.xlsx", range: "A1:A2", max_chars: 100 });
    expect(range).toMatchObject({ ok: true, data: { total: 2 } });
    const found = await on.call("grep", { pattern: "word", path: "." });
    expect(found.message).toContain("1 file is too large to be searched whole: only the beginning was searched");
    expect(found.data).toMatchObject({ file_count: 2 });
    expect(on.logged).toEqual([]);
  });

  it("shows the window the beginning of a cell that is too long, and does not let it be written back", async () => {
    const model = new OfficeModel({ bytes, format: "xlsx", name: "a.xlsx", version: "1", imagesAt: "" });
    const [cell] = model.cells("S1", { top: 1, left: 1, bottom: 1, right: 1 });
    expect(cell?.text.length).toBeLessThan(3000);
    const edit = { edit: "cells", sheet: "S1", cells: { A1: "x" }, before: { A1: cell?.input ?? "" } } as const;
    await expect(model.edit([edit], null)).rejects.toThrow("A1 has too many characters to be edited here");
  });
});

describe("a formula that many cells share", () => {
  it("is the same in each cell as if the cell had its own", () => {
    const shared = new WrittenOnce("SUM(A1:B$2)+$C3+_xlfn.IFS(D4,1)");
    const cell = shared.shifted({ rows: 2, columns: 1 });
    expect(cell).toBeInstanceOf(CellFormula);
    expect(cell.asWritten).toBe("SUM(B3:C$2)+$C5+IFS(E6,1)");
    expect(cell.ranges().map(({ range }) => [range.from.row, range.from.column])).toEqual([
      [2, 2],
      [5, 3],
      [6, 5],
    ]);
  });

  it("counts as stale in every cell, without a search, if it has too many ranges", () => {
    const shared = new WrittenOnce(Array.from({ length: 1000 }, (_, at) => `A${at + 1}`).join("+"));
    const formulas = Array.from({ length: 400 }, (_, at) => ({
      sheet: "S",
      ref: { row: at + 1, column: 2 },
      formula: shared.shifted({ rows: at, columns: 0 }),
    }));
    const changed = [{ sheet: "S", ref: { row: 9000, column: 9 } }];
    const { stale, possible } = staleFormulas(formulas, changed, { ranges: 1500 });
    expect([stale.length, possible]).toEqual([399, 399]);
    const few = [{ sheet: "S", ref: { row: 1, column: 2 }, formula: plainFormula("A1") }];
    expect(staleFormulas(few, changed).stale).toEqual([]);
  });
});
