import { Annotation, EditorState, type Extension, Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Bridge, DocumentId, Notice, Piece } from "../../shared/contract";
import { afterPaint } from "./after-paint";

/** On a transaction that adds loaded text: it is neither user input nor a remote change. */
export const arriving = Annotation.define<true>();

/** The transaction that adds loaded text, without an undo step. */
export const broughtIn = (changes: NonNullable<TransactionSpec["changes"]>): TransactionSpec => ({
  changes,
  annotations: [arriving.of(true), Transaction.addToHistory.of(false)],
});

/** Blocks all edits but those that add loaded text; calls `onBlocked` when the user tries to edit. */
export const onlyArriving = (tell: () => void): Extension => [
  EditorState.readOnly.of(true),
  EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.annotation(arriving)) return transaction;
    tell();
    return [];
  }),
  EditorView.domEventHandlers({
    beforeinput: (event) => {
      event.preventDefault();
      tell();
      return true;
    },
  }),
];

/**
 * After a failure the piece is requested again: a file that was being replaced exists again a moment later.
 * Milliseconds.
 */
const AGAIN = 3000;

type World = {
  bridge: Bridge;
  doc: DocumentId;
  /** What is loaded: the version and the number of characters from the beginning. */
  has(): { version: string; length: number };
  /** Handles the next piece, in order; a piece from 0 replaces all text that was loaded before. */
  take(piece: Piece): void;
  /** The progress, or the failure, may have changed. */
  told(): void;
};

/**
 * Loads the rest of a large document piece by piece: each piece is requested while the previous one is being added, and
 * between two pieces the window paints and handles input.
 */
export class ArrivingText {
  /** The size of what is missing; null when everything is loaded. */
  rest: number | null;
  /** Why loading failed. */
  failure: Notice | null = null;
  #isAsking = false;
  #isStopped = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #waiting: ((isWhole: boolean) => void)[] = [];
  readonly #world: World;

  constructor(world: World, rest: number | null) {
    this.#world = world;
    this.rest = rest;
  }

  /** Whether loading has started. From then on every change event matters. */
  get hasBegun(): boolean {
    return this.#isAsking;
  }

  /** Starts loading, once. */
  begin(): void {
    if (this.#isAsking || this.rest === null || this.#isStopped) return;
    this.#isAsking = true;
    void this.#fetch();
  }

  /** Resolves when everything is loaded, and starts loading if necessary; false if loading has failed for now. */
  whole(): Promise<boolean> {
    if (this.rest === null) return Promise.resolve(true);
    if (this.#isStopped || this.failure) return Promise.resolve(false);
    this.begin();
    return new Promise((done) => this.#waiting.push(done));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#again);
    this.#answer(false);
  }

  #answer(isWhole: boolean): void {
    for (const done of this.#waiting.splice(0)) done(isWhole);
  }

  async #fetch(): Promise<void> {
    const { bridge, doc, has, take, told } = this.#world;
    const ask = (version: string, from: number) =>
      bridge
        .request("document:piece", { doc, version, from })
        .catch((error: unknown) => ({ ok: false as const, error: { code: "failed", message: String(error) } }));
    const { version, length } = has();
    let next = ask(version, length);
    const held = new HeldPieces();
    for (;;) {
      const answer = await next;
      if (this.#isStopped) return;
      if (!answer.ok) {
        this.failure = answer.error;
        this.#again = setTimeout(() => void this.#fetch(), AGAIN);
        told();
        this.#answer(false);
        return;
      }
      const { document, from } = answer.piece;
      const { rest } = document;
      if (rest) next = ask(document.version, from + document.text.length);
      this.failure = null;
      const piece = held.add(answer.piece);
      if (piece) {
        this.rest = rest?.size ?? null;
        take(piece);
        told();
      }
      if (!rest) break;
      await new Promise<void>(afterPaint);
      if (this.#isStopped) return;
    }
    this.#answer(true);
  }
}

/**
 * Collects pieces of a giant line until they are as long as what is loaded of it, because the whole line is copied each
 * time it grows. After a failure it starts again.
 */
class HeldPieces {
  #pieces: Piece[] = [];
  #length = 0;
  /** The length of the last loaded line, as far as it is known. */
  #line = 0;

  /** Adds a piece; returns what can be added to the text now. */
  add(piece: Piece): Piece | null {
    const { document, from } = piece;
    const last = this.#pieces.at(-1);
    if (last && last.from + last.document.text.length !== from) this.#pieces = [];
    if (this.#pieces.length === 0) this.#length = 0;
    if (from === 0) this.#line = 0;
    this.#pieces.push(piece);
    this.#length += document.text.length;
    const lineBreak = document.text.lastIndexOf("\n");
    if (lineBreak < 0 && document.rest && this.#length < this.#line) return null;
    const [first] = this.#pieces;
    const text = this.#pieces.map((each) => each.document.text).join("");
    this.#line = lineBreak < 0 ? this.#line + this.#length : document.text.length - lineBreak - 1;
    this.#pieces = [];
    return { document: { ...document, text }, from: first?.from ?? from };
  }
}
