import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OfficeFormat } from "../../../../core/text/format";
import { officeEditor } from "../formats/office-editors";
import { readPackage } from "../formats/read-package";
import { packageJobs } from "../jobs/package-jobs";
import { rewritePackage } from "../package/package-writer";
import { docxOf, odtOf, packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { OfficeOperation } from "../text/office-format";

const sample = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, "../samples", name));
const formatOf = (name: string) => name.split(".")[1] as OfficeFormat;
const textOf = (bytes: Uint8Array, format: OfficeFormat) => readPackage(bytes, format, "a");
const partOf = (bytes: Uint8Array, part: string) => openZip(bytes, "a").read(part)?.toString("utf8") ?? "";

async function edited(
  bytes: Uint8Array,
  format: OfficeFormat,
  operation: OfficeOperation,
  author: string | null = null,
): Promise<Uint8Array> {
  const zip = openZip(bytes, "a");
  const track = author === null ? null : { author, at: "2026-11-29T10:00:00Z" };
  return rewritePackage(zip, (await officeEditor(format)).edit(zip, operation, { name: "a", track }).parts, "a");
}
const setText = (paragraph: number, content: string): OfficeOperation => ({
  operation: "set_text",
  node: { id: "node", paragraph },
  content,
});
const merge = (base: Uint8Array, ours: Uint8Array, theirs: Uint8Array, format: OfficeFormat) =>
  packageJobs.merge({ base, ours, theirs, format, name: "a" });

const replace = (find: string, by: string): OfficeOperation => ({
  operation: "replace_text",
  find,
  replace: by,
  which: "once",
  node: null,
});

describe.each(["libreoffice.docx", "pandoc.docx", "python-docx.docx", "libreoffice.odt", "pandoc.odt"])(
  "%s",
  (name) => {
    const format = formatOf(name);
    const base = sample(name);

    it("changes of different paragraphs are merged, and every other part keeps its bytes", async () => {
      const ours = await edited(base, format, replace("In spring", "In autumn, as Ann wrote,"));
      const theirs = await edited(base, format, replace("Last words", "Ben's words"));
      const both = await edited(ours, format, replace("Last words", "Ben's words"));
      for (const merged of [merge(base, ours, theirs, format), merge(base, theirs, ours, format)]) {
        expect(textOf(merged as Uint8Array, format).text).toBe(textOf(both, format).text);
        const zip = openZip(base, "a");
        const main = format === "odt" ? "content.xml" : "word/document.xml";
        for (const part of zip.names)
          if (part !== main) expect(openZip(merged as Uint8Array, "a").read(part), part).toEqual(zip.read(part));
      }
    });

    it("changes of one paragraph are not", async () => {
      const ours = await edited(base, format, replace("In spring", "In autumn"));
      const theirs = await edited(base, format, replace("In spring", "In winter"));
      expect(merge(base, ours, theirs, format)).toBeNull();
      expect(merge(base, ours, ours, format)).toEqual(ours);
      expect(textOf(merge(base, ours, base, format) as Uint8Array, format).text).toBe(textOf(ours, format).text);
    });
  },
);

it("paragraphs that one inserts and deletes are merged with what the other writes between them", async () => {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const base = docxOf(["One", "Two", "Three", "Four"].map(paragraph).join(""));
  const inserted = await edited(base, "docx", {
    operation: "insert_after",
    node: { id: "n", paragraph: 0 },
    content: "New",
  });
  const ours = await edited(inserted, "docx", { operation: "delete", nodes: [{ id: "n", paragraph: 4 }] });
  const theirs = await edited(base, "docx", setText(1, "Second"));
  const merged = merge(base, ours, theirs, "docx") as Uint8Array;
  expect(textOf(merged, "docx").text.trim().split(/\n+/)).toEqual(["One", "New", "Second", "Three"]);
});

