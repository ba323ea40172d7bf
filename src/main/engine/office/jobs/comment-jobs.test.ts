import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readPackage } from "../formats/read-package";
import { docxOf, odtOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { CommentChange, OfficeMessage } from "../text/office-comments";
import { changeComments, commentsIn } from "./comment-jobs";

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
