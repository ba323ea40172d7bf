import type { EditorState, TransactionSpec } from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import { addAgentEdits, followEdits } from "../../../core/review/follow-edits";
import { type PackedEdits, packEdits, unpackEdits } from "../../../core/review/packed-edits";
import { listHunks, samePending } from "../../../core/review/pending-edits";
import type { Argument, DocumentChanged, Events, ReviewedWrite } from "../../../shared/contract";
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
  /** What main has stored for the saved text, as far as we know, and what the running save reports. */
  #reported: DocumentReview | null = null;
  #reporting: DocumentReview | null = null;
  /** The last suggestion among the unsaved edits; null if there is none. */
  #suggested: ReviewedWrite | null = null;
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
    const review = this.#review.get();
    this.#reporting = isKnown ? review : null;
    if (!isKnown) return undefined;
    return { pending: packEdits(review?.pending ?? []), writes: [...(review?.writes ?? [])] };
  }

  /** The unsaved edits as a suggestion, for main to store them as one even if it saves them itself; undefined if they are none. */
  get suggested(): ReviewedWrite | undefined {
    return this.#suggested ?? undefined;
  }

  /** The user's last edit is this suggestion. */
  handleSuggestion(write: ReviewedWrite): void {
    this.#suggested = write;
  }

  /** Everything is saved. */
  handleClean(): void {
    this.#suggested = null;
  }

  /** The unsaved edits were suggestions in an earlier window or run. Main sends what else is pending. */
  recover(path: string, write: ReviewedWrite): void {
    this.#suggested = write;
    this.#hadPending = true;
    this.#isRecovered = true;
    const review = this.#rebase({ path, pending: [], writes: [] });
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
    this.#isUnsure = false;
    this.#isRecovered = false;
    const review = this.#rebase(pushed);
    const now = this.#review.get();
    this.#reported = now;
    if (review === null ? now === null : now !== null && isSame(review, now)) return;
    this.#dispatch(() => ({ effects: setReview.of(review) }));
  }

  /** Keeps hunks of the agents' edits, here and in main. */
  keep(hunks: readonly string[]): void {
    this.#dispatch(() => ({ effects: acceptHunks.of(hunks) }));
  }

  /** Brings a newly attached editor to the state of the others. */
  initialTransaction(state: EditorState): TransactionSpec | null {
    const review = this.#review.get();
    if (review === null) return null;
    const { effects = [], ...rest } = presentReview(state) ?? {};
    return { ...rest, effects: [setReview.of(review), ...[effects].flat()] };
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
    return idsOf(now) !== idsOf(before);
  }

  /** Main's review state, rebased over the unsaved edits. */
  #rebase({
    path,
    pending,
    writes: known,
  }: Pick<Events["document:review"], "path" | "pending" | "writes">): DocumentReview | null {
    const { base, unsaved } = this.#sync;
    const suggested = this.#suggested;
    const isNew = suggested !== null && !known.some(({ id }) => id === suggested.id);
    const writes = isNew ? [...known, suggested] : known;
    const text = reviewedDoc(base.text, writes);
    const packed = typeof pending === "string" ? (JSON.parse(pending) as PackedEdits) : pending;
    const unpacked = unpackEdits(packed, text);
    if (unpacked === null) return null;
    const changes = toChanges(unsaved);
    const followed =
      suggested === null
        ? followEdits(unpacked, text, changes).pending
        : addAgentEdits(unpacked, text, changes, suggested.id);
    return followed.length === 0 ? null : { path, pending: followed, hunks: listHunks(followed), writes };
  }
}

const isSame = (a: DocumentReview, b: DocumentReview): boolean =>
  a.path === b.path && samePending(a.pending, b.pending);

const idsOf = (review: DocumentReview | null): string => review?.hunks.map(({ id }) => id).join(" ") ?? "";
