import { expect, it } from "vitest";
import { parseCell } from "../../../../core/office/sheet-address";
import { odsEditor, xlsxEditor } from "../formats/sheet-editors";
import { rewritePackage } from "../package/package-writer";
import { openZip } from "../package/zip";
import { plainFormula, WrittenOnce } from "./sheet-formula";
import { staleFormulas, staleWarnings } from "./stale-formulas";

const at = (name: string) => parseCell(name) ?? { row: 0, column: 0 };
const formula = (sheet: string, cell: string, text: string) => ({ sheet, ref: at(cell), formula: plainFormula(text) });
const changed = [{ sheet: "One", ref: at("A1") }];
const cellsOf = (stale: readonly { sheet: string; ref: { row: number; column: number } }[]): string[] =>
  stale.map(({ sheet, ref: { row, column } }) => `${sheet}!${column},${row}`).sort();

it("formulas become stale along the chain of references, across sheets, and no further", () => {
  const formulas = [
    formula("One", "B1", "A1+1"),
    formula("One", "C1", "SUM(B:B)"),
    formula("Two", "A1", "one!C1"),
    formula("Two", "B1", "A2"),
    formula("One", "D1", "E1"),
    formula("One", "E9", "SUM($A$2:$D$7,3:9)"),
  ];
  const { stale, possible } = staleFormulas(formulas, changed);
  expect(cellsOf(stale)).toEqual(["One!2,1", "One!3,1", "Two!1,1"]);
  expect(possible).toBe(0);
});

it("names are followed to the names that they name, and a circle ends", () => {
  const names = [
    { name: "Nm", formula: "One!$A$1:$A$5" },
    { name: "Nm2", formula: "Nm" },
    { name: "Round", formula: "Trip+Nm2" },
    { name: "Trip", formula: "Round" },
    { name: "Other", formula: "One!$Z$9" },
    { name: "Moving", formula: "One!A9" },
  ];
  const formulas = [
    formula("Two", "A1", "SUM(Nm2)"),
    formula("Two", "A2", "trip"),
    formula("Two", "A3", "Other*2"),
    formula("Two", "A4", "Two!Nm"),
    formula("Two", "A5", "A1+Other"),
    formula("Two", "A6", "Moving"),
    formula("Two", "A7", "Unknown"),
  ];
  const { stale, possible } = staleFormulas(formulas, changed, { names });
  expect(cellsOf(stale)).toEqual(["Two!1,1", "Two!1,2", "Two!1,4", "Two!1,5", "Two!1,6", "Two!1,7"]);
  expect(possible).toBe(2);
});

it("30,000 formulas that do not refer to a cell keep their results, and long chains are followed to their end", () => {
  const next = new WrittenOnce("A1+1");
  const sum = new WrittenOnce("SUM(B$1:B1)");
  const formulas = Array.from({ length: 15_000 }, (_, row) => [
    { sheet: "One", ref: { row: row + 2, column: 1 }, formula: next.shifted({ rows: row, columns: 0 }) },
    { sheet: "One", ref: { row: row + 1, column: 3 }, formula: sum.shifted({ rows: row, columns: 0 }) },
  ]).flat();
  expect(staleFormulas(formulas, [{ sheet: "One", ref: at("H1") }]).stale).toEqual([]);
  expect(staleFormulas(formulas, changed).stale).toHaveLength(15_000);
  expect(staleFormulas(formulas, [{ sheet: "One", ref: at("B14999") }])).toMatchObject({
    stale: { length: 2 },
    possible: 0,
  });
});

it("the results of an array formula are followed, too", () => {
  const array = { ...formula("One", "C1", "A1:A3*2"), fills: { from: at("C1"), to: at("C3") } };
  expect(staleFormulas([array, formula("One", "D1", "C3")], changed).stale).toHaveLength(2);
});

it("a warning counts what refers to the changed cells apart from what only may", () => {
  expect(staleWarnings({ stale: [1, 2, 3], possible: 1 })[0]).toMatch(
    /^2 formulas refer to changed cells, and 1 more may;/,
  );
  expect(staleWarnings({ stale: [1], possible: 1 })[0]).toMatch(/^1 formula may refer to changed cells;/);
  expect(staleWarnings({ stale: [], possible: 0 })).toEqual([]);
});

/** A package with a name for another name, and a formula with it that has a result. */
function withNames(format: "xlsx" | "ods"): Uint8Array {
  const editor = { xlsx: xlsxEditor, ods: odsEditor }[format];
  const zip = openZip(editor.create("a\n19\n0\n\n=SUM(A9:A9)\n"), "a");
  const replaced = (part: string, pairs: [string, string][]): [string, Uint8Array] => {
    let xml = zip.read(part)?.toString("utf8") ?? "";
    for (const [from, to] of pairs) {
      expect(xml).toContain(from);
      xml = xml.replace(from, to);
    }
    return [part, Buffer.from(xml)];
  };
  const parts =
    format === "xlsx"
      ? [
          replaced("xl/worksheets/sheet1.xml", [["<f>SUM(A9:A9)</f>", "<f>SUM(Nm2)</f><v>19</v>"]]),
          replaced("xl/workbook.xml", [
            [
              "</sheets>",
              '</sheets><definedNames><definedName name="Nm2">Nm</definedName><definedName name="Nm">Sheet1!$A$2:$A$3</definedName></definedNames>',
            ],
          ]),
        ]
      : [
          replaced("content.xml", [
            [
              'table:formula="of:=SUM([.A9:.A9])"',
              'table:formula="of:=SUM(Nm2)" office:value-type="float" office:value="19"',
            ],
            [
              "</office:spreadsheet>",
              '<table:named-expressions><table:named-expression table:name="Nm2" table:expression="Nm"/><table:named-range table:name="Nm" table:cell-range-address="$Sheet1.$A$2:.$A$3"/></table:named-expressions></office:spreadsheet>',
            ],
          ]),
        ];
  return rewritePackage(zip, new Map(parts), "a");
}

it.each(["xlsx", "ods"] as const)(
  "a result that depends on a cell through two names is removed in %s, and no other",
  (format) => {
    const editor = { xlsx: xlsxEditor, ods: odsEditor }[format];
    const zip = openZip(withNames(format), "a");
    const shownAfter = (cell: string): string[] => {
      const { parts } = editor.edit(zip, { operation: "set_cells", cells: { [cell]: 64 } }, { name: "a", track: null });
      return editor.read(openZip(rewritePackage(zip, parts, "a"), "a"), { ids: [] }, {}).items.map(({ line }) => line);
    };
    expect(shownAfter("A2").at(-1)).toContain("=SUM(Nm2) → (not calculated yet)");
    expect(shownAfter("B2").at(-1)).toContain("=SUM(Nm2) → 19");
  },
);
