import { wordEnd } from "../../../../core/text/characters";
import { isWhole, isWordEnd, isWordStart } from "../../../../core/text/whole-words";
import { MAX_EXAMINED_TEXT } from "../../ports/limits";

/** A term, its translation, and a note. */
export type GlossaryTerm = { term: string; translation: string; note: string };

/**
 * Reads a glossary: rows of a Markdown table (`| term | translation | note |`), or lines of `term = translation`, `term: translation` or
 * `term → translation`. Skips table heads and rules, headings and everything else.
 */
export const readGlossary = (text: string): GlossaryTerm[] => glossaryLines(text).map(({ line: _, ...term }) => term);

/** The same terms, each with its line number from 0. */
export function glossaryLines(text: string): (GlossaryTerm & { line: number })[] {
  const lines = text.split(/\r?\n/);
  const terms: (GlossaryTerm & { line: number })[] = [];
  for (const [index, line] of lines.entries()) {
    const isHead = isRule(lines[index + 1] ?? "");
    const found = isHead || isRule(line) ? null : (rowOf(line) ?? pairOf(line));
    if (found !== null && found.term !== "" && found.translation !== "") terms.push({ ...found, line: index });
  }
  return terms;
}

/** A glossary as a table that `readGlossary` reads. */
export function writeGlossary(terms: readonly GlossaryTerm[]): string {
  const rows = terms.map(({ term, translation, note }) => tableRow([term, translation, note]));
  return `${tableRow(["Term", "Translation", "Note"])}|---|---|---|\n${rows.join("")}`;
}

