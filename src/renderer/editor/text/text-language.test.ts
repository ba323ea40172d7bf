import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { languageOf, textLanguage } from "./text-language";

test("front matter sets the language, whatever the text looks like", () => {
  expect(languageOf("---\ntitle: x\nlang: zh-TW\n---\n漢字")).toBe("zh-TW");
  expect(languageOf('---\nlanguage: "ja"\n---\n')).toBe("ja");
  expect(languageOf("lang: ja\n")).toBeNull();
  expect(languageOf("---\nlang: ja; }\n---\n")).toBeNull();
});

test("kana means Japanese and hangul Korean, but not a single word of them in Chinese text", () => {
  expect(languageOf("# 直接の骨\n\n骨が直る。")).toBe("ja");
  expect(languageOf("한국어 문서")).toBe("ko");
  expect(languageOf(`${"中文文章引用了一个词".repeat(4)}：カ`)).toBe("zh");
  expect(languageOf("# 骨头\n\n一块骨头，English 不多。")).toBe("zh");
  expect(languageOf("# The bones (骨)")).toBeNull();
});

const attributes = (state: EditorState) => state.facet(EditorView.editorAttributes);

test("typing changes the language only at the beginning of the text", () => {
  const state = EditorState.create({ doc: "", extensions: textLanguage });
  const japanese = state.update({ changes: { from: 0, insert: "かな" } }).state;
  expect(attributes(japanese)).toEqual([{ lang: "ja" }]);
  const long = EditorState.create({ doc: "a".repeat(5000), extensions: textLanguage });
  expect(attributes(long.update({ changes: { from: 4500, insert: "かな" } }).state)).toEqual([{}]);
});
