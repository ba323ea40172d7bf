import { EditorSelection, type StateCommand } from "@codemirror/state";
import { oneStep } from "./format";

/** The available letter cases. */
export type LetterCase = "upper" | "lower" | "title";

const into: Record<LetterCase, (text: string) => string> = {
  upper: (text) => text.toLocaleUpperCase(),
  lower: (text) => text.toLocaleLowerCase(),
  title: (text) =>
    text.replace(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu, (word) => {
      const [first = ""] = word;
      return first.toLocaleUpperCase() + word.slice(first.length).toLocaleLowerCase();
    }),
};

/** Changes the case of the selection, or the word at the cursor. False if there is neither. */
export const letterCase =
  (wanted: LetterCase): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const spans = state.selection.ranges.map((range) => (range.empty ? state.wordAt(range.head) : range));
    if (spans.every((span) => span === null)) return false;
    const changed = state.changeByRange((range) => {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range;
      const insert = into[wanted](state.sliceDoc(from, to));
      const head = range.empty ? Math.min(range.head, from + insert.length) : from + insert.length;
      const changes = insert === state.sliceDoc(from, to) ? [] : { from, to, insert };
      return { changes, range: range.empty ? EditorSelection.cursor(head) : EditorSelection.range(from, head) };
    });
    dispatch(oneStep(state, changed));
    return true;
  };
