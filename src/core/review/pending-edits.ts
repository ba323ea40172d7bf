/**
 * Pending edits: agents' edits that the user has not reviewed yet. They are the difference in whole words between the text that the user
 * last accepted and the current text, not a log of writes; `follow-edits.ts` updates them while both texts change.
 */

import type { Change } from "../text/change";
import { joinTexts } from "../text/join-texts";
import type { Stretch } from "./compare-window";
import { hasUser, lengthOf, textOf, writesIn } from "./runs";

/**
 * Names a hunk: edits of one agent, or of one suggestion, that are close together and are kept or undone as one. It begins with the id of the write that
 * it is named after. It changes when the agent writes there again, but not while the user goes on with a suggestion: a decision on one is about its text
 * at that moment (`wordsOfHunks`). Once a hunk of a suggestion was kept, the suggestion goes on under another id, so that no name is used again.
 */
export type HunkId = string;

/** Words that differ from the accepted ones. Either text may be empty; they are never equal. */
export type PendingEdit = Stretch & {
  hunk: HunkId;
  /** The user deleted everything that agents had inserted; what the user types there replaces it. */
  isCleared?: true;
};

/**
 * A text in pieces: a number is that many characters (UTF-16 units) of accepted text; the text after the last piece is left out. Empty if
 * nothing is pending. Plain JSON, and never longer than the pending text.
 */
export type PendingEdits = readonly (number | PendingEdit)[];

/** One edit of a hunk in the current text: `from`–`to` replaces `removed`. */
export type HunkPart = { from: number; to: number; removed: string };

/** A pending hunk in the current text, from its first part to its last. */
export type PendingHunk = {
  id: HunkId;
  from: number;
  to: number;
  parts: HunkPart[];
  /** The writes that contributed to it, in text order. */
  writes: string[];
  /** The user wrote inside it. Undoing it would undo the user's words, so the user is asked. */
  isMixed: boolean;
};

/** An agent's write that is at least partly pending. */
export type ReviewedWrite = {
  id: string;
  /** The agent's name. */
  by: string;
  /** The tool's command, as in the history: `patch`, `replace section` …, and the agent's note: see `reason-note.ts`. */
  reason: string;
  /** The user's request, if the write is part of an answer. */
  request?: string;
  /** ISO 8601. */
  at: string;
};

/** Hunks that a write ended: either the text equals the accepted text again, or the user overwrote it. */
export type EndedHunks = { undone: HunkId[]; overwritten: HunkId[] };

/** How many characters of the current text a piece covers. */
export const pieceLength = (piece: number | PendingEdit): number =>
  typeof piece === "number" ? piece : lengthOf(piece.now);

/** The hunk id of edits that have none yet. */
export const unnamed: HunkId = "";

/** A pending edit and its range in the text with the edits. */
export type EditRange = ReturnType<typeof editRanges>[number];

const knownRanges = new WeakMap<PendingEdits, readonly { edit: PendingEdit; from: number; to: number }[]>();

/** The edits with their ranges in the current text. They are computed once for each list of edits, which never changes. */
export function editRanges(pending: PendingEdits): readonly { edit: PendingEdit; from: number; to: number }[] {
  const known = knownRanges.get(pending);
  if (known !== undefined) return known;
  const ranges: { edit: PendingEdit; from: number; to: number }[] = [];
  let at = 0;
  for (const piece of pending) {
    const to = at + pieceLength(piece);
    if (typeof piece !== "number") ranges.push({ edit: piece, from: at, to });
    at = to;
  }
  knownRanges.set(pending, ranges);
  return ranges;
}

