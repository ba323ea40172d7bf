/** Describes the difference between a wanted line and an existing one. */
import { cropText, tokenEnd } from "./characters";

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

/** Whether the text to compare is a part of a line, or all of it. */
export type Extent = "any part" | "whole lines";

/** How a line differs from the wanted one, in a sentence; null if it does not. */
export function describeDifference(wanted: string, line: string, extent: Extent): string | null {
  const mayBePart = extent === "any part";
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
  const description = parts.filter((part) => part !== "").join(" and ");
  return description === "" ? "Has the same words with other marks between them." : `The line ${description}.`;
}

function indentation(wanted: string, line: string, needed: readonly Fold[]): string {
  if (!needed.some(({ name }) => name.startsWith("the indentation"))) return "";
  return ` The line starts with ${blanks(line)}, the wanted text with ${blanks(wanted)}.`;
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
    .map((word) => `“${cropText(word, 40)}”`)
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

/** The share of the wanted words that the line contains, from 0 to 1; ignores blanks, punctuation and letter case. */
export function similarityOf(wanted: string, line: string): number {
  const asks = wordsOf(wanted);
  const has = new Set(wordsOf(line));
  if (asks.length === 0) return foldBy(wanted, folds) === foldBy(line, folds) ? 1 : 0;
  return asks.filter((word) => has.has(word)).length / asks.length;
}
