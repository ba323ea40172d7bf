import { invertedEffects } from "@codemirror/commands";
import {
  type ChangeSet,
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import { addAgentEdits, followEdits } from "../../../core/review/follow-edits";
import {
  areAllPending,
  type EditRange,
  editRanges,
  firstReaching,
  fits,
  hunksIn,
  joinPieces,
  keepHunks,
  listHunks,
  type PendingEdit,
  type PendingEdits,
  pieceLength,
  samePending,
  withWrite,
  writeOfHunk,
  writesOf,
} from "../../../core/review/pending-edits";
import type { ReviewedText } from "../../../core/review/reviewed-text";
import { continuedId, hunkOwner, isSuggestion } from "../../../core/review/suggestions";
import type { ReviewedWrite } from "../../../shared/contract";
import { toChanges } from "../text/change-sets";
import { type EditsOfRange, movedEdits } from "./moved-edits";
import type { DocumentReview } from "./review-host";

/** Replaces the review; null: nothing is pending. */
export const setReview = StateEffect.define<DocumentReview | null>();

/** On the transaction of an agent's write or of the user's suggestion, which is pending review from now on. */
export const addAgentWrite = StateEffect.define<PendingWrite>();

type PendingWrite = { path: string; write: ReviewedWrite };

/** The user keeps these hunks. */
export const acceptHunks = StateEffect.define<readonly string[]>();

/** The pending edits in a range of the text that a change removed, for the undo that restores the text, or moved. */
type RemovedEdits = EditsOfRange & { path: string; writes: readonly ReviewedWrite[] };

const restoreEdits = StateEffect.define<RemovedEdits>({
  map: (removed, changes) => ({
    ...removed,
    from: changes.mapPos(removed.from, 1),
    to: changes.mapPos(removed.to, -1),
  }),
});

/**
 * On undo and redo of a suggestion or an agent's write: the review of the text before (null: it is not kept), if exactly that
 * text is back. If others have written since, undo and redo are further changes of the suggestion: the text before it is never lost.
 */
const restoreReview = StateEffect.define<
  PendingWrite & { before: { doc: Text; review: DocumentReview | null } | null }
>();

/** With more pieces than this, no whole review is kept for undo. */
const MAX_KEPT = 2_000;

/** Effects of the user's edits, undo and redo that other editors of the document must receive. */
export const isReviewEffect = (effect: StateEffect<unknown>): boolean =>
  effect.is(restoreEdits) || effect.is(restoreReview) || effect.is(addAgentWrite);

/**
 * The hunks that the user has kept, and the writes that they are named after: an undo of what was typed before does not make them pending again. The
 * document's `DocumentReviewClient` gives each of its editors all of them.
 */
const accepted = StateField.define<{ hunks: ReadonlySet<string>; writes: ReadonlySet<string> }>({
  create: () => ({ hunks: new Set(), writes: new Set() }),
  update(known, { effects }) {
    const kept = effects.flatMap((effect) => (effect.is(acceptHunks) ? effect.value : []));
    // What main says is pending is pending again, as after the user took a decision back.
    const pendingAgain = effects.flatMap((effect) =>
      effect.is(setReview) ? hunksIn(effect.value?.pending ?? []) : [],
    );
    const isSame = kept.length === 0 && !pendingAgain.some((hunk) => known.hunks.has(hunk));
    if (isSame) return known;
    const hunks = new Set([...known.hunks, ...kept]);
    for (const hunk of pendingAgain) hunks.delete(hunk);
    return { hunks, writes: new Set([...known.writes, ...kept.map(writeOfHunk)]) };
  },
});

/** The pending edits in the current text. Every transaction maps them, by the same rules as in main. */
export const reviewField = StateField.define<DocumentReview | null>({
  create: () => null,
  update(review, transaction) {
    let next = review;
    for (const effect of transaction.effects) if (effect.is(setReview)) return effect.value;
    if (transaction.docChanged) {
      const exact = keptReview(transaction);
      const restored = exact || pendingWrite(transaction) ? null : restoreFromHistory(next, transaction);
      next = exact ? exact.review : (restored ?? followChange(next, transaction));
      if ((exact || restored) && next !== null)
        next = withPending(next, keepHunks(next.pending, transaction.startState.field(accepted).hunks));
    }
    for (const effect of transaction.effects)
      if (effect.is(acceptHunks)) next = withPending(next, next ? keepHunks(next.pending, effect.value) : []);
    return next;
  },
});

/** The pending edits of an editor; null if there are none. */
export const reviewIn = (state: EditorState): DocumentReview | null => state.field(reviewField, false) ?? null;

/** The review state of an editor: pending edits follow the text, and undo and redo restore them. */
export const reviewState = (): Extension => [
  accepted,
  reviewField,
  EditorState.transactionExtender.of((transaction) => {
    const review = reviewIn(transaction.startState);
    if (review === null || !transaction.isUserEvent("move") || transaction.effects.some(isReviewEffect)) return null;
    const { path, pending, writes } = review;
    const moved = movedEdits(pending, transaction.startState.doc, transaction.changes);
    return { effects: moved.map((edits) => restoreEdits.of({ ...edits, path, writes })) };
  }),
  invertedEffects.of((transaction) => editsRemovedBy(transaction).map((removed) => restoreEdits.of(removed))),
  invertedEffects.of((transaction) => {
    const { startState, docChanged, effects } = transaction;
    const step = effects.find((effect) => effect.is(addAgentWrite) || effect.is(restoreReview));
    if (step === undefined || !docChanged) return [];
    const { path, write } = pendingWrite(transaction) ?? (step.value as PendingWrite);
    const review = reviewIn(startState);
    const isKept = (review?.pending.length ?? 0) <= MAX_KEPT;
    return [restoreReview.of({ path, write, before: isKept ? { doc: startState.doc, review } : null })];
  }),
];

/** A review with other pending edits and the writes that they refer to; null if there are none. */
function withPending(review: DocumentReview | null, pending: PendingEdits): DocumentReview | null {
  if (review === null || pending.length === 0) return null;
  if (pending === review.pending) return review;
  if (areAllPending(pending, review.writes)) return { ...review, pending, hunks: listHunks(pending) };
  const named = new Set(writesOf(pending));
  const writes = review.writes.filter(({ id }) => named.has(id));
  return { ...review, pending, hunks: listHunks(pending), writes };
}

/** An editor's text in the form that `followEdits` takes. */
export function reviewedDoc(doc: Text, writes: readonly ReviewedWrite[]): ReviewedText & { length: number } {
  const agentOf = (id: string) => {
    const write = writes.find((each) => each.id === id);
    return write ? hunkOwner(write) : "";
  };
  return { length: doc.length, slice: (from, to) => doc.sliceString(from, Math.min(to, doc.length)), agentOf };
}

/**
 * The write under which a transaction's changes are pending; null if they are the user's own, or need no review. Once a hunk of a suggestion was kept,
 * its other hunks are pending under another id.
 */
export function pendingWrite({ effects, startState }: Transaction): PendingWrite | null {
  for (const effect of effects) {
    if (effect.is(addAgentWrite) || (effect.is(restoreReview) && isSuggestion(effect.value.write.id))) {
      const { path, write } = effect.value;
      let { id } = write;
      const { writes } = startState.field(accepted);
      while (isSuggestion(id) && writes.has(id)) id = continuedId(id);
      return { path, write: id === write.id ? write : { ...write, id } };
    }
  }
  return null;
}

/** Whether a transaction is an undo or redo of a suggestion or an agent's write. */
export const isReviewRestored = ({ effects }: Transaction): boolean =>
  effects.some((effect) => effect.is(restoreReview));

function followChange(review: DocumentReview | null, transaction: Transaction): DocumentReview | null {
  const { startState, changes } = transaction;
  const wrote = pendingWrite(transaction);
  if (review === null && wrote === null) return null;
  const spans = toChanges(changes);
  if (wrote === null)
    return (
      review &&
      withPending(review, followEdits(review.pending, reviewedDoc(startState.doc, review.writes), spans).pending)
    );
  const { path, write } = wrote;
  const before = review ?? { path, pending: [], hunks: [], writes: [] };
  const writes = withWrite(before.writes, write);
  const pending = addAgentEdits(before.pending, reviewedDoc(startState.doc, writes), spans, write.id);
  return withPending({ ...before, writes }, pending);
}

/** The review that was kept for the text after an undo or redo. Joined undo steps list their effects newest first, so the search begins at the end. */
function keptReview({ effects, newDoc }: Transaction): { review: DocumentReview | null } | null {
  for (const effect of effects.toReversed())
    if (effect.is(restoreReview) && effect.value.before?.doc.eq(newDoc)) return effect.value.before;
  return null;
}

/** The review after an undo or redo that restores pending edits; null if it restores none. */
function restoreFromHistory(review: DocumentReview | null, transaction: Transaction): DocumentReview | null {
  const { changes, newDoc } = transaction;
  // Joined undo steps list their effects newest first, so the last one has the state before all of them.
  const found: RemovedEdits[] = [];
  for (const effect of transaction.effects.toReversed())
    if (
      effect.is(restoreEdits) &&
      !found.some((each) => isOverlapping(each, effect.value)) &&
      isThere(effect.value, newDoc)
    )
      found.push(effect.value);
  if (found.length === 0) return null;
  const back = changes.invertedDesc;
  const replaced = found.map(({ from, to }) => ({ from: back.mapPos(from, -1), to: back.mapPos(to, 1) }));
  // The current edits there are replaced: mapped through the step, they could extend beyond their range.
  const others = review && withPending(review, withoutRanges(review.pending, replaced));
  const put = (start: DocumentReview | null) => {
    let next: DocumentReview | null = start;
    let isWhole = true;
    for (const removed of found) {
      const after = withRestored(next, removed);
      isWhole &&= after !== null;
      next = after ?? next;
    }
    return { next, isWhole };
  };
  const exact = put(followChange(others, transaction));
  return exact.isWhole ? exact.next : put(followChange(review, transaction)).next;
}

/** What would be pending if the user had reverted the change by typing. */
const followedBack = ({ pending, writes }: DocumentReview, doc: Text, changes: ChangeSet, before: Text): PendingEdits =>
  followEdits(pending, reviewedDoc(doc, writes), toChanges(changes.invert(before))).pending;

const isOverlapping = (a: RemovedEdits, b: RemovedEdits): boolean => a.from <= b.to && a.to >= b.from;

/** Whether the text of a range is the same as when its edits were pending. */
const isThere = ({ from, to, pieces }: RemovedEdits, doc: Text): boolean =>
  to >= from &&
  to <= doc.length &&
  fits(pieces, {
    length: to - from,
    slice: (start, end) => doc.sliceString(from + start, Math.min(to, from + end)),
  });

/** The pending edits without those inside some ranges. */
function withoutRanges(pending: PendingEdits, stretches: readonly { from: number; to: number }[]): PendingEdits {
  let at = 0;
  return joinPieces(
    pending.map((piece) => {
      const [start, end] = [at, at + pieceLength(piece)];
      at = end;
      return stretches.some(({ from, to }) => start >= from && end <= to) ? end - start : piece;
    }),
  );
}

/**
 * The ranges of the old text, with their edits, that a change removes from the review, so that undo can restore them.
 */
function editsRemovedBy({ startState, state, changes, effects, docChanged }: Transaction): RemovedEdits[] {
  const before = reviewIn(startState);
  if (before === null || !docChanged) return [];
  const after = reviewIn(state);
  const positions = editRanges(before.pending);
  let known: ReadonlySet<string> | null = null;
  const still = () => {
    known ??= new Set(after === null ? [] : hunksIn(after.pending));
    return known;
  };
  let isUndone: boolean | null = null;
  const isUndoneByTyping = () => {
    isUndone ??= after !== null && samePending(before.pending, followedBack(after, state.doc, changes, startState.doc));
    return isUndone;
  };
  const lost: RemovedEdits[] = [];
  const lose = (fromA: number, toA: number, isTyped: boolean) => {
    const touched: EditRange[] = [];
    for (let index = firstReaching(positions, fromA); (positions[index]?.from ?? toA + 1) <= toA; index++)
      touched.push(positions[index] as EditRange);
    const [first, last] = [touched[0], touched.at(-1)];
    if (!first || !last) return;
    // Text typed into an edit mostly disappears again when the typing is undone.
    if (isTyped && touched.every(({ edit }) => still().has(edit.hunk)) && isUndoneByTyping()) return;
    const [from, to] = [Math.min(first.from, fromA), Math.max(last.to, toA)];
    const pieces: (number | PendingEdit)[] = [];
    let at = from;
    for (const { edit, from: start, to: end } of touched) {
      pieces.push(start - at, edit);
      at = end;
    }
    lost.push({ from, to, pieces: joinPieces(pieces), path: before.path, writes: before.writes });
  };
  changes.iterChangedRanges((fromA, toA) => lose(fromA, toA, fromA === toA));
  const back = changes.invertedDesc;
  for (const effect of effects)
    if (effect.is(restoreEdits) && effect.value.to >= effect.value.from && effect.value.to <= state.doc.length)
      lose(back.mapPos(effect.value.from, -1), back.mapPos(effect.value.to, 1), false);
  return lost;
}

/** The review with the edits of a restored range; null if an edit extends beyond it and belongs to another text. */
function withRestored(review: DocumentReview | null, removed: RemovedEdits): DocumentReview | null {
  const { from, to, pieces, path, writes } = removed;
  const pending: (number | PendingEdit)[] = [];
  let at = 0;
  let isPut = false;
  const put = () => {
    if (isPut) return;
    isPut = true;
    const length = pieces.reduce<number>((sum, piece) => sum + pieceLength(piece), 0);
    pending.push(...pieces, to - from - length);
  };
  for (const piece of review?.pending ?? []) {
    const [start, end] = [at, at + pieceLength(piece)];
    at = end;
    if (typeof piece !== "number") {
      if ((start < from && end > from) || (start < to && end > to)) return null;
      if (start >= from && end <= to) continue;
      if (start >= to) put();
      pending.push(piece);
      continue;
    }
    if (start < from) pending.push(Math.min(end, from) - start);
    if (end >= to) put();
    if (end > to) pending.push(end - Math.max(start, to));
  }
  if (!isPut) {
    pending.push(Math.max(0, from - at));
    put();
  }
  const known = new Map([...(review?.writes ?? []), ...writes].map((write) => [write.id, write]));
  return withPending({ path, pending: [], hunks: [], writes: [...known.values()] }, joinPieces(pending));
}
