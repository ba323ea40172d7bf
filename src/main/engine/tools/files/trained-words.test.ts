import { expect, test } from "vitest";
import { inOwnWords } from "./trained-words";

test.each([
  ["view", { command: "view", path: "a.md" }, { action: "read", path: "a.md" }],
  ["view of a range", { command: "view", view_range: [2, 5] }, { action: "read", line_from: 2, line_to: 5 }],
  ["view to the end", { command: "view", view_range: [2, -1] }, { action: "read", line_from: 2, line_to: 2147483647 }],
  ["create", { command: "create", file_text: "x" }, { action: "write", content: "x" }],
  [
    "str_replace",
    { command: "str_replace", old_str: "a", new_str: "b" },
    { action: "patch", old_text: "a", new_text: "b" },
  ],
  [
    "str_replace without a new text",
    { action: "STR_REPLACE", old_str: "a" },
    { action: "patch", old_text: "a", new_text: "" },
  ],
  [
    "insert",
    { command: "insert", insert_line: 0, insert_text: "x" },
    { action: "patch", edits: [{ from: 1, content: "x" }] },
  ],
  [
    "insert by another word",
    { command: "insert", insert_line: "3", new_str: "x" },
    { action: "patch", edits: [{ from: 4, content: "x" }] },
  ],
])("%s is understood", (_name, given, expected) => expect(inOwnWords(given)).toEqual(expected));

test("its own words stay as they are, and two words for one argument are left to be rejected", () => {
  const own = { action: "patch", path: "a.md", old_text: "a", new_text: "b" };
  expect(inOwnWords(own)).toEqual(own);
  expect(inOwnWords({ ...own, old_str: "c" })).toEqual({ ...own, old_str: "c" });
  expect(() => inOwnWords({ command: "insert" })).toThrow("insert_line is required");
});
