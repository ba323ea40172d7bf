import { expect, it } from "vitest";
import { usableBatch } from "./usable-batch";

/** A book that rejects 丙. */
const rejectedIn = async (batch: readonly { id: string; text: string }[]) =>
  new Map(batch.flatMap(({ id, text }) => (text === "丙" ? [[id, ["the glossary has c → 乙"]] as const] : [])));
const callOf = (texts: readonly [string, string][], more = {}) => ({
  kind: "call" as const,
  id: "1",
  meta: undefined,
  tool: "add_translation_batch",
  input: JSON.stringify({
    ...more,
    paragraphs: texts.map(([paragraph_id, translated_text]) => ({ paragraph_id, translated_text })),
  }),
});

it("an empty text and one that the book rejects are left out, and the other paragraphs are handed in", async () => {
  const { call, leftOut } = await usableBatch(
    callOf(
      [
        ["a", "甲"],
        ["b", " "],
        [" c", "丙"],
      ],
      { task_id: "t" },
    ),
    rejectedIn,
  );
  expect(JSON.parse(call.input)).toEqual({ task_id: "t", paragraphs: [{ paragraph_id: "a", translated_text: "甲" }] });
  expect(leftOut).toEqual([
    "not taken, hand it in again: [ID: b]: is empty",
    "not taken, hand it in again: [ID:  c]: the glossary has c → 乙",
  ]);
});

it("a batch that is whole, has nothing usable, or is not in its form stays as it is", async () => {
  const odd = { ...callOf([]), input: '{"paragraphs": [{"paragraph_id": 1}]}' };
  for (const call of [callOf([["a", "甲"]]), callOf([["a", ""]]), odd, { ...odd, input: "{" }])
    expect(await usableBatch(call, rejectedIn)).toEqual({ call, leftOut: [] });
});
