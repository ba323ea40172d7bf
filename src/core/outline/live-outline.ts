/**
 * Keeps the headings of a document up to date while it is edited: an edit costs as much as it changes, not as much as the document holds.
 */
import { titleReader } from "../markdown/heading-title";
import { findFrontmatter } from "../markdown/sections";
import { HEADING_NUMBERS, type Piece, PieceScan, type SlicedText } from "./outline-pieces";

/** The headings of one version of a text, in pieces that the next version shares. */
export type LiveOutline = {
  /** The offset after the front matter, and its number of lines; null if there is none. */
  frontmatter: { to: number; lineEnd: number } | null;
  length: number;
  /** A final line break does not count as a line. */
  lineCount: number;
  pieces: readonly Piece[];
  /** The approximate length of a piece. */
  grain: number;
  titles: TitleReader;
};

type TitleReader = { labels: readonly string[]; read: (source: string) => string };

/** A heading of a live outline; lines are 1-based, and `from` is the start of its first line. */
export type LiveHeading = { title: string; level: number; lineStart: number; headingEnd: number; from: number };

/** Short enough to scan a piece in a few microseconds, long enough to keep their number low. */
const usualGrain = 4096;

/** An edit that replaces a range of the text; only the length of the new text matters. */
export type Replacement = { from: number; to: number; insert: { length: number } };

/** The length of the scan window for a whole text, in pieces. */
const piecesInWindow = 16;

/** The live outline of a text with `\n` line breaks. */
export function openOutline(text: SlicedText, grain: number = usualGrain): LiveOutline {
  return new OutlineOpening(text, grain).finish();
}

/** A live outline under construction, for a text that is too long to be scanned at once. */
export class OutlineOpening {
  readonly #text: SlicedText;
  readonly #grain: number;
  readonly #frontmatter: LiveOutline["frontmatter"];
  readonly #scan: PieceScan;

  constructor(text: SlicedText, grain: number = usualGrain) {
    this.#text = text;
    this.#grain = grain;
    this.#frontmatter = findFrontmatterIn(text);
    this.#scan = new PieceScan(text, this.#frontmatter?.to ?? 0, grain, piecesInWindow * grain);
  }

  /** Scans at least the text before `limit`. */
  goTo(limit: number): void {
    this.#scan.goTo(limit);
  }

