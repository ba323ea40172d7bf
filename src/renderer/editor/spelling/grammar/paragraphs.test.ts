import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { parsesLocally } from "../../syntax/part-tree";
import { dialectOf } from "./document-grammar";
import { paragraphsToCheck } from "./paragraphs";

const paragraphs = (doc: string) => {
  const state = EditorState.create({ doc, extensions: parsesLocally.of(true) });
  return paragraphsToCheck(state, 0, doc.length);
};

test("paragraphs are checked, also in lists and quotes; headings, tables, code and front matter are not", () => {
  const doc =
    "---\ntitle: x\n---\n\n# Head\n\nOne `code` two\nthree\n\n- item\n- [ ] task\n\n> quoted\n\n| a |\n|---|\n| b |\n\n```\ncode\n```\n\n<div>\nhtml\n</div>\n\n$$\nx\n$$\n";
  expect(paragraphs(doc).map(({ text }) => text)).toEqual(["One `code` two\nthree", "item", "[ ] task", "quoted"]);
  for (const { from, text } of paragraphs(doc)) expect(doc.slice(from, from + text.length)).toBe(text);
});

test("what is not prose in a paragraph is skipped", () => {
  const [paragraph] = paragraphs("See [[a note]] and `b b` at <http://c.d> here");
  const skipped = paragraph?.skipped.map(({ from, to }) => paragraph.text.slice(from, to));
  expect(skipped).toEqual(["[[a note]]", "`b b`", "<http://c.d>"]);
});

test("the first English of the languages decides the dialect", () => {
  expect(dialectOf(["de", "en-GB", "en-US"])).toBe("en-GB");
  expect(["en", "en-US", "en-PH", "en-NZ", "en-IE", "en-CA", "en-IN"].map((tag) => dialectOf([tag]))).toEqual([
    ...["en-US", "en-US", "en-US", "en-AU", "en-GB", "en-CA", "en-IN"],
  ]);
  expect(dialectOf(["de", "enm"])).toBeNull();
});
