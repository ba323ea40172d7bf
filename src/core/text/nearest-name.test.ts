import { expect, it } from "vitest";
import { nearestNames } from "./nearest-name";

const known = ["action", "path", "line_from", "line_to", "content", "old_text", "new_text", "edits", "version"];

it.each([
  ["lines_from", "line_from"],
  ["lineFrom", "line_from"],
  ["line-to", "line_to"],
  ["pth", "path"],
  ["paht", "path"],
  ["oldtext", "old_text"],
  ["versions", "version"],
  ["CONTENT", "content"],
  ["file", undefined],
  ["", undefined],
  ["q", undefined],
  ["a".repeat(5000), undefined],
])("%s is probably %s", (mistyped, meant) => {
  expect(nearestNames(mistyped, known)[0]).toBe(meant);
});

it("returns as many names as requested, nearest first", () => {
  expect(nearestNames("old_tex", ["new_text", "old_texts", "old_text"], 2)).toEqual(["old_text", "old_texts"]);
});
