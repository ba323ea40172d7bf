/**
 * The edits of agents that wait for the user: the difference between what the user last accepted and the text now, in whole
 * words, of what agents wrote. It is worked out from the two texts, and is no log of writes: `follow-edits.ts` keeps it true
 * while both change.
 */
import { bothTexts } from "../text/both-texts";
import type { Change } from "../text/change";
import type { Stretch } from "./compare-window";
import { hasUser, lengthOf, textOf, writesIn } from "./runs";

/** Names a hunk: the edits of one agent that stand close together, kept or undone as one. Another write of it gives a new name. */
export type HunkId = string;

/** Words that read otherwise than the user accepted them; either text may be empty, and they are never equal. */
export type PendingEdit = Stretch & {
  hunk: HunkId;
  /** The user took out all that agents had put in: what the user types here is in its place. */
  isCleared?: true;
};

/**
 * A text in pieces: a number stands for so many characters (UTF-16 units) that are accepted as they are; what follows the
 * last piece is left out. Empty where nothing is pending. Plain JSON, and never longer than what is pending.
 */
export type PendingEdits = readonly (number | PendingEdit)[];

/** One edit of a hunk in the text now: `from`–`to` stands where `removed` stood. */
export type HunkPart = { from: number; to: number; removed: string };

/** A pending hunk in the text now, from its first part to its last. */
export type PendingHunk = {
  id: HunkId;
  from: number;
  to: number;
  parts: HunkPart[];
  /** The writes that had a part in it, the first of its text first. */
  writes: string[];
  /** The user wrote inside it: undoing it would undo words of theirs, so that they are asked. */
  isMixed: boolean;
};

/** An agent's write of which something waits for review. */
export type ReviewedWrite = {
  id: string;
  /** The agent's name. */
  by: string;
  /** The tool's command, as history has it: `patch`, `replace section` … */
  reason: string;
  /** What the user had asked for, where the write is part of an answer. */
  request?: string;
  /** ISO 8601. */
  at: string;
};

/** What became of a hunk that somebody's writing ended: the text reads as accepted, or the user wrote over it. */
export type Ended = { undone: HunkId[]; overwritten: HunkId[] };

/** How many characters of the text now a piece stands for. */
export const pieceLength = (piece: number | PendingEdit): number =>
  typeof piece === "number" ? piece : lengthOf(piece.now);

/** The edits with where they stand in the text now. */
export function placedEdits(pending: PendingEdits): { edit: PendingEdit; from: number; to: number }[] {
  const placed: { edit: PendingEdit; from: number; to: number }[] = [];
  let at = 0;
  for (const piece of pending) {
    const to = at + pieceLength(piece);
    if (typeof piece !== "number") placed.push({ edit: piece, from: at, to });
    at = to;
  }
  return placed;
}

/** The pending hunks in the order of their first parts. */
export function listHunks(pending: PendingEdits): PendingHunk[] {
  const hunks = new Map<HunkId, PendingHunk>();
  for (const { edit, from, to } of placedEdits(pending)) {
    const hunk = hunks.get(edit.hunk) ?? { id: edit.hunk, from, to, parts: [], writes: [], isMixed: false };
    hunks.set(edit.hunk, hunk);
    hunk.to = to;
    hunk.parts.push({ from, to, removed: textOf(edit.accepted) });
    hunk.isMixed ||= hasUser(edit.now) || hasUser(edit.accepted);
    for (const write of writesIn(edit.now, edit.accepted)) if (!hunk.writes.includes(write)) hunk.writes.push(write);
  }
  return [...hunks.values()];
}

/** The names of all hunks, each once. */
export const hunksIn = (pending: readonly (number | { hunk: HunkId })[]): HunkId[] => [
  ...new Set(pending.flatMap((piece) => (typeof piece === "number" ? [] : [piece.hunk]))),
];

/** The writes of which something waits, each once. */
export const writesOf = (pending: PendingEdits): string[] => [
  ...new Set(pending.flatMap((piece) => (typeof piece === "number" ? [] : writesIn(piece.now, piece.accepted)))),
];

