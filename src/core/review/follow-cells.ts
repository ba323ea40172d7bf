/**
 * Updates the pending edits of a spreadsheet after a write. The unit is a cell: cells are compared by address, the words in a cell like
 * those of a text, and a hunk is a group of adjacent cells from one write.
 */
import { difference } from "../diff/difference";
import { type CellLine, cellAreas, cellLine, cellLines, lineOf } from "./cell-lines";
import { addAgentEdits, followEdits } from "./follow-edits";
import {
  type EndedHunks,
  editRanges,
  type HunkId,
  hunksIn,
  joinPieces,
  type PendingEdit,
  type PendingEdits,
  pieceLength,
  writesOf,
} from "./pending-edits";
import type { ReviewedText } from "./reviewed-text";
import { hasUser, joinRuns, type Run, sliceRuns, textOf, USER } from "./runs";

/** The pending edits of a cell: its current text, the text that the user accepted (either may be empty), and the edits between them. */
type CellReview = Pick<CellLine, "key" | "sheet" | "row" | "column"> & {
  hunk: HunkId;
  now: string;
  edits: PendingEdits;
};

/** A cell with pending edits. */
export type PendingCell = Pick<CellLine, "sheet" | "row" | "column"> & { hunk: HunkId; accepted: string; now: string };

/** The cells with pending edits, in the order of the edits. `text` is the text projection. */
export const pendingCells = (pending: PendingEdits, text: string): PendingCell[] =>
  reviewsOf(pending, text, cellLines(text)).map((review) => {
    const { sheet, row, column, hunk, now } = review;
    return { sheet, row, column, hunk, accepted: acceptedIn(review), now };
  });

/** The pending edits after a write by `write` (an agent's), or by anyone else (null). */
export function followCells(
  pending: PendingEdits,
  { before, after, agentOf }: { before: string; after: string; agentOf: ReviewedText["agentOf"] },
  write: string | null,
): EndedHunks & { pending: PendingEdits } {
  if (pending.length === 0 && write === null) return { pending, undone: [], overwritten: [] };
  const then = cellLines(before);
  const now = cellLines(after);
  const reviews = new Map(reviewsOf(pending, before, then).map((review) => [review.key, review]));
  const overwritten = new Set<HunkId>();
  const written: CellReview[] = [];
  const changed = changedKeys(then, now);
  for (const key of changed) {
    const [old, young] = [then.get(key)?.content ?? "", now.get(key)?.content ?? ""];
    const location = now.get(key) ?? then.get(key);
    const review = reviews.get(key);
    if (location === undefined || (write === null && review === undefined)) continue;
    const base = review ?? { ...locationOf(location), hunk: "", now: old, edits: [] };
    const edits =
      write === null
        ? byUser(base, young, agentOf, overwritten)
        : byAgent(base, young, agentOf, write, changed.length > MAX_COMPARED);
    reviews.delete(key);
    if (edits.length === 0) continue;
    const next = { ...base, now: young, edits };
    reviews.set(key, next);
    if (write !== null) written.push(next);
  }
  if (write !== null) nameHunks(written, then, write);
  const next = assembled([...reviews.values()], now, after, () => sheetsOf(acceptedText(pending, before)));
  if (write !== null) return { pending: next, undone: [], overwritten: [] };
  const still = new Set(hunksIn(next));
  const gone = hunksIn(pending).filter((hunk) => !still.has(hunk));
  return {
    pending: next,
    undone: gone.filter((hunk) => !overwritten.has(hunk)),
    overwritten: gone.filter((hunk) => overwritten.has(hunk)),
  };
}

const locationOf = ({ key, sheet, row, column }: CellLine) => ({ key, sheet, row, column });

function changedKeys(then: ReadonlyMap<string, CellLine>, now: ReadonlyMap<string, CellLine>): string[] {
  const keys: string[] = [];
  for (const [key, { content }] of now) if (then.get(key)?.content !== content) keys.push(key);
  for (const key of then.keys()) if (!now.has(key)) keys.push(key);
  return keys;
}

/** The text of a cell, in the form in which `follow-edits.ts` reads it. */
const textIn = (content: string, agentOf: ReviewedText["agentOf"]): ReviewedText => ({
  slice: (from, to) => content.slice(from, to),
  agentOf,
});

/** A write of more cells replaces each of them as a whole: comparing words takes much longer, and nobody reads that many. */
const MAX_COMPARED = 1000;

