import { expect, test } from "vitest";
import { packageOf } from "../../engine/office/package/packages.fixture";
import { createOfficeModels } from "./office-models";

const schemas = "http://schemas.openxmlformats.org";
const relations = (type: string, target: string): string =>
  `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const rows = 450;
const row = (at: number): string => `<row r="${at}"><c r="A${at}"><v>${at}</v></c></row>`;
const bytes = packageOf({
  "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
  "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
  "xl/workbook.xml": `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
  "xl/worksheets/sheet1.xml": `<worksheet xmlns="${schemas}/spreadsheetml/2006/main"><sheetData>${Array.from({ length: rows }, (_, at) => row(at + 1)).join("")}</sheetData></worksheet>`,
});

test("a search yields after each piece, finds across them, and is ended only by a later one of the same searcher", async () => {
  const models = createOfficeModels(0);
  models.take("d", { bytes, format: "xlsx", name: "a.xlsx", version: "1" });
  const ended = models.find("d", "4", false, "one");
  const other = models.find("d", "45", false, "two");
  const last = models.find("d", "400", false, "one");
  let isOver = false;
  void last.then(() => {
    isOver = true;
  });
  // Requests during the search are answered first.
  expect(models.cells("d", "S", { top: 450, left: 1, bottom: 450, right: 1 }).cells).toHaveLength(1);
  expect(isOver).toBe(false);
  expect(await ended).toEqual({ version: "1", matches: [], total: 0 });
  expect((await other).matches.map((match) => "row" in match && match.row)).toEqual([...[45, 145, 245, 345, 445, 450]]);
  expect(await last).toEqual({
    version: "1",
    matches: [{ sheet: "S", row: 400, column: 1, before: "", after: "" }],
    total: 1,
  });
});
