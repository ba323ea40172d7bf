/**
 * What agents wrote and nobody has looked at yet, as it stands in today's text. What a hunk inserted is visible, what
 * it removed is kept beside its place, so that undoing it is exact whatever was written around and into it since.
 */
import type { Change } from "./change";

/** Names a hunk: the changes of one write that stand close together, and are kept or undone together. */
export type HunkId = string;

/** Text that a hunk inserted, that one removed, or that one inserted and another removed. Removed text is not visible. */
export type PendingPiece = { text: string; insertedBy: HunkId | null; removedBy: HunkId | null };

/**
 * A text in pieces: a number stands for so many characters (UTF-16 units) that wait for nobody; what follows the last
 * piece is left out. Empty where nothing is pending. Plain JSON, and never longer than what is pending.
 */
export type PendingHunks = readonly (number | PendingPiece)[];

/** One part of a hunk in today's text: a span that it inserted, or what it removed at a place. */
export type HunkPart = { from: number; to: number; removed: string };

/** A pending hunk in today's text, from its first part to its last. */
export type PendingHunk = { id: HunkId; from: number; to: number; parts: HunkPart[] };

/** An agent's write of which something waits for review. */
export type ReviewedWrite = {
  /** Its hunks are named after it: `id.0`, `id.1` … */
  id: string;
  by: string;
  /** The tool's command, as history has it: `patch`, `replace section` … */
  reason: string;
  /** What the person had asked for, where the write is part of an answer. */
  request?: string;
  /** ISO 8601. */
  at: string;
};

/** What somebody else's writing made of the pending hunks. */
export type Followed = {
  pending: PendingHunks;
  /** Of which nothing is left: the text is again as it was before them. */
  undone: HunkId[];
  /** Of which nothing is left: somebody wrote over them. They can no longer be undone. */
  overwritten: HunkId[];
};

/** What stands at a change: hidden pieces at both of its ends, and what it replaces with the hidden pieces inside. */
type Spot = { change: Change; before: PendingPiece[]; replaced: (number | PendingPiece)[]; after: PendingPiece[] };

/** The write that a hunk is part of: its hunks are called `write.0`, `write.1` … */
export const writeOf = (hunk: HunkId): string => hunk.slice(0, hunk.lastIndexOf("."));

const isHidden = (piece: number | PendingPiece): piece is PendingPiece & { removedBy: HunkId } =>
  typeof piece !== "number" && piece.removedBy !== null;

const lengthOf = (piece: number | PendingPiece): number => (typeof piece === "number" ? piece : piece.text.length);

/**
 * Which changes of one write belong to one hunk: the index of its hunk for each. Changes on the same line or on
 * neighbouring ones stay together. `slice` reads the text before the changes.
 */
export function hunkOfEach(slice: (from: number, to: number) => string, changes: readonly Change[]): number[] {
  let hunk = -1;
  let end = 0;
  return changes.map(({ from, to }, index) => {
    if (index === 0 || breaksBetween(slice, end, from) > 1) hunk += 1;
    end = to;
    return hunk;
  });
}

const breaksBetween = (slice: (from: number, to: number) => string, from: number, to: number): number =>
  to - from > 4000 ? 2 : slice(from, to).split("\n", 3).length - 1;

/**
 * An agent's write, which waits for review from now on. `hunks` names the hunk of each change; `slice` reads the text
 * before it. What a hunk itself inserted and now takes out again is no longer pending.
 */
export function addPending(
  pending: PendingHunks,
  slice: (from: number, to: number) => string,
  changes: readonly Change[],
  hunks: readonly HunkId[],
): PendingHunks {
  const joined = joinTouching(changes, hunks);
  let next = 0;
  return rewrite(pending, joined.changes, ({ change, before, replaced, after }, follower) => {
    const hunk = joined.hunks[next] as HunkId;
    next += 1;
    let at = change.from;
    const removed = replaced.flatMap((piece): PendingPiece[] => {
      if (isHidden(piece)) return [piece];
      const from = at;
      at += lengthOf(piece);
      if (typeof piece === "number") return [{ text: slice(from, at), insertedBy: null, removedBy: hunk }];
      return piece.insertedBy === hunk ? [] : [{ ...piece, removedBy: hunk }];
    });
    const inserted = { text: change.insert, insertedBy: hunk, removedBy: null };
    return placed([...before, ...removed], inserted, after, follower);
  });
}