/** The pending edits of a cell after an agent wrote it. */
function byAgent(
  review: CellReview,
  content: string,
  agentOf: ReviewedText["agentOf"],
  write: string,
  isMany: boolean,
): PendingEdits {
  const { now, edits } = review;
  if (now !== "" && content !== "" && !isMany)
    return addAgentEdits(edits, textIn(now, agentOf), difference(now, content), write);
  const isMixed = edits.some((piece) => typeof piece !== "number" && hasUser(piece.now));
  // The text that the user wrote in the cell is the last accepted text.
  const accepted = isMixed ? now : acceptedIn(review);
  if (accepted === content) return [];
  return [{ hunk: "", accepted: runsOf(accepted, write), now: runsOf(content, write) }];
}

/** The pending edits of a cell after anyone else wrote it: filling or emptying an agent's cell settles its review. */
function byUser(
  review: CellReview,
  content: string,
  agentOf: ReviewedText["agentOf"],
  overwritten: Set<HunkId>,
): PendingEdits {
  const { hunk, now, edits } = review;
  if (now === "" || content === "") {
    if (content !== acceptedIn(review)) overwritten.add(hunk);
    return [];
  }
  const followed = followEdits(edits, textIn(now, agentOf), difference(now, content));
  for (const each of followed.overwritten) overwritten.add(each);
  return inHunk(followed.pending, hunk);
}

/** Puts the edits of a cell into one hunk, whoever wrote them. */
const inHunk = (edits: PendingEdits, hunk: HunkId): PendingEdits =>
  edits.map((piece) => (typeof piece === "number" ? piece : { ...piece, hunk }));

const runsOf = (text: string, by: string): Run[] => joinRuns([{ text, by }]);

const acceptedIn = ({ edits, now }: Pick<CellReview, "edits" | "now">): string => acceptedText(edits, now);

/** The accepted text of a document whose current text is `text`. */
function acceptedText(pending: PendingEdits, text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const piece of pending) {
    parts.push(typeof piece === "number" ? text.slice(at, at + piece) : textOf(piece.accepted));
    at += pieceLength(piece);
  }
  return parts.join("") + text.slice(at);
}

const sheetsOf = (text: string): string[] => [...new Set([...cellLines(text).values()].map(({ sheet }) => sheet))];

/**
 * Names the hunks of a write: groups of adjacent cells. The cells of a sheet that was empty are one hunk, as are all cells of a workbook
 * that was empty.
 */
function nameHunks(written: readonly CellReview[], then: ReadonlyMap<string, CellLine>, write: string): void {
  const sheets = new Set([...then.values()].map(({ sheet }) => sheet));
  const areOne = (sheet: string) => (sheets.size === 0 ? "all" : sheets.has(sheet) ? null : `sheet ${sheet}`);
  for (const [index, area] of cellAreas(written, areOne).entries())
    for (const review of area) {
      review.hunk = `${write}.${index}`;
      review.edits = inHunk(review.edits, review.hunk);
    }
}

/** Groups the edits of a text projection by cell. */
function reviewsOf(pending: PendingEdits, text: string, cells: ReadonlyMap<string, CellLine>): CellReview[] {
  const reviews: CellReview[] = [];
  const lines = [...cells.values()];
  let at = 0;
  for (const { edit, from, to } of editRanges(pending)) {
    while ((lines[at]?.to ?? Number.POSITIVE_INFINITY) <= from) at += 1;
    const cell = lines[at];
    const removed = edit.now.length === 0 ? cellLine(textOf(edit.accepted)) : null;
    if (removed !== null && !cells.has(removed.key)) {
      const accepted = sliceRuns(edit.accepted, removed.start, removed.to - 1);
      reviews.push({
        ...locationOf(removed),
        hunk: edit.hunk,
        now: "",
        edits: [{ hunk: edit.hunk, accepted, now: [] }],
      });
    } else if (cell && edit.accepted.length === 0 && from === cell.from && to === cell.to) {
      const now = sliceRuns(edit.now, cell.start - from, cell.to - 1 - from);
      const { content } = cell;
      reviews.push({
        ...locationOf(cell),
        hunk: edit.hunk,
        now: content,
        edits: [{ hunk: edit.hunk, accepted: [], now }],
      });
    } else if (cell && from >= cell.start && to < cell.to && !hasBreak(edit)) {
      const last = reviews.at(-1);
      const isSame = last?.key === cell.key;
      const review = isSame ? last : { ...locationOf(cell), hunk: edit.hunk, now: cell.content, edits: [] };
      const past = review.edits.reduce<number>((sum, piece) => sum + pieceLength(piece), cell.start);
      review.edits = joinPieces([...review.edits, from - past, { ...edit, hunk: review.hunk }]);
      if (!isSame) reviews.push(review);
    } else return byDifference(pending, text, cells);
  }
  return reviews;
}

