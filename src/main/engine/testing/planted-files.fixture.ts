import { zipSync } from "fflate";

/** A hostile file: what is wrong with it, and its bytes. */
export type PlantedFile = { name: string; what: string; bytes(): Uint8Array };

const relationsPart = (main: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`;

export const zipped = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])), { level: 6 });

export const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** A workbook of one sheet with this `sheetData` and shared strings; the sheet may be listed several times. */
export function workbookOf(
  rows: string,
  { strings = [], sheets = 1, after = "" }: { strings?: readonly string[]; sheets?: number; after?: string } = {},
): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const listed = Array.from({ length: sheets }, (_, at) => `<sheet name="S${at + 1}" sheetId="${at + 1}" r:id="r1"/>`);
  return zipped({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relationsPart("xl/workbook.xml"),
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("r1", "worksheet", "worksheets/sheet1.xml")}${relation("r2", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst xmlns="${main}">${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
  });
}

/** An OpenDocument spreadsheet of one sheet. */
export function odsOf(rows: string): Uint8Array {
  const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
  const spaces = ["office", "text", "table"].map((name) => `xmlns:${name}="${oasis}${name}:1.0"`).join(" ");
  return zipped({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content ${spaces}><office:body><office:spreadsheet><table:table table:name="S1">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}

function odtOf(body: string, styles = ""): Uint8Array {
  const oasis = "urn:oasis:names:tc:opendocument:xmlns:";
  const spaces = ["office", "text", "table", "style"].map((name) => `xmlns:${name}="${oasis}${name}:1.0"`).join(" ");
  return zipped({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content ${spaces}>${styles}<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
}

/** A Word document with this body, and other parts by their relationship type. */
export function docxOf(body: string, others: Record<string, string> = {}): Uint8Array {
  const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const kinds = Object.keys(others);
  return zipped({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relationsPart("word/document.xml"),
    "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${kinds.map((kind, at) => relation(`r${at}`, kind, `${kind}.xml`)).join("")}</Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(kinds.map((kind) => [`word/${kind}.xml`, others[kind]?.replace("MAIN", main) ?? ""])),
  });
}

/** A presentation that lists its slide `times` times, with `shapes` on the slide. */
function pptxOf(shapes: string, { files = 1, listed = 1 }: { files?: number; listed?: number } = {}): Uint8Array {
  const spaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;
  const numbers = Array.from({ length: files }, (_, at) => at + 1);
  const ids = Array.from({ length: listed }, (_, at) => `<p:sldId id="${at + 256}" r:id="r${(at % files) + 1}"/>`);
  const slide = `<p:sld ${spaces}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
  return zipped({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relationsPart("ppt/presentation.xml"),
    "ppt/presentation.xml": `<p:presentation ${spaces}><p:sldIdLst>${ids.join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${numbers.map((at) => relation(`r${at}`, "slide", `slides/slide${at}.xml`)).join("")}</Relationships>`,
    ...Object.fromEntries(numbers.map((at) => [`ppt/slides/slide${at}.xml`, slide])),
  });
}

export const times = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at + 1)).join("");
export const long = (characters: number): string => "word ".repeat(characters / 5);
export const row = (at: number, cells: string): string => `<row r="${at}">${cells}</row>`;
/** A formula of about this many characters that refers to another cell in each row. */
const longFormula = (characters: number): string =>
  times(Math.floor(characters / 4), (at) => `A${(at % 9) + 1}+`).slice(0, -1);
/** `count` rows that share the formula of the first. */
const sharedFormula = (count: number, formula: string): string =>
  times(count, (at) =>
    row(
      at,
      `<c r="A${at}"><v>${at}</v></c><c r="B${at}"><f t="shared" si="0"${at === 1 ? ` ref="B1:B${count}"` : ""}>${at === 1 ? formula : ""}</f><v>1</v></c>`,
    ),
  );
export const shape = (text: string): string =>
  `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const listItem = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p>`;
