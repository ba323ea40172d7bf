import { expect, it } from "vitest";
import { odsEditor, xlsxEditor } from "../formats/sheet-editors";
import { openZip } from "../package/zip";
import { checkCellFormulas } from "./cell-formulas";

const editors = { xlsx: xlsxEditor, ods: odsEditor };
const errorOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
  return "nothing was rejected";
};

it.each(["xlsx", "ods"] as const)("a broken formula is rejected before anything is written in %s", (format) => {
  const editor = editors[format];
  const zip = openZip(editor.create("a\tb\n1\t2\n"), "a");
  const set = (formula: string) => () =>
    editor.edit(zip, { operation: "set_cells", cells: { C2: formula } }, { name: "a", track: null });
  expect(errorOf(set("=SUM(A1"))).toBe(
    "bad_arguments: the formula for Sheet1!C2 has an error at character 5: the ( of SUM is not closed",
  );
  for (const formula of ['="abc', "=)(", "=A1:", "=A1;B1"])
    expect(errorOf(set(formula)), formula).toMatch(/^bad_arguments: the formula for Sheet1!C2/);
  expect(errorOf(set("=Foo!A1"))).toContain('character 2: there is no sheet "Foo"');
  expect(errorOf(set("=SUMME(A1)"))).toContain("SUMME is SUM in English");
  expect(errorOf(set("=sheet1!A2+STDEV.S(A1:A9)"))).toBe("nothing was rejected");
  expect(errorOf(() => editor.create("a\tb\n1\t=SUM(A2\n"))).toContain("Sheet1!B2 has an error at character 5");
});

it("a function that an add-in or a name may define is written with a warning, or without one", () => {
  const cell = { sheet: 0, ref: { row: 1, column: 1 }, input: { kind: "formula", formula: "MYFN(1)+SUMME(2)" } };
  const known = { format: "xlsx", sheets: ["S"] } as const;
  expect(checkCellFormulas([cell], { ...known, names: ["summe"] })).toEqual([
    "S!A1 uses the function MYFN, which is neither one of Excel nor of LibreOffice",
  ]);
  expect(checkCellFormulas([cell], { ...known, names: ["summe", "myfn"] })).toEqual([]);
});
