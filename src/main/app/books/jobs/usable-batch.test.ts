import { expect, it } from "vitest";
import type { TaskState } from "./chunk-task";
import { usableBatch } from "./usable-batch";

const missing = ["a", "b", "c"].map((id, at) => ({
  id,
  paragraph_index: at,
  text: `Line ${id} of it.`,
  translation: null,
}));
const now: TaskState = { id: "t", status: "working", assigned: ["a", "b", "c"], missing, sources: new Map() };
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

it("an empty text and a model's thinking are left out, and the other paragraphs are handed in", () => {
  const { call, leftOut } = usableBatch(
    callOf(
      [
        ["a", "甲"],
        ["b", " "],
        ["c", "<think>c?</think>丙"],
      ],
      { task_id: "t" },
    ),
    now,
  );
  expect(JSON.parse(call.input)).toEqual({ task_id: "t", paragraphs: [{ paragraph_id: "a", translated_text: "甲" }] });
  expect(leftOut).toEqual([
    "not taken, hand it in again: [ID: b]: is empty",
    "not taken, hand it in again: [ID: c]: contains the model's thinking (<think>)",
  ]);
});

it("a batch that is whole, has nothing usable, or is not in its form stays as it is", () => {
  const odd = { ...callOf([]), input: '{"paragraphs": [{"paragraph_id": 1}]}' };
  for (const call of [callOf([["a", "甲"]]), callOf([["a", ""]]), odd, { ...odd, input: "{" }])
    expect(usableBatch(call, now)).toEqual({ call, leftOut: [] });
});
