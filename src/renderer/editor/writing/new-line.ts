import { ChangeSet, EditorSelection, type EditorState, type Line, type StateCommand } from "@codemirror/state";
import { mapSelection } from "./format";
import { renumberFollowing } from "./list-numbers";
import {
  enclosingItem,
  goingOn,
  indentAround,
  isText,
  itemOf,
  markOf,
  type Opening,
  readOpening,
  widthOf,
} from "./opening";
import { isProse, verbatimAt } from "./prose";

/**
 * Enter in a list or quote: continues it in the next line, with the next number or an empty checkbox. An empty item
 * moves out one level and finally ends the list; an empty quote line ends the quote, and an empty line below a paragraph of an item goes out of that
 * item. False elsewhere.
 */
export const continueBlock: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  let isOurs = false;
  const change = state.changeByRange((range) => {
    const line = state.doc.lineAt(range.from);
    const opening = readOpening(line.text);
    const at = range.from - line.from;
    const last = opening.openers.at(-1);
    const isIn =
      last &&
      at >= last.end &&
      (at >= opening.contentStart || opening.contentStart === line.length) &&
      isProse(state, range.from);
    const outer = range.empty && !last && at === line.length ? indentBelow(state, line) : null;
    if (outer !== null) {
      isOurs = true;
      return { changes: { from: line.from, to: line.to, insert: outer }, range: cursorAfter(line.from, outer) };
    }
    if (range.empty && closesIndentedFence(state, line, range.from)) isOurs = true;
    if (!last || !isIn || !isReallyItem(state, line, opening)) {
      const insert = state.lineBreak;
      return {
        changes: { from: range.from, to: range.to, insert },
        range: EditorSelection.cursor(range.from + insert.length),
      };
    }
    isOurs = true;
    const isEmpty = range.empty && line.text.slice(opening.contentStart).trim() === "";
    return isEmpty ? endBlock(state, line, opening) : continueLine(state, line, opening, range.from, range.to);
  });
  if (!isOurs) return false;
  const after = change.changes.apply(state.doc);
  let then = ChangeSet.empty(after.length);
  for (const { head } of change.selection.ranges) {
    const doc = then.apply(after);
    const line = doc.lineAt(then.mapPos(head, 1));
    const item = itemOf(readOpening(line.text));
    if (item?.kind !== "number") continue;
    const column = widthOf(line.text.slice(0, item.at));
    const before = line.number > 1 ? itemOf(readOpening(doc.line(line.number - 1).text)) : undefined;
    // All items have the same number: keep that style.
    if (before?.kind === "number" && before.number === item.number) continue;
    then = then.compose(
      ChangeSet.of(renumberFollowing(doc, line.number, column, item, item.number, item.number + 1), doc.length),
    );
  }
  const selection = mapSelection(change.selection, then);
  dispatch(
    state.update({ changes: change.changes.compose(then), selection, scrollIntoView: true, userEvent: "input" }),
  );
  return true;
};

