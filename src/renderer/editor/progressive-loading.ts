import { Annotation, EditorState, type Extension, Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Bridge, DocumentId, Notice, Piece } from "../../shared/contract";
import { afterPaint } from "./after-paint";

/** On a transaction that brings what was in the document all along: neither typed nor written by anybody. */
export const arriving = Annotation.define<true>();

/** The transaction for what has arrived: no step of the history, and nothing moves. */
export const broughtIn = (changes: NonNullable<TransactionSpec["changes"]>): TransactionSpec => ({
  changes,
  annotations: [arriving.of(true), Transaction.addToHistory.of(false)],
});

/** In an editor of which the text is still arriving nothing changes it but that; who tries is told why. */
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

/** After a refusal it is asked again: a file that was being replaced is there a moment later. Milliseconds. */
const AGAIN = 3000;

type World = {
  bridge: Bridge;
  doc: DocumentId;
  /** What the page has of the document: its version, and so many characters from the beginning. */
  has(): { version: string; length: number };
  /** The next piece, in order; one from 0 where there was text already replaces that. */
  take(piece: Piece): void;
  /** How far it is, or why not, may have changed. */
  told(): void;
};

/**
 * The rest of a large document on its way to the page, piece by piece: each is asked for while the one before is taken in,
 * and between two of them the page paints and does whatever else there is to do.
 */
export class ArrivingText {
  /** What is still to come; null when all is here. */
  rest: number | null;
  /** Why it stays away. */
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

  /** Whether any of the rest has been asked for: from then on every write is told, and must not be missed. */
  get hasBegun(): boolean {
    return this.#isAsking;
  }

  /** Asks for the rest, once. */
  begin(): void {
    if (this.#isAsking || this.rest === null || this.#isStopped) return;
    this.#isAsking = true;
    void this.#fetch();
  }

  /** Resolves when all is here, asking for it if nobody has; false where it does not come, as far as is known now. */
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
 * Pieces of one enormous line, until they are as long as what is there of it: each time that a line becomes longer, all
 * of it is copied. What is asked for again after a refusal is held anew.
 */
class HeldPieces {
  #pieces: Piece[] = [];
  #length = 0;
  /** How long the last line is that has been taken in, as far as is known. */
  #line = 0;

  /** Another piece; answers with what can be taken in by now. */
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
