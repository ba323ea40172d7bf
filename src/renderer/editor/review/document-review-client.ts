import type { EditorState, StateEffect, TransactionSpec } from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import { addAgentEdits, followEdits } from "../../../core/review/follow-edits";
import { addMixedEdits, mixedIn, oneIn, type TrackedEdits } from "../../../core/review/mixed-edits";
import { type PackedEdits, packEdits, unpackEdits } from "../../../core/review/packed-edits";
import {
  editRanges,
  hunksIn,
  listHunks,
  type PendingEdits,
  samePending,
  withWrite,
  wordsOfHunks,
} from "../../../core/review/pending-edits";
import { changedSuggestions } from "../../../core/review/suggestions";
import type { Argument, DocumentChanged, Events, ReviewedWrite, Suggested } from "../../../shared/contract";
import type { Synchroniser } from "../sync/synchroniser";
import { toChanges } from "../text/change-sets";
import { presentReview } from "./review-extension";
import type { DocumentReview } from "./review-host";
import { acceptHunks, reviewedDoc, reviewIn, setReview } from "./review-state";

/**
 * Keeps the pending edits of a document in step between its editors and main. The editors know more than main: they can
 * tell an undo from typing the same words. So main's state replaces theirs only if everything is saved, or if the
 * editors cannot know.
 */
export class DocumentReviewClient {
  readonly #review = atom<DocumentReview | null>(null);
  readonly #pendingCount = atom(0);
  #pushed: Events["document:review"] | null = null;
  /** A write of an agent or an external program was not described: accept main's next state even with unsaved edits. */
  #isUnsure = false;
  #hadPending = false;
  /** What main has stored for the saved text, to our knowledge, and what the running save reports. */
  #reported: DocumentReview | null = null;
  #reporting: DocumentReview | null = null;
  /** The suggestion that all unsaved edits are; `some` if only some are any, or several; null if none is. */
  #suggested: ReviewedWrite | "some" | null = null;
  /** The hunks that were kept while the undo history goes back: see `acceptHunks`. */
  readonly #kept = new Set<string>();
  /** The pending edits were computed from recovered suggestions. Main knows those of the saved text better. */
  #isRecovered = false;
  readonly #sync: Pick<Synchroniser, "base" | "unsaved" | "text">;
  readonly #dispatch: (specFor: (state: EditorState) => TransactionSpec | null) => void;

  constructor(
    sync: Pick<Synchroniser, "base" | "unsaved" | "text">,
    dispatch: (specFor: (state: EditorState) => TransactionSpec | null) => void,
  ) {
    this.#sync = sync;
    this.#dispatch = dispatch;
  }

  get $review(): ReadableAtom<DocumentReview | null> {
    return this.#review;
  }

  /** The number of pending hunks. Changes only with the number, while `$review` changes with every edit. */
  get $pendingCount(): ReadableAtom<number> {
    return this.#pendingCount;
  }

  /** Whether main has sent a state for a version that the text is not at. */
  get hasPushed(): boolean {
    return this.#pushed !== null;
  }

  /** The review state that a save reports; undefined if nothing was ever pending, or the state is unknown. */
  reviewUpdate(): Argument<"document:save">["followed"] {
    const isKnown = this.#hadPending && !this.#isUnsure;
    this.#reporting = isKnown ? this.#review.get() : null;
    return isKnown ? this.#packed() : undefined;
  }

  /** The writes that are pending here or in the saved text. */
  #seen(): readonly ReviewedWrite[] {
    return (this.#reported?.writes ?? []).reduce(withWrite, this.#review.get()?.writes ?? []);
  }