const numbering = (start: string, text: string): string =>
  `<w:numbering xmlns:w="MAIN"><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="${start}"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;

/** A workbook with 20 numbers in each of so many rows. */
export const workbookOfCells = (rows: number) =>
  workbookOf(
    times(rows, (at) =>
      row(
        at,
        times(20, (cell) => `<c><v>${at * 20 + cell}.5</v></c>`),
      ),
    ),
  );

/** Files that grow when they are read: each has at most a few hundred kilobytes unless noted. */
export const plantedFiles: readonly PlantedFile[] = [
  {
    name: "one-string.xlsx",
    what: "a shared string of 1 MB that 27,000 cells refer to",
    bytes: () =>
      workbookOf(
        times(27_000, (at) => row(at, `<c r="A${at}" t="s"><v>0</v></c>`)),
        { strings: [long(1_000_000)] },
      ),
  },
  {
    name: "fewer-references.xlsx",
    what: "a shared string of 1 MB that 400 cells of one row refer to",
    bytes: () => workbookOf(row(1, `<c t="s"><v>0</v></c>`.repeat(400)), { strings: [long(1_000_000)] }),
  },
  {
    name: "cells.xlsx",
    what: "400,000 cells (2 MB)",
    bytes: () => workbookOfCells(20_000),
  },
  {
    name: "shared-formula.xlsx",
    what: "a formula of 3,900 characters that 60,000 rows share",
    bytes: () => workbookOf(sharedFormula(60_000, longFormula(3_900))),
  },
  {
    name: "few-formulas.xlsx",
    what: "a formula of 3,900 characters that 2,000 rows share",
    bytes: () => workbookOf(sharedFormula(2_000, longFormula(3_900))),
  },
  {
    name: "endless-formula.xlsx",
    what: "a formula of 2 MB that 1,000 rows share",
    bytes: () => workbookOf(sharedFormula(1_000, longFormula(2_000_000))),
  },
  {
    name: "quotes.xlsx",
    what: "formulas of nothing but quotes",
    bytes: () => workbookOf(times(500, (at) => row(at, `<c r="A${at}"><f>${"'".repeat(8_000)}</f><v>1</v></c>`))),
  },
  {
    name: "one-sheet-often.xlsx",
    what: "5,000 sheets that are one part of 1 MB",
    bytes: () =>
      workbookOf(
        times(20_000, (at) => row(at, `<c t="str"><v>words and words ${at}</v></c>`)),
        { sheets: 5_000 },
      ),
  },
  {
    name: "merged.xlsx",
    what: "200,000 ranges of merged cells",
    bytes: () =>
      workbookOf(
        times(3, (at) => row(at, `<c r="A${at}"><v>1</v></c>`)),
        {
          after: `<mergeCells>${times(200_000, (at) => `<mergeCell ref="A${at * 2}:C${at * 2 + 1}"/>`)}</mergeCells>`,
        },
      ),
  },
  {
    name: "repeats.ods",
    what: "a text of 100 KB in a cell that stands for a thousand in each of a million rows",
    bytes: () =>
      odsOf(
        `<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string" table:number-columns-repeated="1000"><text:p>${long(100_000)}</text:p></table:table-cell></table:table-row>`,
      ),
  },
  {
    name: "many-repeats.ods",
    what: "100,000 cells in one row that stand for 16,384 each",
    bytes: () =>
      odsOf(
        `<table:table-row>${`<table:table-cell table:number-columns-repeated="16384"/>`.repeat(100_000)}<table:table-cell office:value-type="string"><text:p>word</text:p></table:table-cell></table:table-row>`,
      ),
  },
  {
    name: "blanks.ods",
    what: "a cell of 200,000 blanks that stand for 10,000 each",
    bytes: () =>
      odsOf(
        `<table:table-row><table:table-cell office:value-type="string"><text:p>word${`<text:s text:c="10000"/>`.repeat(200_000)}</text:p></table:table-cell></table:table-row>`,
      ),
  },
  {
    name: "formulas.ods",
    what: "a formula of 400 KB with references that never end",
    bytes: () =>
      odsOf(
        `<table:table-row table:number-rows-repeated="50"><table:table-cell office:value-type="float" office:value="1" table:formula="of:=[${"a".repeat(400_000)}]"><text:p>1</text:p></table:table-cell></table:table-row>`,
      ),
  },
  {
    name: "blanks.odt",
    what: "500,000 blanks that stand for 256 each",
    bytes: () => odtOf(`<text:p>word${`<text:s text:c="256"/>`.repeat(500_000)}</text:p>`),
  },
  {
    name: "nested.odt",
    what: "tables in tables, 2,000 deep",
    bytes: () =>
      odtOf(
        `${"<table:table><table:table-row><table:table-cell>".repeat(2_000)}<text:p>word</text:p>${"</table:table-cell></table:table-row></table:table>".repeat(2_000)}`,
      ),
  },
  {
    name: "letters.docx",
    what: "a list counted in letters from a billion on",
    bytes: () => docxOf(listItem.repeat(200), { numbering: numbering("1000000000", "%1%1%1%1") }),
  },
  {
    name: "no-number.docx",
    what: "a list that begins at a number which is none",
    bytes: () => docxOf(listItem.repeat(5), { numbering: numbering("1e308", "%1") }),
  },
  {
    name: "marker.docx",
    what: "a list of 5,000 items with a marker of 1 MB",
    bytes: () => docxOf(listItem.repeat(5_000), { numbering: numbering("1", long(1_000_000)) }),
  },
  {
    name: "tables.docx",
    what: "tables in tables, 2,000 deep",
    bytes: () =>
      docxOf(
        `${"<w:tbl><w:tr><w:tc>".repeat(2_000)}<w:p><w:r><w:t>word</w:t></w:r></w:p>${"</w:tc></w:tr></w:tbl>".repeat(2_000)}`,
      ),
  },
  {
    name: "paragraphs.docx",
    what: "2,000,000 paragraphs of nothing",
    bytes: () => docxOf(`<w:p><w:r><w:t>word</w:t></w:r></w:p>${"<w:p/>".repeat(2_000_000)}`),
  },
  {
    name: "one-slide-often.pptx",
    what: "100,000 slides that are one part",
    bytes: () => pptxOf(shape(long(50_000)), { listed: 100_000 }),
  },
  {
    name: "relations.pptx",
    what: "6,000 slides of one word",
    bytes: () => pptxOf(shape("word"), { files: 6_000, listed: 6_000 }),
  },
  {
    name: "groups.pptx",
    what: "shapes in groups, 4,000 deep",
    bytes: () => pptxOf(`${"<p:grpSp>".repeat(4_000)}${shape("word")}${"</p:grpSp>".repeat(4_000)}`),
  },
];