const hasBreak = ({ accepted, now }: PendingEdit): boolean =>
  textOf(accepted).includes("\n") || textOf(now).includes("\n");

/** Edits that cross cell boundaries, such as those stored by an earlier version of Galley, converted to edits of the cells that differ. */
function byDifference(pending: PendingEdits, text: string, cells: ReadonlyMap<string, CellLine>): CellReview[] {
  const accepted = cellLines(acceptedText(pending, text));
  const hunk = hunksIn(pending).at(-1) ?? "";
  const write = writesOf(pending).at(-1) ?? "";
  const isMixed = pending.some((piece) => typeof piece !== "number" && (hasUser(piece.now) || hasUser(piece.accepted)));
  // It is no longer known which words are the user's, only that some are.
  const runs = (content: string): Run[] =>
    isMixed && content !== ""
      ? joinRuns([{ text: content.slice(0, 1), by: USER }, ...runsOf(content.slice(1), write)])
      : runsOf(content, write);
  return changedKeys(accepted, cells).flatMap((key) => {
    const [old, young] = [accepted.get(key), cells.get(key)];
    const location = young ?? old;
    if (location === undefined) return [];
    const edit = { hunk, accepted: runsOf(old?.content ?? "", write), now: runs(young?.content ?? "") };
    return [{ ...locationOf(location), hunk, now: young?.content ?? "", edits: [edit] }];
  });
}

/** Combines the edits of all cells into those of the text. Deleted cells keep their position, by sheet, row and column. */
function assembled(
  reviews: readonly CellReview[],
  now: ReadonlyMap<string, CellLine>,
  text: string,
  acceptedSheets: () => string[],
): PendingEdits {
  const waiting = new Map(reviews.map((review) => [review.key, review]));
  const gone = reviews.filter(({ key }) => !now.has(key));
  const sheets = [...new Set([...now.values()].map(({ sheet }) => sheet))];
  if (gone.some(({ sheet }) => !sheets.includes(sheet)))
    for (const [index, sheet] of acceptedSheets().entries())
      if (!sheets.includes(sheet)) sheets.splice(index, 0, sheet);
  const rank = new Map(sheets.map((sheet, index) => [sheet, index]));
  const compare = (a: Pick<CellLine, "sheet" | "row" | "column">, b: Pick<CellLine, "sheet" | "row" | "column">) =>
    (rank.get(a.sheet) ?? sheets.length) - (rank.get(b.sheet) ?? sheets.length) || a.row - b.row || a.column - b.column;
  gone.sort(compare);
  const pieces: (number | PendingEdit)[] = [];
  let next = 0;
  let at = 0;
  const putGone = (cell: CellLine | null) => {
    for (; next < gone.length; next++) {
      const review = gone[next] as CellReview;
      if (cell !== null && compare(review, cell) > 0) return;
      const edits = review.edits.filter((piece): piece is PendingEdit => typeof piece !== "number");
      const accepted = edits.flatMap((edit) => edit.accepted);
      pieces.push({ hunk: review.hunk, accepted: inLine(review.key, accepted), now: [] });
    }
  };
  for (const cell of now.values()) {
    pieces.push(cell.from - at);
    at = cell.from;
    putGone(cell);
    const review = waiting.get(cell.key);
    if (review === undefined) continue;
    if (acceptedIn(review) === "") {
      const edits = review.edits.filter((piece): piece is PendingEdit => typeof piece !== "number");
      const own = edits.flatMap((edit) => edit.now);
      pieces.push({ hunk: review.hunk, accepted: [], now: inLine(review.key, own) });
      at = cell.to;
    } else {
      pieces.push(cell.start - at, ...review.edits);
      at = cell.start + review.edits.reduce<number>((sum, piece) => sum + pieceLength(piece), 0);
    }
  }
  pieces.push(Math.max(0, text.length - at));
  putGone(null);
  return joinPieces(pieces);
}

/** Extends the runs of a cell's content to its whole line. */
function inLine(key: string, runs: readonly Run[]): Run[] {
  const line = lineOf(key, "");
  return joinRuns([
    { text: line.slice(0, -1), by: runs[0]?.by ?? null },
    ...runs,
    { text: line.slice(-1), by: runs.at(-1)?.by ?? null },
  ]);
}
