/** Edits of which only some are suggestions: how pending edits follow them. */
import { applyChanges, type Change, composeChanges, invertChanges, shrinkChanges } from "../text/change";
import { followEdits } from "./follow-edits";
import { type PackedEdits, packEdits, unpackEdits } from "./packed-edits";
import {
  editRanges,
  joinPieces,
  type PendingEdit,
  type PendingEdits,
  pieceLength,
  type ReviewedWrite,
  type UndoResult,
  undoHunks,
  writesOf,
} from "./pending-edits";
import { type ReviewedText, textAfter } from "./reviewed-text";
import { joinRuns, lengthOf, type Run, sliceRuns, textOf, writesIn } from "./runs";
import { isSuggestion } from "./suggestions";

/** The pending edits of a text as an editor has tracked them, with their writes: plain JSON, which can be stored and sent. */
export type TrackedEdits = { pending: PackedEdits; writes: ReviewedWrite[] };

/** Changes that are one suggestion, or what is pending in the text after changes of which only some are suggestions. */
export type Suggested = ReviewedWrite | TrackedEdits;

/** The suggestion that changes are as a whole; undefined if they are none. */
export const oneIn = (suggested: Suggested | undefined): ReviewedWrite | undefined =>
  suggested && "id" in suggested ? suggested : undefined;

/** What is pending after changes of which only some are suggestions; undefined if all are one, or none is any. */
export const mixedIn = (suggested: Suggested | undefined): TrackedEdits | undefined =>
  suggested && "pending" in suggested ? suggested : undefined;

type Tracked = { pending: PendingEdits; writes: readonly Pick<ReviewedWrite, "id">[] };

/** What is suggested after further changes of the `text`, which are nobody's suggestion. What agents wrote there is then known better elsewhere. */
export function moveSuggested(
  suggested: Suggested | undefined,
  text: string,
  changes: readonly Change[],
): Suggested | undefined {
  const mixed = mixedIn(suggested);
  if (mixed === undefined) return suggested;
  const own = editsBy(isSuggestion, unpackEdits(mixed.pending, text) ?? []);
  const reviewed = { slice: (from: number, to: number) => text.slice(from, to), agentOf: (id: string) => id };
  const pending = editsBy(isSuggestion, followEdits(own, reviewed, changes).pending);
  const named = new Set(writesOf(pending));
  return { pending: packEdits(pending), writes: mixed.writes.filter(({ id }) => named.has(id)) };
}

/** The edits to which one of these writes has contributed. */
const editsBy = (isOne: (write: string) => boolean, pending: PendingEdits): PendingEdits =>
  joinPieces(
    pending.map((piece) =>
      typeof piece === "number" || writesIn(piece.now, piece.accepted).some(isOne) ? piece : pieceLength(piece),
    ),
  );

/**
 * Pending edits of a text after changes of which only some are suggestions. `tracked` are those that an editor has for the text after them, with the writes
 * that it has seen. It may not know all that agents have written and the user has decided, but it alone knows the suggestions.
 */
export function addMixedEdits(
  { text, pending, agentOf }: { text: string; pending: PendingEdits; agentOf: ReviewedText["agentOf"] },
  changes: readonly Change[],
  tracked: Tracked,
): PendingEdits {
  const { before, ordinary, add } = splitSuggestions({ text, pending }, changes, tracked);
  const slice = (from: number, to: number) => before.text.slice(from, to);
  return add(followEdits(before.pending, { slice, agentOf }, ordinary).pending);
}

/**
 * Takes the changes of a text that suggest nothing apart from all that the editor has tracked: as in `addMixedEdits`. Returns the text `before` without
 * the edits that the editor knows, and what is pending there; the other changes of it; and a function that adds the tracked edits to what is pending after those.
 */
export function splitSuggestions(
  { text, pending }: { text: string; pending: PendingEdits },
  changes: readonly Change[],
  tracked: Tracked,
): {
  before: { text: string; pending: PendingEdits };
  ordinary: Change[];
  add(pending: PendingEdits): PendingEdits;
} {
  const waiting = new Set(writesOf(pending));
  const seen = new Set([...tracked.writes.map(({ id }) => id), ...writesOf(tracked.pending)]);
  const own = editsBy((write) => isSuggestion(write) || waiting.has(write), tracked.pending);
  const undone = undoEdits(own, () => true).changes;
  const back = undoEdits(pending, ({ now, accepted }) => writesIn(now, accepted).every((write) => seen.has(write)));
  const before = { text: applyChanges(text, back.changes), pending: back.pending };
  const composed = composeChanges(invertChanges(text, back.changes), composeChanges(changes, undone));
  const ordinary = shrinkChanges(before.text, composed);
  const slice = textAfter((from, to) => before.text.slice(from, to), ordinary);
  return { before, ordinary, add: (others) => joinedEdits(others, own, slice) };
}

