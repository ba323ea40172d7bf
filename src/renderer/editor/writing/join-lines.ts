import type { ChangeSpec, EditorState, Line, StateCommand } from "@codemirror/state";
import { EditorSelection } from "@codemirror/state";
import { oneStep } from "./format";
import { shiftTab } from "./indent-items";
import { itemColumn } from "./list-numbers";
import { enclosingItem, indentAround, isText, itemOf, type Opening, readOpening, widthOf } from "./opening";
import { isProse } from "./prose";

const HEADING = /^#{1,6}[ \t]+/;

/**
 * Whether a position is the start of an item's text, or that of its line: joining the lines there would put the marker
 * into the text above.
 */
const isAtStart = (line: Line, { openers, contentStart }: Opening, at: number): boolean =>
  at === line.from + contentStart || (at === line.from && line.number > 1 && openers.length > 0);

/**
 * Backspace at the start of a line's text, or of an item's or quote's line: removes the checkbox of a task, then the marker of an item, quote or
 * heading, and adds the blank lines that keep the text a paragraph of its own. A nested item moves out one level first. At the start of a line that
 * continues an item, joins it to the line above, or moves a paragraph out of the item. False elsewhere.
 */
export const giveUpMark: StateCommand = (target) => {
  const { state, dispatch } = target;
  if (state.readOnly || !state.selection.ranges.every((range) => range.empty)) return false;
  const { head, empty } = state.selection.main;
  const only = state.doc.lineAt(head);
  const opening = readOpening(only.text);
  const isAtContentStart =
    empty && state.selection.ranges.length === 1 && isAtStart(only, opening, head) && !opening.box;
  const isDeeper =
    isAtContentStart &&
    itemOf(opening) &&
    opening.openers.length === 1 &&
    enclosingItem(state.doc, only.number, itemColumn(only.text)) !== null;
  if (isDeeper && isProse(state, head)) return shiftTab(target);
  const edits = state.selection.ranges.map(({ head }) => editsAt(state, head));
  const wanted = edits.filter((edit) => edit !== null);
  if (wanted.length < edits.length) return false;
  const changes = state.changes(wanted.flatMap((edit) => edit.changes));
  const cursors = wanted.map(({ cursor }) => EditorSelection.cursor(changes.mapPos(cursor, 1)));
  const selection = EditorSelection.create(cursors, state.selection.mainIndex);
  dispatch(oneStep(state, { changes, selection }));
  return true;
};

/** What Backspace removes and adds for a cursor, and where that is in the old text; null if it is not at the start of a line's text. */
function editsAt(state: EditorState, head: number): { changes: ChangeSpec[]; cursor: number } | null {
  const line = state.doc.lineAt(head);
  const opening = readOpening(line.text);
  const start = line.from + opening.contentStart;
  const heading = HEADING.exec(line.text.slice(opening.contentStart));
  if (heading && head === start + heading[0].length && isProse(state, head))
    return { changes: [{ from: start, to: head }], cursor: head };
  const last = opening.openers.at(-1);
  if (!last) return head === start && head > line.from ? continuationEdit(state, line, head) : null;
  if (!isAtStart(line, opening, head) || !isProse(state, start)) return null;
  if (opening.box) return { changes: [{ from: line.from + opening.box.from, to: start }], cursor: start };
  const kept = line.text.slice(0, last.at);
  const { before, after } = blanksAround(state, line, kept);
  return {
    changes: [
      { from: line.from, to: start, insert: before + kept },
      { from: line.to, insert: after },
    ],
    cursor: start,
  };
}

/** The blank lines that a line needs above and below once only `kept` is left of its markers. In a quote they have its markers. */
function blanksAround(state: EditorState, line: Line, kept: string): { before: string; after: string } {
  const { doc, lineBreak } = state;
  const outer = readOpening(kept).openers;
  if (outer.some(({ kind }) => kind !== "quote")) return { before: "", after: "" };
  const blank = kept.trimEnd();
  const above = line.number > 1 ? doc.line(line.number - 1).text : "";
  const below = line.number < doc.lines ? doc.line(line.number + 1).text : "";
  const isHeading = HEADING.test(above.slice(readOpening(above).contentStart));
  return {
    before: isText(above) && !isHeading ? `${blank}${lineBreak}` : "",
    after: readOpening(below).openers.length > outer.length ? `${lineBreak}${blank}` : "",
  };
}

/** At the start of a line that continues an item: joins it to the line above, or moves it out if it is a paragraph of its own. */
function continuationEdit(state: EditorState, line: Line, head: number) {
  const outer =
    line.number === 1 ? null : indentAround(state.doc, line.number, widthOf(line.text.slice(0, head - line.from)));
  if (outer === null || !isProse(state, head)) return null;
  const above = state.doc.line(line.number - 1);
  const isParagraph = above.text.trim() === "";
  return {
    changes: [isParagraph ? { from: line.from, to: head, insert: outer } : { from: above.to, to: head }],
    cursor: head,
  };
}

/**
 * Delete at the end of a line: joins the next one without the markers and blanks at its start, which would end up in the middle of the text. False
 * elsewhere, and at the end of an empty line.
 */
export const joinNextBlock: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (state.readOnly || ranges.length > 1 || !main.empty || main.head < line.to || line.number === state.doc.lines)
    return false;
  const next = state.doc.line(line.number + 1);
  const { contentStart } = readOpening(next.text);
  const end = contentStart + (HEADING.exec(next.text.slice(contentStart))?.[0].length ?? 0);
  const isJoined = end > 0 && line.text.trim() !== "" && next.text.trim() !== "";
  if (!isJoined || !isProse(state, main.head) || !isProse(state, next.from + end)) return false;
  const changes = { from: line.to, to: next.from + end };
  dispatch(oneStep(state, { changes, userEvent: "delete.forward" }));
  return true;
};
