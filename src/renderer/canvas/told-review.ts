import type { EditorState, TransactionSpec } from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import type { Events } from "../../shared/contract";
import type { PageReview } from "./page-review";
import type { Synchroniser } from "./synchroniser";

/** The room that shows what waits, as this one knows it: it is loaded when something first does. */
type Room = {
  /** What brings a review into an editor, in place of the one before. */
  showing(state: EditorState, review: PageReview | null): TransactionSpec;
  reviewIn(state: EditorState): PageReview | null;
  /** What main told, brought to the page's text; null where nothing is left of it. */
  brought(told: Events["document:review"], unsaved: Synchroniser["unsaved"]): PageReview | null;
};

/** What main tells of edits that wait, brought to the text in the page: it may be of a version that the page is yet to hear of. */
export class ToldReview {
  readonly #review = atom<PageReview | null>(null);
  readonly #waits = atom(0);
  #told: Events["document:review"] | null = null;
  #room: Room | "loading" | null = null;
  readonly #sync: Pick<Synchroniser, "base" | "unsaved">;
  readonly #dispatch: (specFor: (state: EditorState) => TransactionSpec) => unknown;
  readonly #load: () => Promise<Room>;

  constructor(
    sync: Pick<Synchroniser, "base" | "unsaved">,
    dispatch: (specFor: (state: EditorState) => TransactionSpec) => unknown,
    load: () => Promise<Room> = () => import("../review/canvas-review"),
  ) {
    this.#sync = sync;
    this.#dispatch = dispatch;
    this.#load = load;
  }

  get $review(): ReadableAtom<PageReview | null> {
    return this.#review;
  }

  /** How many hunks wait: told only when it is another number, while `$review` is another one at every key. */
  get $waits(): ReadableAtom<number> {
    return this.#waits;
  }

  /** Whether something was told of a version that the page is not at. */
  get isWaiting(): boolean {
    return this.#told !== null && typeof this.#room !== "string";
  }

  heard(told: Events["document:review"]): void {
    this.#told = told;
    this.settle();
  }

  /** To be called when the page may have come to another version. */
  settle(): void {
    const told = this.#told;
    if (told === null || told.version !== this.#sync.base.version || this.#room === "loading") return;
    const room = this.#room;
    if (room === null) {
      if (told.pending.length > 0) void this.#begin();
      else this.#told = null;
      return;
    }
    this.#told = null;
    const review = room.brought(told, this.#sync.unsaved);
    this.#dispatch((state) => room.showing(state, review));
  }

  /** What brings an editor that comes later to what the others show. */
  joining(state: EditorState): TransactionSpec | null {
    const review = this.#review.get();
    return review && this.#room && typeof this.#room !== "string" ? this.#room.showing(state, review) : null;
  }

  /** After each transaction. */
  happened(state: EditorState): void {
    if (this.#room === null || typeof this.#room === "string") return;
    const now = this.#room.reviewIn(state);
    if (now !== this.#review.get()) this.#review.set(now);
    const waits = now?.hunks.length ?? 0;
    if (waits !== this.#waits.get()) this.#waits.set(waits);
  }

  async #begin(): Promise<void> {
    this.#room = "loading";
    try {
      this.#room = await this.#load();
    } catch {
      this.#room = null;
      return;
    }
    this.settle();
  }
}