/** Undoes edits with the words that the user wrote in them, whatever hunks they belong to. */
function undoEdits(pending: PendingEdits, isOne: (edit: PendingEdit) => boolean): UndoResult {
  const none = "";
  const named = pending.map((piece) => (typeof piece !== "number" && isOne(piece) ? { ...piece, hunk: none } : piece));
  return undoHunks(named, [none], "with the user's words");
}

/** An edit with its range in the text without the suggestions. */
type PositionedEdit = { from: number; to: number; edit: PendingEdit; isOwn: boolean };

/** Pending edits of one text, and suggestions to it, as pending edits of the text with the suggestions. Those that overlap become one. */
function joinedEdits(pending: PendingEdits, own: PendingEdits, slice: ReviewedText["slice"]): PendingEdits {
  const placed: PositionedEdit[] = [
    ...editRanges(pending).map((each) => ({ ...each, isOwn: false })),
    ...acceptedRanges(own).map((each) => ({ ...each, isOwn: true })),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  const pieces: (number | PendingEdit)[] = [];
  let at = 0;
  for (let index = 0; index < placed.length; ) {
    const group = [placed[index] as PositionedEdit];
    const { from } = group[0] as PositionedEdit;
    let { to } = group[0] as PositionedEdit;
    for (index += 1; index < placed.length; index++) {
      const next = placed[index] as PositionedEdit;
      if (next.from > to || (next.from === to && (from < to || next.to > next.from))) break;
      group.push(next);
      to = Math.max(to, next.to);
    }
    pieces.push(from - at, ...joinedGroup(group, from, to, slice));
    at = to;
  }
  return joinPieces(pieces);
}

/** The edits with the ranges of their accepted words, in the text in which all are undone. */
function acceptedRanges(pending: PendingEdits): { from: number; to: number; edit: PendingEdit }[] {
  const ranges: { from: number; to: number; edit: PendingEdit }[] = [];
  let at = 0;
  for (const piece of pending) {
    const from = at;
    at += typeof piece === "number" ? piece : lengthOf(piece.accepted);
    if (typeof piece !== "number") ranges.push({ edit: piece, from, to: at });
  }
  return ranges;
}

/** One piece for edits and suggestions that overlap: from all that they accept to all that is there now. Others stay what they are. */
function joinedGroup(
  group: readonly PositionedEdit[],
  from: number,
  to: number,
  slice: ReviewedText["slice"],
): PendingEdits {
  const own = group.filter(({ isOwn }) => isOwn);
  const others = group.filter(({ isOwn }) => !isOwn);
  const [first] = own;
  if (first === undefined || others.length === 0) return group.map(({ edit }) => pieceFor(edit));
  const accepted: Run[] = [];
  const between: Run[] = [];
  let at = from;
  const shared = (end: number) => {
    const run = { text: slice(at, end), by: null };
    accepted.push(run);
    between.push(run);
  };
  for (const { from: start, to: end, edit } of others) {
    shared(start);
    accepted.push(...edit.accepted);
    between.push(...edit.now);
    at = end;
  }
  shared(to);
  const now: Run[] = [];
  at = from;
  for (const { from: start, to: end, edit } of own) {
    now.push(...sliceRuns(between, at - from, start - from), ...edit.now);
    at = end;
  }
  now.push(...sliceRuns(between, at - from, to - from));
  // What a suggestion removed of shared text is the suggestion's.
  const [write = null] = own.flatMap(({ edit }) => writesIn(edit.now, edit.accepted));
  const named = (runs: readonly Run[]) => joinRuns(runs.map((run) => (run.by === null ? { ...run, by: write } : run)));
  return [pieceFor({ hunk: first.edit.hunk, accepted: named(accepted), now: named(now) })];
}

/** The edit; only its length if nothing is left to review, as after a suggestion to remove what an agent had inserted. */
const pieceFor = (edit: PendingEdit): number | PendingEdit =>
  writesIn(edit.now, edit.accepted).length > 0 && textOf(edit.accepted) !== textOf(edit.now)
    ? edit
    : lengthOf(edit.now);
