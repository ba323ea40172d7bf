import { EditorSelection, type EditorState, type SelectionRange, type StateCommand } from "@codemirror/state";
import { MAX_PARSED_PARAGRAPH } from "../../ui/limits";
import { distinct, type Edit, oneStep } from "./format";
import { stepAcrossMark } from "./mark-edges";
import {
  contentStart,
  enclosingBlock,
  indentOf,
  inlineNodes,
  type Mark,
  type MarkedRange,
  type Piece,
  type Span,
} from "./marked-ranges";
import { readOpening } from "./opening";
import { isProse } from "./prose";

/**
 * Adds a mark to the selection, or the word at the cursor, or removes it if all of it is marked. A selection across
 * blocks is marked block by block, after the markers of quotes, items and headings. A cursor at the edge of a marked
 * range steps out of it, or into it, and the range stays marked: that is how a mark is ended while typing.
 */
export const toggleMark =
  (mark: Mark): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const across = stepAcrossMark(state, mark);
    if (across) {
      dispatch(state.update(across));
      return true;
    }
    const wanted = state.selection.ranges.map((range) => ({ range, pieces: piecesOf(state, range) }));
    const pieces = wanted.flatMap((each) => each.pieces);
    const marks = pieces.map((piece) => enclosingMark(piece, mark));
    const isOn = pieces.length > 0 && marks.every((marked) => marked !== null);
    if (!isOn && mark !== "`") for (const piece of pieces) Object.assign(piece, withoutPunctuation(state, piece));
    const edits = distinct(
      pieces.flatMap((piece, index) => {
        const marked = marks[index];
        return isOn && marked ? removeMark(state, piece, marked) : marked ? [] : addMark(piece, mark);
      }),
    );
    if (edits.length === 0) return false;
    const changes = state.changes(edits);
    const ranges = wanted.map(({ range, pieces: words }) => {
      const [only, second] = words;
      const isBare = range.empty && only && !second && only.from === only.to && !marks[pieces.indexOf(only)];
      if (isBare) return EditorSelection.cursor(changes.mapPos(range.head, -1) + mark.length);
      if (range.empty)
        return EditorSelection.cursor(changes.mapPos(range.head, only && range.head === only.to ? -1 : 1));
      const from = changes.mapPos(only?.from ?? range.from, 1);
      const to = Math.max(from, changes.mapPos(words.at(-1)?.to ?? range.to, -1));
      const isForward = range.anchor <= range.head;
      return EditorSelection.range(isForward ? from : to, isForward ? to : from);
    });
    dispatch(oneStep(state, { changes, selection: EditorSelection.create(ranges, state.selection.mainIndex) }));
    return true;
  };

/** The text of a selection, block by block; for a cursor the word at it, or its position. */
function piecesOf(state: EditorState, range: SelectionRange): Piece[] {
  const { doc } = state;
  if (range.empty) {
    if (!isProse(state, range.head)) return [];
    const block = enclosingBlock(state, range.head);
    return [{ ...(wordAt(state, range.head) ?? { from: range.head, to: range.head }), ...block }];
  }
  const pieces: Piece[] = [];
  for (let at = range.from; at <= range.to; ) {
    const line = doc.lineAt(at);
    const starts = line.from + contentStart(line.text);
    const from = Math.max(at, starts);
    const to = Math.min(range.to, line.to);
    const words = trimSpaces(doc.sliceString(from, Math.max(from, to)), from);
    const last = pieces.at(-1);
    // A paragraph that continues in the next line is one piece; a line that opens a block begins another.
    const isContinuation =
      last && starts - line.from === indentOf(line.text) && doc.lineAt(last.to).number === line.number - 1;
    if (words && isProse(state, words.from)) {
      const isPlain = readOpening(line.text).openers.length === 0 && !/^ {0,3}#/.test(line.text);
      if (last && isContinuation && isPlain && words.to - last.block < MAX_PARSED_PARAGRAPH) last.to = words.to;
      else pieces.push({ ...words, block: 0, text: "" });
    }
    if (line.to >= range.to) break;
    at = line.to + 1;
  }
  return pieces.map((piece) => ({ ...piece, ...enclosingBlock(state, piece.from, piece.to) }));
}

function trimSpaces(text: string, from: number): Span | null {
  const start = text.search(/\S/);
  return start < 0 ? null : { from: from + start, to: from + text.trimEnd().length };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * The word that a position is in or at the end of; in scripts without spaces, the one that the segmenter finds around it. Before a word, and between
 * words without spaces, something new is about to be typed.
 */
function wordAt(state: EditorState, at: number): Span | null {
  const run = state.wordAt(at);
  if (!run || run.from === at) return null;
  if (run.to - run.from > 500) return run;
  const text = state.sliceDoc(run.from, run.to);
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)) return run;
  for (const { index, segment } of segmenter.segment(text)) {
    const [from, to] = [run.from + index, run.from + index + segment.length];
    if (from < at && at < to) return { from, to };
  }
  return null;
}

