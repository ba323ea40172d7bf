import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Document,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx";
import { describe, expect, it } from "vitest";
import { docxOf, odtOf, packageOf } from "../../office/package/packages.fixture";
import { openZip } from "../../office/package/zip";
import { type EngineForTests, engineForTests } from "../engine-for-tests";

type Row = { id: string; index: number; kind: string; text: string };

const office = (on: EngineForTests, args: Record<string, unknown>, as?: string) => on.call("office_artifact", args, as);
const rowsOf = (data: Record<string, unknown> | undefined): Row[] => data?.["paragraphs"] as Row[];
const readRows = async (on: EngineForTests, path: string): Promise<Row[]> =>
  rowsOf((await office(on, { action: "read", path })).data);
const textsOf = async (on: EngineForTests, path: string): Promise<string[]> =>
  (await readRows(on, path)).map(({ text }) => text);

/** A Word document made with the docx library, with common content. */
const letter = (): Promise<Buffer> => {
  const cells = (...texts: string[]) =>
    new TableRow({ children: texts.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
  return Packer.toBuffer(
    new Document({
      footnotes: { 1: { children: [new Paragraph("Weighed by hand.")] } },
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph("ACME Ltd")] }) },
          footers: { default: new Footer({ children: [new Paragraph("Printed by ACME Ltd")] }) },
          children: [
            new Paragraph({ text: "Offer", heading: HeadingLevel.HEADING_1 }),
            new Paragraph({
              children: [
                new TextRun({ text: "Dear ", bold: true }),
                new TextRun("Mr. Sm"),
                new TextRun({ text: "ith,", italics: true }),
              ],
            }),
            new Paragraph({ children: [new TextRun("We offer ten apples."), new FootnoteReferenceRun(1)] }),
            new Table({ rows: [cells("Item", "Price"), cells("Apple", "3")] }),
          ],
        },
      ],
    }),
  );
};

/** The entries of a package by name, decompressed. */
function entriesOf(latin1: string | null): Map<string, string> {
  const zip = openZip(Buffer.from(latin1 ?? "", "latin1"), "a package");
  return new Map(zip.names.map((name) => [name, zip.read(name)?.toString() ?? ""]));
}

const partOf = async (on: EngineForTests, path: string, part = "word/document.xml"): Promise<string> =>
  entriesOf(await on.bytesOf(path)).get(part) ?? "";

/** The entries of a package that the task changed; the names and their order must stay. */
async function changedParts(on: EngineForTests, path: string, task: () => Promise<unknown>): Promise<string[]> {
  const before = entriesOf(await on.bytesOf(path));
  await task();
  const after = entriesOf(await on.bytesOf(path));
  expect([...after.keys()]).toEqual([...before.keys()]);
  return [...after].flatMap(([name, bytes]) => (before.get(name) === bytes ? [] : [name]));
}

const replace = (path: string, find: string, replaced: string, more: Record<string, unknown> = {}) => ({
  action: "edit",
  path,
  operation: "replace_text",
  find,
  replace: replaced,
  ...more,
});

