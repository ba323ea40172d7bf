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

/**
 * The same finder for many searches of one text, which only finds lines that are among `wanted`: it indexes nothing else. Looks up the
 * rarest line of each search first.
 */
export function indexedLines(text: string, wanted: Iterable<string>): LineFinder {
  const { starts, kinds, kindOf, indexesOf } = indexOf(text, wanted);
  const endOf = (line: number): number => starts[line + 1] ?? text.length;
  let steps = 0;

  return {
    text,
    get steps() {
      return steps;
    },
    find(lines, { from = 0, limit, accept }) {
      const wantedKinds = lines.map((line) => kindOf.get(line.trimEnd()));
      let rarest: { indexes: Int32Array; offset: number } | null = null;
      for (const [offset, kind] of wantedKinds.entries()) {
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
        while (next < wantedKinds.length && kinds[line + next] === wantedKinds[next]) next++;
        steps += next;
        if (next < wantedKinds.length) continue;
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

/** Where each line of a text starts, and which of the wanted lines it is, except for blanks at its end; -1 for none of them. */
function indexOf(text: string, wanted: Iterable<string>) {
  const kindOf = new Map<string, number>();
  for (const line of wanted) {
    const trimmed = line.trimEnd();
    if (!kindOf.has(trimmed)) kindOf.set(trimmed, kindOf.size);
  }
  // Most lines of a long text are not wanted. Their fingerprints show that without a string for each line.
  const wantedFingerprints = new Uint8Array(1 << 16);
  for (const line of kindOf.keys()) wantedFingerprints[fingerprintOf(line, 0, line.length)] = 1;
  const counts = new Array<number>(kindOf.size).fill(0);
  const lineStarts: number[] = [];
  const lineKinds: number[] = [];
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const trimmed = trimmedEnd(text, at, end);
    const mayBeWanted = wantedFingerprints[fingerprintOf(text, at, trimmed)] === 1;
    const kind = mayBeWanted ? (kindOf.get(text.slice(at, trimmed)) ?? -1) : -1;
    if (kind >= 0) counts[kind] = (counts[kind] ?? 0) + 1;
    lineStarts.push(at);
    lineKinds.push(kind);
    at = found < 0 ? text.length : found + 1;
  }
  // The lines of each kind, one kind after the other.
  const offsets = new Int32Array(counts.length + 1);
  for (const [kind, count] of counts.entries()) offsets[kind + 1] = (offsets[kind] ?? 0) + count;
  const next = offsets.slice();
  const indexes = new Int32Array(offsets.at(-1) ?? 0);
  for (let line = 0; line < lineKinds.length; line++) {
    const kind = lineKinds[line] ?? -1;
    if (kind < 0) continue;
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

/** Where `from`–`to` of a text ends without the blanks at its end. */
function trimmedEnd(text: string, from: number, to: number): number {
  const last = text.charCodeAt(to - 1);
  const isVisible = to > from && last > 0x20 && last < 0x80;
  return isVisible ? to : from + text.slice(from, to).trimEnd().length;
}

/** A number below 65,536 for `from`–`to` of a text: equal for equal text, and quick to compute. */
function fingerprintOf(text: string, from: number, to: number): number {
  const length = to - from;
  if (length === 0) return 0;
  const inside = text.charCodeAt(from + (length >> 1)) * 31 + text.charCodeAt(from + ((3 * length) >> 2));
  return ((inside * 31 + text.charCodeAt(to - 1)) * 31 + length) & 0xffff;
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
