import { expect, test } from "vitest";
import { findBlock } from "./block-ids";

/** The first line of the block that `^id` names; null if there is none. */
const found = (text: string, fragment = "^id") => {
  const block = findBlock(text, fragment);
  if (block === null) return null;
  expect(text.slice(0, block.from).split("\n").length).toBe(block.lineStart);
  return text.split("\n")[block.lineStart - 1];
};

test("a block id names the paragraph or the list item that ends with it", () => {
  expect(found("# A\n\nOne\ntwo ^id\n\nThree\n")).toBe("One");
  expect(found("# A\nOne ^id\n")).toBe("One ^id");
  expect(found("- one\n- two\n  more ^ID\n- three\n")).toBe("- two");
  expect(found("> quoted\n> words ^id\n")).toBe("> quoted");
});

test("an id alone names the block above it", () => {
  expect(found("Words\n\n| a |\n|---|\n| b |\n\n^id\n")).toBe("| a |");
  expect(found("- one\n- two\n\n^id\n")).toBe("- one");
});

test("what only looks like the id is not found", () => {
  expect(found("x^id\n\n^other\n\na ^id b\n")).toBeNull();
  expect(found("```\ncode ^id\n```\n")).toBeNull();
  expect(found("# id\n", "id")).toBeNull();
  expect(found("a ^id\n", "^")).toBeNull();
});