  #packed(): TrackedEdits {
    const { pending = [], writes = [] } = this.#review.get() ?? {};
    return { pending: packEdits(pending), writes: [...writes] };
  }

  /** What is suggested of the unsaved edits, for main to store it as pending even if it saves them itself; undefined if nothing is. */
  get suggested(): Suggested | undefined {
    if (this.#suggested !== "some") return this.#suggested ?? undefined;
    return { ...this.#packed(), writes: [...this.#seen()] };
  }

  /** The user edited: this suggestion, or text of their own (null). `isFirst`: everything before was saved. */
  handleEdit(write: ReviewedWrite | null, isFirst: boolean): void {
    if (isFirst) this.#suggested = write;
    else if (this.#suggested !== "some" && this.#suggested?.id !== write?.id) this.#suggested = "some";
  }

  /** Everything is saved. */
  handleClean(): void {
    this.#suggested = null;
  }

  /** This was suggested of the unsaved edits in an earlier window or run. Main sends what else is pending. */
  recover(path: string, suggested: Suggested): void {
    const mixed = mixedIn(suggested);
    this.#suggested = oneIn(suggested) ?? "some";
    this.#hadPending = true;
    this.#isRecovered = true;
    const review = mixed
      ? reviewOf(path, unpackEdits(mixed.pending, reviewedDoc(this.#sync.text, [])) ?? [], mixed.writes)
      : this.#rebase({ path, pending: [], writes: [] });
    this.#review.set(review);
    this.#pendingCount.set(review?.hunks.length ?? 0);
    this.#dispatch(() => ({ effects: setReview.of(review) }));
  }

  /** Whether the text is saved but main has another review state: the user made an edit and reverted it. */
  get hasUpdate(): boolean {
    if (!this.#hadPending || this.#isUnsure || !this.#sync.unsaved.empty) return false;
    const [now, reported] = [this.#review.get(), this.#reported];
    return now !== reported && !samePending(now?.pending ?? [], reported?.pending ?? []);
  }

  /** Main has stored what the save reported. */
  handleSaved(): void {
    this.#reported = this.#reporting;
  }

  /** A remote change arrived. A write of an agent or an external program without a review entry may have left pending edits. */
  handleRemoteChange(change: Pick<DocumentChanged, "by" | "write" | "changes">): void {
    if (change.changes === null || (change.by.kind !== "you" && change.write === null)) this.#isUnsure = true;
  }

  handleReview(pushed: Events["document:review"]): void {
    this.#pushed = pushed;
    this.applyPushed();
  }

  /** Call this when the text may have reached another version. */
  applyPushed(): void {
    const pushed = this.#pushed;
    if (pushed === null || pushed.version !== this.#sync.base.version) return;
    this.#pushed = null;
    const { unsaved } = this.#sync;
    // The state belongs to the previously saved text. What undo and redo did since is known only here and is reported
    // with the next save. The watcher's event for our own save is about that text, too.
    const isKnown = pushed.kind === "check" || this.#hadPending;
    if (isKnown && !this.#isUnsure && !this.#isRecovered && (!unsaved.empty || this.hasUpdate)) return;
    const wasUnsure = this.#isUnsure || this.#isRecovered;
    this.#isUnsure = false;
    this.#isRecovered = false;
    const review = this.#rebase(pushed);
    const now = this.#review.get();
    this.#reported = now;
    if (review === null ? now === null : now !== null && isSame(review, now)) return;
    const kept = wasUnsure || !unsaved.empty ? [] : endedHunks(now?.pending ?? [], review?.pending ?? []);
    for (const { id } of review?.hunks ?? []) this.#kept.delete(id);
    this.#dispatch(() => ({ effects: [this.noteKept(kept), setReview.of(review)] }));
  }

  /** The words of pending hunks, for `keep`. */
  words(): ReadonlyMap<string, string> {
    return wordsOfHunks(this.#review.get()?.pending ?? []);
  }

  /** Keeps hunks that main has kept, with the words that the decision was about: suggestions with other words stay pending. */
  keep(hunks: readonly string[], words: ReadonlyMap<string, string> = this.words()): void {
    const changed = new Set(changedSuggestions(hunks, words, this.words()));
    const effects = this.noteKept(hunks.filter((hunk) => !changed.has(hunk)));
    this.#dispatch(() => ({ effects }));
  }

  /** The kept hunks that the undo history may restore. */
  get kept(): readonly string[] {
    return [...this.#kept];
  }

  /** Notes hunks as kept. Returns the effect by which the editors note them. */
  noteKept(hunks: readonly string[]): StateEffect<readonly string[]> {
    for (const hunk of hunks) this.#kept.add(hunk);
    return acceptHunks.of(hunks);
  }

  /** Brings a newly attached editor to the state of the others. */
  initialTransaction(state: EditorState): TransactionSpec | null {
    const review = this.#review.get();
    const kept = acceptHunks.of(this.kept);
    if (review === null) return this.#kept.size === 0 ? null : { effects: kept };
    const { effects = [], ...rest } = presentReview(state) ?? {};
    return { ...rest, effects: [kept, setReview.of(review), ...[effects].flat()] };
  }

  /**
   * Call this after each transaction; main knows about all but the user's. Returns whether the set of pending hunks
   * changed.
   */
  handleTransaction(state: EditorState, whose: "the user's" | "another"): boolean {
    const now = reviewIn(state);
    const before = this.#review.get();
    if (now === before) return false;
    if (whose === "another" && this.#reported === before) this.#reported = now;
    this.#hadPending ||= now !== null;
    this.#review.set(now);
    const count = now?.hunks.length ?? 0;
    if (count !== this.#pendingCount.get()) this.#pendingCount.set(count);
    // Not within the current transaction, and before its text is painted. An editor may have been attached while
    // nothing was pending.
    if (now !== null && before === null) queueMicrotask(() => this.#dispatch(presentReview));
    return !hasSameHunks(now, before);
  }

  /** Main's review state, rebased over the unsaved edits. */
  #rebase({
    path,
    pending,
    writes: known,
  }: Pick<Events["document:review"], "path" | "pending" | "writes">): DocumentReview | null {
    const { base, unsaved } = this.#sync;
    const suggested = unsaved.empty ? null : this.#suggested;
    const now = this.#review.get();
    const added = suggested === "some" ? this.#seen() : suggested === null ? [] : [suggested];
    const writes = added.reduce(withWrite, known);
    const text = reviewedDoc(base.text, writes);
    const packed = typeof pending === "string" ? (JSON.parse(pending) as PackedEdits) : pending;
    const unpacked = unpackEdits(packed, text);
    if (unpacked === null) return null;
    const changes = toChanges(unsaved);
    const after = (): PendingEdits => {
      if (suggested === null) return followEdits(unpacked, text, changes).pending;
      if (suggested !== "some") return addAgentEdits(unpacked, text, changes, suggested.id);
      const saved = { text: base.text.sliceString(0), pending: unpacked, agentOf: text.agentOf };
      return addMixedEdits(saved, changes, { pending: now?.pending ?? [], writes: this.#seen() });
    };
    return reviewOf(path, after(), writes);
  }
}

const reviewOf = (path: string, pending: PendingEdits, writes: readonly ReviewedWrite[]): DocumentReview | null =>
  pending.length === 0 ? null : { path, pending, hunks: listHunks(pending), writes };

/** The hunks that are no longer pending in the same text. One that has another name now is not among them. */
function endedHunks(before: PendingEdits, after: PendingEdits): string[] {
  const ended = new Set(hunksIn(before));
  for (const hunk of hunksIn(after)) ended.delete(hunk);
  if (ended.size === 0) return [];
  const still = editRanges(after);
  let next = 0;
  for (const { edit, from, to } of editRanges(before)) {
    while ((still[next]?.to ?? Number.POSITIVE_INFINITY) < from) next += 1;
    if ((still[next]?.from ?? Number.POSITIVE_INFINITY) <= to) ended.delete(edit.hunk);
  }
  return [...ended];
}

const isSame = (a: DocumentReview, b: DocumentReview): boolean =>
  a.path === b.path && samePending(a.pending, b.pending);

/** Whether the same hunks are pending. */
function hasSameHunks(one: DocumentReview | null, other: DocumentReview | null): boolean {
  const [a, b] = [one?.hunks ?? [], other?.hunks ?? []];
  return a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);
}
