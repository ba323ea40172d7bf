/** For a text that was not found: the most similar lines, and what is different in them. */
import { cropText } from "./characters";
import { describeDifference, type Extent, likenessOf } from "./line-difference";
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

const mostNearest = 3;
const mostAskedLines = 50;
const longestLine = 2000;
const mostProbes = 12;
const mostLines = 100;
const mostPlaces = 30;
const leastLikeness = 0.5;

/**
 * The lines of `text` most similar to `wanted`, best first, at most three. Several lines of `wanted` are compared with as many consecutive
 * lines, and the result is the first line that differs. `extent` says whether `wanted` is part of a line or whole lines. Reads a bounded
 * number of characters.
 */
export function nearestLines(text: string, wanted: string, extent: Extent): NearestLine[] {
  const asked = wanted.split("\n", mostAskedLines).map((line) => line.slice(0, longestLine));
  const walk = new Walk(text);
  const lineExtent = asked.length === 1 ? extent : "whole lines";
  const near: Place[] = [];
  for (const start of findPlaces(walk, asked)) {
    const place = compare(walk, start, asked, lineExtent);
    if (place.likeness >= leastLikeness) near.push(place);
  }
  near.sort((a, b) => b.likeness - a.likeness || a.differing - b.differing);
  const best: Place[] = [];
  for (const place of near) {
    if (best.length < mostNearest && !best.some((other) => other.differing === place.differing)) best.push(place);
  }
  const inOrder = best.map((place) => place.differing).sort((a, b) => a - b);
  const numbers = lineNumbersOf(text, inOrder);
  return best.map(({ differing, difference }) => ({
    line: numbers[inOrder.indexOf(differing)] as number,
    text: cropText(walk.line(differing), 200),
    difference,
  }));
}

/** Steps through a text line by line, within a budget of characters; after that, every search fails. */
class Walk {
  private left = 1_000_000_000;

  constructor(readonly text: string) {}

  isOver(): boolean {
    return this.left <= 0;
  }

  find(pattern: string, from: number): number {
    if (this.isOver()) return -1;
    const found = this.text.indexOf(pattern, from);
    this.left -= (found < 0 ? this.text.length : found) - from;
    return found;
  }

  /** The start of the line that contains `at`. */
  lineStart(at: number): number {
    const start = at === 0 ? 0 : this.text.lastIndexOf("\n", at - 1) + 1;
    this.left -= at - start;
    return start;
  }

  /** The start of the next line; the text's end, or one past it, if there is none. */
  nextLine(at: number): number {
    const found = this.find("\n", at);
    return found < 0 ? this.text.length : found + 1;
  }

  /** The line that starts at `at`, as much of it as is compared. */
  line(at: number): string {
    const part = this.text.slice(at, at + longestLine);
    const end = part.indexOf("\n");
    return end < 0 ? part : part.slice(0, end);
  }
}

// Line starts where `wantedLines` could begin, likeliest first: the lines that contain its longest words, minus their
// offset.
function findPlaces(walk: Walk, asked: readonly string[]): number[] {
  const probes = asked.flatMap((line, offset) => probesOf(line).map((word) => ({ word, offset })));
  probes.sort((a, b) => b.word.length - a.word.length);
  const scores = new Map<number, number>();
  for (const { word, offset } of probes.slice(0, mostProbes)) {
    for (const spelling of new Set([word, word.toLowerCase(), capitalised(word), word.toUpperCase()])) {
      const lines = linesWith(walk, spelling);
      // A frequent word is weak evidence.
      const weight = word.length / (1 + lines.length / 10);
      for (const line of lines) {
        const place = goUp(walk, line, offset);
        if (place >= 0) scores.set(place, (scores.get(place) ?? 0) + weight);
      }
    }
  }
  const sorted = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return sorted.slice(0, mostPlaces).map(([place]) => place);
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
  for (let at = walk.find(word, 0); at >= 0 && lines.length < mostLines; ) {
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
type Place = { differing: number; difference: string; likeness: number };

function compare(walk: Walk, start: number, asked: readonly string[], extent: Extent): Place {
  let first: { differing: number; difference: string } | null = null;
  let at = start;
  let before = start;
  let found = 0;
  let total = 0;
  for (const wanted of asked) {
    const isPast = at >= walk.text.length;
    const line = isPast ? "" : walk.line(at);
    const difference = isPast ? "The text ends after this line." : describeDifference(wanted, line, extent);
    if (difference !== null) first ??= { differing: isPast ? before : at, difference };
    const weight = 1 + wanted.trim().length;
    total += weight;
    if (!isPast) found += difference === null ? weight : weight * likenessOf(wanted, line);
    before = at;
    if (!isPast) at = walk.nextLine(at);
  }
  return { ...(first ?? { differing: start, difference: "Differs further down." }), likeness: found / total };
}
