import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import type { Presence } from "../../../core/sharing/presence";
import { CaretWidget, othersField, showOthers } from "./others-cursors";

const anna = (head: number): Presence => ({
  id: 1,
  name: "Anna",
  path: "a.md",
  section: null,
  selection: { anchor: head, head },
  agents: [],
});

/** When the cursor of the only other person moved last. */
function movedAt(state: EditorState): number | undefined {
  const { widget } = state.field(othersField).drawn.iter().value?.spec ?? {};
  return widget instanceof CaretWidget ? widget.movedAt : undefined;
}

const shown = (state: EditorState, head: number) =>
  showOthers(state, [anna(head)]).reduce((last, spec) => last.update(spec).state, state);

it("another person's cursor has moved if it is elsewhere in the text, not if the text before it has changed", () => {
  const first = shown(EditorState.create({ doc: "some words" }), 4);
  const began = movedAt(first);
  expect(began).toBeDefined();
  const typed = first.update({ changes: { from: 0, insert: "all " } }).state;
  // Said of the text before that was typed, and of the one after it.
  expect(movedAt(shown(typed, 4))).toBe(began);
  expect(movedAt(shown(typed, 8))).toBe(began);
  expect(movedAt(shown(typed, 5))).toBeGreaterThan(began ?? 0);
});
