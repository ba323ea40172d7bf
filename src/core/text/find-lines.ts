/** Finds consecutive whole lines in a text; blanks at their ends may differ. */
import { findText } from "./find-text";
import { lineNumbersOf, lineStart } from "./lines";

/** A range of whole lines: `start` is the start of the first, `end` is after the break of the last, if it has one. */
export type LineSpan = { start: number; end: number };

/** Finds lines in one text, with an index that is built once. */
export type LineFinder = {
  text: string;
  /** How many lines or characters have been compared. */
  readonly steps: number;
  /**
   * The accepted spans that start at `from` (the start of a line) or later, at most `limit` of them. Exact matches win: if there are any,
   * those that differ in blanks at the end of lines are left out.
   */
  find(
    lines: readonly string[],
    options: { from?: number; limit: number; accept(span: LineSpan): boolean },
  ): LineSpan[];
  /** The span at `start`, if the lines are there. */
  at(start: number, lines: readonly string[]): LineSpan | null;
};

/** A finder for one text. Each search reads the text; for many searches, use `indexedLines`. */
export function lineFinder(text: string): LineFinder {
  let withoutBlanks: string | null = null;
  let steps = 0;
  const finder: LineFinder = {
    text,
    get steps() {
      return steps;
    },
    find(lines, { from = 0, limit, accept }) {
      steps += text.length;
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
      steps += lines.length;
      return spanAt(text, start, lines);
    },
  };
  return finder;
}

function spanAt(text: string, start: number, lines: readonly string[]): LineSpan | null {
  let at = start;
  for (const line of lines) {
    if (at >= text.length) return null;
    const end = text.indexOf("\n", at);
    const found = text.slice(at, end < 0 ? text.length : end);
    if (found !== line && found.trimEnd() !== line.trimEnd()) return null;
    at = end < 0 ? text.length : end + 1;
  }
  return { start, end: at };
}

/** The same finder for many searches of one text: looks up the rarest of the wanted lines first. */
export function indexedLines(text: string): LineFinder {
  const { starts, kinds, kindOf, indexesOf } = indexOf(text);
  const endOf = (line: number): number => starts[line + 1] ?? text.length;
  let steps = 0;

  return {
    text,
    get steps() {
      return steps;
    },
    find(lines, { from = 0, limit, accept }) {
      const wanted = lines.map((line) => kindOf.get(line.trimEnd()));
      let rarest: { indexes: Int32Array; offset: number } | null = null;
      for (const [offset, kind] of wanted.entries()) {
        if (kind === undefined) return [];
        const indexes = indexesOf(kind);
        if (rarest === null || indexes.length < rarest.indexes.length) rarest = { indexes, offset };
      }
      if (rarest === null) return [];
      const { indexes: places, offset } = rarest;
      const same: LineSpan[] = [];
      const alike: LineSpan[] = [];
      for (let at = firstFrom(places, starts, from, offset); at < places.length && same.length < limit; at++) {
        const line = (places[at] ?? 0) - offset;
        steps++;
        if (line < 0 || line + lines.length > kinds.length) continue;
        let next = 0;
        while (next < wanted.length && kinds[line + next] === wanted[next]) next++;
        steps += next;
        if (next < wanted.length) continue;
        const span = { start: starts[line] ?? 0, end: endOf(line + lines.length - 1) };
        const isSame = isExactly(text, span, lines);
        if ((isSame || alike.length < limit) && accept(span)) (isSame ? same : alike).push(span);
      }
      return same.length > 0 ? same : alike;
    },
    at(start, lines) {
      steps += lines.length;
      return spanAt(text, start, lines);
    },
  };
}

/** Indexes the lines of a text: where each starts, and which are equal except for blanks at their ends. */
function indexOf(text: string) {
  const lineStarts: number[] = [];
  const lineKinds: number[] = [];
  const kindOf = new Map<string, number>();
  const counts: number[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end).trimEnd();
    let kind = kindOf.get(line);
    if (kind === undefined) {
      kind = counts.push(0) - 1;
      kindOf.set(line, kind);
    }
    counts[kind] = (counts[kind] ?? 0) + 1;
    lineStarts.push(at);
    lineKinds.push(kind);
    at = end < 0 ? text.length : end + 1;
  }
  // The lines of each kind, one kind after the other.
  const offsets = new Int32Array(counts.length + 1);
  for (const [kind, count] of counts.entries()) offsets[kind + 1] = (offsets[kind] ?? 0) + count;
  const next = offsets.slice();
  const indexes = new Int32Array(lineKinds.length);
  for (const [line, kind] of lineKinds.entries()) {
    const at = next[kind] ?? 0;
    indexes[at] = line;
    next[kind] = at + 1;
  }
  return {
    starts: lineStarts,
    kinds: Int32Array.from(lineKinds),
    kindOf,
    indexesOf: (kind: number) => indexes.subarray(offsets[kind], offsets[kind + 1]),
  };
}

/** The index of the first line for which the match, `offset` lines further up, starts at `from` or later. */
function firstFrom(indexes: Int32Array, starts: readonly number[], from: number, offset: number): number {
  if (from === 0) return 0;
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[(indexes[middle] ?? 0) - offset] ?? -1) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isExactly(text: string, { start, end }: LineSpan, lines: readonly string[]): boolean {
  let at = start;
  for (const line of lines) {
    if (!text.startsWith(line, at)) return false;
    at += line.length;
    if (at < end && text.charCodeAt(at) !== 10) return false;
    at++;
  }
  return true;
}

function* startsOf(text: string, block: string, from: number): Generator<number, void> {
  const isOpen = text !== "" && !text.endsWith("\n");
  if (from === 0 && (text.startsWith(`${block}\n`) || (isOpen && text === block))) yield 0;
  for (const at of findText(text, `\n${block}\n`, Math.max(0, from - 1))) yield at + 1;
  if (isOpen && text.endsWith(`\n${block}`)) yield text.length - block.length;
}

// Maps line starts of another text with the same number of lines to those of `text`.
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

// The text without blanks at the ends of lines, and with a break after the last.
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

/** The 1-based numbers of the lines at which these spans start. */
export function numbersOf(text: string, spans: readonly LineSpan[]): number[] {
  return lineNumbersOf(
    text,
    spans.map((span) => span.start),
  );
}
