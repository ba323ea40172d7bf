import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { odpEditor, pptxEditor } from "../formats/slide-editors";
import { packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { CommentChange, OfficeMessage } from "../text/office-comments";
import { changeComments, commentsIn } from "./comment-jobs";

type Format = "pptx" | "odp";
const formatOf = (name: string): Format => (name.endsWith("odp") ? "odp" : "pptx");
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
const on = (bytes: Uint8Array, format: Format, address: string, text = "Why?", more: Partial<OfficeMessage> = {}) =>
  change(bytes, format, { kind: "add", range: { from: 0, to: 0 }, address, message: message(text, more) });
const reply = (bytes: Uint8Array, format: Format, thread: string, text: string, resolve = false) =>
  change(bytes, format, { kind: "reply", thread, message: message(text, byAgent), resolve });
const keyOf = (bytes: Uint8Array, format: Format, index = 0): string =>
  commentsIn(fileOf(bytes, format))[index]?.key ?? "";
const textOf = (bytes: Uint8Array, format: Format) => readPackage(bytes, format, "a").text;
/** The threads with their slides and words, in the notation of the tests. */
const shown = (bytes: Uint8Array, format: Format): string[] =>
  commentsIn(fileOf(bytes, format)).map(({ address, range, isResolved, messages }) =>
    [
      `${address}: ${range === null ? "-" : textOf(bytes, format).slice(range.from, range.to)}`,
      ...(isResolved ? ["resolved"] : []),
      ...messages.map(({ author, initials, text }) => `${author}${initials === "AI" ? " (agent)" : ""}: ${text}`),
    ].join(" | "),
  );
const partsOf = (bytes: Uint8Array): Map<string, string> => {
  const zip = openZip(bytes, "a");
  return new Map(zip.names.map((name) => [name, zip.read(name)?.toString("latin1") ?? ""]));
};

const deck = "# One\n\n- first\n- second\n\n# Two\n\n- third";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/presentationml/2006/main";
const relations = (...list: [string, string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`).join("")}</Relationships>`;
const slideXml = (text: string): string =>
  `<p:sld xmlns:p="${main}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
/** A presentation with the comments that older programs write. */
const classicDeck = (comments: string, authors: string): Uint8Array =>
  packageOf({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>`,
    "_rels/.rels": relations([`${office}/officeDocument`, "ppt/presentation.xml"]),
    "ppt/_rels/presentation.xml.rels": relations(
      [`${office}/slide`, "slides/slide1.xml"],
      [`${office}/slide`, "slides/slide2.xml"],
      [`${office}/commentAuthors`, "commentAuthors.xml"],
    ),
    "ppt/presentation.xml": `<p:presentation xmlns:p="${main}" xmlns:r="${office}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>`,
    "ppt/slides/slide1.xml": slideXml("One"),
    "ppt/slides/slide2.xml": slideXml("Two"),
    "ppt/slides/_rels/slide2.xml.rels": relations([`${office}/comments`, "../comments/comment1.xml"]),
    "ppt/comments/comment1.xml": `<p:cmLst xmlns:p="${main}">${comments}</p:cmLst>`,
    "ppt/commentAuthors.xml": `<p:cmAuthorLst xmlns:p="${main}">${authors}</p:cmAuthorLst>`,
  });
const author = (id: number, name: string) =>
  `<p:cmAuthor id="${id}" name="${name}" initials="${name[0]}" lastIdx="2" clrIdx="0"/>`;
const threading = (inside: string) =>
  `<p:extLst><p:ext uri="{C676402C-5697-4E1C-873F-D02D1690AC5C}"><p15:threadingInfo xmlns:p15="http://schemas.microsoft.com/office/powerpoint/2012/main" timeZoneBias="-60">${inside}</p15:threadingInfo></p:ext></p:extLst>`;
const classic = (authorId: number, idx: number, text: string, parent = "") =>
  `<p:cm authorId="${authorId}" dt="2024-01-0${idx}T10:00:00.000" idx="${idx}"><p:pos x="10" y="10"/><p:text>${text}</p:text>${threading(parent)}</p:cm>`;
const classicStart = classicDeck(
  classic(0, 1, "First") + classic(1, 2, "Answer", '<p15:parentCm authorId="0" idx="1"/>'),
  author(0, "Ann") + author(1, "Bo"),
);

const made: Record<string, { format: Format; bytes: Uint8Array; title: string }> = {
  "modern comments of pptx": { format: "pptx", bytes: pptxEditor.create(deck), title: "Two" },
  "classic comments of pptx": { format: "pptx", bytes: classicStart, title: "Two" },
  "comments of odp": { format: "odp", bytes: odpEditor.create(deck), title: "Two" },
};

describe.each(Object.entries(made))("%s", (_name, { format, bytes: before, title }) => {
  const earlier = shown(before, format);
  /** Those that are not in the file from the beginning. */
  const added = (bytes: Uint8Array) => shown(bytes, format).filter((each) => !earlier.includes(each));
  const addedKey = (bytes: Uint8Array): string => {
    const known = new Set(commentsIn(fileOf(before, format)).map(({ key }) => key));
    return commentsIn(fileOf(bytes, format)).find(({ key }) => !known.has(key))?.key ?? "";
  };

  it("are put on slides by number and by words, also several on one, and no text changes", () => {
    let bytes = on(before, format, "slide 2", "On two");
    expect(added(bytes)).toEqual([`slide 2: ${title} | Ann Bee: On two`]);
    const from = textOf(before, format).indexOf("One");
    bytes = change(bytes, format, { kind: "add", range: { from, to: from + 2 }, message: message("On one") });
    bytes = on(bytes, format, "2", "Again", { at: "2026-11-24T10:09:00.000Z" });
    expect(added(bytes).sort()).toEqual([
      "slide 1: One | Ann Bee: On one",
      `slide 2: ${title} | Ann Bee: Again`,
      `slide 2: ${title} | Ann Bee: On two`,
    ]);
    expect(textOf(bytes, format)).toBe(textOf(before, format));
    expect(() => on(before, format, "slide 9")).toThrow("there is no slide 9");
    expect(() => on(before, format, "x")).toThrow("names no slide");
    const across = { from, to: textOf(before, format).length };
    expect(() => change(before, format, { kind: "add", range: across, message: message("?") })).toThrow("on one slide");
  });

  it("are answered, resolved, opened again, changed and deleted", () => {
    let bytes = on(before, format, "slide 1");
    const key = addedKey(bytes);
    bytes = reply(bytes, format, key, "It is.\nSee <b> & so on");
    expect(added(bytes)).toEqual(["slide 1: One | Ann Bee: Why? | Claude (agent): It is.\nSee <b> & so on"]);
    bytes = reply(bytes, format, key, "Done.", true);
    expect(added(bytes)[0]).toMatch(/^slide 1: One \| resolved \| .*Done\.$/s);
    bytes = change(bytes, format, { kind: "reopen", thread: key });
    bytes = change(bytes, format, { kind: "edit", thread: key, index: 1, text: "It is\nso." });
    bytes = change(bytes, format, { kind: "delete", thread: key, index: 2 });
    expect(added(bytes)).toEqual(["slide 1: One | Ann Bee: Why? | Claude (agent): It is\nso."]);
    bytes = change(bytes, format, { kind: "resolve", thread: key });
    expect(added(bytes)[0]).toContain("resolved");
    bytes = change(bytes, format, { kind: "delete", thread: key, index: 0 });
    expect(shown(bytes, format)).toEqual(earlier);
    expect(() => change(bytes, format, { kind: "resolve", thread: key })).toThrow("no longer has that comment");
  });

  it("have their times and authors, whatever these are called", () => {
    const bytes = on(before, format, "slide 1", "</p:text>", { author: '"><b>&\u0000', initials: '"<' });
    const [found] = commentsIn(fileOf(bytes, format)).filter(({ key }) => key === addedKey(bytes));
    expect(found?.messages).toMatchObject([
      { author: '"><b>&', initials: '"<', at: "2026-11-24T10:00:00.000Z", text: "</p:text>" },
    ]);
  });
});

test.each(["libreoffice.pptx", "pandoc.pptx", "pptxgenjs.pptx", "libreoffice.odp", "odfpy.odp", "oodoc.odp"])(
  "every slide of %s takes a comment and an answer, and keeps all that is not about comments",
  (name) => {
    const format = formatOf(name);
    const before = sample(name);
    const total = (format === "odp" ? odpEditor : pptxEditor).inspect(openZip(before, "a"))["counts"] as {
      slides: number;
    };
    let bytes = before;
    for (let slide = 1; slide <= total.slides; slide++) {
      bytes = on(bytes, format, `slide ${slide}`, `On ${slide}`, { at: `2026-11-24T10:${10 + slide}:00.000Z` });
      const key = commentsIn(fileOf(bytes, format)).find(({ messages }) => messages[0]?.text === `On ${slide}`)?.key;
      bytes = reply(bytes, format, key ?? "", "Yes.", true);
    }
    const threads = commentsIn(fileOf(bytes, format));
    expect(threads.map(({ address, isResolved }) => `${address} ${isResolved}`)).toEqual(
      Array.from({ length: total.slides }, (_, index) => `slide ${index + 1} true`),
    );
    expect(textOf(bytes, format)).toBe(textOf(before, format));
    const after = partsOf(bytes);
    for (const [part, content] of partsOf(before)) {
      if (part === "content.xml") expect(isInserted(content, after.get(part) ?? "")).toBe(true);
      else if (!/Content_Types|rels/.test(part)) expect(after.get(part)).toBe(content);
    }
  },
);

/** Whether a text is another one with something inserted, and nothing removed or replaced. */
function isInserted(before: string, after: string): boolean {
  let at = 0;
  for (const sign of after) if (sign === before[at]) at++;
  return at === before.length;
}

test("classic comments are read with their answers and their zone, and stay classic", () => {
  expect(shown(classicStart, "pptx")).toEqual(["slide 2: Two | Ann: First | Bo: Answer"]);
  const [thread] = commentsIn(fileOf(classicStart, "pptx"));
  expect(thread?.messages[0]?.at).toBe("2024-01-01T09:00:00.000Z");
  const bytes = reply(on(classicStart, "pptx", "slide 1"), "pptx", keyOf(classicStart, "pptx"), "More", true);
  expect(shown(bytes, "pptx")).toEqual([
    "slide 1: One | Ann Bee: Why?",
    "slide 2: Two | resolved | Ann: First | Bo: Answer | Claude (agent): More",
  ]);
  expect([...partsOf(bytes).keys()].filter((part) => /modern|ppt\/authors/.test(part))).toEqual([]);
});

test("modern comments of PowerPoint are read, also those that are resolved", () => {
  const modern = "http://schemas.microsoft.com/office/powerpoint/2018/8/main";
  const body = (text: string) => `<p188:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p188:txBody>`;
  const parts = partsOf(classicStart);
  const bytes = packageOf({
    ...Object.fromEntries(parts),
    "ppt/_rels/presentation.xml.rels": relations(
      [`${office}/slide`, "slides/slide1.xml"],
      [`${office}/slide`, "slides/slide2.xml"],
      ["http://schemas.microsoft.com/office/2018/10/relationships/authors", "authors.xml"],
    ),
    "ppt/authors.xml": `<p188:authorLst xmlns:p188="${modern}"><p188:author id="{A}" name="Ann" initials="A" userId="x" providerId="AD"/></p188:authorLst>`,
    "ppt/comments/comment1.xml": `<p188:cmLst xmlns:p188="${modern}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p188:cm id="{1}" authorId="{a}" status="resolved" created="2024-01-01T10:00:00.5"><p188:replyLst><p188:reply id="{2}" authorId="{A}" created="2024-01-02T10:00:00">${body("Answer")}</p188:reply></p188:replyLst>${body("First")}</p188:cm></p188:cmLst>`,
  });
  expect(shown(bytes, "pptx")).toEqual(["slide 2: Two | resolved | Ann: First | Ann: Answer"]);
  const after = reply(bytes, "pptx", keyOf(bytes, "pptx"), "More");
  expect(shown(after, "pptx")).toEqual(["slide 2: Two | resolved | Ann: First | Ann: Answer | Claude (agent): More"]);
  expect(shown(on(after, "pptx", "slide 1"), "pptx")[0]).toBe("slide 1: One | Ann Bee: Why?");
});

test("presentations that lie about their comments are read without loops", () => {
  const parent = (idx: number) => `<p15:parentCm authorId="0" idx="${idx}"/>`;
  const circle = classic(0, 1, "a", parent(2)) + classic(0, 2, "b", parent(1)) + classic(0, 3, "c", parent(3));
  const bytes = classicDeck(circle + classic(7, 4, "nobody"), author(0, "Ann"));
  expect(commentsIn(fileOf(bytes, "pptx")).flatMap(({ messages }) => messages)).toHaveLength(4);
  const many = Array.from({ length: 10_000 }, (_, at) => classic(0, at + 1, "x", at === 0 ? "" : parent(at)));
  const long = classicDeck(many.join("").replaceAll(/dt="[^"]*"/g, ""), author(0, "Ann"));
  expect(commentsIn(fileOf(long, "pptx")).flatMap(({ messages }) => messages)).toHaveLength(10_000);
});
