import { STRIDE } from "../../rendering/page/rendering-protocol";
import type { PreviewPosition } from "../../workbench/api/feature-stores";
import { blockElements } from "./block-elements";

/** Blocks per piece; a piece is laid out only while it is near the viewport. */
const PIECE_BLOCKS = 30;

/** A larger piece is split when blocks are inserted. */
const MAX_PIECE_BLOCKS = 90;

/** Milliseconds of filling before yielding. */
const SLICE_MS = 6;

/** The most HTML, in UTF-16 units, that is put into the DOM ahead of viewing. */
const MAX_EAGER_LENGTH = 6_000_000;

/** Distance from the viewport at which pieces of longer documents are filled. */
const FILL_MARGIN = "3000px";

type Slot = { html: string | null; length: number; hasHtml: boolean; element: HTMLElement | null };
type Piece = { element: HTMLElement; slots: Slot[]; isFilled: boolean };

type Options = {
  page: Document;
  /** The container of the pieces. */
  paper: HTMLElement;
  /** Sanitises the HTML of a block. */
  clean(html: string): DocumentFragment;
  /** Called for each block that was put into the DOM. */
  filled(block: HTMLElement): void;
  /** Called for each block that was removed from the DOM. */
  emptied(block: HTMLElement): void;
};

/**
 * The rendered blocks of a document. Blocks are grouped in pieces, which are filled a few at a time, those nearest to the viewport
 * first; pieces out of view are not laid out. An update touches only the changed blocks.
 */
export class PreviewBlocks {
  readonly #options: Options;
  #slots: Slot[] = [];
  #numbers = new Int32Array();
  #pieces: Piece[] = [];
  /** The index range of the blocks whose HTML comes next. */
  #awaited = { at: 0, end: 0 };
  #wanted: PreviewPosition | null = null;
  #filling = 0;
  /** A search or Select All needs the whole document, however long. */
  #isAllWanted = false;
  /** Whether the viewport is filled. Measuring forces a layout, so it stops afterwards and the observer takes over. */
  #isViewFilled = false;
  readonly #near: IntersectionObserver;
  readonly #byElement = new WeakMap<Element, Piece>();