/** Shift+Enter in an item or quote: a line break in its text. False elsewhere. */
export const breakWithin: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.from);
  const opening = readOpening(line.text);
  const last = opening.openers.at(-1);
  if (state.readOnly || ranges.length > 1 || !last || main.from < line.from + opening.contentStart) return false;
  if (!isProse(state, main.from) || !isReallyItem(state, line, opening)) return false;
  const rest =
    /^[ \t]*/.exec(state.doc.lineAt(main.to).text.slice(main.to - state.doc.lineAt(main.to).from))?.[0] ?? "";
  const insert = `${state.lineBreak}${line.text.slice(0, last.inner).replace(/[^>\s]/g, " ")}`;
  dispatch(
    state.update({
      changes: { from: main.from, to: main.to + rest.length, insert },
      selection: EditorSelection.cursor(main.from + insert.length),
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

/** Where the text continues outside the item that an empty, indented line is in; null if it is in none, or is directly below text. */
function indentBelow(state: EditorState, line: Line): string | null {
  if (line.text === "" || line.text.trim() !== "" || line.number === 1) return null;
  if (state.doc.line(line.number - 1).text.trim() !== "" || !isProse(state, line.from)) return null;
  return indentAround(state.doc, line.number, widthOf(line.text));
}

/** Whether a position is after the closing fence of code that is indented without being in an item: the next line is not indented. */
function closesIndentedFence(state: EditorState, line: Line, at: number): boolean {
  const closing = at === line.to ? /^ {1,3}(`{3,}|~{3,})[ \t]*$/.exec(line.text)?.[1] : undefined;
  const block = closing ? verbatimAt(state, at) : null;
  if (!closing || block?.name !== "FencedCode" || block.from >= line.from || block.to > line.to) return false;
  const opening = /^(`{3,}|~{3,})/.exec(state.sliceDoc(block.from, line.from))?.[1] ?? closing;
  return closing.startsWith(opening) && indentAround(state.doc, line.number, widthOf(line.text)) === null;
}

/** In the middle of a paragraph, only the number 1 begins a list. */
function isReallyItem(state: EditorState, line: Line, opening: Opening): boolean {
  const item = itemOf(opening);
  if (item?.kind !== "number" || item.number === 1 || line.number === 1) return true;
  const before = state.doc.line(line.number - 1).text;
  const above = readOpening(before);
  return (
    before.trim() === "" ||
    above.openers.length > 0 ||
    /^[ \t]/.test(before) ||
    /^[ \t]/.test(line.text) ||
    isHeading(before)
  );
}

const isHeading = (text: string) => /^ {0,3}#{1,6}(?:[ \t]|$)/.test(text);

function continueLine(state: EditorState, line: Line, opening: Opening, from: number, to: number) {
  const last = opening.openers.at(-1);
  const item = itemOf(opening);
  const mark = !last ? "" : item ? nextMark(state, line, opening) : ">";
  const gap = last ? line.text.slice(last.end, last.inner) || " " : "";
  const box = opening.box ? "[ ] " : "";
  // Spaces after the cursor would end up at the start of the new line's text.
  const rest = /^[ \t]*/.exec(state.sliceDoc(to, Math.max(to, state.doc.lineAt(to).to)))?.[0].length ?? 0;
  const insert = `${state.lineBreak}${goingOn(line.text, last)}${mark}${gap}${box}`;
  return { changes: { from, to: to + rest, insert }, range: EditorSelection.cursor(from + insert.length) };
}

function nextMark(state: EditorState, line: Line, opening: Opening): string {
  const item = itemOf(opening);
  if (item?.kind !== "number") return item?.sign ?? "";
  const before = line.number > 1 ? itemOf(readOpening(state.doc.line(line.number - 1).text)) : undefined;
  const isSame = before?.kind === "number" && before.number === item.number && before.at === item.at;
  return markOf({ ...item, number: isSame ? item.number : Math.min(999_999_999, item.number + 1) });
}

/**
 * Removes the innermost marker of an empty line, and replaces it with that of the parent item if there is one. Otherwise the block has ended: blank
 * lines keep what is typed next from becoming a part of the text above, and what is below from becoming a part of that.
 */
function endBlock(state: EditorState, line: Line, opening: Opening) {
  const last = opening.openers.at(-1);
  const at = last?.at ?? 0;
  const column = widthOf(line.text.slice(0, at));
  const parent = last?.kind === "quote" ? null : enclosingItem(state.doc, line.number, column);
  if (parent !== null)
    return { changes: { from: line.from, to: line.to, insert: parent }, range: cursorAfter(line.from, parent) };
  const kept = line.text.slice(0, last?.kind === "quote" ? at : lastQuote(opening));
  const blank = kept.trimEnd();
  const above = line.number > 1 ? state.doc.line(line.number - 1) : null;
  const below = line.number < state.doc.lines ? state.doc.line(line.number + 1) : null;
  // A line of quote markers alone, below which the quote ends, is the blank line.
  const isMarkersOnly = above !== null && /^[ \t>]*>[ \t]*$/.test(above.text) && last?.kind === "quote";
  const isOpenAbove = above !== null && isText(above.text) && !isMarkersOnly;
  const before = isMarkersOnly || isOpenAbove ? `${blank}${state.lineBreak}${kept}` : kept;
  const after = below && isText(below.text) ? `${state.lineBreak}${blank}` : "";
  const from = isMarkersOnly && above ? above.from : line.from;
  // The items below were counted on for this one. With several cursors each would count them back.
  const item = last?.kind === "number" && state.selection.ranges.length === 1 ? last : null;
  const renumbered = item ? renumberFollowing(state.doc, line.number, column, item, item.number + 1, item.number) : [];
  return {
    changes: [{ from, to: line.to, insert: before + after }, ...renumbered],
    range: cursorAfter(from, before),
  };
}

const cursorAfter = (from: number, inserted: string) => EditorSelection.cursor(from + inserted.length);

/** The end of a line's quote markers when its last marker is removed. */
function lastQuote({ openers }: Opening): number {
  const quotes = openers.slice(0, -1).filter(({ kind }) => kind === "quote");
  return quotes.at(-1)?.inner ?? 0;
}
