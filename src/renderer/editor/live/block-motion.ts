import { EditorSelection, type Extension, Prec } from "@codemirror/state";
import { type Command, keymap } from "@codemirror/view";
import { drawnBlocks } from "./blocks";
import { foldableCallouts } from "./callout-folds";

/**
 * Arrow up and down enter a block widget at its last or first line. Otherwise the cursor would skip it, and it could
 * not be reached by keyboard.
 */
const step =
  (direction: "up" | "down"): Command =>
  (view) => {
    const { state } = view;
    const { main, ranges } = state.selection;
    if (ranges.length > 1 || !main.empty) return false;
    const goal = view.moveVertically(main, direction === "down").head;
    const [first, last] = [Math.min(main.head, goal), Math.max(main.head, goal)];
    const line = state.doc.lineAt(main.head);
    const folded = foldableCallouts(state).find(({ isFolded, from, to }) =>
      isFolded && direction === "down" ? from > line.to && from <= last : isFolded && to < line.from && to >= first,
    );
    if (folded) {
      // The title from above, and the last line from below; it opens for the cursor.
      const entry = state.doc.lineAt(direction === "down" ? folded.from : folded.to);
      const at = Math.min(entry.to, entry.from + (main.head - line.from));
      view.dispatch({ selection: EditorSelection.cursor(at), scrollIntoView: true, userEvent: "select" });
      return true;
    }
    const between = drawnBlocks(state).filter(({ from, to }) =>
      direction === "down" ? from > line.to && from <= last : to < line.from && to >= first,
    );
    // At the end of the text there is no line below the block.
    const edge = drawnBlocks(state).find(({ from, to }) =>
      direction === "down" ? from === line.to + 1 : to === line.from - 1,
    );
    const entered = (direction === "down" ? between[0] : between.at(-1)) ?? edge;
    if (!entered) return false;
    const at = direction === "down" ? entered.from : state.doc.lineAt(entered.to).from;
    view.dispatch({ selection: EditorSelection.cursor(at), scrollIntoView: true, userEvent: "select" });
    return true;
  };

/** The keys that move into block widgets. */
export const blockMotion: Extension = Prec.high(
  keymap.of([
    { key: "ArrowUp", run: step("up") },
    { key: "ArrowDown", run: step("down") },
  ]),
);