  constructor(options: Options) {
    this.#options = options;
    const { IntersectionObserver: Observer } = (options.page.defaultView ?? window) as Window & typeof globalThis;
    this.#near = new Observer(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const piece = this.#byElement.get(target);
          if (isIntersecting && piece) this.#fill(piece);
        }
      },
      { root: options.page, rootMargin: FILL_MARGIN },
    );
  }

  /** Replaces the blocks `from`–`to` by `count` blocks whose HTML follows. */
  change(from: number, to: number, count: number, numbers: Int32Array<ArrayBuffer>): void {
    const fresh = Array.from({ length: count }, (_, index): Slot => {
      const length = numbers[(from + index) * STRIDE + 2] ?? 0;
      const hasHtml = numbers[(from + index) * STRIDE + 3] === 1;
      return { html: null, length, hasHtml, element: null };
    });
    this.#numbers = numbers;
    this.#awaited = { at: from, end: from + count };
    this.#isViewFilled = false;
    this.#splice(from, to, fresh);
    this.#slots = [...this.#slots.slice(0, from), ...fresh, ...this.#slots.slice(to)];
  }

  /** Takes the HTML of the announced blocks, in order. */
  take(html: readonly string[]): void {
    for (const each of html) {
      const slot = this.#awaited.at < this.#awaited.end ? this.#slots[this.#awaited.at++] : undefined;
      if (slot) slot.html = each;
    }
    if (this.#wanted) this.#seek();
    this.#fillSoon();
  }

  /** Whether all blocks are in the DOM. */
  get isFilled(): boolean {
    return this.#pieces.every((piece) => piece.isFilled);
  }

  /** Puts the remaining blocks into the DOM in slices; resolves when all are there. */
  async fillAll(): Promise<void> {
    this.#isAllWanted = true;
    while (!this.isFilled) {
      this.#fillSoon();
      await new Promise((done) => setTimeout(done, 10));
    }
  }

  /** Scrolls to a position, now or once its block has arrived. */
  show(position: PreviewPosition): void {
    this.#wanted = position;
    this.#seek();
    this.#fillSoon();
  }

  /** The user has scrolled: cancel a pending scroll. */
  release(): void {
    this.#wanted = null;
  }

  /** The position at the top of the viewport; null if there is none. */
  position(): PreviewPosition | null {
    if (this.#wanted) return this.#wanted;
    const first = this.#pieces.findIndex(({ element }) => element.getBoundingClientRect().bottom > 0);
    for (const piece of this.#pieces.slice(Math.max(0, first), first + 3)) {
      for (const { element } of piece.slots) {
        const box = element?.getBoundingClientRect();
        if (!element || !box || box.bottom <= 0) continue;
        const index = this.indexOf(element);
        const [first, last] = this.linesOf(index);
        const share = box.height > 0 ? Math.max(0, -box.top) / box.height : 0;
        const line = first + share * (last - first + 1);
        return { line, below: Math.max(0, box.top) };
      }
    }
    return null;
  }

  /** The index of a block; -1 if it was removed. */
  indexOf(block: Element): number {
    const piece = this.#pieces.find(({ element }) => element === block.parentNode);
    const within = piece?.slots.findIndex(({ element }) => element === block) ?? -1;
    if (!piece || within < 0) return -1;
    let index = within;
    for (const other of this.#pieces) {
      if (other === piece) break;
      index += other.slots.length;
    }
    return index;
  }

  /** The first and last line of a block. */
  linesOf(index: number): [number, number] {
    return [this.#numbers[index * STRIDE] ?? 1, this.#numbers[index * STRIDE + 1] ?? 1];
  }

  /** The element of the block that contains a line, filled if necessary; null if its HTML has not arrived. */
  blockOfLine(line: number): HTMLElement | null {
    const index = this.#indexOfLine(line);
    const found = index === null ? null : this.#pieceOf(index);
    if (!found) return null;
    this.#fill(found.piece);
    return found.piece.slots[found.within]?.element ?? null;
  }

  /** The blocks in the DOM that have any of these lines. */
  filledBlocks(first: number, last: number): HTMLElement[] {
    const [from, to] = [this.#indexOfLine(first), this.#indexOfLine(last)];
    if (from === null || to === null) return [];
    const found: HTMLElement[] = [];
    for (let index = from; index <= to; index++) {
      const { piece, within } = this.#pieceOf(index) ?? {};
      const element = piece?.slots[within ?? 0]?.element;
      if (element) found.push(element);
    }
    return found;
  }

  /** The blocks in the DOM, in order. */
  *blocks(): Iterable<HTMLElement> {
    for (const { slots } of this.#pieces) for (const { element } of slots) if (element) yield element;
  }

  stop(): void {
    clearTimeout(this.#filling);
    this.#near.disconnect();
  }

  #indexOfLine(line: number): number | null {
    if (this.#slots.length === 0) return null;
    let low = 0;
    let high = this.#slots.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#numbers[middle * STRIDE] ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #pieceOf(index: number): { piece: Piece; at: number; within: number } | null {
    let before = 0;
    for (const [at, piece] of this.#pieces.entries()) {
      if (index < before + piece.slots.length) return { piece, at, within: index - before };
      before += piece.slots.length;
    }
    return null;
  }

  #seek(): void {
    const position = this.#wanted;
    if (!position) return;
    const whole = Math.floor(position.line);
    const block = this.blockOfLine(whole);
    if (!block) return;
    const [first, last] = this.linesOf(this.indexOf(block));
    const { scrollingElement } = this.#options.page;
    if (!scrollingElement) return;
    // The first line scrolls to the very top, including the padding.
    const isTop = this.indexOf(block) === 0 && position.line <= first;
    // The first scroll lays out the pieces above, which had estimated heights; the second reaches the final position.
    if (isTop) scrollingElement.scrollTop = 0;
    for (let step = 0; step < 3 && !isTop; step++) {
      const box = block.getBoundingClientRect();
      const share = Math.max(0, Math.min(1, (position.line - first) / (last - first + 1)));
      const by = box.top + share * box.height - position.below;
      if (Math.abs(by) < 1) break;
      scrollingElement.scrollTop += by;
    }
    const isComplete = this.#awaited.at >= this.#awaited.end;
    if (isComplete) this.#wanted = null;
  }

  #splice(from: number, to: number, fresh: readonly Slot[]): void {
    const first = this.#pieceOf(from) ?? this.#lastPiece();
    if (!first) {
      this.#insertPieces(0, fresh);
      return;
    }
    let left = to - from;
    let at = first.at;
    let within = first.within;
    while (left > 0) {
      const piece = this.#pieces[at];
      if (!piece) break;
      const gone = piece.slots.splice(within, left);
      left -= gone.length;
      for (const { element } of gone) {
        if (!element) continue;
        this.#options.emptied(element);
        element.remove();
      }
      if (piece.slots.length === 0 && piece !== first.piece) {
        piece.element.remove();
        this.#pieces.splice(at, 1);
      } else {
        at++;
        within = 0;
      }
    }
    const { piece } = first;
    if (piece.slots.length + fresh.length <= MAX_PIECE_BLOCKS) {
      piece.slots.splice(first.within, 0, ...fresh);
      if (fresh.length > 0) piece.isFilled = false;
      this.#estimate(piece);
      if (piece.slots.length === 0) {
        piece.element.remove();
        this.#pieces.splice(this.#pieces.indexOf(piece), 1);
      }
      return;
    }
    const after = piece.slots.splice(first.within);
    const index = this.#pieces.indexOf(piece) + 1;
    const tail = this.#newPiece(after);
    for (const { element } of after) if (element) tail.element.append(element);
    tail.isFilled = after.every(({ element }) => element !== null);
    this.#put(index, tail);
    this.#insertPieces(index, fresh);
    for (const each of [piece, tail]) {
      if (each.slots.length > 0) continue;
      each.element.remove();
      this.#pieces.splice(this.#pieces.indexOf(each), 1);
    }
  }

  #lastPiece(): { piece: Piece; at: number; within: number } | null {
    const piece = this.#pieces.at(-1);
    return piece ? { piece, at: this.#pieces.length - 1, within: piece.slots.length } : null;
  }

  #insertPieces(index: number, slots: readonly Slot[]): void {
    const made: Piece[] = [];
    for (let at = 0; at < slots.length; at += PIECE_BLOCKS)
      made.push(this.#newPiece(slots.slice(at, at + PIECE_BLOCKS)));
    const next = this.#pieces[index]?.element ?? null;
    const all = this.#options.page.createDocumentFragment();
    all.append(...made.map(({ element }) => element));
    this.#options.paper.insertBefore(all, next);
    this.#pieces = [...this.#pieces.slice(0, index), ...made, ...this.#pieces.slice(index)];
  }

  #put(index: number, piece: Piece): void {
    this.#options.paper.insertBefore(piece.element, this.#pieces[index]?.element ?? null);
    this.#pieces.splice(index, 0, piece);
  }

  #newPiece(slots: Slot[]): Piece {
    const element = this.#options.page.createElement("div");
    element.className = "piece";
    const piece = { element, slots, isFilled: false };
    this.#byElement.set(element, piece);
    this.#near.observe(element);
    this.#estimate(piece);
    return piece;
  }

  /** The estimated height of a piece that was never laid out. */
  #estimate({ element, slots }: Piece): void {
    const height = slots.reduce((sum, { length }) => sum + 30 + length / 3, 0);
    element.style.containIntrinsicBlockSize = `auto ${Math.round(height)}px`;
  }

  /** Puts the blocks of a piece into the DOM; false if their HTML has not arrived. */
  #fill(piece: Piece): boolean {
    if (piece.isFilled) return true;
    if (piece.slots.some(({ html, element }) => html === null && element === null)) return false;
    const fresh = piece.slots.filter(({ element }) => element === null);
    const cleaned = blockElements(fresh, this.#options);
    for (const [index, slot] of fresh.entries()) {
      slot.element = cleaned[index] ?? null;
      slot.html = null;
    }
    let next: HTMLElement | null = null;
    for (const { element } of piece.slots.toReversed()) {
      if (element && element.parentNode !== piece.element) {
        piece.element.insertBefore(element, next);
        this.#options.filled(element);
      }
      next = element;
    }
    piece.isFilled = true;
    return true;
  }

  #fillSoon(): void {
    clearTimeout(this.#filling);
    this.#filling = window.setTimeout(() => this.#fillSome());
  }

  /** Fills what is in view first, then the rest in order, up to `MAX_EAGER_LENGTH`. */
  #fillSome(): void {
    const end = performance.now() + SLICE_MS;
    if (!this.#isViewFilled) for (const piece of this.#inView()) this.#fill(piece);
    this.#isViewFilled = this.#awaited.at >= this.#awaited.end;
    const length = this.#slots.reduce((sum, slot) => sum + slot.length, 0);
    if (length > MAX_EAGER_LENGTH && !this.#isAllWanted) return;
    for (const piece of this.#pieces) {
      if (piece.isFilled || !this.#fill(piece) || performance.now() < end) continue;
      this.#fillSoon();
      return;
    }
  }

  /** The unfilled pieces in view, found by binary search. */
  #inView(): Piece[] {
    const { innerHeight } = this.#options.page.defaultView ?? window;
    let low = 0;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pieces[middle]?.element.getBoundingClientRect().bottom ?? 0) < 0) low = middle + 1;
      else high = middle;
    }
    const found: Piece[] = [];
    for (let at = low; at < this.#pieces.length; at++) {
      const piece = this.#pieces[at] as Piece;
      if (piece.element.getBoundingClientRect().top > innerHeight) break;
      if (!piece.isFilled) found.push(piece);
    }
    return found;
  }
}