describe("text across runs", () => {
  it("is replaced in the formatting of the first run, and only the text's part changes", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const parts = await changedParts(on, "a.docx", async () => {
      const done = await office(on, replace("a.docx", "Mr. Smith", "Dr. Jones"));
      expect(done).toMatchObject({ ok: true, message: "a.docx replaced 1 place" });
      expect(done.data).toMatchObject({ status: "written", changed: 1, parts: ["word/document.xml"] });
    });
    expect(parts).toEqual(["word/document.xml"]);
    expect(await textsOf(on, "a.docx")).toContain("Dear Dr. Jones,");
    expect(await partOf(on, "a.docx")).toContain(`<w:t xml:space="preserve">Dr. Jones</w:t></w:r><w:r><w:rPr><w:i/>`);
  });

  it("keeps the formatting of the words that stay", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    await office(on, replace("a.docx", "Dear Mr. Smith,", "Dear Mrs. Smith,"));
    const xml = await partOf(on, "a.docx");
    expect(xml).toMatch(/<w:b\/>.{0,60}Dear /);
    expect(xml).toMatch(/<w:i\/>.{0,60}ith,/);
    expect(await textsOf(on, "a.docx")).toContain("Dear Mrs. Smith,");
  });

  it("is found in headers, footers, notes and cells, and rejected if it occurs more than once", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const twice = await office(on, replace("a.docx", "ACME Ltd", "B"));
    expect(twice.error).toMatchObject({ code: "ambiguous", candidates: ["ACME Ltd", "Printed by ACME Ltd"] });
    expect(twice.error?.message).toBe("find matches 2 times, in 2 paragraphs");
    const all = await changedParts(on, "a.docx", () =>
      office(on, replace("a.docx", "ACME Ltd", "B", { replace_all: true })),
    );
    expect(all).toEqual(["word/header1.xml", "word/footer1.xml"]);
    const note = await changedParts(on, "a.docx", () => office(on, replace("a.docx", "by hand", "by machine")));
    expect(note).toEqual(["word/footnotes.xml"]);
    const cell = await changedParts(on, "a.docx", () => office(on, replace("a.docx", "Price", "Cost")));
    expect(cell).toEqual(["word/document.xml"]);
    expect(await textsOf(on, "a.docx")).toEqual([
      ...["Offer", "Dear Mr. Smith,", "We offer ten apples.", "Item | Cost", "Apple | 3", "Weighed by machine."],
    ]);
  });

  it("that does not exist is rejected with the nearest text, and changes nothing", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const before = await on.bytesOf("a.docx");
    const none = await office(on, replace("a.docx", "ten aples", "B"));
    expect(none.error).toMatchObject({ code: "not_found" });
    expect(none.message).toContain("find not found; the nearest lines:\n     We offer ten apples.");
    const across = await office(on, replace("a.docx", "Offer\nDear", "B"));
    expect(across.error?.message).toBe("find not found: it runs over the end of a paragraph");
    expect((await office(on, replace("a.docx", "", "B"))).error).toMatchObject({ code: "bad_arguments" });
    expect(await on.bytesOf("a.docx")).toBe(before);
  });

  it("replaced by itself changes no byte", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const before = await on.bytesOf("a.docx");
    const same = await office(on, replace("a.docx", "ten apples", "ten apples"));
    expect(same).toMatchObject({ ok: true, message: "a.docx unchanged: the edit changes nothing" });
    expect(same.data).toMatchObject({ status: "unchanged", changed: 0, parts: [] });
    expect(await on.bytesOf("a.docx")).toBe(before);
  });

  it("takes tabs, line breaks and XML characters, and loses what XML cannot contain", async () => {
    const on = engineForTests({ "a.docx": await letter(), "a.odt": odtOf("<text:p>one ten apples two</text:p>") });
    for (const path of ["a.docx", "a.odt"]) {
      await office(on, replace(path, "ten apples", '<a> & "b"\tc\r\nd\u0007  e'));
      expect((await textsOf(on, path)).join("\n")).toContain('<a> & "b"\tc\nd  e');
    }
  });

  it("in the header of an OpenDocument text is in its styles, and only those change", async () => {
    const styles = `<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:master-styles><style:master-page><style:header><text:p>ACME <text:span>Ltd</text:span></text:p></style:header></style:master-page></office:master-styles></office:document-styles>`;
    const content = entriesOf(Buffer.from(odtOf("<text:p>Body</text:p>")).toString("latin1"));
    const on = engineForTests({ "a.odt": packageOf({ ...Object.fromEntries(content), "styles.xml": styles }) });
    const parts = await changedParts(on, "a.odt", () => office(on, replace("a.odt", "ACME Ltd", "Bolt  Inc")));
    expect(parts).toEqual(["styles.xml"]);
    expect(await partOf(on, "a.odt", "styles.xml")).toContain(
      "<text:p>Bolt <text:s/>Inc<text:span></text:span></text:p>",
    );
  });

  it("in a computed field, or in a signed document, is changed with a warning", async () => {
    const field = `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/x"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Bound title</w:t></w:r></w:p></w:sdtContent></w:sdt>`;
    const document = entriesOf(Buffer.from(docxOf(field)).toString("latin1"));
    const on = engineForTests({
      "a.docx": packageOf({ ...Object.fromEntries(document), "_xmlsignatures/s.xml": "<s/>" }),
    });
    const { data } = await office(on, replace("a.docx", "Bound title", "Free title"));
    expect(JSON.stringify(data?.["warnings"])).toMatch(
      /Word may restore the old text.*the signature of this document is no longer valid/,
    );
  });

  it("in a text box is also changed for older programs", async () => {
    const box = (text: string) => `<w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent>`;
    const on = engineForTests({
      "a.docx": docxOf(
        `<w:p><w:r><w:t>Around</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box("in the box")}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box("in the box")}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      ),
    });
    expect(await office(on, replace("a.docx", "the box", "a frame"))).toMatchObject({ ok: true });
    expect((await partOf(on, "a.docx")).match(/in <\/w:t>|in a frame/g)).toEqual(["in a frame", "in a frame"]);
  });
});

describe("a paragraph by its id", () => {
  it("is the one that read_file and grep name, before and after the edit", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const rows = await readRows(on, "a.docx");
    const file = rowsOf((await on.call("read_file", { path: "a.docx" })).data);
    expect(rows.map(({ id }) => id)).toEqual(file.map(({ id }) => id));
    const [, greeting] = rows;
    await office(on, {
      action: "edit",
      path: "a.docx",
      operation: "set_text",
      node_id: greeting?.id,
      content: "Wholly other words",
    });
    await office(on, { action: "edit", path: "a.docx", operation: "prepend", content: "Put in before" });
    const after = await readRows(on, "a.docx");
    expect(after[2]).toMatchObject({ id: greeting?.id, text: "Wholly other words" });
    expect(after.slice(1).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    const { data } = await on.call("grep", { pattern: "Wholly", path: "a.docx" });
    expect(data?.["matches"]).toMatchObject([{ id: greeting?.id }]);
  });

  it("of a table row sets the row as it is read", async () => {
    const table = `<table:table><table:table-row><table:table-cell><text:p>Apple</text:p></table:table-cell><table:table-cell><text:p/></table:table-cell></table:table-row></table:table>`;
    const on = engineForTests({ "a.docx": await letter(), "a.odt": odtOf(table) });
    for (const path of ["a.docx", "a.odt"]) {
      const row = (await readRows(on, path)).find(({ text }) => text.startsWith("Apple"));
      const set = (content: string) =>
        office(on, { action: "edit", path, operation: "set_text", node_id: row?.id, content });
      expect(await set("Pear | 4")).toMatchObject({ ok: true });
      expect(await textsOf(on, path)).toContain("Pear | 4");
      expect((await set("a | b | c")).error?.message).toBe("content has 3 cells, and the row has 2 cells");
    }
  });

  it("that is unknown or removed is rejected", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const gone = {
      action: "edit",
      path: "a.docx",
      operation: "set_text",
      node_id: "jr_para_000000000000",
      content: "x",
    };
    expect((await office(on, gone)).error).toMatchObject({
      code: "not_found",
      message: "no paragraph of this document has the id jr_para_000000000000",
    });
  });
});

describe("added text", () => {
  const content =
    "## More\n\nA **bold** word\nNext line\n\n- one\n- two\n\n1. first\n2. second\n\n| A | B |\n| - | - |\n| 1 | 2 |\n";
  const added = ["More", "A bold word", "Next line", "one", "two", "first", "second", "A | B", "1 | 2"];

  it.each(["libreoffice.docx", "pandoc.docx", "python-docx.docx", "libreoffice.odt", "pandoc.odt", "odfpy.odt"])(
    "at either end of %s is read back in order, and only its own part changes",
    async (name) => {
      const on = engineForTests({ [name]: madeBy(name) });
      const before = await textsOf(on, name);
      const allowed = name.endsWith(".odt") ? ["content.xml"] : ["word/document.xml", "word/numbering.xml"];
      const parts = await changedParts(on, name, async () => {
        expect(await office(on, { action: "edit", path: name, operation: "append_text", content })).toMatchObject({
          ok: true,
        });
        await office(on, { action: "edit", path: name, operation: "prepend", content: "# First\n\nSecond" });
      });
      expect(parts.filter((part) => !allowed.includes(part))).toEqual([]);
      const after = await textsOf(on, name);
      const body = before.filter((text) => !/^(?:1 )?A note below/.test(text));
      expect(after.filter((text) => !/^(?:1 )?A note below/.test(text))).toEqual([
        "First",
        "Second",
        ...body,
        ...added,
      ]);
      const { data } = await office(on, { action: "read", path: name });
      expect(rowsOf(data).find(({ text }) => text === "More")?.kind).toBe("heading");
    },
  );
});

const madeBy = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../../office/samples", name));

describe("documents of other programs", () => {
  it.each(["libreoffice.docx", "pandoc.docx", "python-docx.docx", "libreoffice.odt", "pandoc.odt", "odfpy.odt"])(
    "%s: one edit, one part",
    async (name) => {
      const on = engineForTests({ [name]: madeBy(name) });
      const before = await textsOf(on, name);
      expect(before).toContain("花园里有三棵树。 Last words & an end.");
      expect(before).toContain("Apple | 4 m");
      const text = name.endsWith(".odt") ? "content.xml" : "word/document.xml";
      const parts = await changedParts(on, name, async () => {
        expect(await office(on, replace(name, "spring the garden", "summer the garden"))).toMatchObject({ ok: true });
        expect(await office(on, replace(name, "三棵树", "四棵树"))).toMatchObject({ ok: true });
        expect(await office(on, replace(name, "4 m", "5 m"))).toMatchObject({ ok: true });
      });
      expect(parts).toEqual([text]);
      const expected = before.map((each) =>
        each.replace("spring the", "summer the").replace("三棵树", "四棵树").replace("4 m", "5 m"),
      );
      expect(await textsOf(on, name)).toEqual(expected);
    },
  );
});

describe("suggestions", () => {
  const suggest = { track_changes: true };

  it("mark deletions and insertions, signed and dated, and leave the rest of the run", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const done = await office(on, replace("a.docx", "ten apples", "twelve pears", suggest));
    expect(done.message).toBe("a.docx replaced 1 place, as a suggestion");
    const xml = await partOf(on, "a.docx");
    expect(xml).toMatch(
      /We offer <\/w:t><\/w:r><w:del w:id="\d+" w:author="tester" w:date="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"><w:r><w:delText xml:space="preserve">ten apples<\/w:delText><\/w:r><\/w:del><w:ins w:id="\d+" w:author="tester" w:date="[^"]+"><w:r><w:t xml:space="preserve">twelve pears<\/w:t><\/w:r><\/w:ins><w:r><w:t xml:space="preserve">\.</,
    );
    expect(await textsOf(on, "a.docx")).toContain("We offer twelve pears.");
    const ids = [...xml.matchAll(/<w:(?:ins|del) w:id="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("of the same author are replaced, in those of others the new one is inserted", async () => {
    const others = `<w:p><w:ins w:id="1" w:author="Ada" w:date="2026-01-01T00:00:00Z"><w:r><w:t>put in by Ada</w:t></w:r></w:ins></w:p>`;
    const on = engineForTests({ "a.docx": docxOf(others) });
    await office(on, replace("a.docx", "by Ada", "by her", suggest));
    const xml = await partOf(on, "a.docx");
    expect(xml).toMatch(
      /<w:ins w:id="1"[^>]*>.*put in by .*<w:del .*Ada.*<\/w:del><\/w:ins><w:ins [^>]*tester.*her.*<\/w:ins>/,
    );
    await office(on, replace("a.docx", "her", "him", suggest));
    expect(await partOf(on, "a.docx")).not.toContain("her");
    expect(await textsOf(on, "a.docx")).toEqual(["put in by him"]);
  });

  it("can be full paragraphs, and are tracked changes of OpenDocument texts too", async () => {
    const on = engineForTests({ "a.docx": await letter(), "a.odt": odtOf("<text:p>x</text:p>") });
    await office(on, {
      action: "edit",
      path: "a.docx",
      operation: "append_text",
      content: "New at the end",
      ...suggest,
    });
    expect(await partOf(on, "a.docx")).toMatch(
      /<w:rPr><w:ins [^>]*\/><\/w:rPr><\/w:pPr><w:ins [^>]*><w:r>.*New at the end/,
    );
    await office(on, replace("a.odt", "x", "y", suggest));
    expect(await textsOf(on, "a.odt")).toEqual(["y"]);
    expect(await partOf(on, "a.odt", "content.xml")).toMatch(
      /<text:deletion>.*tester.*<text:p>x<\/text:p><\/text:deletion>/,
    );
  });
});

describe("reading", () => {
  it("continues where it stopped, until everything was shown once", async () => {
    const body = Array.from(
      { length: 60 },
      (_, index) => `<w:p><w:r><w:t>Paragraph ${index} ${"word ".repeat(index % 9)}</w:t></w:r></w:p>`,
    );
    const documentOf = (paragraphs: number, signs: number) =>
      docxOf(`${body.slice(0, paragraphs).join("")}<w:p><w:r><w:t>${"😀".repeat(signs)}</w:t></w:r></w:p>`);
    const on = engineForTests({ "a.docx": documentOf(60, 300), "short.docx": documentOf(4, 20) });
    for (const max_chars of [1, 7, 101, 400]) {
      // One character at a time, each of them a read of the whole document.
      const path = max_chars === 1 && !process.env["GALLEY_LONG"] ? "short.docx" : "a.docx";
      const all = await textsOf(on, path);
      const seen: string[] = [];
      let offset: number | null = 0;
      for (let count = 0; offset !== null && count < 3000; count++) {
        const { data } = await office(on, { action: "read", path, max_chars, offset });
        const rows = rowsOf(data);
        for (const { index, text } of rows) seen[index] = (seen[index] ?? "") + text;
        if (max_chars > 1) expect(rows.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(max_chars);
        offset = data?.["next_offset"] as number | null;
      }
      expect(seen.slice(1)).toEqual(all);
    }
  });

  it("stops at 12,000 characters by default, and says where to continue", async () => {
    const body = `<w:p><w:r><w:t>${"word ".repeat(100)}</w:t></w:r></w:p>`.repeat(50);
    const on = engineForTests({ "a.docx": docxOf(body) });
    const { data, message } = await office(on, { action: "read", path: "a.docx" });
    expect(data).toMatchObject({ total: 50, has_more: true, next_offset: 12_000 });
    expect(rowsOf(data)).toHaveLength(24);
    expect(message).toContain("stopped after 12000 characters; go on with offset 12000");
  });
});

describe("an edit on an older version", () => {
  it("is rejected if a version is named, with the differences", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const { data } = await office(on, { action: "read", path: "a.docx" });
    await office(on, replace("a.docx", "ten", "six"), "other");
    const before = await on.bytesOf("a.docx");
    const stale = await office(on, replace("a.docx", "Offer", "Order", { version: data?.["version"] }));
    expect(stale.error).toMatchObject({
      code: "stale",
      message: "a.docx changed since the version named: paragraph 3 is different now",
    });
    expect(await on.bytesOf("a.docx")).toBe(before);
    const unknown = await office(on, replace("a.docx", "Offer", "Order", { version: "0".repeat(64) }));
    expect(unknown.error?.code).toBe("stale");
  });

  it("of cells or slides is rejected by their content, because they have no ids", async () => {
    const on = engineForTests();
    const made = await office(on, { action: "create", path: "a.xlsx", content: "name,count\napple,3\npear,4" });
    const set = (cells: Record<string, unknown>, more = {}, as?: string) =>
      office(on, { action: "edit", path: "a.xlsx", operation: "set_cells", cells, ...more }, as);
    expect((await set({ "Sheet1!B2": 7 }, {}, "other")).ok).toBe(true);
    const before = await on.bytesOf("a.xlsx");
    const stale = await set({ "Sheet1!B3": 5 }, { version: made.data?.["version"] });
    expect(stale.error).toMatchObject({
      code: "stale",
      message: 'a.xlsx changed since the version named: different now is "apple | 7"',
    });
    expect(await on.bytesOf("a.xlsx")).toBe(before);
  });

  it("goes ahead if its paragraph is unchanged, and is rejected if it is not", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const rows = await readRows(on, "a.docx");
    await office(on, replace("a.docx", "ten", "six"), "other");
    const set = (row: Row | undefined) =>
      office(on, { action: "edit", path: "a.docx", operation: "set_text", node_id: row?.id, content: "set" });
    expect((await set(rows[2])).error?.code).toBe("stale");
    expect((await set(rows[0])).ok).toBe(true);
    expect((await office(on, replace("a.docx", "six", "nine"))).ok).toBe(true);
  });
});

describe("creating", () => {
  it.each([
    [{ path: "note", content: "# T\n\ntext" }, "note.odt", "odt"],
    [{ path: "note", kind: "document", format: "docx" }, "note.docx", "docx"],
    [{ path: "sub/Angebot 花.docx" }, "sub/Angebot 花.docx", "docx"],
  ])("makes %j", async (args, path, format) => {
    const on = engineForTests();
    const made = await office(on, { action: "create", ...args });
    expect(made).toMatchObject({ ok: true, data: { path, format, status: "created" } });
    const again = await office(on, { action: "create", ...args });
    expect(again.error?.message).toBe(`${path} exists already; nothing was changed`);
    expect((await office(on, { action: "read", path })).ok).toBe(true);
  });

  it("keeps headings, lists and formatting, also through an edit", async () => {
    const content =
      "# Title\n\nText with **bold**, *italic* and `code`.\n\n- a\n- b\n    - c\n\n1. one\n2. two\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n";
    for (const path of ["a.docx", "a.odt"]) {
      const on = engineForTests();
      await office(on, { action: "create", path, content });
      expect(await office(on, { action: "export", path, format: "md" })).toMatchObject({ ok: true });
      const written = Buffer.from((await on.bytesOf("a.md")) ?? "", "latin1").toString();
      expect(written.replaceAll("**", "")).toBe(content.replaceAll(/\*\*|`/g, ""));
      expect(written).toContain("**bold**, *italic*");
    }
  });

  it("rejects files that are not Office files, and kinds that do not match", async () => {
    const on = engineForTests({ "a.md": "text" });
    expect((await office(on, { action: "create", path: "a.md" })).error?.hint).toBe(
      "Use text_editor for Markdown and plain text.",
    );
    expect((await office(on, { action: "create", path: "a.docx", kind: "spreadsheet" })).error?.code).toBe(
      "bad_arguments",
    );
    expect((await office(on, { action: "create", path: "a.docx", format: "odt" })).error?.code).toBe("bad_arguments");
  });
});

