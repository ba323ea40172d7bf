import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { docxOf, odtOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { CommentChange, OfficeMessage } from "../text/office-comments";
import { changeComments, commentsIn } from "./comment-jobs";
import { marks, wordComment, wordDocument, wordEntries, wordText } from "./word-comments.fixture";

type Format = "docx" | "odt";
const fileOf = (bytes: Uint8Array, format: Format) => ({ bytes, format, name: `a.${format}` });
const textOf = (bytes: Uint8Array, format: Format) => readPackage(bytes, format, "a").text;
const sample = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, "../samples", name));
const message = (text: string, author = "Ann Bee", at = "2026-11-24T10:00:00.000Z"): OfficeMessage => ({
  author,
  initials: "AB",
  at,
  text,
});
/** The threads with their words, in the notation of the tests. */
const shown = (bytes: Uint8Array, format: Format): string[] => {
  const text = textOf(bytes, format);
  return commentsIn(fileOf(bytes, format)).map(({ range, isResolved, messages }) =>
    [
      range === null ? "-" : text.slice(range.from, range.to),
      ...(isResolved ? ["resolved"] : []),
      ...messages.map((each) => `${each.author}: ${each.text}`),
    ].join(" | "),
  );
};
const change = (bytes: Uint8Array, format: Format, given: CommentChange) =>
  changeComments(fileOf(bytes, format), given);
function on(bytes: Uint8Array, format: Format, words: string, text = "Why?"): Uint8Array {
  const from = textOf(bytes, format).indexOf(words);
  if (from < 0) throw new Error(`no ${words}`);
  return change(bytes, format, { kind: "add", range: { from, to: from + words.length }, message: message(text) });
}
const keyOf = (bytes: Uint8Array, format: Format, index = 0): string =>
  commentsIn(fileOf(bytes, format))[index]?.key ?? "";
const partsOf = (bytes: Uint8Array): Map<string, string> => {
  const zip = openZip(bytes, "a");
  return new Map(zip.names.map((name) => [name, zip.read(name)?.toString("latin1") ?? ""]));
};

const body = `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>The quick brown</w:t><w:tab/><w:t xml:space="preserve"> fox </w:t></w:r><w:r><w:t>jumps &amp; runs.</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t xml:space="preserve"> Left  cell </w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Right cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:r><w:t>The end.</w:t></w:r></w:p>`;
const odtBody = `<text:p>The  <text:span text:style-name="B">quick brown<text:tab/> fox</text:span> jumps &amp; <text:s text:c="2"/>runs.</text:p><table:table><table:table-row><table:table-cell><text:p> Left  cell </text:p></table:table-cell><table:table-cell><text:p>Right cell</text:p></table:table-cell></table:table-row></table:table><text:p>The end.</text:p>`;
const made: Record<Format, () => Uint8Array> = { docx: () => docxOf(body), odt: () => odtOf(odtBody) };

describe.each(["docx", "odt"] as const)("comments of %s", (format) => {
  it.each([
    ["brown"],
    ["The quick"],
    ["uick brow"],
    ["& "],
    ["jumps & "],
    ["runs."],
    ["Right"],
    ["Left cell"],
    ["cell | Right"],
    ["cell\nThe end"],
    ["The end."],
  ])("are put on %j, and nothing of the text changes", (words) => {
    const before = made[format]();
    const after = on(before, format, words);
    expect(textOf(after, format)).toBe(textOf(before, format));
    expect(shown(after, format)).toEqual([`${words} | Ann Bee: Why?`]);
  });

  it("keep every other part byte for byte, and all of the text's part but what is inserted", () => {
    const before = made[format]();
    const after = partsOf(on(before, format, "brown"));
    const main = format === "docx" ? "word/document.xml" : "content.xml";
    for (const [name, content] of partsOf(before)) {
      if (name === main) expect(isInserted(content, after.get(name) ?? "")).toBe(true);
      else if (!/Content_Types|rels/.test(name)) expect(after.get(name)).toBe(content);
    }
  });

  it("are answered, resolved, opened again, changed and deleted, back to the text without them", () => {
    const before = made[format]();
    let bytes = on(before, format, "brown");
    const key = keyOf(bytes, format);
    bytes = change(bytes, format, {
      kind: "reply",
      thread: key,
      message: message("It is.\nSee <b>", "Claude"),
      resolve: false,
    });
    expect(shown(bytes, format)).toEqual(["brown | Ann Bee: Why? | Claude: It is.\nSee <b>"]);
    bytes = change(bytes, format, { kind: "reply", thread: key, message: message("Done.", "Claude"), resolve: true });
    expect(shown(bytes, format)).toEqual([
      "brown | resolved | Ann Bee: Why? | Claude: It is.\nSee <b> | Claude: Done.",
    ]);
    bytes = change(bytes, format, { kind: "reopen", thread: key });
    bytes = change(bytes, format, { kind: "edit", thread: key, index: 1, text: "It\tis." });
    bytes = change(bytes, format, { kind: "delete", thread: key, index: 2 });
    expect(shown(bytes, format)).toEqual(["brown | Ann Bee: Why? | Claude: It\tis."]);
    bytes = change(bytes, format, { kind: "resolve", thread: key });
    expect(shown(bytes, format)).toEqual(["brown | resolved | Ann Bee: Why? | Claude: It\tis."]);
    bytes = change(bytes, format, { kind: "delete", thread: key, index: 0 });
    expect(shown(bytes, format)).toEqual([]);
    expect(textOf(bytes, format)).toBe(textOf(before, format));
    expect(() => change(bytes, format, { kind: "resolve", thread: key })).toThrow("no longer has that comment");
  });

  it("overlap, hold one another, and stay apart", () => {
    let bytes = made[format]();
    for (const words of ["quick brown", "brown", "The quick", "own"]) bytes = on(bytes, format, words, words);
    expect(
      shown(bytes, format)
        .map((each) => each.split(" | ")[0])
        .sort(),
    ).toEqual(["The quick", "brown", "own", "quick brown"]);
    expect(new Set(commentsIn(fileOf(bytes, format)).map(({ key }) => key)).size).toBe(4);
  });

  it("are put on any words of any paragraph, and come back with them", () => {
    const before = made[format]();
    const text = textOf(before, format);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(text.length), fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 3 }),
        (ranges) => {
          let bytes = before;
          const expected: string[] = [];
          for (const [at, length] of ranges) {
            const words = text.slice(at, at + length);
            // Blanks at the ends of paragraphs and between cells belong to no paragraph; tabs and runs of blanks are one place of an ODF text.
            if (!/^\p{L}(?:.*\p{L})?$/su.test(words)) continue;
            bytes = change(bytes, format, {
              kind: "add",
              range: { from: at, to: at + length },
              message: message(words),
            });
            expected.push(words);
          }
          expect(textOf(bytes, format)).toBe(text);
          expect(shown(bytes, format).sort()).toEqual(expected.map((words) => `${words} | Ann Bee: ${words}`).sort());
        },
      ),
      { numRuns: process.env["GALLEY_LONG"] ? 5_000 : 60 },
    );
  });
});