/** What anybody else wrote: the person, another program, an agent whose writes need no review. */
export function followPending(pending: PendingHunks, changes: readonly Change[]): Followed {
  if (pending.length === 0) return { pending, undone: [], overwritten: [] };
  const decidedOn = new Set<HunkId>();
  const next = rewrite(pending, joinTouching(changes).changes, (spot, follower) => {
    const back = takenBack(spot);
    if (back !== null) return back;
    const { change, before, replaced, after } = spot;
    // Who writes something else over what a hunk put there has decided about what the hunk took out as well.
    const over = new Set(change.insert === "" ? [] : replaced.flatMap(insertedIn));
    for (const hunk of [...over, ...replaced.filter(isHidden).map(({ removedBy }) => removedBy)]) {
      if (hunk !== null) decidedOn.add(hunk);
    }
    const isLeft = ({ removedBy }: PendingPiece) => removedBy === null || !over.has(removedBy);
    return placed(before.filter(isLeft), change.insert.length, after.filter(isLeft), follower);
  });
  const still = new Set(hunksIn(next));
  const gone = hunksIn(pending).filter((hunk) => !still.has(hunk));
  return {
    pending: next,
    undone: gone.filter((hunk) => !decidedOn.has(hunk)),
    overwritten: gone.filter((hunk) => decidedOn.has(hunk)),
  };
}

/**
 * Takes hunks back: the changes to today's text that leave it as if none of them had ever been written, with everything
 * that others wrote around and into them, and what is pending after them. No changes where none of them is pending.
 */
export function undoHunks(
  pending: PendingHunks,
  hunks: Iterable<HunkId>,
): { changes: Change[]; pending: PendingHunks } {
  const gone: ReadonlySet<HunkId | null> = new Set(hunks);
  const changes: Change[] = [];
  const out = builder();
  let at = 0;
  const write = (from: number, to: number, insert: string) => {
    const last = changes.at(-1);
    if (last && last.to === from) changes[changes.length - 1] = { from: last.from, to, insert: last.insert + insert };
    else changes.push({ from, to, insert });
  };
  for (const piece of pending) {
    const to = isHidden(piece) ? at : at + lengthOf(piece);
    if (typeof piece === "number") out.add(piece);
    else if (gone.has(piece.insertedBy)) {
      if (piece.removedBy === null) write(at, to, "");
    } else if (gone.has(piece.removedBy)) {
      write(at, at, piece.text);
      out.add({ ...piece, removedBy: null });
    } else out.add(piece);
    at = to;
  }
  return { changes, pending: out.done() };
}

/** Hunks that the person keeps: their text stays as it is, and waits for nobody any more. */
export function keepHunks(pending: PendingHunks, hunks: Iterable<HunkId>): PendingHunks {
  const kept: ReadonlySet<HunkId | null> = new Set(hunks);
  const out = builder();
  for (const piece of pending) {
    if (typeof piece === "number") out.add(piece);
    else if (!kept.has(piece.removedBy)) out.add(kept.has(piece.insertedBy) ? { ...piece, insertedBy: null } : piece);
  }
  return out.done();
}

/** The pending hunks in the order of their first parts. */
export function listHunks(pending: PendingHunks): PendingHunk[] {
  const hunks = new Map<HunkId, PendingHunk>();
  let at = 0;
  const part = (id: HunkId, from: number, to: number, removed: string) => {
    const hunk = hunks.get(id) ?? { id, from, to, parts: [] };
    hunks.set(id, hunk);
    hunk.to = to;
    const last = hunk.parts.at(-1);
    if (last && last.to === from && (last.from === from || removed === "")) {
      hunk.parts[hunk.parts.length - 1] = { from: last.from, to, removed: last.removed + removed };
    } else hunk.parts.push({ from, to, removed });
  };
  for (const piece of pending) {
    const to = isHidden(piece) ? at : at + lengthOf(piece);
    if (typeof piece !== "number") {
      if (piece.removedBy !== null) part(piece.removedBy, at, at, piece.text);
      else if (piece.insertedBy !== null) part(piece.insertedBy, at, to, "");
    }
    at = to;
  }
  return [...hunks.values()];
}

/** The names of all hunks of which something is left, each once. */
export const hunksIn = (pending: PendingHunks): HunkId[] => [
  ...new Set(
    pending.flatMap((piece) =>
      typeof piece === "number" ? [] : [piece.insertedBy ?? [], piece.removedBy ?? []].flat(),
    ),
  ),
];

/** What a hunk put into the text and what it took out, so far as either is left. */
export function textOfHunk(pending: PendingHunks, hunk: HunkId): { inserted: string; removed: string } {
  let [inserted, removed] = ["", ""];
  for (const piece of pending) {
    if (typeof piece === "number") continue;
    if (piece.insertedBy === hunk) inserted += piece.text;
    if (piece.removedBy === hunk) removed += piece.text;
  }
  return { inserted, removed };
}

const insertedIn = (piece: number | PendingPiece): HunkId[] =>
  typeof piece === "number" || piece.insertedBy === null || piece.removedBy !== null ? [] : [piece.insertedBy];

/**
 * What is left where a change puts back the very text that a hunk took out, as the editor's undo and the restoring of a
 * version do; null where it does anything else.
 */
