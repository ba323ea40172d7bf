import type { OfficeParagraph } from "./office-paragraphs";
import { readPart, relationsOf } from "./package-parts";
import { scanXml, XmlError } from "./scan-xml";
import type { ZipPackage } from "./zip";

const prefixes = {
  "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "s",
  "http://purl.oclc.org/ooxml/spreadsheetml/main": "s",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "rel",
  "http://purl.oclc.org/ooxml/officeDocument/relationships": "rel",
};

/** The rows of a workbook, sheet by sheet under its name; formulas by the value that was last computed. */
export function readXlsx(zip: ZipPackage): OfficeParagraph[] {
  const main = relationsOf(zip, "").find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const workbook = readPart(zip, main);
  if (workbook === null) throw new XmlError(`its part ${main} is missing`);
  const relations = relationsOf(zip, main);
  const strings = sharedStrings(zip, relations.find(({ type }) => type === "sharedStrings")?.target);
  const sheets: { name: string; target: string | undefined }[] = [];
  scanXml(workbook, prefixes, {
    open(name, tag) {
      if (name !== "s:sheet") return;
      const id = tag.attribute("rel:id");
      sheets.push({ name: tag.attribute("name") ?? "", target: relations.find((each) => each.id === id)?.target });
    },
    close() {},
    text() {},
  });
  return sheets.flatMap(({ name, target }) => {
    const xml = target === undefined ? null : readPart(zip, target);
    const rows = xml === null ? [] : rowsOf(xml, strings);
    return [{ kind: "heading" as const, text: name, ownName: null }, ...rows];
  });
}

function sharedStrings(zip: ZipPackage, target: string | undefined): string[] {
  const strings: string[] = [];
  const xml = target === undefined ? null : readPart(zip, target);
  if (xml === null) return strings;
  let text = "";
  let isText = false;
  let phonetic = 0;
  scanXml(xml, prefixes, {
    open(name) {
      if (name === "s:si") text = "";
      else if (name === "s:t") isText = true;
      else if (name === "s:rPh") phonetic++;
    },
    close(name) {
      if (name === "s:si") strings.push(text);
      else if (name === "s:t") isText = false;
      else if (name === "s:rPh") phonetic--;
    },
    text(piece) {
      if (isText && phonetic === 0) text += piece;
    },
  });
  return strings;
}

function rowsOf(xml: string, strings: readonly string[]): OfficeParagraph[] {
  const rows: OfficeParagraph[] = [];
  let cells: string[] = [];
  let type = "";
  let value = "";
  let isValue = false;
  scanXml(xml, prefixes, {
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
        const shown =
          type === "s" ? (strings[Number(value)] ?? "") : type === "b" ? (value === "1" ? "TRUE" : "FALSE") : value;
        if (shown.trim() !== "") cells.push(shown.trim().replaceAll(/\s+/g, " "));
      } else if (name === "s:row") rows.push({ kind: "table_row", text: cells.join(" | "), ownName: null });
    },
    text(piece) {
      if (isValue) value += piece;
    },
  });
  return rows;
}
