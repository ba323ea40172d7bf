import { StateEffect } from "@codemirror/state";
import { expect, test } from "vitest";
import { contents, depthsOf, setContents, startOfRow } from "./contents-widget";
import { liveState, seen } from "./live-text.fixture";

test.each([
  ["# A\n\n[TOC]\n\ntext‸", "# A\n\n[Contents]\n\ntext"],
  ["# A\n\n[[_TOC_]]\n\ntext‸", "# A\n\n[Contents]\n\ntext"],
  ["# A\n\n[T‸OC]\n\ntext", "# A\n\n[TOC][Contents]\n\ntext"],
  ["see [TOC] here‸", "see [TOC] here"],
  ["> [TOC]\n\ntext‸", "> [TOC]\n\ntext"],
  ["- [TOC]\n\ntext‸", "- [TOC]\n\ntext"],
  ["```\n[TOC]\n```\n\ntext‸", "[CodeHeader][TOC][CopyButton]\n\n\ntext"],
])("a list of contents is drawn for [TOC] on a line of its own only: %j", (text, expected) => {
  const shown = seen(liveState(text, contents));
  expect(shown.includes("[Contents]")).toBe(expected.includes("[Contents]"));
  if (expected.includes("[Contents]")) expect(shown.replace(/^A/, "# A")).toBe(expected);
});

test("a level that is left out is one step, as in the preview", () => {
  expect(depthsOf([1, 3, 2, 6, 1, 2])).toEqual([0, 1, 1, 2, 0, 1]);
  expect(depthsOf([3, 2, 1, 2])).toEqual([0, 0, 0, 1]);
  expect(depthsOf([])).toEqual([]);
});

test("a link leads to its heading while the list is behind the text", () => {
  const state = liveState("# A\n\n[TOC]\n\n## B\n\ntext‸", contents);
  const at = state.doc.toString().indexOf("## B");
  const rows = ["A", "B"].map((title, depth) => ({ title, depth }));
  const listed = state.update({ effects: setContents.of({ doc: state.doc, rows, starts: [0, at] }) }).state;
  expect(startOfRow(listed, 1)).toBe(at);
  const typed = listed.update({ changes: { from: 3, insert: " longer title" } }).state;
  expect(startOfRow(typed, 1)).toBe(at + 13);
  expect([startOfRow(typed, 0), startOfRow(typed, 2), startOfRow(typed, -1)]).toEqual([0, null, null]);
});

test("the list stays the same while only the places of headings change", () => {
  const state = liveState("# A\n\n[TOC]‸", contents);
  const found = (title: string, start: number) =>
    setContents.of({ doc: state.doc, rows: [{ title, depth: 0 }], starts: [start] });
  const first = state.update({ effects: [found("A", 0), StateEffect.appendConfig.of([])] }).state;
  const moved = first.update({ effects: found("A", 5) }).state;
  const renamed = moved.update({ effects: found("B", 5) }).state;
  expect(moved.field(contents)?.rows).toBe(first.field(contents)?.rows);
  expect(moved.field(contents)?.starts).toEqual([5]);
  expect(renamed.field(contents)?.rows).not.toBe(moved.field(contents)?.rows);
});