/** Hunks that the user accepts as the text has them. */
export function keepHunks(pending: PendingEdits, hunks: Iterable<HunkId>): PendingEdits {
  const kept = new Set(hunks);
  return joinPieces(
    pending.map((piece) => (typeof piece !== "number" && kept.has(piece.hunk) ? pieceLength(piece) : piece)),
  );
}

/**
 * How hunks are undone where the user wrote inside them: not at all (`whole`), with the user's words, or so that the accepted words stand
 * in the text beside them.
 */
export type UndoManner = "whole" | "with the user's words" | "beside the user's words";

/** Changes that undo hunks, what is pending after them, and which hunks they undo and leave. */
export type UndoneEdits = { changes: Change[]; pending: PendingEdits; undone: HunkId[]; left: HunkId[] };

/** Undoes hunks: the changes to the text now that bring the accepted words back. `slice` reads that text, for words beside each other. */
export function undoHunks(
  pending: PendingEdits,
  hunks: Iterable<HunkId>,
  manner: UndoManner = "whole",
  slice: (from: number, to: number) => string = () => "",
): UndoneEdits {
  const wanted = new Set(hunks);
  const found = listHunks(pending).filter(({ id }) => wanted.has(id));
  const left = manner === "whole" ? found.filter(({ isMixed }) => isMixed).map(({ id }) => id) : [];
  const undone = found.map(({ id }) => id).filter((id) => !left.includes(id));
  const gone = new Set(undone);
  /** What is put before a hunk that stays in the text, by where the hunk begins. */
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

/** The accepted words of a hunk and what parts them from its words now. */
function besideNow(pending: PendingEdits, hunk: PendingHunk, slice: (from: number, to: number) => string): string {
  let accepted = "";
  let at = hunk.from;
  for (const { edit, from, to } of placedEdits(pending)) {
    if (edit.hunk !== hunk.id) continue;
    accepted += slice(at, from) + textOf(edit.accepted);
    at = to;
  }
  const now = slice(hunk.from, hunk.to);
  const around = {
    startsLine: hunk.from === 0 || slice(hunk.from - 1, hunk.from) === "\n",
    endsLine: /^\n?$/.test(slice(hunk.to, hunk.to + 1)),
  };
  const both = bothTexts(accepted, now, around);
  return both.slice(0, both.length - now.length);
}

/** Neighbouring numbers as one; nothing after the last edit. */
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

/** Longer kept text between two parts of a hunk is left out where the hunk is put in words. */
const longestGap = 60;

/**
 * What each hunk reads now and what it read before: short text between its parts is in both, longer is an ellipsis. `slice` reads the text
 * now.
 */
export function textsOfHunks(
  pending: PendingEdits,
  slice: (from: number, to: number) => string,
): Map<HunkId, { inserted: string; removed: string }> {
  const found = new Map<HunkId, { inserted: string; removed: string; end: number; adds: boolean; removes: boolean }>();
  for (const { edit, from, to } of placedEdits(pending)) {
    const hunk = found.get(edit.hunk) ?? { inserted: "", removed: "", end: from, adds: false, removes: false };
    found.set(edit.hunk, hunk);
    const gap = from - hunk.end > longestGap ? " … " : slice(hunk.end, from);
    hunk.inserted += gap + textOf(edit.now);
    hunk.removed += gap + textOf(edit.accepted);
    hunk.end = to;
    hunk.adds ||= edit.now.length > 0;
    hunk.removes ||= edit.accepted.length > 0;
  }
  // A hunk that only adds has taken nothing out, whatever lies between its parts.
  return new Map(
    [...found].map(([id, { inserted, removed, adds, removes }]) => [
      id,
      { inserted: adds ? inserted : "", removed: removes ? removed : "" },
    ]),
  );
}

/** Whether pending edits are of this text: every edit reads there as it says. */
export function fits(
  pending: PendingEdits,
  text: { length: number; slice(from: number, to: number): string },
): boolean {
  const placed = placedEdits(pending);
  if ((placed.at(-1)?.to ?? 0) > text.length) return false;
  return placed.every(({ edit, from, to }) => text.slice(from, to) === textOf(edit.now));
}

/** Whether two states of what is pending are the same. */
export const samePending = (a: PendingEdits, b: PendingEdits): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((piece, index) => piece === b[index] || JSON.stringify(piece) === JSON.stringify(b[index])));
