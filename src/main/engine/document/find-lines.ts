/** Where some whole lines stand in a text, one below the other; blanks at their ends may differ. */
import { findText } from "./find-text";
import { lineNumbersOf, lineStart } from "./lines";

/** Whole lines in a text: `start` is the start of the first, `end` is behind the last one's break, if it has one. */
export type LineSpan = { start: number; end: number };

/** Finds lines in one text; what it needs for that is worked out once. */
export type LineFinder = {
  text: string;
  /**
   * The spans that start at `from` (a line's start) or later and are accepted, at most `limit` of them. Lines that are
   * the same to the last blank go first: where there are any, those that differ in blanks at the end don't count.
   */
  find(
    lines: readonly string[],
    options: { from?: number; limit: number; accept(span: LineSpan): boolean },
  ): LineSpan[];
  /** The span at `start`, if the lines stand there. */
  at(start: number, lines: readonly string[]): LineSpan | null;
};

/** A finder for one text. */
export function lineFinder(text: string): LineFinder {
  let withoutBlanks: string | null = null;
  const finder: LineFinder = {
    text,
    find(lines, { from = 0, limit, accept }) {
      const collect = (starts: Iterable<number>) => {
        const spans: LineSpan[] = [];
        for (const start of starts) {
          const span = start >= from ? finder.at(start, lines) : null;
          if (span && accept(span)) spans.push(span);
          if (spans.length === limit) break;
        }
        return spans;
      };
      const exact = collect(startsOf(text, lines.join("\n"), from));
      if (exact.length > 0) return exact;
      withoutBlanks ??= trimLines(text);
      const wanted = lines.map((line) => line.trimEnd()).join("\n");
      return collect(sameLines(withoutBlanks, startsOf(withoutBlanks, wanted, 0), text));
    },
    at(start, lines) {
      let at = start;
      for (const line of lines) {
        if (at >= text.length) return null;
        const end = text.indexOf("\n", at);
        const found = text.slice(at, end < 0 ? text.length : end);
        if (found !== line && found.trimEnd() !== line.trimEnd()) return null;
        at = end < 0 ? text.length : end + 1;
      }
      return { start, end: at };
    },
  };
  return finder;
}

function* startsOf(text: string, block: string, from: number): Generator<number, void> {
  const isOpen = text !== "" && !text.endsWith("\n");
  if (from === 0 && (text.startsWith(`${block}\n`) || (isOpen && text === block))) yield 0;
  for (const at of findText(text, `\n${block}\n`, Math.max(0, from - 1))) yield at + 1;
  if (isOpen && text.endsWith(`\n${block}`)) yield text.length - block.length;
}

// Line starts of `text` for the line starts of another text with the same number of lines.
function* sameLines(other: string, starts: Iterable<number>, text: string): Generator<number, void> {
  let known = { line: 1, start: 0 };
  let seen = { line: 1, start: 0 };
  for (const start of starts) {
    let line = seen.line;
    for (let at = other.indexOf("\n", seen.start); at >= 0 && at < start; at = other.indexOf("\n", at + 1)) line++;
    seen = { line, start };
    known = { line, start: lineStart(text, line, known) };
    yield known.start;
  }
}

// The text with no blanks at the end of any line, and a break after the last.
function trimLines(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  for (const { index } of text.matchAll(/[^\S\n](?=\n|$)/g)) {
    let start = index;
    while (start > kept && /[^\S\n]/.test(text[start - 1] as string)) start--;
    pieces.push(text.slice(kept, start));
    kept = index + 1;
  }
  pieces.push(text.slice(kept), text.endsWith("\n") || text === "" ? "" : "\n");
  return pieces.join("");
}

/** The 1-based numbers of the lines where these spans start. */
export function numbersOf(text: string, spans: readonly LineSpan[]): number[] {
  return lineNumbersOf(
    text,
    spans.map((span) => span.start),
  );
}
