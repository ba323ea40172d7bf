import { EditorSelection, type StateCommand } from "@codemirror/state";
import { oneStep } from "./format";
import { readOpening, widthOf } from "./opening";
import { selectedLines } from "./selected-lines";

/** A line with its indented lines, or an empty line, which keeps its position. */
type Unit = { key: string; lines: string[] } | { key: null; lines: string[] };

const order = new Intl.Collator(undefined, { numeric: true });
const indentOf = (text: string) => widthOf(/^[ \t]*/.exec(text)?.[0] ?? "");

/**
 * Sorts the lines of the main selection in natural order. Indented lines stay with their parent, empty lines keep their
 * position, and list markers and checkboxes are ignored. False for fewer than two lines.
 */
export const sortLines =
  (direction: "up" | "down"): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const lines = selectedLines(state.update({ selection: EditorSelection.create([state.selection.main]) }).state);
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last || lines.length < 2) return false;
    const units: Unit[] = [];
    const base = Math.min(...lines.filter(({ text }) => text.trim() !== "").map(({ text }) => indentOf(text)));
    for (const { text } of lines) {
      const before = units.at(-1);
      if (text.trim() === "") units.push({ key: null, lines: [text] });
      else if (before && before.key !== null && indentOf(text) > base) before.lines.push(text);
      else units.push({ key: text.slice(readOpening(text).contentStart), lines: [text] });
    }
    const by = direction === "up" ? 1 : -1;
    const sorted = units
      .filter((unit) => unit.key !== null)
      .sort((a, b) => by * order.compare(a.key ?? "", b.key ?? ""));
    const insert = units
      .flatMap((unit) => (unit.key === null ? unit.lines : (sorted.shift()?.lines ?? [])))
      .join(state.lineBreak);
    if (insert === state.sliceDoc(first.from, last.to)) return true;
    const changes = { from: first.from, to: last.to, insert };
    const selection = EditorSelection.single(first.from, first.from + insert.length);
    // Counts as moving lines, so that lists are renumbered.
    dispatch(oneStep(state, { changes, selection, userEvent: "move.line" }));
    return true;
  };
