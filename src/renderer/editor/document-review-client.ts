import type { EditorState, TransactionSpec } from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import { followEdits } from "../../core/review/follow-edits";
import { packEdits, unpackEdits } from "../../core/review/packed-edits";
import { listHunks, samePending } from "../../core/review/pending-edits";
import type { Argument, DocumentChanged, Events } from "../../shared/contract";
import { toChanges } from "./change-sets";
import { presenting } from "./review/review-extension";
import type { PageReview } from "./review/review-host";
import { keptHunks, reviewedDoc, reviewIn, showReview } from "./review/review-state";
import type { Synchroniser } from "./synchroniser";

/**
 * What waits for review in a document, as its editors follow it, kept in step with main. The editors know more than main: an undo from
 * the same words typed. So main's word replaces theirs only where all is saved, or where they cannot know.
 */
export class DocumentReviewClient {
  readonly #review = atom<PageReview | null>(null);
  readonly #waits = atom(0);
  #pushed: Events["document:review"] | null = null;
  /** An agent wrote, and how is not known here: main's next word is taken whatever is unsaved. */
  #isUnsure = false;
  #everWaited = false;
  /** What main has by the saved text, as far as is known here; and what the save under way tells it. */
  #told: PageReview | null = null;
  #telling: PageReview | null = null;
  readonly #sync: Pick<Synchroniser, "base" | "unsaved" | "text">;
  readonly #dispatch: (specFor: (state: EditorState) => TransactionSpec | null) => void;

  constructor(
    sync: Pick<Synchroniser, "base" | "unsaved" | "text">,
    dispatch: (specFor: (state: EditorState) => TransactionSpec | null) => void,
  ) {
    this.#sync = sync;
    this.#dispatch = dispatch;
  }

  get $review(): ReadableAtom<PageReview | null> {
    return this.#review;
  }

  /** How many hunks wait: set only when it is another number, while `$review` is another one at every key. */
  get $waits(): ReadableAtom<number> {
    return this.#waits;
  }

  /** Whether main has spoken of a version that the text is not at. */
  get isWaiting(): boolean {
    return this.#pushed !== null;
  }

  /** What a save says of the review of the text that it saves; undefined where nothing ever waited, or it is not known. */
  followed(): Argument<"document:save">["followed"] {
    const isKnown = this.#everWaited && !this.#isUnsure;
    const review = this.#review.get();
    this.#telling = isKnown ? review : null;
    if (!isKnown) return undefined;
    return { pending: packEdits(review?.pending ?? []), writes: [...(review?.writes ?? [])] };
  }

  /** Whether the text is the saved one and main has another word of what waits in it: the user typed something and took it back. */
  get isUntold(): boolean {
    if (!this.#everWaited || this.#isUnsure || !this.#sync.unsaved.empty) return false;
    const [now, told] = [this.#review.get(), this.#told];
    return now !== told && !samePending(now?.pending ?? [], told?.pending ?? []);
  }

  /** Main has stored what the save said. */
  saved(): void {
    this.#told = this.#telling;
  }

  /** Somebody wrote: an agent whose write comes without its name in the review may have left something waiting. */
  arrived(change: Pick<DocumentChanged, "by" | "write" | "changes">): void {
    if (change.changes === null || (change.by.kind === "agent" && change.write === null)) this.#isUnsure = true;
  }

  handleReview(pushed: Events["document:review"]): void {
    this.#pushed = pushed;
    this.settle();
  }

  /** To be called when the text may have come to another version. */
  settle(): void {
    const pushed = this.#pushed;
    if (pushed === null || pushed.version !== this.#sync.base.version) return;
    this.#pushed = null;
    const { unsaved } = this.#sync;
    // Of the text saved before: what Ctrl+Z or Ctrl+Y did since is known here alone, and goes to main with the next save. The watcher's
    // news of our own save is of that text, too.
    const isKnown = pushed.kind === "check" || this.#everWaited;
    if (isKnown && !this.#isUnsure && (!unsaved.empty || this.isUntold)) return;
    this.#isUnsure = false;
    const review = this.#brought(pushed);
    const now = this.#review.get();
    this.#told = now;
    if (review === null ? now === null : now !== null && isSame(review, now)) return;
    this.#dispatch(() => ({ effects: showReview.of(review) }));
  }

  /** The user keeps hunks, and main has them kept. */
  keep(hunks: readonly string[]): void {
    this.#dispatch(() => ({ effects: keptHunks.of(hunks) }));
  }

  /** What brings an editor that comes later to what the others show. */
  joining(state: EditorState): TransactionSpec | null {
    const review = this.#review.get();
    if (review === null) return null;
    const { effects = [], ...rest } = presenting(state) ?? {};
    return { ...rest, effects: [showReview.of(review), ...[effects].flat()] };
  }

  /** After each transaction; main knows of all but the user's. Answers whether other hunks wait than before. */
  happened(state: EditorState, whose: "the user's" | "another"): boolean {
    const now = reviewIn(state);
    const before = this.#review.get();
    if (now === before) return false;
    if (whose === "another" && this.#told === before) this.#told = now;
    this.#everWaited ||= now !== null;
    this.#review.set(now);
    const waits = now?.hunks.length ?? 0;
    if (waits !== this.#waits.get()) this.#waits.set(waits);
    // Not within the transaction that is under way, and before its text is painted. An editor may have come while nothing waited.
    if (now !== null && before === null) queueMicrotask(() => this.#dispatch(presenting));
    return idsOf(now) !== idsOf(before);
  }

  /** What main says, by the text with what is unsaved in it. */
  #brought({ path, pending, writes }: Events["document:review"]): PageReview | null {
    const { base, unsaved } = this.#sync;
    const text = reviewedDoc(base.text, writes);
    const unpacked = unpackEdits(pending, text);
    if (unpacked === null) return null;
    const followed = followEdits(unpacked, text, toChanges(unsaved)).pending;
    return followed.length === 0 ? null : { path, pending: followed, hunks: listHunks(followed), writes };
  }
}

const isSame = (a: PageReview, b: PageReview): boolean => a.path === b.path && samePending(a.pending, b.pending);

const idsOf = (review: PageReview | null): string => review?.hunks.map(({ id }) => id).join(" ") ?? "";