describe("exports", () => {
  it("are written beside the document, and replace nothing by default", async () => {
    const on = engineForTests({ "-a b;$(x).docx": await letter() });
    const path = "-a b;$(x).docx";
    expect(await office(on, { action: "export", path, format: "html" })).toMatchObject({
      ok: true,
      data: { exported: "-a b;$(x).html", exported_format: "html" },
    });
    const again = await office(on, { action: "export", path, format: "html" });
    expect(again.error).toMatchObject({
      code: "wrong_state",
      message: "-a b;$(x).html exists already; nothing was changed",
    });
    expect((await office(on, { action: "export", path, format: "html", overwrite: true })).ok).toBe(true);
    expect((await office(on, { action: "export", path, format: "txt", target: "out/x.txt" })).ok).toBe(true);
    expect(await on.bytesOf("out/x.txt")).toContain("We offer ten apples.");
  });

  it("contain no script and no link except web links", async () => {
    const on = engineForTests({
      "a.odt": odtOf(
        `<text:p>&lt;script&gt;alert(1)&lt;/script&gt; <text:a xlink:href="javascript:alert(1)" xmlns:xlink="http://www.w3.org/1999/xlink">link</text:a></text:p>`,
      ),
    });
    await office(on, { action: "export", path: "a.odt", format: "html" });
    const html = (await on.bytesOf("a.html")) ?? "";
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script|javascript:/);
  });
});

