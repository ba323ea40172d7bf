import { readFileSync } from "node:fs";
import { join } from "node:path";
import { read as readIndependently } from "@e965/xlsx";
import { describe, expect, it, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { odsEditor, xlsxEditor } from "../formats/sheet-editors";
import { rewritePackage } from "../package/package-writer";
import { packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { CommentChange, OfficeMessage } from "../text/office-comments";
import { changeComments, commentsIn } from "./comment-jobs";

const editors = { xlsx: xlsxEditor, ods: odsEditor };
type Format = keyof typeof editors;
const formatOf = (name: string): Format => (name.endsWith("ods") ? "ods" : "xlsx");
const sample = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, "../samples", name));
const fileOf = (bytes: Uint8Array, format: Format) => ({ bytes, format, name: `a.${format}` });
const message = (text: string, more: Partial<OfficeMessage> = {}): OfficeMessage => ({
  author: "Ann Bee",
  initials: "AB",
  at: "2026-11-24T10:00:00.000Z",
  text,
  ...more,
});
const byAgent = { author: "Claude", initials: "AI", at: "2026-11-24T10:05:00.000Z" };
const change = (bytes: Uint8Array, format: Format, given: CommentChange) =>
  changeComments(fileOf(bytes, format), given);
const on = (bytes: Uint8Array, format: Format, address: string, text = "Why?") =>
  change(bytes, format, { kind: "add", range: { from: 0, to: 0 }, address, message: message(text) });
const reply = (bytes: Uint8Array, format: Format, thread: string, text: string, resolve = false) =>
  change(bytes, format, { kind: "reply", thread, message: message(text, byAgent), resolve });
const keyOn = (bytes: Uint8Array, format: Format, address: string): string =>
  commentsIn(fileOf(bytes, format)).find((each) => each.address === address)?.key ?? "";
/** The threads with their cells and words, in the notation of the tests. */
const shown = (bytes: Uint8Array, format: Format): string[] => {
  const { text } = readPackage(bytes, format, "a");
  return commentsIn(fileOf(bytes, format)).map(({ address, range, isResolved, messages }) =>
    [
      `${address} ${range === null ? "-" : text.slice(range.from, range.to)}`.trim(),
      ...(isResolved ? ["resolved"] : []),
      ...messages.map((each) => `${each.author}${each.initials === "AI" ? " (agent)" : ""}: ${each.text}`),
    ].join(" | "),
  );
};
const partsOf = (bytes: Uint8Array): Map<string, string> => {
  const zip = openZip(bytes, "a");
  return new Map(zip.names.map((name) => [name, zip.read(name)?.toString("latin1") ?? ""]));
};
/** Every cell of every sheet as tools list it. */
const cellsOf = (bytes: Uint8Array, format: Format): string[] =>
  editors[format].read(openZip(bytes, "a"), { ids: [] }, {}).items.map(({ line }) => line);
/** The comments by cell as another library reads them. */
function readBySheetJs(bytes: Uint8Array): Record<string, string> {
  const { Sheets, SheetNames } = readIndependently(bytes, { sheetStubs: true });
  const found: Record<string, string> = {};
  for (const name of SheetNames)
    for (const [cell, value] of Object.entries(Sheets[name] ?? {})) {
      const comments: { a?: string; t?: string }[] = (value as { c?: [] }).c ?? [];
      if (comments.length > 0) found[`${name}!${cell}`] = comments.map(({ a, t }) => `${a}: ${t}`).join(" | ");
    }
  return found;
}

const made: Record<Format, Uint8Array> = {
  xlsx: xlsxEditor.create("Crop,Kilos\nBeans,3\nPeas,4"),
  ods: odsEditor.create("Crop,Kilos\nBeans,3\nPeas,4"),
};