/** The index of the first edit that ends at or after an offset. */
export function firstReaching(ranges: readonly EditRange[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as EditRange).to < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is asked of every edit again and again; edits never change. */
type EditFacts = { removed: string; writes: readonly string[]; isMixed: boolean };
const knownFacts = new WeakMap<PendingEdit, EditFacts>();

function factsOf(edit: PendingEdit): EditFacts {
  const known = knownFacts.get(edit);
  if (known !== undefined) return known;
  const { accepted, now } = edit;
  const facts = {
    removed: textOf(accepted),
    writes: writesIn(now, accepted),
    isMixed: hasUser(now) || hasUser(accepted),
  };
  knownFacts.set(edit, facts);
  return facts;
}

/** The pending hunks in the order of their first parts. */
export function listHunks(pending: PendingEdits): PendingHunk[] {
  const hunks = new Map<HunkId, PendingHunk>();
  for (const { edit, from, to } of editRanges(pending)) {
    const hunk = hunks.get(edit.hunk) ?? { id: edit.hunk, from, to, parts: [], writes: [], isMixed: false };
    hunks.set(edit.hunk, hunk);
    hunk.to = to;
    const { removed, writes, isMixed } = factsOf(edit);
    hunk.parts.push({ from, to, removed });
    hunk.isMixed ||= isMixed;
    for (const write of writes) if (!hunk.writes.includes(write)) hunk.writes.push(write);
  }
  return [...hunks.values()];
}

/** The names of all hunks, each once. */
export const hunksIn = (pending: readonly (number | { hunk: HunkId })[]): HunkId[] => [
  ...new Set(pending.flatMap((piece) => (typeof piece === "number" ? [] : [piece.hunk]))),
];

/** The writes that are at least partly pending, each once. */
export const writesOf = (pending: PendingEdits): string[] => [
  ...new Set(pending.flatMap((piece) => (typeof piece === "number" ? [] : factsOf(piece).writes))),
];

/** Whether all of these writes are pending. The search ends with the last one that is found. */
export function areAllPending(pending: PendingEdits, writes: readonly { id: string }[]): boolean {
  const missing = new Set(writes.map(({ id }) => id));
  for (const piece of pending) {
    if (missing.size === 0) break;
    if (typeof piece !== "number") for (const write of factsOf(piece).writes) missing.delete(write);
  }
  return missing.size === 0;
}

/** The write that a hunk is named after. */
export const writeOfHunk = (hunk: HunkId): string =>
  hunk.includes("/") ? hunk.slice(hunk.lastIndexOf("/") + 1) : hunk.slice(0, hunk.lastIndexOf("."));

/** The writes with one more. The entry of a write that is there already stays: a suggestion is written again while the user goes on with it. */
export const withWrite = (writes: readonly ReviewedWrite[], write: ReviewedWrite): readonly ReviewedWrite[] =>
  writes.some(({ id }) => id === write.id) ? writes : [...writes, write];

/** What each hunk removes and inserts, as one text to compare. */
export function wordsOfHunks(pending: PendingEdits): Map<HunkId, string> {
  const words = new Map<HunkId, string>();
  for (const piece of pending)
    if (typeof piece !== "number")
      words.set(piece.hunk, [words.get(piece.hunk) ?? "", textOf(piece.accepted), textOf(piece.now)].join("\u0000"));
  return words;
}

/** Accepts hunks as they are in the text. */
export function keepHunks(pending: PendingEdits, hunks: Iterable<HunkId>): PendingEdits {
  const kept = new Set(hunks);
  return joinPieces(
    pending.map((piece) => (typeof piece !== "number" && kept.has(piece.hunk) ? pieceLength(piece) : piece)),
  );
}

/**
 * How to undo a hunk in which the user wrote: not at all (`whole`), together with the user's words, or by inserting the accepted words
 * beside them.
 */
export type UndoManner = "whole" | "with the user's words" | "beside the user's words";

/** Changes that undo hunks, the pending edits after them, and which hunks are undone and which are left. */
export type UndoResult = { changes: Change[]; pending: PendingEdits; undone: HunkId[]; left: HunkId[] };

/** Undoes hunks: changes of the current text that restore the accepted words. `slice` reads that text, for words beside each other. */
export function undoHunks(
  pending: PendingEdits,
  hunks: Iterable<HunkId>,
  manner: UndoManner = "whole",
  slice: (from: number, to: number) => string = () => "",
): UndoResult {
  const wanted = new Set(hunks);
  const found = listHunks(pending).filter(({ id }) => wanted.has(id));
  const left = manner === "whole" ? found.filter(({ isMixed }) => isMixed).map(({ id }) => id) : [];
  const undone = found.map(({ id }) => id).filter((id) => !left.includes(id));
  const gone = new Set(undone);
  /** The text to insert before each hunk that stays in the text, by the start of the hunk. */
  const beside = new Map(
    manner !== "beside the user's words"
      ? []
      : found.filter(({ isMixed }) => isMixed).map((hunk) => [hunk.id, besideNow(pending, hunk, slice)]),
  );
  const changes: Change[] = [];
  const write = (from: number, to: number, insert: string): void => {
    const last = changes.at(-1);
    if (last?.to === from) changes[changes.length - 1] = { from: last.from, to, insert: last.insert + insert };
    else changes.push({ from, to, insert });
  };
  let at = 0;
  const rest = pending.flatMap((piece): (number | PendingEdit)[] => {
    const from = at;
    at += pieceLength(piece);
    if (typeof piece === "number" || !gone.has(piece.hunk)) return [piece];
    const put = beside.get(piece.hunk);
    if (put !== undefined) {
      beside.set(piece.hunk, "");
      if (put !== "") write(from, from, put);
      return [put.length + pieceLength(piece)];
    }
    const insert = textOf(piece.accepted);
    write(from, at, insert);
    return [insert.length];
  });
  return { changes, pending: joinPieces(rest), undone, left };
}

/** The accepted words of a hunk, and what separates them from its current words. */
function besideNow(pending: PendingEdits, hunk: PendingHunk, slice: (from: number, to: number) => string): string {
  let accepted = "";
  let at = hunk.from;
  for (const { edit, from, to } of editRanges(pending)) {
    if (edit.hunk !== hunk.id) continue;
    accepted += slice(at, from) + textOf(edit.accepted);
    at = to;
  }
  const now = slice(hunk.from, hunk.to);
  const context = {
    startsLine: hunk.from === 0 || slice(hunk.from - 1, hunk.from) === "\n",
    endsLine: /^\n?$/.test(slice(hunk.to, hunk.to + 1)),
  };
  const both = joinTexts(accepted, now, context);
  return both.slice(0, both.length - now.length);
}

/** Joins adjacent numbers, and drops those after the last edit. */
export function joinPieces(pieces: PendingEdits): PendingEdits {
  const joined: (number | PendingEdit)[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece === 0) continue;
    if (typeof piece === "number" && typeof last === "number") joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  if (typeof joined.at(-1) === "number") joined.pop();
  return joined;
}

/** Longer unchanged text between two parts of a hunk is shortened when the hunk is described. */
const MAX_GAP = 60;

/**
 * The current and the accepted text of each hunk. Short text between its parts is included in both, longer text is an ellipsis. `slice`
 * reads the current text.
 */
export function textsOfHunks(
  pending: PendingEdits,
  slice: (from: number, to: number) => string,
): Map<HunkId, { inserted: string; removed: string }> {
  const found = new Map<HunkId, { inserted: string; removed: string; end: number; adds: boolean; removes: boolean }>();
  for (const { edit, from, to } of editRanges(pending)) {
    const hunk = found.get(edit.hunk) ?? { inserted: "", removed: "", end: from, adds: false, removes: false };
    found.set(edit.hunk, hunk);
    const gap = from - hunk.end > MAX_GAP ? " … " : slice(hunk.end, from);
    hunk.inserted += gap + textOf(edit.now);
    hunk.removed += gap + textOf(edit.accepted);
    hunk.end = to;
    hunk.adds ||= edit.now.length > 0;
    hunk.removes ||= edit.accepted.length > 0;
  }
  // A hunk that only inserts has removed nothing, whatever is between its parts.
  return new Map(
    [...found].map(([id, { inserted, removed, adds, removes }]) => [
      id,
      { inserted: adds ? inserted : "", removed: removes ? removed : "" },
    ]),
  );
}

/** Whether pending edits belong to this text: the text of every edit is in it. */
export function fits(
  pending: PendingEdits,
  text: { length: number; slice(from: number, to: number): string },
): boolean {
  const ranges = editRanges(pending);
  if ((ranges.at(-1)?.to ?? 0) > text.length) return false;
  return ranges.every(({ edit, from, to }) => text.slice(from, to) === textOf(edit.now));
}

/** Whether two lists of pending edits are equal. */
export const samePending = (a: PendingEdits, b: PendingEdits): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((piece, index) => piece === b[index] || JSON.stringify(piece) === JSON.stringify(b[index])));