describe("versions", () => {
  it("are stored byte for byte, listed and restored", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const first = await on.bytesOf("a.docx");
    await office(on, replace("a.docx", "ten", "six"));
    const { data, message } = await office(on, { action: "version_history", path: "a.docx" });
    const versions = data?.["versions"] as { version_id: string }[];
    expect(versions).toHaveLength(2);
    expect(message).toContain("(this is what is there now)");
    const none = await office(on, { action: "restore_version", path: "a.docx" });
    expect(none.message).toBe("version_id is required");
    const back = await office(on, { action: "restore_version", path: "a.docx", version_id: versions[1]?.version_id });
    expect(back.data).toMatchObject({ status: "restored" });
    expect(await on.bytesOf("a.docx")).toBe(first);
    expect((await office(on, { action: "restore_version", path: "a.docx", version_id: "nope" })).error?.code).toBe(
      "not_found",
    );
  });
});

it("of a package cannot be restored by doc_restore, which names the right tool", async () => {
  const on = engineForTests({ "a.docx": await letter() });
  const { error } = await on.call("doc_restore", { path: "a.docx", version_id: "1" });
  expect(error?.hint).toBe("Use office_artifact with action restore_version for it.");
});

describe("a call of an assistant that may write only what the user agreed to", () => {
  it("is planned as the text before and after, and written only after the user agrees", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const before = await on.bytesOf("a.docx");
    const call = { name: "office_artifact", arguments: replace("a.docx", "ten", "six"), caller: on.caller };
    const { writes } = await on.engine.plan(call);
    expect(writes).toMatchObject([{ realPath: "/w/a.docx", changes: [{ insert: "six" }] }]);
    expect(writes[0]?.after).toContain("We offer six apples.");
    const landed: string[] = [];
    const guard = (isAllowed: boolean) => ({
      allows: () => isAllowed,
      landed: ({ realPath }: { realPath: string }) => void landed.push(realPath),
    });
    expect((await on.engine.run({ ...call, guard: guard(false) })).error?.code).toBe("denied");
    expect(await on.bytesOf("a.docx")).toBe(before);
    expect((await on.engine.run({ ...call, guard: guard(true) })).ok).toBe(true);
    expect(landed).toEqual(["/w/a.docx"]);
  });
});

