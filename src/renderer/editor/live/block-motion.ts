import { EditorSelection, type Extension, Prec } from "@codemirror/state";
import { type Command, keymap } from "@codemirror/view";
import { drawnBlocks } from "./blocks";

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
