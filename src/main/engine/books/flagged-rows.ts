import type { Book, Paragraph } from "./book/book";
import { checkGlossary, forbiddenUses, type GlossaryTerm } from "./book/glossary";
import { paragraphAt } from "./book/neighbours";
import { sameSource } from "./book/repeated-sources";
import { sourceHash } from "./book/source-hash";
import { nameCheck } from "./book-names";
import type { OpenBook } from "./books";
import { checkTranslation } from "./quality/check-translation";
import { checkKinds, type IsChecked, isCheckedIn } from "./quality/checks";
import { type Flag, type FlagKind, shortened } from "./quality/flags";
import { type Detect, loadDetection } from "./quality/languages";
import { weightOf } from "./quality/lengths";
import { neighbourFlags } from "./quality/neighbours";
import { timeSlice } from "./time-slice";
import type { IgnoredFlag } from "./work/ignored-flags";
import type { SelectedVersion } from "./work/row-facts";

/** A flag of a paragraph; `ignored` if the user has put it aside for this version. */
export type RowFlag = {
  kind: FlagKind;
  detail: string;
  ignored: { reason: string; writer: string; at: string } | null;
};

/** A translated paragraph with doubts, ignored ones included. `version` is that of its translation. */
export type FlaggedRow = { id: string; chapter: string; index: number; version: string; flags: RowFlag[] };

/** How many paragraphs on each side of a changed one may be flagged otherwise because of it, and how many more are compared. */
const AFFECTED = 1;
const COMPARED = 4;
/** The books whose results are kept, and the results of one of them. */
const MAX_BOOKS = 4;
const MAX_RESULTS = 50_000;
/** A source shorter than this, in Latin letters, may well be translated in several ways. */
const LEAST_WEIGHT = 24;

/** This many terms and this many forbidden words are named for one translation. */
const MAX_TERMS = 20;

/** Checks of a translation against others. */
const byOthers: ReadonlySet<FlagKind> = new Set(["neighbour", "shifted", "names", "inconsistent"]);

type Translated = { paragraph: Paragraph; chapter: number; index: number; version: SelectedVersion };

const results = new Map<string, Map<string, Flag[]>>();

/**
 * Makes the checks of a book on the translations of some paragraphs, or of the whole book: against their sources, neighbours, repetitions and the
 * glossary. Results for an unchanged pair are kept. For some paragraphs, those beside them are checked, too. Paragraphs without a flag are not in the result; `checked` has
 * the ids of all that were checked.
 */
export async function flaggedRows(
  open: OpenBook,
  { only = null, signal }: { only?: readonly string[] | null; signal?: AbortSignal | undefined } = {},
): Promise<{ rows: FlaggedRow[]; checked: string[] }> {
  const { book, language } = open;
  const wanted = only === null ? null : idsAround(book, only, AFFECTED);
  const compared = wanted === null ? null : idsAround(book, wanted, COMPARED);
  const alike = (compared ?? []).flatMap((id) => alikeIn(book, id));
  const ids = compared === null ? null : [...new Set([...compared, ...alike])];
  const { selected, ignored, checks } = open.read((work) => ({
    checks: work.checks(),
    selected: work.rowFacts(language, { paragraphs: ids }).selected,
    ignored: work.ignored(wanted),
  }));
  const isChecked = isCheckedIn(checks);
  const among = translatedIn(book, selected, compared === null ? null : new Set(compared));
  const own = await ownFlags(open, among, { isChecked, signal });
  const beside =
    isChecked("neighbour") || isChecked("shifted")
      ? await besideFlags(runsOf(book, among), { isChecked, signal })
      : null;
  const otherName = isChecked("names") ? await nameCheck(open, wanted, signal) : null;
  const set = wanted === null ? null : new Set(wanted);
  const ignoredBy = new Map(ignored.map((each) => [keyOf(each), each]));
  const usual = usualTranslations(selected);
  const slice = timeSlice(signal);
  const rows: FlaggedRow[] = [];
  for (const row of among) {
    const { id } = row.paragraph;
    if (set !== null && !set.has(id)) continue;
    const differing = isChecked("inconsistent") ? inconsistency(row, usual(alikeIn(book, id))) : null;
    const flags = [own.get(id) ?? [], beside?.get(id) ?? [], otherName?.(id, row.version.text) ?? [], differing ?? []];
    const found = flags.flat();
    if (found.length > 0) {
      const version = row.version.id;
      const withIgnored = found.map((flag): RowFlag => {
        const { reason, writer, at } = ignoredBy.get(keyOf({ paragraph: id, version, kind: flag.kind })) ?? {};
        const isIgnored = reason !== undefined && writer !== undefined && at !== undefined;
        return { ...flag, ignored: isIgnored ? { reason, writer, at } : null };
      });
      rows.push({ id, chapter: book.chapters[row.chapter]?.id ?? "", index: row.index, version, flags: withIgnored });
    }
    await slice();
  }
  return { rows, checked: wanted ?? [...book.positions.keys()] };
}

