import { expect, test } from "vitest";
import { hiddenCommentAt, isCommentFence } from "./hidden-comments";

test.each([
  ["", "%%note%% text", 8],
  [" ", "%% a note %%.", 12],
  ["(", "%%in\ntwo lines%%)", 16],
  ["。", "%%注释%%。", 6],
  ["0", "%% of 20%%", -1],
  ["字", "%%注%%", -1],
  ["%", "%%x%%", -1],
  ["", "%%%x%%", -1],
  ["", "%%x%%%", -1],
  ["", "%%%%", -1],
  ["", "%%  %%", -1],
  ["", "%%never closed", -1],
  ["", "%x%", -1],
  ["", `%%${"x".repeat(3000)}%%`, -1],
])("behind %j, the comment at the beginning of %j has the length %j", (before, text, length) => {
  expect(hiddenCommentAt(before, text)).toBe(length);
});

test("a line of two signs alone opens and closes a comment of lines", () => {
  expect(["%%", "%% \t"].every(isCommentFence)).toBe(true);
  expect(["%%a", "a%%", "%%%", "", "%"].some(isCommentFence)).toBe(false);
});