const LETTER = /[^\s\p{P}\p{S}]/u;
/** Punctuation, without the characters that Markdown uses. */
const PUNCTUATION = /[.,;:!?"'-]|(?![ -~])[\p{P}\p{S}]/u;

/**
 * The span without the punctuation at its ends that has a letter outside: Markdown would not read `**word，**next` as a mark. Unchanged if nothing
 * else is in it.
 */
function withoutPunctuation(state: EditorState, { from, to }: Span): Span {
  const at = (position: number) => state.sliceDoc(position, position + 1);
  const span = { from, to };
  if (from > 0 && LETTER.test(at(from - 1))) while (span.from < to && PUNCTUATION.test(at(span.from))) span.from++;
  if (LETTER.test(at(to))) while (span.to > span.from && PUNCTUATION.test(at(span.to - 1))) span.to--;
  return span.from < span.to ? span : { from, to };
}

/** The innermost range with this mark that contains the piece, including the mark itself. */
function enclosingMark(piece: Piece, mark: Mark): MarkedRange | null {
  const { from, to, block, text } = piece;
  const length = mark.length;
  const marks = inlineNodes(piece, mark).filter((node) => node.from <= from && to <= node.to);
  const innermost = marks.sort((a, b) => b.from - a.from)[0];
  if (innermost) return innermost;
  // An empty pair that an earlier toggle inserted.
  const [before, after] = [text.slice(0, from - block), text.slice(to - block)];
  const isEmptyPair = from === to && before.endsWith(mark) && after.startsWith(mark);
  const isLonger = length === 1 && (before.endsWith(mark.repeat(2)) || after.startsWith(mark.repeat(2)));
  if (!isEmptyPair || (isLonger && !before.endsWith(mark.repeat(3)))) return null;
  return { open: { from: from - length, to: from }, close: { from: to, to: to + length } };
}

/** Removes the marks; if only a part of the marked text is selected, only that part loses them. */
function removeMark(state: EditorState, { from, to }: Piece, { open, close }: MarkedRange): Edit[] {
  const sign = state.sliceDoc(open.from, open.to);
  const [before, after] = [state.sliceDoc(open.to, from), state.sliceDoc(to, close.from)];
  const isWritten = (text: string) => /[^\s*_~]/.test(text);
  const isPart = from < to && (isWritten(before) || isWritten(after)) && from >= open.to && to <= close.from;
  const isWord = isPart && state.selection.ranges.every((range) => range.empty);
  if (!isPart || isWord) return [gone(open), gone(close)];
  const head = open.to + before.trimEnd().length;
  const tail = to + (after.length - after.trimStart().length);
  return [
    !isWritten(before) ? gone(open) : { from: head, to: head, insert: sign },
    !isWritten(after) ? gone(close) : { from: tail, to: tail, insert: sign },
  ];
}

const gone = ({ from, to }: Span): Edit => ({ from, to, insert: "" });

/** Marks a piece as a whole and removes the same marks inside it. */
function addMark(piece: Piece, mark: Mark): Edit[] {
  const { from, to } = piece;
  if (from === to) return [{ from, to, insert: mark + mark }];
  if (mark === "`") return asCode(piece);
  const within = inlineNodes(piece, mark).filter((node) => node.from >= from && node.to <= to);
  const cut = within.flatMap(({ open, close }) => [gone(open), gone(close)]);
  const reaches = inlineNodes(piece, mark).filter((node) => node.from < to && node.to > from && !within.includes(node));
  const [left] = reaches.filter((node) => node.from < from);
  const [right] = reaches.filter((node) => node.to > to);
  // A mark that extends into the piece from outside is extended instead of adding a second pair.
  return [
    ...cut,
    left ? gone(left.close) : { from, to: from, insert: mark },
    right ? gone(right.open) : { from: to, to, insert: mark },
  ];
}

/** As code together with the code that it overlaps, with as many backticks as the content requires. */
function asCode(piece: Piece): Edit[] {
  const { from, to, block, text } = piece;
  const over = inlineNodes(piece, "`").filter((node) => node.from < to && node.to > from);
  const [first, last] = [
    Math.min(from, ...over.map((node) => node.from)),
    Math.max(to, ...over.map((node) => node.to)),
  ];
  const signs = over.flatMap(({ open, close }) => [open, close]);
  let content = "";
  let at = first;
  for (const sign of [...signs, { from: last, to: last }]) {
    content += text.slice(at - block, sign.from - block);
    at = sign.to;
  }
  const longest = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const sign = "`".repeat(longest + 1);
  const blank = content.startsWith("`") || content.endsWith("`") ? " " : "";
  return [
    ...signs.map(gone),
    { from: first, to: first, insert: sign + blank },
    { from: last, to: last, insert: blank + sign },
  ];
}
