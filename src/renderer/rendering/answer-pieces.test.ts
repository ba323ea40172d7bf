import fc from "fast-check";
import { expect, test } from "vitest";
import { fewer } from "../../core/text/texts.fixture";
import { answerPieces } from "./answer-pieces";
import { answerTree } from "./answer-tree";

test("a text is split before a new block, and never within a list or a fence", () => {
  expect(answerPieces("a\n\nb\n\n\nc")).toEqual(["a\n\n", "b\n\n\n", "c"]);
  expect(answerPieces("- a\n\n- b\n\n  c\n\nd")).toEqual(["- a\n\n- b\n\n  c\n\n", "d"]);
  expect(answerPieces("```\na\n\nb\n```\n\nc")).toEqual(["```\na\n\nb\n```\n\n", "c"]);
  expect(answerPieces("~~~~\n```\n\nb\n~~~\n\nc\n~~~~\n\nd")).toEqual(["~~~~\n```\n\nb\n~~~\n\nc\n~~~~\n\n", "d"]);
  expect(answerPieces("")).toEqual([]);
});

const line = fc.constantFrom(
  ...[
    "",
    "",
    "word",
    "# H",
    "- a",
    "  - b",
    "1. x",
    "> q",
    "```",
    "```js",
    "~~~",
    "    code",
    "| a |",
    "|---|",
    "***",
    "`` ` ``",
  ],
);
const document = fc.array(line, { maxLength: 14 }).map((lines) => lines.join("\n"));

test("all pieces together are the text, and each parses as it does there", () => {
  fc.assert(
    fc.property(document, (text) => {
      const pieces = answerPieces(text);
      expect(pieces.join("")).toBe(text);
      expect(pieces.flatMap(answerTree)).toEqual(answerTree(text));
    }),
    fewer(400),
  );
});

test("all pieces but the last stay the same when the text grows", () => {
  fc.assert(
    fc.property(document, document, (text, more) => {
      const before = answerPieces(text).slice(0, -1);
      expect(answerPieces(text + more).slice(0, before.length)).toEqual(before);
    }),
    fewer(200),
  );
});
