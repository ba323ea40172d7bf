import { EditorSelection, type SelectionRange } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";
import { readOpening } from "./opening";
import { isProse } from "./prose";

/**
 * Home in an item, a quote or a heading goes to its text, and from there to the start of the line. False where no cursor is in the first visual line of one.
 */
export const textStart: Command = (view) => move(view, (_, head) => EditorSelection.cursor(head, 1));

/** Shift+Home: the same, selecting. */
export const selectToTextStart: Command = (view) =>
  move(view, ({ anchor }, head) => EditorSelection.range(anchor, head));

function move(view: EditorView, to: (range: SelectionRange, head: number) => SelectionRange): boolean {
  const { state } = view;
  let isOurs = false;
  const ranges = state.selection.ranges.map((range) => {
    const line = state.doc.lineAt(range.head);
    const { openers, contentStart } = readOpening(line.text);
    const heading = /^#{1,6}[ \t]+/.exec(line.text.slice(contentStart))?.[0].length ?? 0;
    const start = line.from + contentStart + heading;
    const visual = view.moveToLineBoundary(EditorSelection.cursor(range.head, range.assoc), false).head;
    if (openers.length + heading === 0 || visual > start || range.head === start || !isProse(state, start))
      return to(range, visual);
    isOurs = true;
    return to(range, start);
  });
  if (!isOurs) return false;
  const selection = EditorSelection.create(ranges, state.selection.mainIndex);
  if (!selection.eq(state.selection)) view.dispatch({ selection, scrollIntoView: true, userEvent: "select" });
  return true;
}
