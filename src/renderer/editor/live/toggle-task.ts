import type { EditorState, StateCommand, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

const TASK = /^(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[([ xX])\](?=[ \t]|$)/;

/** The edit that toggles the checkbox in the line of `at`; null if there is none. */
function toggleEdit(state: EditorState, at: number): { from: number; to: number; insert: string } | null {
  const line = state.doc.lineAt(at);
  const found = TASK.exec(line.text.slice(0, 400));
  if (!found) return null;
  const box = line.from + found[0].length - 2;
  return { from: box, to: box + 1, insert: found[1] === " " ? "x" : " " };
}

const toggleTransaction = (changes: NonNullable<ReturnType<typeof toggleEdit>>[]): TransactionSpec => ({
  changes,
  userEvent: "input.task",
});

/** Toggles the checkbox in a line and keeps the cursor; false if there is none. */
export function toggleTaskAt(view: EditorView, at: number): boolean {
  const change = view.state.readOnly ? null : toggleEdit(view.state, at);
  if (change) view.dispatch(toggleTransaction([change]));
  return change !== null;
}

/** Toggles the checkboxes in all selected lines in one step, all to the new state of the first. */
export const toggleTask: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const changes = new Map<number, NonNullable<ReturnType<typeof toggleEdit>>>();
  for (const { from, to } of state.selection.ranges) {
    for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) {
      const change = toggleEdit(state, at);
      if (change) changes.set(change.from, change);
    }
  }
  const [first, ...rest] = changes.values();
  if (!first) return false;
  const alike = rest.filter(({ insert }) => insert === first.insert);
  dispatch(state.update(toggleTransaction([first, ...alike])));
  return true;
};