it("rows and cells of one table are merged by cell", () => {
  const cell = (text: string) => `<w:tc><w:tcPr/><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const table = (rows: string[][]) =>
    docxOf(`<w:tbl><w:tblPr/>${rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("")}</w:tbl><w:p/>`);
  const base = table([
    ["a", "b"],
    ["c", "d"],
  ]);
  const merged = merge(
    base,
    table([
      ["A", "b"],
      ["c", "d"],
    ]),
    table([
      ["a", "B"],
      ["c", "D"],
    ]),
    "docx",
  ) as Uint8Array;
  expect(merged).toEqual(expect.anything());
  expect(partOf(merged, "word/document.xml")).toBe(
    partOf(
      table([
        ["A", "B"],
        ["c", "D"],
      ]),
      "word/document.xml",
    ),
  );
  expect(
    merge(
      base,
      table([
        ["X", "b"],
        ["c", "d"],
      ]),
      table([
        ["Y", "b"],
        ["c", "d"],
      ]),
      "docx",
    ),
  ).toBeNull();
});

it("suggestions of both keep an id of their own", async () => {
  const base = docxOf("<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Two</w:t></w:r></w:p>");
  const ours = await edited(base, "docx", setText(0, "Ann"), "Ann");
  const theirs = await edited(base, "docx", setText(1, "Ben"), "Ben");
  const xml = partOf(merge(base, ours, theirs, "docx") as Uint8Array, "word/document.xml");
  const ids = [...xml.matchAll(/<w:(?:ins|del)\s[^>]*w:id="(\d+)"/g)].map(([, id]) => id);
  expect(ids.length).toBe(4);
  expect(new Set(ids).size).toBe(4);
});

it("what both named alike, both inserted at one point, or both added as parts is not merged", () => {
  const mark = (id: number, text: string) =>
    `<w:p><w:bookmarkStart w:id="${id}" w:name="m${id}"/><w:r><w:t>${text}</w:t></w:r><w:bookmarkEnd w:id="${id}"/></w:p>`;
  const plain = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const base = docxOf(plain("One") + plain("Two"));
  expect(merge(base, docxOf(mark(1, "One") + plain("Two")), docxOf(plain("One") + mark(1, "Two")), "docx")).toBeNull();
  expect(
    merge(base, docxOf(mark(1, "One") + plain("Two")), docxOf(plain("One") + mark(2, "Two")), "docx"),
  ).not.toBeNull();
  const added = (text: string) => docxOf(plain("One") + plain(text) + plain("Two"));
  expect(merge(base, added("Ann"), added("Ben"), "docx")).toBeNull();
  const withPart = (text: string) =>
    rewritePackage(openZip(base, "a"), new Map([["word/comments.xml", Buffer.from(text)]]), "a");
  expect(merge(base, withPart("<a/>"), withPart("<b/>"), "docx")).toBeNull();
  expect(merge(base, withPart("<a/>"), added("Ben"), "docx")).not.toBeNull();
});

describe("workbooks", () => {
  const set = (cells: Record<string, string | number>): OfficeOperation => ({ operation: "set_cells", cells });

  it.each(["openpyxl.xlsx", "sheetjs.xlsx", "libreoffice.xlsx"])(
    "cells of %s are merged by their address",
    async (name) => {
      const base = sample(name);
      const [ours, theirs] = [
        await edited(base, "xlsx", set({ "Harvest!A1": "Ann" })),
        await edited(base, "xlsx", set({ "Harvest!B2": "Ben" })),
      ];
      const both = await edited(ours, "xlsx", set({ "Harvest!B2": "Ben" }));
      const merged = merge(base, ours, theirs, "xlsx") as Uint8Array;
      expect(textOf(merged, "xlsx").text).toBe(textOf(both, "xlsx").text);
      expect(merge(base, ours, await edited(base, "xlsx", set({ "Harvest!A1": "Ben" })), "xlsx")).toBeNull();
    },
  );

  const sheet = (rows: string[][], first = 1) =>
    packageOf({
      "[Content_Types].xml": "<Types/>",
      "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      "xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      "xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
        .map((row, index) => {
          const at = first + index;
          const cells = row.map((value, column) => `<c r="${"ABC"[column]}${at}">${value}</c>`).join("");
          return `<row r="${at}">${cells}</row>`;
        })
        .join("")}</sheetData></worksheet>`,
    });
  const numbers = [
    ["<v>1</v>", "<v>2</v>"],
    ["<v>3</v>", "<v>4</v>"],
    ["<v>5</v>", "<v>6</v>"],
  ];
  const formula = "<f>SUM(A1:A3)</f><v>9</v>";
  const changed = (row: number, column: number, value: string) =>
    numbers.map((cells, at) => cells.map((cell, index) => (at === row && index === column ? value : cell)));

  it("a row that one inserts or moves is not merged with what the other writes", () => {
    const base = sheet(numbers);
    const formulas = sheet(changed(0, 1, formula));
    const inserted = sheet([numbers[0] as string[], ["<v>0</v>", "<v>0</v>"], ...numbers.slice(1)]);
    expect(merge(base, inserted, formulas, "xlsx")).toBeNull();
    expect(merge(base, formulas, inserted, "xlsx")).toBeNull();
    expect(merge(base, sheet(numbers.slice(1)), formulas, "xlsx")).toBeNull();
    const swapped = sheet([numbers[1] as string[], numbers[0] as string[], numbers[2] as string[]]);
    expect(merge(base, swapped, sheet(changed(2, 1, formula)), "xlsx")).toBeNull();
    const column = sheet(numbers.map(([a, b]) => [a as string, "<v>0</v>", b as string]));
    expect(merge(base, column, sheet(changed(2, 0, "<v>7</v>")), "xlsx")).toBeNull();
  });

  it("a row that one adds at the end is merged", () => {
    const added = sheet([...numbers, ["<v>7</v>", "<v>8</v>"]]);
    const merged = merge(sheet(numbers), added, sheet(changed(0, 1, "<v>20</v>")), "xlsx") as Uint8Array;
    const expected = sheet([...changed(0, 1, "<v>20</v>"), ["<v>7</v>", "<v>8</v>"]]);
    expect(partOf(merged, "xl/worksheets/sheet1.xml")).toBe(partOf(expected, "xl/worksheets/sheet1.xml"));
  });
});

