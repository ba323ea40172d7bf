import { Annotation, EditorState, type Extension, Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Bridge, DocumentId, Notice, Piece } from "../../../shared/contract";
import { afterPaint } from "./after-paint";

/** On a transaction that adds loaded text: it is neither user input nor a remote change. */
export const loadedFromDisk = Annotation.define<true>();

/** The transaction that adds loaded text, without an undo step. */
export const loadTransaction = (changes: NonNullable<TransactionSpec["changes"]>): TransactionSpec => ({
  changes,
  annotations: [loadedFromDisk.of(true), Transaction.addToHistory.of(false)],
});

/** Blocks all edits but those that add loaded text, or are `allowed`; calls `onBlocked` when the user tries to edit. */
export const blockEdits = (
  onBlocked: () => void,
  allowed: (transaction: Transaction) => boolean = () => false,
): Extension => [
  EditorState.readOnly.of(true),
  EditorState.transactionFilter.of((transaction) => {
    const isAllowed = transaction.annotation(loadedFromDisk) || allowed(transaction);
    if (!transaction.docChanged || isAllowed) return transaction;
    onBlocked();
    return [];
  }),
  EditorView.domEventHandlers({
    beforeinput: (event) => {
      event.preventDefault();
      onBlocked();
      return true;
    },
  }),
];

/**
 * After a failure the piece is requested again: a file that was being replaced exists again a moment later.
 * Milliseconds.
 */
const RETRY_DELAY = 3000;

type LoaderDeps = {
  bridge: Bridge;
  doc: DocumentId;
  /** What is loaded: the version and the number of characters from the beginning. */
  loaded(): { version: string; length: number };
  /** Handles the next piece, in order; a piece from 0 replaces all text that was loaded before. */
  onPiece(piece: Piece): void;
  /** The progress, or the failure, may have changed. */
  onProgress(): void;
};

/**
 * Loads the rest of a large document piece by piece: each piece is requested while the previous one is being added, and
 * between two pieces the window paints and handles input.
 */
export class ProgressiveLoader {
  /** The size of what is missing; null when everything is loaded. */
  rest: number | null;
  /** Why loading failed. */
  failure: Notice | null = null;
  #hasStarted = false;
  #isStopped = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #waiters: ((isComplete: boolean) => void)[] = [];
  readonly #deps: LoaderDeps;

  constructor(deps: LoaderDeps, rest: number | null) {
    this.#deps = deps;
    this.rest = rest;
  }

  /** Whether loading has started. From then on every change event matters. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Starts loading, once. */
  start(): void {
    if (this.#hasStarted || this.rest === null || this.#isStopped) return;
    this.#hasStarted = true;
    void this.#fetch();
  }

  /** Resolves when everything is loaded, and starts loading if necessary; false if loading has failed for now. */
  loadAll(): Promise<boolean> {
    if (this.rest === null) return Promise.resolve(true);
    if (this.#isStopped || this.failure) return Promise.resolve(false);
    this.start();
    return new Promise((done) => this.#waiters.push(done));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retryTimer);
    this.#resolveWaiters(false);
  }

  #resolveWaiters(isComplete: boolean): void {
    for (const done of this.#waiters.splice(0)) done(isComplete);
  }

  async #fetch(): Promise<void> {
    const { bridge, doc, loaded, onPiece, onProgress } = this.#deps;
    const ask = (version: string, from: number) =>
      bridge
        .request("document:piece", { doc, version, from })
        .catch((error: unknown) => ({ ok: false as const, error: { code: "failed", message: String(error) } }));
    const { version, length } = loaded();
    let next = ask(version, length);
    const buffer = new LongLineBuffer();
    for (;;) {
      const answer = await next;
      if (this.#isStopped) return;
      if (!answer.ok) {
        this.failure = answer.error;
        this.#retryTimer = setTimeout(() => void this.#fetch(), RETRY_DELAY);
        onProgress();
        this.#resolveWaiters(false);
        return;
      }
      const { document, from } = answer.piece;
      const { rest } = document;
      if (rest) next = ask(document.version, from + document.text.length);
      this.failure = null;
      const piece = buffer.add(answer.piece);
      if (piece) {
        this.rest = rest?.size ?? null;
        onPiece(piece);
        onProgress();
      }
      if (!rest) break;
      await new Promise<void>(afterPaint);
      if (this.#isStopped) return;
    }
    this.#resolveWaiters(true);
  }
}

/**
 * Collects pieces of a giant line until they are as long as what is loaded of it, because the whole line is copied each
 * time it grows. After a failure it starts again.
 */
class LongLineBuffer {
  #pieces: Piece[] = [];
  #length = 0;
  /** The known part of the length of the last loaded line. */
  #lineLength = 0;

  /** Adds a piece; returns what can be added to the text now. */
  add(piece: Piece): Piece | null {
    const { document, from } = piece;
    const last = this.#pieces.at(-1);
    if (last && last.from + last.document.text.length !== from) this.#pieces = [];
    if (this.#pieces.length === 0) this.#length = 0;
    if (from === 0) this.#lineLength = 0;
    this.#pieces.push(piece);
    this.#length += document.text.length;
    const lineBreak = document.text.lastIndexOf("\n");
    if (lineBreak < 0 && document.rest && this.#length < this.#lineLength) return null;
    const [first] = this.#pieces;
    const text = this.#pieces.map((each) => each.document.text).join("");
    this.#lineLength = lineBreak < 0 ? this.#lineLength + this.#length : document.text.length - lineBreak - 1;
    this.#pieces = [];
    return { document: { ...document, text }, from: first?.from ?? from };
  }
}