const keyOf = ({ paragraph, version, kind }: Pick<IgnoredFlag, "paragraph" | "version" | "kind">): string =>
  `${paragraph} ${version} ${kind}`;

/** The ids of these paragraphs and of this many beside them in their chapters. */
function idsAround(book: Book, ids: readonly string[], count: number): string[] {
  const around = new Set<string>();
  for (const id of ids) {
    const position = book.positions.get(id);
    if (position === undefined) continue;
    const { paragraphs } = book.chapters[position.chapter] ?? { paragraphs: [] };
    around.add(id);
    for (const by of [-1, 1]) {
      let left = count;
      for (let at = position.index + by; at >= 0 && at < paragraphs.length && left > 0; at += by) {
        const paragraph = paragraphs[at];
        if (paragraph === undefined || paragraph.isBlank) continue;
        around.add(paragraph.id);
        left--;
      }
    }
  }
  return [...around];
}

function translatedIn(
  book: Book,
  selected: ReadonlyMap<string, SelectedVersion>,
  only: ReadonlySet<string> | null,
): Translated[] {
  const ofRow = (paragraph: Paragraph, chapter: number, index: number): Translated[] => {
    const version = paragraph.isBlank ? undefined : selected.get(paragraph.id);
    return version === undefined ? [] : [{ paragraph, chapter, index, version }];
  };
  if (only === null)
    return book.chapters.flatMap(({ paragraphs }, chapter) =>
      paragraphs.flatMap((paragraph, index) => ofRow(paragraph, chapter, index)),
    );
  const positions = [...only].flatMap((id) => book.positions.get(id) ?? []);
  positions.sort((a, b) => a.chapter - b.chapter || a.index - b.index);
  return positions.flatMap(({ chapter, index }) => {
    const paragraph = book.chapters[chapter]?.paragraphs[index];
    return paragraph === undefined ? [] : ofRow(paragraph, chapter, index);
  });
}

/** What each translation shows by itself, a few milliseconds at a time. */
async function ownFlags(
  { realPath, language, notes: { glossary } }: OpenBook,
  rows: readonly Translated[],
  { isChecked, signal }: { isChecked: IsChecked; signal: AbortSignal | undefined },
): Promise<Map<string, Flag[]>> {
  const detect = isChecked("language") ? await loadDetection() : null;
  const slice = timeSlice(signal);
  const known = resultsFor(
    JSON.stringify([realPath, language, glossary, checkKinds.filter((kind) => !byOthers.has(kind) && isChecked(kind))]),
  );
  const found = new Map<string, Flag[]>();
  for (const { paragraph, version } of rows) {
    const key = `${version.id} ${sourceHash(paragraph)}`;
    const flags = known.get(key) ?? flagsOf(paragraph, version.text, { language, glossary, detect, isChecked });
    known.set(key, flags);
    if (flags.length > 0) found.set(paragraph.id, flags);
    await slice();
  }
  for (const key of known.keys()) {
    if (known.size <= MAX_RESULTS) break;
    known.delete(key);
  }
  return found;
}

/** This many paragraphs of a run are compared at a time, with some of those before. */
const RUN_PART = 200;

