import { isolateHistory } from "@codemirror/commands";
import {
  type ChangeDesc,
  EditorSelection,
  type EditorState,
  type StateCommand,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";

/** What a formatting command works on. */
export type Target = Parameters<StateCommand>[0];

/** A range and its replacement. */
export type Edit = { from: number; to: number; insert: string };

/** Makes a command's edits one undo step, separate from typing before and after it. */
export const oneStep = (state: EditorState, spec: TransactionSpec): Transaction =>
  state.update({
    scrollIntoView: true,
    userEvent: "input.format",
    ...spec,
    annotations: isolateHistory.of("full"),
  });

/** Applies the edits without duplicates from several cursors; false if there are none or the text is read-only. */
export function apply({ state, dispatch }: Target, edits: readonly Edit[], selection?: EditorSelection): boolean {
  if (state.readOnly || edits.length === 0) return false;
  dispatch(oneStep(state, { changes: distinct(edits), ...(selection ? { selection } : {}) }));
  return true;
}

/** The edits in order without duplicates. */
export function distinct(edits: readonly Edit[]): Edit[] {
  const known = new Map(edits.map((edit) => [`${edit.from} ${edit.to} ${edit.insert}`, edit]));
  return [...known.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Maps selections through `changes`: a cursor stays after text inserted at it, a selection keeps its own text. */
export function mapSelection({ ranges, mainIndex }: EditorSelection, changes: ChangeDesc): EditorSelection {
  const moved = ranges.map(({ anchor, head, from, to, empty }) => {
    const start = changes.mapPos(from, 1);
    if (empty) return EditorSelection.cursor(start);
    const end = Math.max(start, changes.mapPos(to, -1));
    return anchor <= head ? EditorSelection.range(start, end) : EditorSelection.range(end, start);
  });
  return EditorSelection.create(moved, mainIndex);
}
