import { addressOf, parseCell, rangeName, sheetInAddress } from "../../../../core/office/sheet-address";
import { cropText } from "../../../../core/text/characters";
import { readPart, relationsOf } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import { describe } from "../sheet/cell-validation";
import { firstOf } from "../text/excerpts";
import { noteTexts } from "./comments";
import { tablesOf } from "./tables";
import { validationsIn } from "./validations";
import { openWorkbook } from "./workbook";

/** What is in a workbook besides cells: charts, pivot tables, comments, names, tables and validations. Absent if there are none. */
export function xlsxExtras(zip: ZipPackage): Record<string, unknown> {
  const book = openWorkbook(zip);
  const charts: { sheet: string; title?: string }[] = [];
  const pivots: { sheet: string }[] = [];
  const comments: { cell: string; text: string }[] = [];
  const tables: { name: string; range: string }[] = [];
  const validations: { ranges: string; accepts: string }[] = [];
  for (const { name: sheet, part } of book.sheets) {
    if (part === null) continue;
    const relations = relationsOf(zip, part);
    const on = (range: string): string => `${sheetInAddress(sheet)}!${range}`;
    for (const { type, target } of relations) {
      if (type === "pivotTable") pivots.push({ sheet });
      else if (type === "drawing")
        for (const chart of relationsOf(zip, target).filter((each) => /^chart/.test(each.type))) {
          const title = titleIn(readPart(zip, chart.target));
          charts.push({ sheet, ...(title !== "" && { title }) });
        }
      else if (type === "comments")
        for (const [cell, text] of noteTexts(readPart(zip, target))) {
          const ref = parseCell(cell);
          if (ref !== null) comments.push({ cell: addressOf(sheet, ref), text: cropText(text, 200) });
        }
    }
    for (const { name, range } of tablesOf(zip, part)) tables.push({ name, range: on(rangeName(range)) });
    for (const { ranges, rule } of validationsIn(readPart(zip, part) ?? ""))
      validations.push({
        ranges: firstOf(ranges)
          .map((range) => on(rangeName(range)))
          .join(" "),
        accepts: describe(rule),
      });
  }
  const names = book.names
    .filter(({ name }) => !name.startsWith("_xlnm."))
    .map(({ name, formula }) => ({ name, refers_to: cropText(formula, 200) }));
  const found = { charts, pivots, comments, tables, validations, names };
  return Object.fromEntries(
    Object.entries<readonly object[]>(found).flatMap(([name, list]) =>
      list.length > 0 ? [[name, firstOf(list)]] : [],
    ),
  );
}

const prefixes = {
  "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
  "http://purl.oclc.org/ooxml/drawingml/chart": "c",
  "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
  "http://purl.oclc.org/ooxml/drawingml/main": "a",
};

/** The title of a chart, not of its axes; empty if it has none. */
function titleIn(xml: string | null): string {
  let title = "";
  let [titles, plots] = [0, 0];
  let isText = false;
  if (xml !== null)
    scanXml(xml, prefixes, {
      open(name) {
        if (name === "c:title") titles++;
        else if (name === "c:plotArea") plots++;
        isText = name === "a:t";
      },
      close(name) {
        if (name === "c:title") titles--;
        else if (name === "c:plotArea") plots--;
        isText = false;
      },
      text(text) {
        if (isText && titles > 0 && plots === 0) title += text;
      },
    });
  return cropText(title, 200);
}
