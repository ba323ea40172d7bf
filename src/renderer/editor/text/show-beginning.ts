import { EditorView } from "@codemirror/view";

/** Only the beginning of a long first line counts, in characters. */
const NEAR = 300;

/** More than the space above the first line, in pixels. */
const SPACE = 200;

/** With the cursor at the beginning of a text, the space above its first line is shown as well. */
export const showBeginning = EditorView.scrollMargins.of(({ state }) => {
  const { head } = state.selection.main;
  return head <= Math.min(NEAR, state.doc.line(1).to) ? { top: SPACE } : null;
});