describe("a file open in an office program", () => {
  it.each([
    [".~lock.a report.docx#", ",ada,machine,21.11.2026 08:00,file:///x;", "a report.docx", "LibreOffice (ada)"],
    ["~$report.docx", "\u0003Ada", "a report.docx", "Word (Ada)"],
    ["~$a.docx", "\u0003Ada", "a.docx", "Word (Ada)"],
  ])("is detected by %s, and not overwritten", async (lock, content, path, program) => {
    const on = engineForTests({ [path]: await letter(), [lock]: content });
    const before = await on.bytesOf(path);
    const rejected = await office(on, replace(path, "ten", "six"));
    expect(rejected.error).toMatchObject({
      code: "conflict",
      message: `${path} is open in ${program}; nothing was changed`,
    });
    expect(rejected.error?.hint).toContain(lock);
    expect(await on.bytesOf(path)).toBe(before);
    expect((await office(on, { action: "read", path })).ok).toBe(true);
    const { data } = await office(on, { action: "status", path });
    expect(data?.["locked"]).toMatchObject({ lock_file: lock });
  });
});

describe("[003-office] each tool its own files", () => {
  it("office_artifact points text and Markdown to text_editor, for every action", async () => {
    const on = engineForTests({ "a.md": "x", "b.txt": "x" });
    for (const path of ["a.md", "b.txt"])
      for (const args of [
        { action: "create" },
        { action: "open" },
        { action: "read" },
        replace(path, "x", "y"),
        { action: "edit" },
        { action: "inspect" },
        { action: "export" },
        { action: "export", format: "md" },
        { action: "version_history" },
        { action: "restore_version" },
        { action: "restore_version", version_id: "v1" },
        { action: "status" },
      ]) {
        const { error } = await office(on, { ...args, path });
        expect(error).toMatchObject({ code: "unsupported", hint: "Use text_editor for Markdown and plain text." });
      }
    expect(await on.bytesOf("a.md")).toBe("x");
  });

  it("[003-old-name] the former name is unknown, and office_artifact exists", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    expect((await on.call("document_artifact", { action: "read", path: "a.docx" })).error?.code).toBe("not_found");
    expect((await office(on, { action: "read", path: "a.docx" })).ok).toBe(true);
  });

  it("rows start at a cell or at a row number, written either way", async () => {
    const on = engineForTests();
    await office(on, { action: "create", path: "a.ods", content: "name,count" });
    for (const [start, name] of [
      ["A2", "apple"],
      [3, "pear"],
      ["4", "plum"],
    ] as const) {
      const rows = [[name, 1]];
      const set = { action: "edit", path: "a.ods", operation: "set_rows", sheet: "Sheet1", start, rows };
      expect((await office(on, set)).data).toMatchObject({ status: "written", changed: 2 });
    }
    const { data } = await office(on, { action: "read", path: "a.ods", range: "A1:A4" });
    const cells = data?.["cells"] as { cell: string; value: unknown }[];
    expect(cells.map(({ cell, value }) => [cell, value])).toEqual([
      ["A1", "name"],
      ["A2", "apple"],
      ["A3", "pear"],
      ["A4", "plum"],
    ]);
  });

  it("opening needs the desktop app", async () => {
    const alone = engineForTests({ "a.docx": await letter() });
    expect((await office(alone, { action: "open", path: "a.docx" })).error?.code).toBe("unsupported");
    const shown: string[] = [];
    const canvas = {
      handOver: async () => {},
      hasConflict: () => false,
      show: async (path: string) => shown.push(path) > 0,
    };
    const on = engineForTests({ "a.docx": await letter() }, { canvas });
    expect(await office(on, { action: "open", path: "a.docx" })).toMatchObject({ ok: true, data: { opened: true } });
    expect(shown).toEqual(["/w/a.docx"]);
    await office(on, { action: "read", path: "a.docx" });
    expect(shown).toHaveLength(1);
  });

  it("missing arguments are rejected by name, and so are arguments of other actions", async () => {
    const on = engineForTests({ "a.docx": await letter() });
    const errorMessage = async (args: Record<string, unknown>) => (await office(on, args)).error?.message;
    expect(await errorMessage({ action: "read" })).toBe("path is required");
    expect(await errorMessage({ action: "edit", path: "a.docx" })).toBe("operation is required");
    expect(await errorMessage({ action: "edit", path: "a.docx", operation: "replace_text", find: "x" })).toBe(
      "replace is required",
    );
    expect(await errorMessage({ action: "export", path: "a.docx" })).toBe("format is required");
    expect(await errorMessage({ action: "read", path: "a.docx", find: "x" })).toBe(
      "find belongs to action edit, not to read",
    );
    expect(await errorMessage({ action: "edit", path: "a.docx", operation: "set_cells", cells: { A1: 1 } })).toBe(
      "set_cells is for spreadsheets, and this is a text document",
    );
    expect(await errorMessage({ action: "READ", path: "missing.docx" })).toBe("missing.docx does not exist");
  });
});