function takenBack({ change, before, replaced, after }: Spot): (number | PendingPiece)[] | null {
  if (change.insert === "" || replaced.some((piece) => !isHidden(piece) && insertedIn(piece).length === 0)) return null;
  const hidden = [...before, ...replaced, ...after].filter(isHidden);
  for (let first = 0; first < hidden.length; first++) {
    let text = "";
    for (let last = first; last < hidden.length && text.length < change.insert.length; last++) {
      text += (hidden[last] as PendingPiece).text;
      if (text !== change.insert) continue;
      return hidden.map((piece, at) => (at >= first && at <= last ? { ...piece, removedBy: null } : piece));
    }
  }
  return null;
}

/**
 * New text among the hidden pieces of its place: behind them, but before what was replaced by the text that follows, which
 * stays beside it.
 */
function placed(
  before: readonly PendingPiece[],
  inserted: number | PendingPiece,
  after: readonly PendingPiece[],
  follower: number | PendingPiece | undefined,
): (number | PendingPiece)[] {
  if (after.length > 0 || follower === undefined || typeof follower === "number")
    return [...before, inserted, ...after];
  let at = before.length;
  while (at > 0 && before[at - 1]?.removedBy === follower.insertedBy) at -= 1;
  // What the same hunk inserts goes on with its own text.
  const isOwn = typeof inserted !== "number" && inserted.insertedBy === follower.insertedBy;
  return isOwn ? [...before, inserted] : [...before.slice(0, at), inserted, ...before.slice(at)];
}

/** Changes that touch as one; each hunk is named by the first of them. */
function joinTouching(changes: readonly Change[], hunks: readonly HunkId[] = []) {
  const joined: Change[] = [];
  const names: HunkId[] = [];
  for (const [index, change] of changes.entries()) {
    const last = joined.at(-1);
    if (last && last.to === change.from) {
      joined[joined.length - 1] = { from: last.from, to: change.to, insert: last.insert + change.insert };
    } else {
      joined.push(change);
      names.push(hunks[index] ?? "");
    }
  }
  return { changes: joined, hunks: names };
}

/** Goes through the pieces once and puts in place of each change what `replace` makes of its spot. */
function rewrite(
  pending: PendingHunks,
  changes: readonly Change[],
  replace: (spot: Spot, follower: number | PendingPiece | undefined) => (number | PendingPiece)[],
): PendingHunks {
  const out = builder();
  let index = 0;
  let piece: number | PendingPiece | undefined = pending[0];
  let at = 0;
  /** Takes what is visible up to a place, and the hidden pieces before it; those at the place itself stay. */
  const takeTo = (end: number, take: (piece: number | PendingPiece) => void) => {
    while (at < end) {
      if (piece === undefined) {
        take(end - at);
        at = end;
        return;
      }
      const length = isHidden(piece) ? 0 : lengthOf(piece);
      if (at + length <= end) {
        take(piece);
        at += length;
        index += 1;
        piece = pending[index];
        continue;
      }
      const cut = end - at;
      take(typeof piece === "number" ? cut : { ...piece, text: piece.text.slice(0, cut) });
      piece = typeof piece === "number" ? piece - cut : { ...piece, text: piece.text.slice(cut) };
      at = end;
    }
  };
  const takeHidden = (): PendingPiece[] => {
    const hidden: PendingPiece[] = [];
    for (; piece !== undefined && isHidden(piece); index += 1, piece = pending[index]) hidden.push(piece);
    return hidden;
  };
  for (const change of changes) {
    takeTo(change.from, out.add);
    const before = takeHidden();
    const replaced: (number | PendingPiece)[] = [];
    takeTo(change.to, (each) => replaced.push(each));
    const after = change.to > change.from ? takeHidden() : [];
    for (const each of replace({ change, before, replaced, after }, piece)) out.add(each);
  }
  for (; piece !== undefined; index += 1, piece = pending[index]) out.add(piece);
  return out.done();
}

/** Puts pieces together: neighbours of a kind become one, what is empty is left out. */
function builder() {
  const pieces: (number | PendingPiece)[] = [];
  const add = (piece: number | PendingPiece): void => {
    if (lengthOf(piece) === 0) return;
    const last = pieces.at(-1);
    if (typeof piece === "number" || (piece.insertedBy === null && piece.removedBy === null)) {
      if (typeof last === "number") pieces[pieces.length - 1] = last + lengthOf(piece);
      else pieces.push(lengthOf(piece));
    } else if (typeof last === "object" && last.insertedBy === piece.insertedBy && last.removedBy === piece.removedBy) {
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    } else pieces.push(piece);
  };
  return {
    add,
    done(): PendingHunks {
      if (typeof pieces.at(-1) === "number") pieces.pop();
      return pieces;
    },
  };
}
