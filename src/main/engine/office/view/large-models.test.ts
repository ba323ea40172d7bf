import { expect, test } from "vitest";
import type { OfficeFormat } from "../../../../core/text/format";
import { packageOf } from "../package/packages.fixture";
import { OfficeModel } from "./office-model";

/** With GALLEY_LONG=1, the documents are as large as they get; otherwise a sample of each is read. */
const isLong = process.env["GALLEY_LONG"] !== undefined;
const schemas = "http://schemas.openxmlformats.org";
const relations = (type: string, target: string): string =>
  `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const model = (bytes: Uint8Array, format: OfficeFormat, before: OfficeModel | null = null) =>
  new OfficeModel({ bytes, format, name: `a.${format}`, version: "", imagesAt: "" }, before);
/** CPU time of this process so far, in milliseconds. */
const work = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const docx = (texts: readonly string[]): Record<string, string> => ({
  "_rels/.rels": relations("officeDocument", "word/document.xml"),
  "word/document.xml": `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${texts
    .map(
      (text) =>
        `<w:p><w:pPr><w:spacing w:after="120"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r><w:r><w:t xml:space="preserve"> and more of it.</w:t></w:r></w:p>`,
    )
    .join("")}</w:body></w:document>`,
});

const odt = (texts: readonly string[]): Record<string, string> => ({
  mimetype: "application/vnd.oasis.opendocument.text",
  "content.xml": `<office:document-content ${["office", "text"].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(" ")}><office:body><office:text>${texts
    .map((text) => `<text:p><text:span>${text}</text:span> and more of it.</text:p>`)
    .join("")}</office:text></office:body></office:document-content>`,
});

/** The limits of decision 14: a document of this size is opened, edited and described within this time and memory. */
const limits = { seconds: 20, megabytes: 1500 };

test.each([
  ["docx", docx],
  ["odt", odt],
] as const)(
  "a %s of very many paragraphs is read in parts, edited, and described by its differences",
  async (format, make) => {
    const count = isLong ? 50_000 : 2_000;
    const texts = Array.from({ length: count }, (_, index) => `Paragraph ${index}`);
    const bytes = packageOf(make(texts));
    const { rss } = process.memoryUsage();
    const times: number[] = [work()];
    const first = model(bytes, format);
    times.push(work());
    expect(first.content).toMatchObject({ kind: "document", total: count });
    const [last] = first.paragraphs(count - 1, 500);
    times.push(work());
    expect(last?.runs.length).toBeGreaterThan(0);
    const edited = await first.edit(
      [{ edit: "text", paragraph: last?.id ?? "", before: last?.text ?? "", text: "The end." }],
      null,
    );
    times.push(work());
    if (edited.status !== "edited") throw new Error("stale");
    const next = model(edited.bytes, format, first);
    times.push(work());
    expect(next.change.splices).toEqual([{ at: count - 1, removed: 1, inserted: 1 }]);
    expect(next.change.inverse).toMatchObject([{ edit: "text", paragraph: last?.id, text: last?.text }]);
    within(times, rss);
  },
);

/** Generous limits, to catch hangs and excessive memory; the benchmarks measure speed. */
function within(times: readonly number[], rss: number): void {
  expect(((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000).toBeLessThan(limits.seconds);
  expect((process.memoryUsage().rss - rss) / 1e6).toBeLessThan(limits.megabytes);
}

test("only the visible part of a sheet of very many cells is read", async () => {
  const rows = isLong ? 100_000 : 2_000;
  const row = (number: number): string =>
    `<row r="${number}">${Array.from({ length: 10 }, (_, at) => `<c r="${String.fromCharCode(65 + at)}${number}"><v>${number * 10 + at}</v></c>`).join("")}</row>`;
  const sheet = (first: string): Record<string, string> => ({
    "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
    "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
    "xl/workbook.xml": `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${schemas}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>${first}</v></c></row>${Array.from({ length: rows - 1 }, (_, at) => row(at + 2)).join("")}</sheetData></worksheet>`,
  });
  const [one, other] = [packageOf(sheet("1")), packageOf(sheet("2"))];
  const { rss } = process.memoryUsage();
  const times: number[] = [work()];
  const first = model(one, "xlsx");
  times.push(work());
  expect(first.content).toMatchObject({ sheets: [{ rows, columns: 10, cellCount: (rows - 1) * 10 + 1 }] });
  const cells = first.cells("S", { top: rows - 100, left: 1, bottom: rows, right: 50 });
  times.push(work());
  expect(cells.at(-1)).toMatchObject({ row: rows, column: 10, input: String(rows * 10 + 9) });
  const next = model(other, "xlsx", first);
  times.push(work());
  expect(next.change.cells).toEqual([{ sheet: "S", ranges: [{ top: 1, left: 1, bottom: 1, right: 10 }] }]);
  // Up to this size, a workbook is compared cell by cell.
  expect(first.projection() === null).toBe(isLong);
  within(times, rss);
});

test("only the visible part of an OpenDocument sheet of very many cells is read", () => {
  const rows = isLong ? 100_000 : 2_000;
  const spaces = ["office", "text", "table"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const row = (number: number): string =>
    `<table:table-row>${Array.from({ length: 10 }, (_, at) => `<table:table-cell office:value-type="float" office:value="${number * 10 + at}"><text:p>${number * 10 + at}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  const bytes = packageOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content ${spaces.join(" ")}><office:body><office:spreadsheet><table:table table:name="S">${Array.from({ length: rows }, (_, at) => row(at + 1)).join("")}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
  const { rss } = process.memoryUsage();
  const times: number[] = [work()];
  const first = model(bytes, "ods");
  expect(first.content).toMatchObject({ sheets: [{ rows, columns: 10, cellCount: rows * 10 }] });
  const cells = first.cells("S", { top: rows - 100, left: 1, bottom: rows, right: 50 });
  times.push(work());
  expect(cells.at(-1)).toMatchObject({ row: rows, column: 10, input: String(rows * 10 + 9) });
  within(times, rss);
});
