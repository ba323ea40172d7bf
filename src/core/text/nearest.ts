/** For a text that was not found: the most similar lines, and what is different in them. */
import { cropText } from "./characters";
import { describeDifference, type Extent, similarityOf } from "./line-difference";
import { lineNumbersOf } from "./lines";

/** A line that is similar to the wanted text. */
export type NearestLine = {
  /** 1-based. */
  line: number;
  /** The line, cut after 200 characters. */
  text: string;
  /** The difference, in a sentence. */
  difference: string;
};

const MAX_NEAREST = 3;
const MAX_WANTED_LINES = 50;
const MAX_LINE = 2000;
const MAX_PROBES = 12;
const MAX_LINES_PER_PROBE = 100;
const MAX_CANDIDATES = 30;
const MIN_SIMILARITY = 0.5;

/**
 * The lines of `text` most similar to `wanted`, best first, at most three. Several lines of `wanted` are compared with as many consecutive
 * lines, and the result is the first line that differs. `extent` says whether `wanted` is part of a line or whole lines. Reads a bounded
 * number of characters.
 */
export function nearestLines(text: string, wanted: string, extent: Extent): NearestLine[] {
  const wantedLines = wanted.split("\n", MAX_WANTED_LINES).map((line) => line.slice(0, MAX_LINE));
  const walk = new Walk(text);
  const lineExtent = wantedLines.length === 1 ? extent : "whole lines";
  const near: Candidate[] = [];
  for (const start of findCandidates(walk, wantedLines)) {
    const candidate = compare(walk, start, wantedLines, lineExtent);
    if (candidate.similarity >= MIN_SIMILARITY) near.push(candidate);
  }
  near.sort((a, b) => b.similarity - a.similarity || a.differing - b.differing);
  const best: Candidate[] = [];
  for (const candidate of near) {
    if (best.length < MAX_NEAREST && !best.some((other) => other.differing === candidate.differing))
      best.push(candidate);
  }
  const sorted = best.map((candidate) => candidate.differing).sort((a, b) => a - b);
  const numbers = lineNumbersOf(text, sorted);
  return best.map(({ differing, difference }) => ({
    line: numbers[sorted.indexOf(differing)] as number,
    text: cropText(walk.line(differing), 200),
    difference,
  }));
}

/** Steps through a text line by line, within a budget of characters; after that, every search fails. */
class Walk {
  private remaining = 1_000_000_000;

  constructor(readonly text: string) {}

  isOver(): boolean {
    return this.remaining <= 0;
  }

  find(pattern: string, from: number): number {
    if (this.isOver()) return -1;
    const found = this.text.indexOf(pattern, from);
    this.remaining -= (found < 0 ? this.text.length : found) - from;
    return found;
  }

  /** The start of the line that contains `at`. */
  lineStart(at: number): number {
    const start = at === 0 ? 0 : this.text.lastIndexOf("\n", at - 1) + 1;
    this.remaining -= at - start;
    return start;
  }

  /** The start of the next line; the text's end, or one past it, if there is none. */
  nextLine(at: number): number {
    const found = this.find("\n", at);
    return found < 0 ? this.text.length : found + 1;
  }

  /** The part of the line at `at` that is compared. */
  line(at: number): string {
    const part = this.text.slice(at, at + MAX_LINE);
    const end = part.indexOf("\n");
    return end < 0 ? part : part.slice(0, end);
  }
}

// Line starts where `wantedLines` could begin, likeliest first: the lines that contain its longest words, minus their
// offset.
function findCandidates(walk: Walk, wantedLines: readonly string[]): number[] {
  const probes = wantedLines.flatMap((line, offset) => probesOf(line).map((word) => ({ word, offset })));
  probes.sort((a, b) => b.word.length - a.word.length);
  const scores = new Map<number, number>();
  for (const { word, offset } of probes.slice(0, MAX_PROBES)) {
    for (const spelling of new Set([word, word.toLowerCase(), capitalised(word), word.toUpperCase()])) {
      const lines = linesWith(walk, spelling);
      // A frequent word is weak evidence.
      const weight = word.length / (1 + lines.length / 10);
      for (const line of lines) {
        const candidate = goUp(walk, line, offset);
        if (candidate >= 0) scores.set(candidate, (scores.get(candidate) ?? 0) + weight);
      }
    }
  }
  const sorted = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return sorted.slice(0, MAX_CANDIDATES).map(([candidate]) => candidate);
}

// Words that are spelt alike in every Unicode form: runs of ASCII letters and digits, otherwise pieces of two characters.
function probesOf(line: string): string[] {
  const words = line.match(/[A-Za-z0-9]{2,40}/g) ?? [];
  const others = line.match(/[^\p{ASCII}\p{P}\p{S}\p{Z}\p{M}]{2}/gu) ?? [];
  return [...words, ...others];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

function linesWith(walk: Walk, word: string): number[] {
  const lines: number[] = [];
  for (let at = walk.find(word, 0); at >= 0 && lines.length < MAX_LINES_PER_PROBE; ) {
    lines.push(walk.lineStart(at));
    at = walk.find(word, walk.nextLine(at));
  }
  return lines;
}

// The start of the line `lines` above the one that starts at `start`; -1 if there is none, or if the budget is used up.
function goUp(walk: Walk, start: number, lines: number): number {
  let at = start;
  for (let line = 0; line < lines; line++) {
    if (at === 0 || walk.isOver()) return -1;
    at = walk.lineStart(at - 1);
  }
  return at;
}

/** The share of the wanted text found at a position, from 0 to 1; the start of the first line that differs, and how it differs. */
type Candidate = { differing: number; difference: string; similarity: number };

function compare(walk: Walk, start: number, wantedLines: readonly string[], extent: Extent): Candidate {
  let first: { differing: number; difference: string } | null = null;
  let at = start;
  let before = start;
  let found = 0;
  let total = 0;
  for (const wanted of wantedLines) {
    const isPast = at >= walk.text.length;
    const line = isPast ? "" : walk.line(at);
    const difference = isPast ? "The text ends after this line." : describeDifference(wanted, line, extent);
    if (difference !== null) first ??= { differing: isPast ? before : at, difference };
    const weight = 1 + wanted.trim().length;
    total += weight;
    if (!isPast) found += difference === null ? weight : weight * similarityOf(wanted, line);
    before = at;
    if (!isPast) at = walk.nextLine(at);
  }
  return { ...(first ?? { differing: start, difference: "Differs further down." }), similarity: found / total };
}