  finish(): LiveOutline {
    this.#scan.reaches(this.#text.length);
    return outlineOf(this.#text, { frontmatter: this.#frontmatter, grain: this.#grain, pieces: this.#scan.pieces });
  }
}

/**
 * The outline after an edit. `changes` are sorted and in the coordinates of the old text; `text` is the new one. Scans only the changed
 * pieces, and those after them until nothing is open at the start of an old piece.
 */
export function updateOutline(previous: LiveOutline, changes: readonly Replacement[], text: SlicedText): LiveOutline {
  const start = previous.frontmatter?.to ?? 0;
  const inFront = changes.filter(({ from }) => from < start);
  const frontmatter = frontmatterAfter(previous, changes, text);
  const moved = inFront.reduce((by, change) => by + growth(change), start);
  // The front matter ends elsewhere now, so the body is a different text.
  if ((frontmatter?.to ?? 0) !== moved || inFront.some(({ to }) => to >= start))
    return openOutline(text, previous.grain);
  const pieces = updatePieces(previous, changes.slice(inFront.length), text, moved);
  return outlineOf(text, { frontmatter, grain: previous.grain, pieces }, previous.titles);
}

/** All headings in document order. */
export function liveHeadings(outline: LiveOutline): LiveHeading[] {
  return [...headingsByPiece(outline)].flat();
}

/** The headings piece by piece: their titles are read on first use, which takes time. */
export function* headingsByPiece({ pieces, frontmatter, titles }: LiveOutline): Generator<LiveHeading[]> {
  let at = frontmatter?.to ?? 0;
  let line = (frontmatter?.lineEnd ?? 0) + 1;
  for (const piece of pieces) {
    const { headings: numbers, length, lines } = piece;
    if (numbers.length > 0) {
      const [start, first] = [at, line];
      yield titlesOf(piece, titles).map((title, index) => {
        const [level = 1, from = 0, above = 0, last = 0] = numbers.slice(
          index * HEADING_NUMBERS,
          (index + 1) * HEADING_NUMBERS,
        );
        return { title, level, lineStart: first + above, headingEnd: first + last, from: start + from };
      });
    }
    at += length;
    line += lines;
  }
}

function outlineOf(
  text: SlicedText,
  parts: Pick<LiveOutline, "frontmatter" | "grain" | "pieces">,
  before?: TitleReader,
): LiveOutline {
  const { frontmatter, pieces } = parts;
  let lineCount = frontmatter?.lineEnd ?? 0;
  const labels: string[] = [];
  for (const piece of pieces) {
    lineCount += piece.lines;
    if (piece.labels !== "") labels.push(piece.labels);
  }
  const isSame =
    before?.labels.length === labels.length && labels.every((some, index) => some === before.labels[index]);
  const titles = before && isSame ? before : { labels, read: titleReader(labels.flatMap(partsOf)) };
  return { ...parts, length: text.length, lineCount, titles };
}

// Reading titles costs more than finding headings, and most pieces are shared with the previous version.
const known = new WeakMap<Piece, { by: TitleReader; titles: readonly string[] }>();

function titlesOf(piece: Piece, by: TitleReader): readonly string[] {
  const found = known.get(piece);
  if (found && (found.by === by || !piece.sources.includes("["))) return found.titles;
  const titles = partsOf(piece.sources).map(by.read);
  known.set(piece, { by, titles });
  return titles;
}

const partsOf = (parts: string): string[] => parts.split("\n\n").slice(0, -1);

const growth = ({ from, to, insert }: Replacement): number => insert.length - (to - from);

// The body begins at `start` in the new text.
function updatePieces(
  { pieces, frontmatter, grain }: LiveOutline,
  changes: readonly Replacement[],
  text: SlicedText,
  start: number,
): readonly Piece[] {
  if (changes.length === 0) return pieces;
  const updated: Piece[] = [];
  let oldAt = frontmatter?.to ?? 0;
  let moved = start - oldAt;
  let index = 0;
  let next = 0;
  const pass = (): void => {
    oldAt += pieces[index]?.length ?? 0;
    index++;
  };
  const take = (): void => {
    const { to } = changes[next] as Replacement;
    moved += growth(changes[next] as Replacement);
    next++;
    while (index < pieces.length && oldAt < to) pass();
  };
  while (next < changes.length) {
    const { from } = changes[next] as Replacement;
    for (; index < pieces.length - 1 && oldAt + (pieces[index] as Piece).length <= from; pass()) {
      updated.push(pieces[index] as Piece);
    }
    // The first line of a piece ends the block before it; with another line it may not.
    const isFirstLine = from - oldAt <= (pieces[index]?.firstLine ?? 0);
    const joined = isFirstLine ? (updated.pop()?.length ?? 0) : 0;
    const begin = oldAt + moved - joined;
    take();
    // The text up to the next piece, and its first line: most edits need no more.
    const near = oldAt + moved + (pieces[index]?.firstLine ?? 0) - begin;
    const scan = new PieceScan(text, begin, grain, Math.max(near, grain));
    for (;;) {
      while (next < changes.length && (index >= pieces.length || (changes[next] as Replacement).from < oldAt)) take();
      if (scan.reaches(index < pieces.length ? oldAt + moved : text.length)) break;
      pass();
    }
    updated.push(...scan.pieces);
  }
  for (; index < pieces.length; index++) updated.push(pieces[index] as Piece);
  return updated;
}

function frontmatterAfter(
  { frontmatter, length }: LiveOutline,
  changes: readonly Replacement[],
  text: SlicedText,
): LiveOutline["frontmatter"] {
  const isBehind = frontmatter !== null && frontmatter.to < length && (changes[0]?.from ?? length) >= frontmatter.to;
  return isBehind ? frontmatter : findFrontmatterIn(text);
}

// Reads ever longer beginnings until the block ends in one.
function findFrontmatterIn(text: SlicedText): LiveOutline["frontmatter"] {
  for (let size = 4096; ; size *= 4) {
    const beginning = text.slice(0, Math.min(text.length, size));
    const isWhole = beginning.length === text.length;
    const found = findFrontmatter(beginning);
    if (found && (isWhole || beginning.charCodeAt(found.to - 1) === 10)) return found;
    if (isWhole || !/^---[ \t]*(\n|$)/.test(beginning)) return null;
  }
}
