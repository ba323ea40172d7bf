import { readPart } from "../package/package-parts";
import { scanXml } from "../package/scan-xml";
import type { ZipPackage } from "../package/zip";
import type { ParagraphSink } from "../text/office-paragraphs";
import { openWorkbook, type XlsxWorkbook, xlsxPrefixes } from "./workbook";

/** The rows of a workbook, sheet by sheet after its name; formulas by their last computed result. */
export function readXlsx(zip: ZipPackage, sink: ParagraphSink): void {
  const book = openWorkbook(zip);
  for (const { name, part } of book.sheets) {
    sink.limit.take(name.length, 1);
    sink.found.push({ kind: "heading", text: name, ownName: null });
    const xml = part === null ? null : readPart(zip, part);
    if (xml !== null) readRows(xml, sharedTexts(book), sink);
  }
}

/** Shared strings in the form for a row; each is computed once, however many cells refer to it. */
function sharedTexts(book: XlsxWorkbook): (number: number) => string {
  const known = new Map<number, string>();
  return (number) => {
    const text = known.get(number) ?? inRow(book.string(number)?.text ?? "");
    known.set(number, text);
    return text;
  };
}

const inRow = (text: string): string => text.trim().replaceAll(/\s+/g, " ");

function readRows(xml: string, shared: (number: number) => string, { found, limit }: ParagraphSink): void {
  let cells: string[] = [];
  let type = "";
  let value = "";
  let isValue = false;
  scanXml(xml, xlsxPrefixes, {
    open(name, tag) {
      if (name === "s:row") cells = [];
      else if (name === "s:c") {
        type = tag.attribute("t") ?? "n";
        value = "";
      } else if (name === "s:v" || name === "s:t") isValue = true;
    },
    close(name) {
      if (name === "s:v" || name === "s:t") isValue = false;
      else if (name === "s:c") {
        if (value === "") return;
        const text =
          type === "s" ? shared(Number(value)) : type === "b" ? (value === "1" ? "TRUE" : "FALSE") : inRow(value);
        if (text === "") return;
        limit.take(text.length + 3);
        cells.push(text);
      } else if (name === "s:row") {
        limit.take(0, 1);
        found.push({ kind: "table_row", text: cells.join(" | "), ownName: null });
      }
    },
    text(piece) {
      if (isValue) value += piece;
    },
  });
}
