import type { ChangeSet, Text } from "@codemirror/state";
import { proseOf, proseOfPart } from "../../../core/markdown/prose";
import { findFrontmatter } from "../../../core/markdown/sections";
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

/** Front matter further down than this is not looked for. */
const FRONT_MATTER_REACH = 100_000;

/** A part of a text that is not prose: front matter, or a comment. */
type Hidden = { from: number; to: number };

/**
 * The words of a text's prose and its characters, updated at a cost that depends on the edit. Prose is what `proseOf` says, without front
 * matter and comments. Characters are Unicode characters without line breaks.
 */
export class TextCounter {
  /** Null until the text has been counted. */
  words: number | null = null;
  characters = 0;
  #hidden: readonly Hidden[] = [];
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
    if (this.#cancel || this.words === null || spans === null || !this.#isWithinProse(before, after, spans)) {
      this.#countAll(after);
      return;
    }
    for (const [text, from, to, sign] of spans) {
      const piece = text.sliceString(from, to);
      this.words += sign * countWords(proseOfSpan(text, from, to, piece));
      this.characters += sign * countCharacters(piece);
    }
    this.#hidden = this.#hidden.map(({ from, to }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }));
  }

  /** More of the text is loaded; it is counted by `restart` when the text is complete. */
  append(text: Text): void {
    this.stop();
    this.words = null;
    this.characters = text.length;
  }

  restart(text: Text): void {
    this.#countAll(text);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Whether an edit leaves front matter and comments as they are. */
  #isWithinProse(before: Text, after: Text, spans: readonly Span[]): boolean {
    const mayBeginFrontMatter = [before, after].some((text) => text.sliceString(0, 3) === "---");
    return spans.every(([text, from, to, sign]) => {
      if (sign < 0 && this.#hidden.some((part) => part.from <= to && part.to >= from)) return false;
      const piece = text.sliceString(from, to);
      if (/<!--|-->/.test(piece)) return false;
      return !mayBeginFrontMatter || (from > 0 && !/^(?:---|\.\.\.)/m.test(piece));
    });
  }

  #countAll(text: Text): void {
    this.stop();
    const count = new ProseCount(text);
    if (text.length <= SMALL) {
      count.add(text.length);
      this.#take(count);
      return;
    }
    const step = () => {
      count.add(pieceEnd(text, count.at));
      if (count.at < text.length) {
        this.#cancel = whenIdle(step);
        return;
      }
      this.#cancel = null;
      this.#take(count);
      this.#done();
    };
    // An estimate until then, so that a long text does not count as empty.
    if (this.characters === 0) this.characters = text.length;
    this.#cancel = whenIdle(step);
  }

  #take(count: ProseCount): void {
    this.words = count.words;
    this.characters = count.characters;
    this.#hidden = count.hidden;
  }
}

/** Counts a text piece by piece. A comment that never ends is prose after all. */
class ProseCount {
  /** How far it has counted. */
  at = 0;
  characters = 0;
  readonly hidden: Hidden[] = [];
  #words = 0;
  /** A comment that is open at the end of the last piece, and the words in it so far. */
  #open: { from: number; words: number } | null = null;

  constructor(private readonly text: Text) {
    const front = findFrontmatter(text.sliceString(0, FRONT_MATTER_REACH));
    if (front) this.hidden.push({ from: 0, to: front.to });
  }

  get words(): number {
    return this.#words + (this.#open?.words ?? 0);
  }

  /** Counts up to `end`. */
  add(end: number): void {
    const start = this.at;
    const piece = this.text.sliceString(start, end);
    this.at = end;
    this.characters += countCharacters(piece);
    const front = this.hidden[0]?.from === 0 ? this.hidden[0].to : 0;
    let at = Math.min(end, Math.max(start, front));
    while (at < end) {
      const next = piece.indexOf(this.#open ? "-->" : "<!--", at - start);
      const to = next < 0 ? end : start + next;
      const words = countWords(proseOfSpan(this.text, at, to, piece.slice(at - start, to - start)));
      if (this.#open) this.#open.words += words;
      else this.#words += words;
      if (next < 0) return;
      if (this.#open) {
        this.hidden.push({ from: this.#open.from, to: to + 3 });
        this.#open = null;
        at = to + 3;
      } else {
        this.#open = { from: to, words: 0 };
        at = to + 4;
      }
    }
  }
}

/** The prose of a span of a text; in very long lines, which are cut at blanks, only marks without blanks are left out. */
function proseOfSpan(text: Text, from: number, to: number, piece: string): string {
  if (from === to) return "";
  const isGiant = text.lineAt(from).length > LONG_LINE || text.lineAt(to).length > LONG_LINE;
  if (!isGiant && piece.length <= LONG_LINE) return proseOf(piece);
  if (!isGiant && piece.split("\n").every((line) => line.length <= LONG_LINE)) return proseOf(piece);
  const lines = piece.split("\n");
  const isPart = (at: number, line: string) =>
    line.length > LONG_LINE ||
    (at === 0 && text.lineAt(from).length > LONG_LINE) ||
    (at === lines.length - 1 && text.lineAt(to).length > LONG_LINE);
  return lines.map((line, at) => (isPart(at, line) ? proseOfPart(line) : proseOf(line))).join("\n");
}

/** The number of selected words; `all` if the whole text is selected. Counts at most a million characters. */
export function countSelected(text: Text, ranges: readonly { from: number; to: number }[], all: number | null): number {
  let words = 0;
  let left = 1_000_000;
  for (const { from, to } of ranges) {
    if (from === 0 && to === text.length) return all ?? 0;
    if (from < to && left > 0) words += countWords(wholeProse(text.sliceString(from, Math.min(to, from + left))));
    left -= to - from;
  }
  return words;
}

/** The prose of a text of moderate length, without front matter and comments. */
export function wholeProse(text: string): string {
  const front = findFrontmatter(text);
  return proseOf((front ? text.slice(front.to) : text).replace(/<!--[\s\S]*?-->/g, ""));
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
