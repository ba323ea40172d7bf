import { EditorView } from "@codemirror/view";

/** Only the beginning of a long first line counts, in characters. */
const NEAR = 300;

/**
 * Where the beginning of a text is scrolled into view, the space above its first line is shown as well. Scroll margins would do the same, but for every
 * position that is scrolled to while the cursor is at the beginning.
 */
export const showBeginning = EditorView.scrollHandler.of((view, { head }, { y }) => {
  const first = view.state.doc.line(1);
  if (y !== "nearest" || head > Math.min(NEAR, first.to)) return false;
  if (view.lineBlockAt(0).bottom + view.documentPadding.top > view.scrollDOM.clientHeight) return false;
  view.scrollDOM.scrollTop = 0;
  return true;
});
