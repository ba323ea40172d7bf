/** Where a text that was not found may have been meant, and what is different there. */
import { tokenEnd } from "./characters";
import { findText } from "./find-text";
import { lineNumbersOf, lineStart } from "./lines";

/** A line that comes near to what was looked for. */
export type NearestLine = {
  /** 1-based. */
  line: number;
  /** The line as it stands, cut after 200 characters. */
  text: string;
  /** What differs, in a sentence. */
  difference: string;
};

const mostNearest = 3;
const mostAskedLines = 50;
const longestLine = 2000;
const mostProbes = 12;
const mostPlaces = 100;
const mostCharacters = 1_000_000_000;
const leastLikeness = 0.5;

/**
 * The lines of `text` nearest to `wanted`, best first, at most three; several lines of `wanted` are compared with as many
 * in a row, and the first that differs is named. `wanted` is any part of the text, or whole lines of it. Looks at a
 * bounded number of places.
 */
export function nearestLines(text: string, wanted: string, extent: "any part" | "whole lines"): NearestLine[] {
  const asked = wanted.split("\n", mostAskedLines).map((line) => line.slice(0, longestLine));
  const mayBePart = extent === "any part" && asked.length === 1;
  const places = findPlaces(text, asked).map((start) => ({ start, ...rate(text, start, asked, mayBePart) }));
  const near = places.filter((place) => place.likeness >= leastLikeness);
  near.sort((a, b) => b.likeness - a.likeness || a.differing - b.differing);
  const best: typeof near = [];
  for (const place of near) {
    if (best.length < mostNearest && !best.some((other) => other.differing === place.differing)) best.push(place);
  }
  const inOrder = best.map((place) => place.differing).sort((a, b) => a - b);
  const numbers = lineNumbersOf(text, inOrder);
  return best.map(({ differing, difference }) => {
    const line = lineFrom(text, differing);
    const shown = line.length > 200 ? `${line.slice(0, 200)}...` : line;
    return { line: numbers[inOrder.indexOf(differing)] as number, text: shown, difference };
  });
}

function lineFrom(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, Math.min(end < 0 ? text.length : end, start + longestLine));
}

// Starts of lines where `asked` could begin, likeliest first: the places of its longest words, some lines further up.
function findPlaces(text: string, asked: readonly string[]): number[] {
  const probes = asked.flatMap((line, offset) => probesOf(line).map((word) => ({ word, offset })));
  probes.sort((a, b) => b.word.length - a.word.length);
  const scores = new Map<number, number>();
  let budget = mostCharacters;
  for (const { word, offset } of probes.slice(0, mostProbes)) {
    for (const spelling of new Set([word, word.toLowerCase(), capitalised(word), word.toUpperCase()])) {
      if (budget < 0) break;
      const found: number[] = [];
      for (const at of findText(text, spelling)) if (found.push(at) === mostPlaces) break;
      budget -= found[mostPlaces - 1] ?? text.length;
      // A word that is everywhere says little.
      const weight = word.length / (1 + found.length / 10);
      for (const place of new Set(found.map((at) => goUp(text, at, offset)))) {
        if (place >= 0) scores.set(place, (scores.get(place) ?? 0) + weight);
      }
    }
  }
  const sorted = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return sorted.slice(0, mostPlaces).map(([place]) => place);
}

