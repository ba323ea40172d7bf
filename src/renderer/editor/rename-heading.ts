/** The command that renames the heading at the cursor; who asks for the new title registers with `headingRenamer`. */
import { Facet } from "@codemirror/state";
import type { Command } from "@codemirror/view";

/** Asks for another title for the heading that begins at a line, counted from 1; false where there is none. */
export const headingRenamer = Facet.define<(line: number) => boolean>();

/** Renames the heading that the cursor is in. */
export const renameHeadingAtCursor: Command = ({ state }) => {
  const { number } = state.doc.lineAt(state.selection.main.head);
  return state.facet(headingRenamer).some((rename) => rename(number));
};