/** One table row, with its line break. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells
    .map((cell) =>
      cell
        .replace(/\s*\n\s*/g, " ")
        .replace(/\\/g, "\\\\")
        .replace(/\|/g, "\\|"),
    )
    .join(" | ")} |\n`;

function isRule(line: string): boolean {
  const trimmed = line.trim();
  if (!trimmed.includes("|")) return false;
  const cells = trimmed.replace(/^\|/, "").replace(/\|$/, "").split("|");
  return cells.every((cell, at) => (at === 0 ? /^:?-{2,}:?$/ : /^:?-+:?$/).test(cell.trim()));
}

function rowOf(line: string): GlossaryTerm | null {
  const trimmed = line.trim();
  if (!trimmed.startsWith("|")) return null;
  const cells: string[] = [""];
  for (let at = 1; at < trimmed.length; at++) {
    const sign = trimmed[at] ?? "";
    if (sign === "\\" && at + 1 < trimmed.length) cells.push((cells.pop() ?? "") + (trimmed[++at] ?? ""));
    else if (sign === "|") cells.push("");
    else cells.push((cells.pop() ?? "") + sign);
  }
  const [term = "", translation = "", note = ""] = cells.map((cell) => cell.trim());
  return { term, translation, note };
}

function pairOf(line: string): GlossaryTerm | null {
  const text = line.trim();
  const [found = "", term = ""] = /^(?:[-*+]\s+)?([^#|\s][^=→:：]{0,98}?)\s*(?:=>?|→|:|：)/.exec(text) ?? [];
  if (found === "") return null;
  const [translation = "", ...note] = text.slice(found.length).split("#");
  return { term, translation: translation.trim(), note: note.join("#").trim() };
}

/** What the note of a term says to the checks. */
export type TermMarks = {
  /** Words that its translation may not have. */
  forbidden: string[];
  /** The term is a name, which has the same form throughout the book. */
  isName: boolean;
};

/** Reads the marks in the parts of a note, which `;` separates: `not: word / other word`, and `name`. Everything else is for people. */
export function termMarks(note: string): TermMarks {
  const parts = note.split(/[;；]/).map((part) => part.trim());
  const forbidden = parts.flatMap((part) => {
    const [mark] = /^(?:not|never|forbidden|不用|勿用|禁用|不译作)\s*[:：]/iu.exec(part) ?? [];
    return mark === undefined ? [] : partsOf(part.slice(mark.length), /[/／、]/);
  });
  return {
    forbidden,
    isName: parts.some((part) => /^(?:name|proper name|名|人名|地名|专名|名称)[.。]?$/iu.test(part)),
  };
}

const partsOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The translations that the glossary has for a term, separated by `/`. */
export const alternatives = ({ translation }: Pick<GlossaryTerm, "translation">): string[] =>
  partsOf(translation, /[/／]/);

/** The term of a line whose forbidden words no translation may have, whatever its source. */
const anySource = "*";

/** A forbidden word in a translation, and what to use instead. */
export type ForbiddenUse = { word: string; instead: string };

/**
 * The words in a translation that the glossary forbids for a term of its source. A word that has blanks around it in its script is found only whole,
 * unless it ends in `*`; one that is part of the right translation or of a form of it is not found.
 */
export function forbiddenUses(
  terms: readonly GlossaryTerm[],
  { text, translation }: Pick<Translated, "text" | "translation">,
): ForbiddenUse[] {
  const { inSource, hasForbidden, anywhere } = preparedTerms(terms);
  if (!hasForbidden) return [];
  const target = fold(translation.slice(0, MAX_TARGET));
  const ofTerms = termsOf(inSource, text).flatMap((term) => term.forbidden.map((word) => ({ term, word })));
  return [...ofTerms, ...anywhere(target)]
    .filter(({ term, word }) => hasWord(target, word, term.offered))
    .map(({ term, word }) => ({ word: word.written, instead: term.translation }));
}

/** Whether a text has a forbidden word outside of the right translations. */
function hasWord(text: string, { stem, isBeginning }: ForbiddenWord, right: readonly string[]): boolean {
  if (!text.includes(stem)) return false;
  const longer = right.filter((each) => each.length > stem.length && each.includes(stem));
  const left = longer.reduce((rest, each) => without(rest, each, "any form"), text);
  return without(left, stem, isBeginning ? "any form" : "whole") !== left;
}

/** A paragraph whose translation does not use the glossary's translation of a term. */
export type Inconsistency = {
  term: string;
  /** The translation that the glossary asks for. */
  translation: string;
  paragraph: string;
};

/** A paragraph with its translation. */
export type Translated = { id: string; text: string; translation: string };

/**
 * The terms of a paragraph's source whose translation it lacks. Ignores letter case. A glossary translation may list alternatives separated by
 * `/`. A term inside a longer term does not count, nor does one that is part of a longer word in a script with blanks.
 */
export function checkGlossary(terms: readonly GlossaryTerm[], { id, text, translation }: Translated): Inconsistency[] {
  const found = termsOf(preparedTerms(terms).inSource, text);
  if (found.length === 0) return [];
  const target = fold(translation.slice(0, MAX_TARGET));
  return found
    .filter(({ offered }) => !offered.some((option) => target.includes(option)))
    .map(({ term, translation }) => ({ term, translation, paragraph: id }));
}

/** A translation is examined farther than its source, which may be shorter. */
const MAX_TARGET = 4 * MAX_EXAMINED_TEXT;

type ForbiddenWord = { written: string; stem: string; isBeginning: boolean };

type PreparedTerm = {
  term: string;
  translation: string;
  sought: string;
  offered: string[];
  forbidden: ForbiddenWord[];
};

/** The items that may be in a text, in the order of their list. */
type Finder<Item> = (text: string) => Item[];

/** The terms by their beginning in a source, longest first, and the words that are forbidden for any source by theirs. */
type PreparedTerms = {
  inSource: Finder<PreparedTerm>;
  anywhere: Finder<{ term: PreparedTerm; word: ForbiddenWord }>;
  hasForbidden: boolean;
};

const prepared = new WeakMap<readonly GlossaryTerm[], PreparedTerms>();

/** The terms as they are compared. A list is prepared once. */
function preparedTerms(terms: readonly GlossaryTerm[]): PreparedTerms {
  const known = prepared.get(terms);
  if (known !== undefined) return known;
  const made = terms.map(
    ({ term, translation, note }): PreparedTerm => ({
      term,
      translation,
      sought: fold(term),
      offered: alternatives({ translation }).map(fold),
      forbidden: termMarks(note).forbidden.flatMap((written) => {
        const stem = fold(written.replace(/\*$/, ""));
        return stem === "" ? [] : [{ written, stem, isBeginning: written.endsWith("*") }];
      }),
    }),
  );
  made.sort((a, b) => b.sought.length - a.sought.length);
  const isAny = ({ sought }: PreparedTerm): boolean => sought === anySource;
  const now: PreparedTerms = {
    inSource: finderOf(
      made.filter((each) => !isAny(each)),
      ({ sought }) => sought,
    ),
    anywhere: finderOf(
      made.filter(isAny).flatMap((term) => term.forbidden.map((word) => ({ term, word }))),
      ({ word }) => word.stem,
    ),
    hasForbidden: made.some(({ forbidden }) => forbidden.length > 0),
  };
  prepared.set(terms, now);
  return now;
}

/** The lengths of the beginnings by which terms are found: many terms may share a short one. */
const BEGINNINGS = [6, 3, 2, 1];

/** Finds items by the beginning of their keys, so that most of thousands of them are never compared with a text. */
function finderOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Finder<Item> {
  const byBeginning = new Map<string, { item: Item; order: number }[]>();
  for (const [order, item] of items.entries()) {
    const key = keyOf(item);
    const length = BEGINNINGS.find((each) => each <= key.length);
    if (length === undefined) continue;
    const beginning = key.slice(0, length);
    const others = byBeginning.get(beginning);
    if (others === undefined) byBeginning.set(beginning, [{ item, order }]);
    else others.push({ item, order });
  }
  return (text) => {
    if (byBeginning.size === 0) return [];
    const beginnings = new Set<string>();
    for (let at = 0; at < text.length; at++)
      for (const length of BEGINNINGS) {
        const each = text.slice(at, at + length);
        if (each.length === length && byBeginning.has(each)) beginnings.add(each);
      }
    const found = [...beginnings].flatMap((each) => byBeginning.get(each) ?? []);
    return found.sort((a, b) => a.order - b.order).map(({ item }) => item);
  };
}

/** The terms in a source; one inside a longer one does not count. */
function termsOf(finder: Finder<PreparedTerm>, text: string): PreparedTerm[] {
  let source = fold(text.slice(0, MAX_EXAMINED_TEXT));
  return finder(source).filter(({ sought }) => {
    const rest = without(source, sought, "whole");
    if (rest === source) return false;
    source = rest;
    return true;
  });
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase();

/**
 * The text with each occurrence of a term blanked out, so that shorter terms inside it are not found. `whole`: where it is whole words;
 * `any form`: where it begins a word, which is blanked out with it.
 */
function without(text: string, term: string, how: "whole" | "any form"): string {
  let at = term === "" ? -1 : text.indexOf(term);
  if (at < 0) return text;
  const parts: string[] = [];
  let done = 0;
  while (at >= 0) {
    const end = at + term.length;
    const isFound = how === "whole" ? isWhole(text, at, end) : isWordStart(text, at);
    if (isFound) {
      const to = how === "whole" || isWordEnd(text, end) ? end : wordEnd(text, end);
      parts.push(text.slice(done, at), "\0".repeat(to - at));
      done = to;
    }
    at = text.indexOf(term, isFound ? done : at + 1);
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(done);
}
