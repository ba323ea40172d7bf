/** Splits a document into pieces that can be scanned separately because no block is open where they begin. */
import { BlockScanner } from "../markdown/block-scanner";
import { headingSource } from "../markdown/heading-title";

/** A text that is read in slices, from any data structure. Offsets are UTF-16 units. */
export type SlicedText = { length: number; slice(from: number, to: number): string };

/** How many numbers each heading takes in `Piece.headings`. */
export const HEADING_NUMBERS = 4;

/** A range of whole lines; the last line of a document may have no line break. All offsets are relative to its start. */
export type Piece = {
  length: number;
  lines: number;
  /** The length of its first line with the line break: a change in it may join the piece to the one before. */
  firstLine: number;
  /** For each heading: its level, its start, the number of lines before it, and before its last line. */
  headings: readonly number[];
  /** The sources of the headings, each followed by an empty line, which no source contains. */
  sources: string;
  /** The labels with reference definitions, in the same form. */
  labels: string;
};

/**
 * Splits a text into pieces of about `grain` characters, from `start` on, where no block is open. Reads the text in windows; while a block
 * stays open, each window is twice as long as the one before.
 */
export class PieceScan {
  readonly pieces: Piece[] = [];
  private scanner: BlockScanner;
  private window = "";
  // The end of the window's last whole line. The window is not cut there: the scanner is faster on a string that is not a
  // slice.
  private windowEnd = 0;
  private base: number;
  private size: number;
  // The start of the current piece in the window, and the number of lines before it there.
  private pieceStart = 0;
  private pieceLine = 0;
  private headingCount = 0;
  private definitionCount = 0;

  constructor(
    private readonly text: SlicedText,
    start: number,
    private readonly grain: number,
    private readonly windowLength: number,
  ) {
    this.base = start;
    this.size = windowLength;
    this.scanner = this.load();
  }

  /** Scans at least the text before `limit`, as far as possible without reading further. */
  goTo(limit: number): void {
    const stop = Math.min(limit, this.text.length);
    while (this.base + this.windowEnd < stop) this.nextWindow();
  }

  /** Advances to `boundary`, the start of a line or the end of the text. True if no block is open there. */
  reaches(boundary: number): boolean {
    const { text } = this;
    this.goTo(boundary + 1);
    const to = boundary - this.base;
    this.advance(to);
    if (boundary >= text.length) {
      this.scanner.finish();
      this.commit(to, this.scanner.lineCount);
      return true;
    }
    // Only the line at the boundary shows whether it ends the open block.
    this.scanner.run(to + 1);
    if (this.scanner.freshAt !== to) return false;
    this.commit(to, this.scanner.freshLine);
    return true;
  }

  private nextWindow(): void {
    this.advance(this.windowEnd);
    const { freshAt, freshLine } = this.scanner;
    if (freshAt > this.pieceStart) this.commit(freshAt, freshLine);
    this.size = this.pieceStart > 0 ? this.windowLength : this.size * 2;
    this.base += this.pieceStart;
    this.scanner = this.load();
  }

  private advance(to: number): void {
    const { scanner, grain } = this;
    while (scanner.position < to) {
      scanner.run(Math.min(to, scanner.position + grain / 2));
      if (scanner.freshAt - this.pieceStart >= grain / 2) this.commit(scanner.freshAt, scanner.freshLine);
    }
  }

  // Loads a window of whole lines.
  private load(): BlockScanner {
    const { text, base } = this;
    for (; ; this.size *= 2) {
      const window = text.slice(base, Math.min(text.length, base + this.size));
      const end = base + window.length === text.length ? window.length : window.lastIndexOf("\n") + 1;
      if (end === 0 && window.length > 0) continue;
      this.window = window;
      this.windowEnd = end;
      break;
    }
    this.pieceStart = 0;
    this.pieceLine = 0;
    this.headingCount = 0;
    this.definitionCount = 0;
    return new BlockScanner(this.window, 0, 0);
  }

  /** Makes a piece of the text before `to`. */
  private commit(to: number, lines: number): void {
    const { window, pieceStart, pieceLine, scanner } = this;
    if (to === pieceStart) return;
    const numbers: number[] = [];
    const sources: string[] = [];
    for (; this.headingCount < scanner.headings.length; this.headingCount++) {
      const heading = scanner.headings[this.headingCount];
      if (!heading || heading.from >= to) break;
      const { level, from, lineStart, headingEnd } = heading;
      numbers.push(level, from - pieceStart, lineStart - 1 - pieceLine, headingEnd - 1 - pieceLine);
      sources.push(headingSource(window, heading));
    }
    const labels: string[] = [];
    for (; this.definitionCount < scanner.definitions.length; this.definitionCount++) {
      const definition = scanner.definitions[this.definitionCount];
      if (!definition || definition.from >= to) break;
      labels.push(definition.label);
    }
    const lineEnd = window.indexOf("\n", pieceStart);
    this.pieces.push({
      length: to - pieceStart,
      lines: lines - pieceLine,
      firstLine: (lineEnd < 0 ? window.length : lineEnd + 1) - pieceStart,
      headings: numbers,
      sources: apart(sources),
      labels: apart(labels),
    });
    this.pieceStart = to;
    this.pieceLine = lines;
  }
}

// Joining creates a new string: a slice would keep the whole window in memory.
const apart = (parts: string[]): string => (parts.length === 0 ? "" : [...parts, ""].join("\n\n"));
