import { expect, it } from "vitest";
import { readCases } from "./read-cases";

it("a case is a heading and the blocks below it; the rest is ignored", () => {
  const markdown = [
    "# A tool",
    "words",
    "## one",
    "```args",
    '{"a": 1}',
    "```",
    "more words",
    "````after a b.md as JSON",
    "```",
    "## not a heading",
    "````",
    "## two",
    "```gone x",
    "```",
  ].join("\n");
  expect(readCases(markdown)).toEqual([
    {
      title: "one",
      steps: [
        { kind: "args", about: "", text: '{"a": 1}\n' },
        { kind: "after", about: "a b.md as JSON", text: "```\n## not a heading\n" },
      ],
    },
    { title: "two", steps: [{ kind: "gone", about: "x", text: "" }] },
  ]);
});

it("a block that is never closed is an error", () => {
  expect(() => readCases("## one\n```args\n{}")).toThrow("a block is not closed in “one”");
});
