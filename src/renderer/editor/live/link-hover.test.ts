import { expect, test } from "vitest";
import { notePreviewed } from "./link-hover";

const span = { from: 0, to: 1 };

test.each([
  ["Some note", "Some note"],
  ["folder/Note#Part", "folder/Note#Part"],
  ["Note#^id", "Note#^id"],
  ["#Part", null],
  ["picture.png", null],
])("a wiki link to %j shows %j", (target, shown) => {
  expect(notePreviewed({ kind: "wiki", target, ...span })).toBe(shown);
});

test.each([
  ["b.md", "b.md"],
  ["my%20folder/b%2Bc.md#part", "my folder/b+c.md#part"],
  ["b.markdown", "b.markdown"],
  ["#part", null],
  ["https://example.com/a.md", null],
  ["C:/a.md", null],
  ["/etc/a.md", null],
  ["//host/a.md", null],
  ["mailto:a@b.md", null],
  ["a.pdf", null],
  ["%E0%A4.md", null],
])("a link to %j shows %j", (target, shown) => {
  expect(notePreviewed({ kind: "address", target, ...span })).toBe(shown);
});

test("a tag and a footnote show no note", () => {
  expect(notePreviewed({ kind: "tag", target: "a", ...span })).toBeNull();
  expect(notePreviewed({ kind: "note", target: "1", ...span })).toBeNull();
});