test("a split text keeps its blank at the end, and a deleted comment leaves no empty run", () => {
  let bytes = on(made.docx(), "docx", "quick ");
  const xml = () => partsOf(bytes).get("word/document.xml") ?? "";
  expect(xml()).toContain('<w:t xml:space="preserve">quick </w:t>');
  expect(xml()).toContain('<w:t xml:space="preserve">The </w:t>');
  expect(xml().match(/xml:space="preserve" xml:space/)).toBeNull();
  bytes = change(bytes, "docx", { kind: "delete", thread: keyOf(bytes, "docx"), index: 0 });
  expect(xml()).not.toMatch(/comment|<w:r>(?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?<\/w:r>/);
});

test.each(["docx", "odt"] as const)("of two equal cells of %s, the second takes the comment", (format) => {
  const cells = {
    docx: "<w:tc><w:p><w:r><w:t>Same</w:t></w:r></w:p></w:tc>",
    odt: "<table:table-cell><text:p>Same</text:p></table:table-cell>",
  };
  const row = cells[format].repeat(2);
  const before =
    format === "docx"
      ? docxOf(`<w:tbl><w:tr>${row}</w:tr></w:tbl>`)
      : odtOf(`<table:table><table:table-row>${row}</table:table-row></table:table>`);
  const from = textOf(before, format).lastIndexOf("Same");
  const after = change(before, format, { kind: "add", range: { from, to: from + 4 }, message: message("?") });
  expect(commentsIn(fileOf(after, format))[0]?.range).toEqual({ from, to: from + 4 });
});

test("threads of Word are read with their answers, over several paragraphs and without words, and changed in all of its parts", () => {
  const all =
    wordComment(0, "0000000A", "First") +
    wordComment(1, "0000000B", "Answer", "Bo") +
    wordComment(2, "0000000C", "At a place");
  let bytes = wordDocument(all, wordEntries, wordText);
  expect(shown(bytes, "docx")).toEqual([
    "One\nTwo | resolved | Ann: First | Bo: Answer",
    "Two three | Ann: At a place",
  ]);
  const key = keyOf(bytes, "docx");
  bytes = change(bytes, "docx", { kind: "reply", thread: key, message: message("More"), resolve: false });
  bytes = change(bytes, "docx", { kind: "reopen", thread: key });
  expect(shown(bytes, "docx")[0]).toBe("One\nTwo | Ann: First | Bo: Answer | Ann Bee: More");
  bytes = change(bytes, "docx", { kind: "delete", thread: key, index: 1 });
  expect(shown(bytes, "docx")[0]).toBe("One\nTwo | Ann: First | Ann Bee: More");
  const parts = partsOf(bytes);
  expect(parts.get("word/commentsIds.xml")).not.toContain("0000000B");
  expect(parts.get("word/commentsExtended.xml")).not.toMatch(/0000000b|done="1"/);
  expect(parts.get("word/document.xml")).not.toContain('w:id="1"');
});

const annotation = (attributes: string, text: string, author = "Ann") =>
  `<office:annotation xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"${attributes}><dc:creator>${author}</dc:creator><dc:date>2024-01-01T10:00:00.000000000</dc:date><text:p>${text}</text:p></office:annotation>`;

test("threads of LibreOffice are read with their answers, over several paragraphs and without words", () => {
  const answer = annotation(' office:name="b" loext:parent-name="a" loext:resolved="true"', "Answer", "Bo");
  let bytes = odtOf(
    `<text:p>${annotation(' office:name="a" loext:resolved="true"', "First")}${answer}One</text:p><text:p>Two<office:annotation-end office:name="a"/><office:annotation-end office:name="b"/> three${annotation("", "At a place")}</text:p>`,
  );
  expect(shown(bytes, "odt")).toEqual(["One\nTwo | resolved | Ann: First | Bo: Answer", "Two three | Ann: At a place"]);
  const [, placed = ""] = commentsIn(fileOf(bytes, "odt")).map(({ key }) => key);
  bytes = change(bytes, "odt", { kind: "reply", thread: placed, message: message("More"), resolve: true });
  bytes = change(bytes, "odt", { kind: "reopen", thread: keyOf(bytes, "odt") });
  expect(shown(bytes, "odt")).toEqual([
    "One\nTwo | Ann: First | Bo: Answer",
    "Two three | resolved | Ann: At a place | Ann Bee: More",
  ]);
});

test("comments of python-docx are read and answered, with their dates kept", () => {
  const before = sample("python-docx-comments.docx");
  expect(shown(before, "docx")).toEqual([
    "very green | Maria: Greener than last year?",
    "Roses and lilies | Jo: Both?\nOr one",
  ]);
  const after = change(before, "docx", {
    kind: "reply",
    thread: keyOf(before, "docx", 1),
    message: message("One."),
    resolve: true,
  });
  expect(shown(after, "docx")[1]).toBe("Roses and lilies | resolved | Jo: Both?\nOr one | Ann Bee: One.");
  expect(commentsIn(fileOf(after, "docx")).map(({ messages }) => messages[0]?.at)).toEqual(
    commentsIn(fileOf(before, "docx")).map(({ messages }) => messages[0]?.at),
  );
});

test("files that lie about their comments are read without loops, and hold nothing up", () => {
  const circle =
    '<w15:commentEx w15:paraId="0000000A" w15:paraIdParent="0000000B"/><w15:commentEx w15:paraId="0000000B" w15:paraIdParent="0000000A"/>';
  const twice = wordComment(0, "0000000A", "a") + wordComment(0, "0000000B", "b") + wordComment(7, "", "nowhere");
  const reversed = `<w:p>${marks(0, "End")}<w:r><w:t>One</w:t></w:r>${marks(0, "Start")}</w:p>`;
  const bytes = wordDocument(twice, circle, reversed);
  expect(commentsIn(fileOf(bytes, "docx")).flatMap(({ messages }) => messages)).toHaveLength(3);
  const many = Array.from(
    { length: 10_000 },
    (_, id) => `${marks(id, "Start")}<w:r><w:t>x${id} </w:t></w:r>${marks(id, "End")}`,
  );
  const comments = many.map(
    (_, id) => `<w:comment w:id="${id}" w:author="&lt;b&gt;"><w:p><w:r><w:t>?</w:t></w:r></w:p></w:comment>`,
  );
  const long = wordDocument(comments.join(""), "", `<w:p>${many.join("")}</w:p>`);
  expect(commentsIn(fileOf(long, "docx"))).toHaveLength(10_000);
});

/** Whether a text is another one with something inserted, and nothing removed or replaced. */
function isInserted(before: string, after: string): boolean {
  let at = 0;
  for (const sign of after) if (sign === before[at]) at++;
  return at === before.length;
}

test.each(["libreoffice.docx", "pandoc.docx", "python-docx.docx", "libreoffice.odt", "pandoc.odt", "odfpy.odt"])(
  "every paragraph of %s takes a comment and an answer, and the text stays",
  (name) => {
    const format = name.endsWith("docx") ? "docx" : "odt";
    const before = sample(name);
    const { text, paragraphs } = readPackage(before, format, "a");
    const earlier = commentsIn(fileOf(before, format)).length;
    let bytes = before;
    for (const { from, to } of paragraphs.slice(0, 12)) {
      bytes = change(bytes, format, { kind: "add", range: { from, to }, message: message(text.slice(from, to)) });
      const key =
        commentsIn(fileOf(bytes, format)).find(({ range }) => range?.from === from && range.to === to)?.key ?? "";
      bytes = change(bytes, format, { kind: "reply", thread: key, message: message("Yes."), resolve: true });
    }
    expect(textOf(bytes, format)).toBe(text);
    const threads = commentsIn(fileOf(bytes, format));
    expect(threads).toHaveLength(earlier + Math.min(12, paragraphs.length));
    for (const { messages, range, isResolved } of threads.filter((each) => each.messages.length === 2)) {
      expect(isResolved).toBe(true);
      expect(text.slice(range?.from, range?.to)).toBe(messages[0]?.text);
    }
  },
);
