import type { ChangeSet, Text } from "@codemirror/state";
import { countWords } from "../../../core/text/words";

/** Texts up to this length are counted at once; longer ones in pieces, while the window is idle. */
const SMALL = 100_000;
const PIECE = 100_000;

/**
 * In a longer line, in characters, only the words around an edit are counted, up to spaces that are at most `REACH`
 * away.
 */
const LONG_LINE = 10_000;
const REACH = 2_000;

/**
 * The word and character counts of a text, updated at a cost that depends on the edit. Characters are Unicode
 * characters without line breaks.
 */
export class TextCounter {
  words = 0;
  characters = 0;
  #cancel: (() => void) | null = null;
  readonly #done: () => void;

  /** `done` is called when a long text has been counted. */
  constructor(text: Text, done: () => void) {
    this.#done = done;
    this.#countAll(text);
  }

  /** Updates the counts for an edit that changed `before` into `after`. */
  handleEdit(before: Text, changes: ChangeSet, after: Text): void {
    const spans = changedLines(before, changes, after);
    if (this.#cancel || spans === null) {
      this.#countAll(after);
      return;
    }
    for (const [text, from, to, sign] of spans) {
      const piece = text.sliceString(from, to);
      this.words += sign * countWords(piece);
      this.characters += sign * countCharacters(piece);
    }
  }

  /** More of the text is loaded; it is counted by `restart` when the text is complete. */
  append(text: Text): void {
    this.stop();
    this.characters = text.length;
  }

  restart(text: Text): void {
    this.#countAll(text);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #countAll(text: Text): void {
    this.stop();
    if (text.length <= SMALL) {
      const whole = text.sliceString(0);
      this.words = countWords(whole);
      this.characters = countCharacters(whole);
      return;
    }
    let at = 0;
    let words = 0;
    let characters = 0;
    const step = () => {
      const end = pieceEnd(text, at);
      const piece = text.sliceString(at, end);
      words += countWords(piece);
      characters += countCharacters(piece);
      at = end;
      if (at < text.length) {
        this.#cancel = whenIdle(step);
        return;
      }
      this.#cancel = null;
      this.words = words;
      this.characters = characters;
      this.#done();
    };
    // An estimate until then, so that a long text does not count as empty.
    if (this.characters === 0) this.characters = text.length;
    this.#cancel = whenIdle(step);
  }
}

/** The number of selected words; `all` if the whole text is selected. Counts at most a million characters. */
export function countSelected(text: Text, ranges: readonly { from: number; to: number }[], all: number): number {
  let words = 0;
  let left = 1_000_000;
  for (const { from, to } of ranges) {
    if (from === 0 && to === text.length) return all;
    if (from < to && left > 0) words += countWords(text.sliceString(from, Math.min(to, from + left)));
    left -= to - from;
  }
  return words;
}

/** Unicode characters without line breaks; half of a surrogate pair counts as one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) continue;
    count++;
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next <= 0xdfff) at++;
    }
  }
  return count;
}

/** A piece ends with a line, or in a very long line at a space, so that words are not cut if possible. */
function pieceEnd(text: Text, at: number): number {
  const most = at + PIECE;
  if (most >= text.length) return text.length;
  const { to } = text.lineAt(most);
  if (to <= most + PIECE) return to;
  return blankBefore(text, most, at) ?? (isHighHalf(text.sliceString(most - 1, most)) ? most - 1 : most);
}

const isHighHalf = (unit: string) => unit >= "\ud800" && unit <= "\udbff";

/** The position after the last space before `at`, within reach and not before `least`. */
function blankBefore(text: Text, at: number, least: number): number | null {
  const from = Math.max(least, at - REACH);
  const blank = text.sliceString(from, at).search(/[ \t\u3000][^ \t\u3000]*$/);
  return blank < 0 ? null : from + blank + 1;
}

function blankAfter(text: Text, at: number, most: number): number | null {
  const blank = text.sliceString(at, Math.min(most, at + REACH)).search(/[ \t\u3000]/);
  return blank < 0 ? null : at + blank;
}

type Span = [text: Text, from: number, to: number, sign: 1 | -1];

/** The lines that an edit removed and inserted; null if they are too many to count at once. */
function changedLines(before: Text, changes: ChangeSet, after: Text): Span[] | null {
  const spans: Span[] = [];
  let size = 0;
  let last = { a: -1, b: -1 };
  let tooManyRanges = false;
  let count = 0;
  changes.iterChangedRanges(() => count++);
  // The surroundings of a single edit are the same in both texts; with several edits, one may include what another
  // removed.
  const expand = count === 1 ? expandToWords : expandToLines;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    if (tooManyRanges) return;
    const [a, b] = [expand(before, fromA, toA), expand(after, fromB, toB)];
    a.from = Math.max(a.from, last.a);
    b.from = Math.max(b.from, last.b);
    last = { a: a.to, b: b.to };
    size += a.to - a.from + b.to - b.from;
    tooManyRanges = size > SMALL;
    spans.push([before, a.from, Math.max(a.from, a.to), -1], [after, b.from, Math.max(b.from, b.to), 1]);
  });
  return tooManyRanges ? null : spans;
}

const expandToLines = (text: Text, from: number, to: number) => ({
  from: text.lineAt(from).from,
  to: text.lineAt(to).to,
});

function expandToWords(text: Text, from: number, to: number): { from: number; to: number } {
  const [first, last] = [text.lineAt(from), text.lineAt(to)];
  return {
    from: (from - first.from > LONG_LINE ? blankBefore(text, from, first.from) : null) ?? first.from,
    to: (last.to - to > LONG_LINE ? blankAfter(text, to, last.to) : null) ?? last.to,
  };
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(work, { timeout: 1000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(work, 0);
  return () => clearTimeout(handle);
}