async function besideFlags(
  runs: readonly (readonly Translated[])[],
  { isChecked, signal }: { isChecked: IsChecked; signal: AbortSignal | undefined },
): Promise<Map<string, Flag>> {
  const slice = timeSlice(signal);
  const found = new Map<string, Flag>();
  for (const run of runs) {
    for (let from = 0; from < run.length; from += RUN_PART) {
      for (const [id, flag] of neighbours(run.slice(Math.max(0, from - 2 * COMPARED), from + RUN_PART), isChecked))
        found.set(id, flag);
      await slice();
    }
  }
  return found;
}

function resultsFor(key: string): Map<string, Flag[]> {
  const known = results.get(key) ?? new Map<string, Flag[]>();
  results.delete(key);
  results.set(key, known);
  if (results.size > MAX_BOOKS) results.delete(results.keys().next().value ?? "");
  return known;
}

/** What a translation shows by itself: its own doubts, and terms that are not those of the glossary. */
export function flagsOf(
  { id, text }: Pick<Paragraph, "id" | "text">,
  translation: string,
  {
    language,
    glossary,
    detect,
    isChecked,
  }: { language: string; glossary: readonly GlossaryTerm[]; detect: Detect | null; isChecked: IsChecked },
): Flag[] {
  const terms = isChecked("glossary") ? checkGlossary(glossary, { id, text, translation }) : [];
  const forbidden = isChecked("forbidden") ? forbiddenUses(glossary, { text, translation }) : [];
  return [
    ...checkTranslation({ source: text, translation, language }, detect, isChecked),
    ...terms
      .slice(0, MAX_TERMS)
      .map((each): Flag => ({ kind: "glossary", detail: shortened(`${each.term} → ${each.translation}`) })),
    ...forbidden
      .slice(0, MAX_TERMS)
      .map(({ word, instead }): Flag => ({ kind: "forbidden", detail: shortened(`${word} → ${instead}`) })),
  ];
}

/** Translations that follow each other, with nothing but blank paragraphs between. */
function runsOf({ chapters }: Book, rows: readonly Translated[]): Translated[][] {
  const runs: Translated[][] = [];
  let last: Translated | null = null;
  for (const row of rows) {
    const between = chapters[row.chapter]?.paragraphs.slice((last?.index ?? 0) + 1, row.index) ?? [];
    const follows = last?.chapter === row.chapter && between.every(({ isBlank }) => isBlank);
    if (follows) runs.at(-1)?.push(row);
    else runs.push([row]);
    last = row;
  }
  return runs;
}

const neighbours = (run: readonly Translated[], isChecked: IsChecked): Map<string, Flag> =>
  neighbourFlags(
    run.map(({ paragraph: { id, text }, version }) => ({ id, source: text, translation: version.text })),
    isChecked,
  );

/** The paragraphs with the same source as this one, unless it is short. */
function alikeIn(book: Book, id: string): readonly string[] {
  const same = sameSource(book, id);
  const position = same.length === 0 ? undefined : book.positions.get(id);
  return position !== undefined && weightOf(paragraphAt(book, position).text.slice(0, 1000)) >= LEAST_WEIGHT
    ? same
    : [];
}

/** The translation that most paragraphs of a list have; null if all have the same. Each list is counted once. */
function usualTranslations(
  selected: ReadonlyMap<string, SelectedVersion>,
): (alike: readonly string[]) => string | null {
  const known = new Map<readonly string[], string | null>();
  return (alike) => {
    if (alike.length === 0) return null;
    const before = known.get(alike);
    if (before !== undefined) return before;
    const counts = new Map<string, number>();
    for (const each of alike) {
      const text = selected.get(each)?.text.trim();
      if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const [most] = counts.size < 2 ? [null] : ([...counts].sort((a, b) => b[1] - a[1])[0] ?? [null]);
    known.set(alike, most);
    return most;
  };
}

const inconsistency = ({ version }: Translated, most: string | null): Flag | null =>
  most === null || most === version.text.trim() ? null : { kind: "inconsistent", detail: shortened(most) };