describe.each(["xlsx", "ods"] as const)("comments on cells of %s", (format) => {
  it.each([
    ["Sheet1!A2", "Sheet1!A2 Beans"],
    ["Sheet1!B3", "Sheet1!B3 4"],
    ["Sheet1!D2", "Sheet1!D2"],
    ["Sheet1!C40", "Sheet1!C40"],
    ["a1", "Sheet1!A1 Crop"],
    ["B2:C9", "Sheet1!B2 3"],
  ])("are put on %s, and no cell changes", (address, place) => {
    const after = on(made[format], format, address);
    expect(shown(after, format)).toEqual([`${place} | Ann Bee: Why?`]);
    expect(cellsOf(after, format)).toEqual(cellsOf(made[format], format));
  });

  it("are put on the cell that holds the words, and rejected on words of several", () => {
    const from = readPackage(made[format], format, "a").text.indexOf("eas");
    const at = (to: number): CommentChange => ({ kind: "add", range: { from, to }, message: message("?") });
    expect(shown(change(made[format], format, at(from + 3)), format)).toEqual(["Sheet1!A3 Peas | Ann Bee: ?"]);
    expect(() => change(made[format], format, at(from + 6))).toThrow("is on one cell");
    expect(() => on(made[format], format, "Sheet9!A1")).toThrow("there is no sheet");
    expect(() => on(made[format], format, "no cell")).toThrow("names no cell");
  });

  it("are answered, resolved, opened again, changed and deleted, back to the cells without them", () => {
    let bytes = on(made[format], format, "Sheet1!A2");
    const key = keyOn(bytes, format, "Sheet1!A2");
    bytes = reply(bytes, format, key, "It is.\n— Bo, 2026-01-01 10:00:00 UTC\nSee <b> & so on");
    const answered = "Claude (agent): It is.\n— Bo, 2026-01-01 10:00:00 UTC\nSee <b> & so on";
    expect(shown(bytes, format)).toEqual([`Sheet1!A2 Beans | Ann Bee: Why? | ${answered}`]);
    bytes = reply(bytes, format, key, "Done.", true);
    expect(shown(bytes, format)).toEqual([
      `Sheet1!A2 Beans | resolved | Ann Bee: Why? | ${answered} | Claude (agent): Done.`,
    ]);
    bytes = change(bytes, format, { kind: "reopen", thread: key });
    bytes = change(bytes, format, { kind: "edit", thread: key, index: 1, text: "It\tis." });
    bytes = change(bytes, format, { kind: "delete", thread: key, index: 2 });
    expect(shown(bytes, format)).toEqual(["Sheet1!A2 Beans | Ann Bee: Why? | Claude (agent): It\tis."]);
    bytes = change(bytes, format, { kind: "resolve", thread: key });
    expect(shown(bytes, format)[0]).toContain("resolved");
    bytes = change(bytes, format, { kind: "delete", thread: key, index: 0 });
    expect(shown(bytes, format)).toEqual([]);
    expect(cellsOf(bytes, format)).toEqual(cellsOf(made[format], format));
    expect(() => change(bytes, format, { kind: "resolve", thread: key })).toThrow("no longer has that comment");
  });

  it("are one for a cell: a second one is rejected with what to do", () => {
    const bytes = on(made[format], format, "A2");
    expect(() => on(bytes, format, "A2")).toThrow("has a comment already");
    expect(shown(on(bytes, format, "A3"), format)).toHaveLength(2);
  });

  it("stay when the cells are edited", () => {
    const bytes = on(on(made[format], format, "A2"), format, "D9");
    const zip = openZip(bytes, "a");
    const { parts } = editors[format].edit(
      zip,
      { operation: "set_cells", cells: { A2: "Broad beans", D9: 7, D10: 8 } },
      { name: "a", track: null },
    );
    expect(shown(rewritePackage(zip, parts, "a"), format)).toEqual([
      "Sheet1!A2 Broad beans | Ann Bee: Why?",
      "Sheet1!D9 7 | Ann Bee: Why?",
    ]);
  });

  it("are read by another library with all messages", () => {
    let bytes = on(made[format], format, "A2", "Why so?");
    bytes = reply(bytes, format, keyOn(bytes, format, "Sheet1!A2"), "Because.");
    const found = readBySheetJs(bytes)["Sheet1!A2"] ?? "";
    expect(found).toContain("Why so?");
    expect(found).toContain("Because.");
    expect(found).toContain("Ann Bee");
    expect(found).toContain("Claude");
  });
});