it.each(["libreoffice.pptx", "pptxgenjs.pptx", "libreoffice.odp"])(
  "words on different slides of %s are merged",
  async (name) => {
    const format = formatOf(name);
    const base = sample(name);
    const { text, paragraphs } = textOf(base, format);
    const words = paragraphs
      .map(({ from, to }) => text.slice(from, to))
      .filter((each) => /^[\p{L} ]{5,}$/u.test(each) && text.split(each).length === 2);
    const [first, last] = [words[0] as string, words.at(-1) as string];
    expect(first).not.toBe(last);
    const [ours, theirs] = [
      await edited(base, format, replace(first, "Ann")),
      await edited(base, format, replace(last, "Ben")),
    ];
    const merged = merge(base, ours, theirs, format) as Uint8Array;
    expect(textOf(merged, format).text).toBe(text.replace(first, "Ann").replace(last, "Ben"));
  },
);

it("damaged and hostile versions are rejected or not merged", () => {
  const base = odtOf("<text:p>One</text:p><text:p>Two</text:p>");
  const ours = odtOf("<text:p>Ann</text:p><text:p>Two</text:p>");
  expect(() => merge(base, ours, Buffer.from("PK no zip"), "odt")).toThrow("cannot be read as an Office package");
  const broken = rewritePackage(openZip(base, "a"), new Map([["content.xml", Buffer.from("<a><b></a>")]]), "a");
  expect(merge(base, ours, broken, "odt")).toBeNull();
  const bytes = rewritePackage(
    openZip(base, "a"),
    new Map([["content.xml", Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e])]]),
    "a",
  );
  expect(merge(base, ours, bytes, "odt")).toBeNull();
  const signed = rewritePackage(
    openZip(base, "a"),
    new Map([["META-INF/documentsignatures.xml", Buffer.from("<s/>")]]),
    "a",
  );
  expect(merge(base, ours, signed, "odt")).toBeNull();
});
