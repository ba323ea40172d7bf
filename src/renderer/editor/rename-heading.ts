/** The command that renames the heading at the cursor. `headingRenamer` provides the dialog. */
import { Facet } from "@codemirror/state";
import type { Command } from "@codemirror/view";

/** Asks for a new title for the heading at a line, counted from 1; false if there is none. */
export const headingRenamer = Facet.define<(line: number) => boolean>();

/** Renames the heading at the cursor. */
export const renameHeadingAtCursor: Command = ({ state }) => {
  const { number } = state.doc.lineAt(state.selection.main.head);
  return state.facet(headingRenamer).some((rename) => rename(number));
};