// Words as they are spelt in every Unicode form: runs of ASCII letters and digits, else pieces of two characters.
function probesOf(line: string): string[] {
  const words = line.match(/[A-Za-z0-9]{2,40}/g) ?? [];
  const others = line.match(/[^\p{ASCII}\p{P}\p{S}\p{Z}\p{M}]{2}/gu) ?? [];
  return [...words, ...others];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

// The start of the line `lines` above the one that holds `at`; -1 where the text has no such line.
function goUp(text: string, at: number, lines: number): number {
  let start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  for (let line = 0; line < lines; line++) {
    if (start === 0) return -1;
    start = start === 1 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  }
  return start;
}

// How much of `asked` stands at `start`, from 0 to 1; where the first line that differs starts, and how it does.
function rate(text: string, start: number, asked: readonly string[], mayBePart: boolean) {
  let first: { differing: number; difference: string } | null = null;
  let at = start;
  let before = start;
  let found = 0;
  let total = 0;
  for (const wanted of asked) {
    const line = at < text.length ? lineFrom(text, at) : null;
    const difference = line === null ? "The text ends after this line." : describe(wanted, line, mayBePart);
    if (difference !== null) first ??= { differing: line === null ? before : at, difference };
    const weight = 1 + wanted.trim().length;
    total += weight;
    found += difference === null ? weight : line === null ? 0 : weight * likenessOf(wanted, line);
    before = at;
    at = line === null ? at : lineStart(text, 2, { line: 1, start: at });
  }
  return { ...(first ?? { differing: start, difference: "Differs further down." }), likeness: found / total };
}

type Fold = { name: string; fold: (text: string) => string };

const folds: readonly Fold[] = [
  { name: "Unicode form (composed or decomposed characters)", fold: (text) => text.normalize("NFC") },
  { name: "blanks at the end of the line", fold: (text) => text.trimEnd() },
  { name: "the indentation", fold: (text) => text.trimStart() },
  { name: "blanks (tabs, several blanks, no-break spaces)", fold: (text) => text.replace(/(?<=\S)\s+(?=\S)/g, " ") },
  {
    name: "quotation marks (typographic or straight)",
    fold: (text) => text.replace(/[‘’‚‛′]/g, "'").replace(/[“”„‟«»″]/g, '"'),
  },
  { name: "dashes", fold: (text) => text.replace(/[‐‑‒–—―−]/g, "-").replace(/-+/g, "-") },
  { name: "dots (an ellipsis or three full stops)", fold: (text) => text.replaceAll("…", "...") },
  { name: "letter case", fold: (text) => text.toLowerCase() },
  { name: "invisible characters", fold: (text) => text.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, "") },
];

function foldBy(text: string, chosen: readonly Fold[]): string {
  return chosen.reduce((folded, { fold }) => fold(folded), text);
}

/** How a line differs from the one wanted, in a sentence; null if it doesn't. `wanted` may be a part of the line. */
function describe(wanted: string, line: string, mayBePart: boolean): string | null {
  const matches = (chosen: readonly Fold[]) => {
    const a = foldBy(wanted, chosen);
    const b = foldBy(line, chosen);
    return a === b || (mayBePart && a !== "" && b.includes(a));
  };
  if (matches([])) return null;
  if (matches(folds)) {
    const needed = folds.filter((fold) => !matches(folds.filter((other) => other !== fold)));
    const names = needed.length > 0 ? needed.map(({ name }) => name).join(", ") : "blanks";
    return `Differs in ${names}.${indentation(wanted, line, needed)}`;
  }
  const has = new Set(wordsOf(line));
  const asks = new Set(wordsOf(wanted));
  const missing = [...asks].filter((word) => !has.has(word));
  const extra = [...has].filter((word) => !asks.has(word));
  if (missing.length === 0 && extra.length === 0) return "Has the same words in another order or with other marks.";
  const parts = [
    missing.length > 0 ? `lacks ${quote(missing)}` : "",
    extra.length > 0 && !mayBePart ? `has ${quote(extra)} instead` : "",
  ];
  const said = parts.filter((part) => part !== "").join(" and ");
  return said === "" ? "Has the same words with other marks between them." : `The line ${said}.`;
}

function indentation(wanted: string, line: string, needed: readonly Fold[]): string {
  if (!needed.some(({ name }) => name.startsWith("the indentation"))) return "";
  return ` The line starts with ${blanks(line)}, what was asked for with ${blanks(wanted)}.`;
}

function blanks(line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const tabs = indent.split("\t").length - 1;
  const others = indent.length - tabs;
  const parts = [
    tabs > 0 ? `${tabs} ${tabs === 1 ? "tab" : "tabs"}` : "",
    others > 0 ? `${others} ${others === 1 ? "blank" : "blanks"}` : "",
  ];
  return parts.filter((part) => part !== "").join(" and ") || "no blank";
}

const quote = (words: readonly string[]): string =>
  words
    .slice(0, 3)
    .map((word) => `“${word.slice(0, 40)}”`)
    .join(", ") + (words.length > 3 ? " …" : "");

function wordsOf(line: string): string[] {
  const folded = foldBy(line, folds);
  const words: string[] = [];
  for (let at = 0; at < folded.length; ) {
    const end = tokenEnd(folded, at);
    const word = folded.slice(at, end);
    if (/[\p{L}\p{N}]/u.test(word)) words.push(word);
    at = end;
  }
  return words;
}

// The share of the wanted words that the line has.
function likenessOf(wanted: string, line: string): number {
  const asks = wordsOf(wanted);
  const has = new Set(wordsOf(line));
  if (asks.length === 0) return foldBy(wanted, folds) === foldBy(line, folds) ? 1 : 0;
  return asks.filter((word) => has.has(word)).length / asks.length;
}