const byOthers = ["openpyxl.xlsx", "libreoffice.xlsx", "sheetjs.xlsx", "libreoffice.ods", "sheetjs.ods", "odfpy.ods"];

test.each(byOthers)(
  "every cell of %s takes a comment and an answer, and keeps all that is not about comments",
  (name) => {
    const format = formatOf(name);
    const before = sample(name);
    const earlier = commentsIn(fileOf(before, format));
    const addresses = editors[format]
      .read(openZip(before, "a"), { ids: [] }, {})
      .items.map(({ row }) => String(row["id"]))
      .filter((address) => !earlier.some((each) => each.address === address));
    let bytes = before;
    for (const address of addresses.slice(0, 12)) {
      bytes = on(bytes, format, address, `On ${address}`);
      bytes = reply(bytes, format, keyOn(bytes, format, address), "Yes.", true);
    }
    const threads = commentsIn(fileOf(bytes, format));
    expect(threads).toHaveLength(earlier.length + Math.min(12, addresses.length));
    for (const { address, messages, isResolved } of threads.filter((each) => each.messages.length === 2)) {
      expect(isResolved).toBe(true);
      expect(messages[0]?.text).toBe(`On ${address}`);
    }
    expect(cellsOf(bytes, format)).toEqual(cellsOf(before, format));
    const after = partsOf(bytes);
    for (const [part, content] of partsOf(before)) {
      if (/content\.xml|worksheets\/sheet/.test(part)) expect(isInserted(content, after.get(part) ?? "")).toBe(true);
      else if (!/comment|Drawing|Content_Types|rels/.test(part)) expect(after.get(part)).toBe(content);
    }
    for (const address of addresses.slice(0, 12)) {
      const thread = keyOn(bytes, format, address);
      bytes = change(bytes, format, { kind: "delete", thread, index: 0 });
    }
    expect(commentsIn(fileOf(bytes, format)).map(({ messages }) => messages)).toEqual(
      earlier.map(({ messages }) => messages),
    );
  },
);

/** Whether a text is another one with something inserted, and nothing removed or replaced. */
function isInserted(before: string, after: string): boolean {
  let at = 0;
  for (const sign of after) if (sign === before[at]) at++;
  return at === before.length;
}

