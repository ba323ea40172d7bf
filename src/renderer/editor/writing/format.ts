import { isolateHistory } from "@codemirror/commands";
import {
  type ChangeDesc,
  EditorSelection,
  type EditorState,
  type StateCommand,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";

/** What a formatting command is asked to work on. */
export type Target = Parameters<StateCommand>[0];

/** A span and what comes in its place. */
export type Edit = { from: number; to: number; insert: string };

/** A command's edits as one step: undone by itself, never together with what is typed before or after. */
export const oneStep = (state: EditorState, spec: TransactionSpec): Transaction =>
  state.update({
    scrollIntoView: true,
    userEvent: "input.format",
    ...spec,
    annotations: isolateHistory.of("full"),
  });

/** Does the edits, each once, however many cursors wanted it; false where there are none or the text is not to be changed. */
export function apply({ state, dispatch }: Target, edits: readonly Edit[], selection?: EditorSelection): boolean {
  if (state.readOnly || edits.length === 0) return false;
  dispatch(oneStep(state, { changes: distinct(edits), ...(selection ? { selection } : {}) }));
  return true;
}

/** The edits in order, without those that stand there twice. */
export function distinct(edits: readonly Edit[]): Edit[] {
  const known = new Map(edits.map((edit) => [`${edit.from} ${edit.to} ${edit.insert}`, edit]));
  return [...known.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** The selections after `changes`: a cursor stays behind what came where it is, a selection keeps to its own words. */
export function kept({ ranges, mainIndex }: EditorSelection, changes: ChangeDesc): EditorSelection {
  const moved = ranges.map(({ anchor, head, from, to, empty }) => {
    const start = changes.mapPos(from, 1);
    if (empty) return EditorSelection.cursor(start);
    const end = Math.max(start, changes.mapPos(to, -1));
    return anchor <= head ? EditorSelection.range(start, end) : EditorSelection.range(end, start);
  });
  return EditorSelection.create(moved, mainIndex);
}