test.each(["openpyxl.xlsx", "libreoffice.xlsx"])(
  "a note of %s is read, joined by other notes, and becomes a thread when it is answered",
  (name) => {
    let bytes = sample(name);
    const [note] = commentsIn(fileOf(bytes, "xlsx"));
    expect(note?.messages.map(({ text }) => text)).toEqual(["a note"]);
    const key = note?.key ?? "";
    bytes = on(bytes, "xlsx", `${note?.address?.split("!")[0]}!C1`, "Another note");
    expect([...partsOf(bytes).keys()].filter((part) => part.includes("threaded"))).toEqual([]);
    bytes = reply(bytes, "xlsx", key, "Answered", true);
    const [thread, other] = commentsIn(fileOf(bytes, "xlsx")).sort((a, b) => b.messages.length - a.messages.length);
    expect(thread).toMatchObject({ key, isResolved: true, address: note?.address });
    expect(thread?.messages.map(({ text, author }) => `${author}: ${text}`)).toEqual([
      `${note?.messages[0]?.author}: a note`,
      "Claude: Answered",
    ]);
    expect(other?.messages).toMatchObject([{ text: "Another note", at: "" }]);
  },
);

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const threads = "http://schemas.microsoft.com/office/2017/10/relationships";
const threadedNamespace = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments";
const relations = (...list: [string, string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`).join("")}</Relationships>`;
/** A workbook with the parts that Excel writes. */
const excelWorkbook = (threaded: string, persons: string, notes = ""): Uint8Array =>
  packageOf({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>`,
    "_rels/.rels": relations([`${office}/officeDocument`, "xl/workbook.xml"]),
    "xl/_rels/workbook.xml.rels": relations(
      [`${office}/worksheet`, "worksheets/sheet1.xml"],
      [`${threads}/person`, "persons/person.xml"],
    ),
    "xl/worksheets/_rels/sheet1.xml.rels": relations(
      [`${threads}/threadedComment`, "../threadedComments/threadedComment1.xml"],
      [`${office}/comments`, "../comments1.xml"],
      [`${office}/vmlDrawing`, "../drawings/vmlDrawing1.vml"],
    ),
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}" xmlns:r="${office}"><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData><pageMargins left="1"/><legacyDrawing r:id="rId3"/><extLst><ext uri="x"><legacyDrawing/></ext></extLst></worksheet>`,
    "xl/persons/person.xml": `<personList xmlns="${threadedNamespace}">${persons}</personList>`,
    "xl/threadedComments/threadedComment1.xml": `<ThreadedComments xmlns="${threadedNamespace}">${threaded}</ThreadedComments>`,
    "xl/comments1.xml": `<comments xmlns="${main}"><authors><author>tc={AAAAAAAA-0000-4000-8000-000000000001}</author></authors><commentList>${notes}</commentList></comments>`,
    "xl/drawings/vmlDrawing1.vml": `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="_x0000_s1025"><v:textbox><div>line<br>unclosed</div></v:textbox><x:ClientData ObjectType="Note"><x:Row>0</x:Row><x:Column>0</x:Column></x:ClientData></v:shape></xml>`,
  });
const person = (id: string, name: string) =>
  `<person displayName="${name}" id="{${id}}" userId="${name}" providerId="AD"/>`;
const threaded = (id: number, attributes: string, text: string) =>
  `<threadedComment ref="A1" dT="2024-01-0${id}T10:00:00.12" personId="{P${id}}" id="{AAAAAAAA-0000-4000-8000-00000000000${id}}"${attributes}><text>${text}</text></threadedComment>`;
const parent = (id: number) => ` parentId="{aaaaaaaa-0000-4000-8000-00000000000${id}}"`;
const standIn = `<comment ref="A1" authorId="0" shapeId="0"><text><t>[Threaded comment]\n\nComment:\n    First</t></text></comment>`;

test("threads of Excel are read with their answers, and changed in all of their parts", () => {
  const mention = `@Bo look<mentions><mention mentionpersonId="{P2}" mentionId="{M}" startIndex="0" length="3"/></mentions>`;
  const whole =
    threaded(1, ' done="1"', "First") +
    threaded(
      2,
      parent(1),
      mention.replace("<mentions>", "</text><mentions>").replace("</mentions>", "</mentions><text>"),
    );
  let bytes = excelWorkbook(whole, person("p1", "Ann") + person("P2", "Bo"), standIn);
  expect(shown(bytes, "xlsx")).toEqual(["S!A1 1 | resolved | Ann: First | Bo: @Bo look"]);
  expect(commentsIn(fileOf(bytes, "xlsx"))[0]?.messages[0]?.at).toBe("2024-01-01T10:00:00.120Z");
  const key = keyOn(bytes, "xlsx", "S!A1");
  bytes = change(bytes, "xlsx", { kind: "reopen", thread: key });
  bytes = reply(bytes, "xlsx", key, "More");
  bytes = change(bytes, "xlsx", { kind: "edit", thread: key, index: 1, text: "Look" });
  expect(shown(bytes, "xlsx")).toEqual(["S!A1 1 | Ann: First | Bo: Look | Claude (agent): More"]);
  const parts = partsOf(bytes);
  expect(parts.get("xl/threadedComments/threadedComment1.xml")).not.toContain("mention");
  expect(parts.get("xl/comments1.xml")).toContain("Comment:\n    First\nReply:\n    Look\nReply:\n    More<");
  bytes = on(bytes, "xlsx", "B1", "Second");
  expect(partsOf(bytes).get("xl/drawings/vmlDrawing1.vml")).toContain("<x:Row>0</x:Row><x:Column>1</x:Column>");
  expect(partsOf(bytes).get("xl/worksheets/sheet1.xml")).toBe(
    partsOf(excelWorkbook("", "")).get("xl/worksheets/sheet1.xml"),
  );
  bytes = change(bytes, "xlsx", { kind: "delete", thread: key, index: 0 });
  expect(shown(bytes, "xlsx")).toEqual(["S!B1 2 | Ann Bee: Second"]);
  expect(partsOf(bytes).get("xl/drawings/vmlDrawing1.vml")).not.toContain("<x:Row>0</x:Row><x:Column>0</x:Column>");
});

test("the first comment of a sheet leaves the drawing of its header's picture alone", () => {
  const before = partsOf(excelWorkbook("", ""));
  const logo = before.get("xl/drawings/vmlDrawing1.vml");
  for (const part of ["xl/comments1.xml", "xl/threadedComments/threadedComment1.xml"]) before.delete(part);
  before.set("xl/worksheets/_rels/sheet1.xml.rels", relations([`${office}/vmlDrawing`, "../drawings/vmlDrawing1.vml"]));
  const sheet = before.get("xl/worksheets/sheet1.xml") ?? "";
  before.set(
    "xl/worksheets/sheet1.xml",
    sheet.replace('<legacyDrawing r:id="rId3"/>', '<legacyDrawingHF r:id="rId1"/>'),
  );
  const start = packageOf(Object.fromEntries(before));
  const bytes = on(start, "xlsx", "S!B1", "Why?");
  const after = partsOf(bytes);
  expect(after.get("xl/drawings/vmlDrawing1.vml")).toBe(logo);
  const written = after.get("xl/worksheets/sheet1.xml") ?? "";
  const id = /<legacyDrawing r:id="(\w+)"\/><legacyDrawingHF r:id="rId1"\/>/.exec(written)?.[1] ?? "";
  const target = new RegExp(`Id="${id}"[^>]*Target="/([^"]+)"`).exec(
    after.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "",
  )?.[1];
  expect(after.get(target ?? "")).toContain("<x:Row>0</x:Row><x:Column>1</x:Column>");
  // A second one joins it, and both go without the picture.
  const second = on(bytes, "xlsx", "S!A1", "And why?");
  expect(
    partsOf(second)
      .get(target ?? "")
      ?.match(/<x:Row>/g),
  ).toHaveLength(2);
  const key = keyOn(second, "xlsx", "S!A1");
  const deleted = partsOf(change(second, "xlsx", { kind: "delete", thread: key, index: 0 }));
  expect(deleted.get("xl/drawings/vmlDrawing1.vml")).toBe(logo);
  expect(deleted.get(target ?? "")?.match(/<x:Row>/g)).toHaveLength(1);
});

test("notes of one author on one cell of two sheets are two threads, also when both are answered", () => {
  const note = '<comment ref="A1" authorId="0"><text><t>Old</t></text></comment>';
  const parts = partsOf(excelWorkbook("", "", note));
  parts.delete("xl/threadedComments/threadedComment1.xml");
  const sheet = (parts.get("xl/worksheets/sheet1.xml") ?? "").replace('<legacyDrawing r:id="rId3"/>', "");
  parts.set("xl/worksheets/sheet1.xml", sheet).set("xl/worksheets/sheet2.xml", sheet);
  parts.set("xl/comments2.xml", parts.get("xl/comments1.xml") ?? "");
  for (const number of [1, 2])
    parts.set(
      `xl/worksheets/_rels/sheet${number}.xml.rels`,
      relations([`${office}/comments`, `../comments${number}.xml`]),
    );
  parts.set(
    "xl/_rels/workbook.xml.rels",
    relations([`${office}/worksheet`, "worksheets/sheet1.xml"], [`${office}/worksheet`, "worksheets/sheet2.xml"]),
  );
  const workbook = parts.get("xl/workbook.xml") ?? "";
  parts.set("xl/workbook.xml", workbook.replace("</sheets>", '<sheet name="T" sheetId="2" r:id="rId2"/></sheets>'));
  let bytes = packageOf(Object.fromEntries(parts));
  const keys = ["S!A1", "T!A1"].map((address) => keyOn(bytes, "xlsx", address));
  for (const key of keys) bytes = reply(bytes, "xlsx", key, "New");
  expect(["S!A1", "T!A1"].map((address) => keyOn(bytes, "xlsx", address))).toEqual(keys);
  const ids = [...partsOf(bytes).values()].flatMap((xml) => xml.match(/ id="\{[^"]+\}"(?=>| done)/g) ?? []);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
});

test("of two comments of an OpenDocument sheet with one author and time, one that stays never takes the name of the other", () => {
  let bytes = on(on(made.ods, "ods", "A2", "One"), "ods", "A3", "Two");
  const [first, second] = ["Sheet1!A2", "Sheet1!A3"].map((address) => keyOn(bytes, "ods", address));
  bytes = on(bytes, "ods", "A1", "Zero");
  expect(keyOn(bytes, "ods", "Sheet1!A3")).toBe(second);
  bytes = change(bytes, "ods", { kind: "delete", thread: first ?? "", index: 0 });
  expect(commentsIn(fileOf(bytes, "ods")).map(({ key }) => key)).not.toContain(first);
});

test("workbooks that lie about their comments are read without loops, and names with markup stay names", () => {
  const circle = threaded(1, parent(2), "One") + threaded(2, parent(1), "Two") + threaded(3, parent(3), "Three");
  const hostile = "&lt;b&gt;&quot;/&gt;&lt;/person&gt;";
  const bytes = excelWorkbook(circle, person("P1", hostile));
  const found = commentsIn(fileOf(bytes, "xlsx"));
  expect(found.flatMap(({ messages }) => messages.map(({ text }) => text)).sort()).toEqual(["One", "Three", "Two"]);
  expect(found.flatMap(({ messages }) => messages)[0]?.author).toBe('<b>"/></person>');
  const twice = excelWorkbook(threaded(1, "", "One") + threaded(1, "", "Again"), "");
  expect(new Set(commentsIn(fileOf(twice, "xlsx")).map(({ key }) => key)).size).toBe(2);
  for (const format of ["xlsx", "ods"] as const) {
    const named = change(made[format], format, {
      kind: "add",
      range: { from: 0, to: 0 },
      address: "A1",
      message: message("</text><x>", { author: '"><script>&\u0000' }),
    });
    expect(commentsIn(fileOf(named, format))[0]?.messages).toMatchObject([
      { author: '"><script>&', text: "</text><x>" },
    ]);
  }
});

test("ten thousand comments on cells are read in the order of the cells", () => {
  const many = Array.from(
    { length: 10_000 },
    (_, at) => `<comment ref="A${10_000 - at}" authorId="0"><text><t>${at}</t></text></comment>`,
  ).join("");
  const found = commentsIn(fileOf(excelWorkbook("", "", many), "xlsx"));
  expect(found).toHaveLength(10_000);
  expect(found[1]?.address).toBe("S!A2");
});

test("cells that stand for several rows and columns of an OpenDocument sheet are split for a comment", () => {
  const spaces = ["office", "text", "table"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const sheet = (rows: string) =>
    packageOf({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<office:document-content ${spaces.join(" ")}><office:body><office:spreadsheet><table:table table:name="T"><table:table-column table:number-columns-repeated="3"/>${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    });
  const row = `<table:table-row table:number-rows-repeated="4"><table:table-cell table:number-columns-repeated="3"><text:p>x</text:p></table:table-cell></table:table-row>`;
  for (const rows of [row, `${row}<table:table-row table:number-rows-repeated="9"/>`])
    for (const address of ["A1", "B2", "C4", "D3", "E7", "B30"]) {
      const before = sheet(rows);
      const after = on(before, "ods", address);
      expect(shown(after, "ods").map((each) => each.split(" ")[0])).toEqual([`T!${address}`]);
      expect(cellsOf(after, "ods")).toEqual(cellsOf(before, "ods"));
      const back = change(after, "ods", { kind: "delete", thread: keyOn(after, "ods", `T!${address}`), index: 0 });
      expect(cellsOf(back, "ods")).toEqual(cellsOf(before, "ods"));
    }
});

test("a part of comments that unpacks to gigabytes is rejected before it is read", () => {
  const bytes = excelWorkbook(
    "",
    "",
    `<comment ref="A1" authorId="0"><text><t>${" ".repeat(20_000_000)}</t></text></comment>`,
  );
  expect(() => commentsIn(fileOf(bytes, "xlsx"))).toThrow("unpacks to too much");
  expect(() => on(bytes, "xlsx", "S!B1")).toThrow("unpacks to too much");
});
