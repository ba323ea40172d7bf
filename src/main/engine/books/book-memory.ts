import type { Book } from "./book/book";
import { paragraphAt } from "./book/neighbours";
import { sourceHash } from "./book/source-hash";
import type { OpenBook } from "./books";
import { createMatchIndex, type MatchIndex, newBudget, type SourceMatch } from "./memory/match-index";
import { matchWords } from "./memory/match-words";
import { partsOf, sentenceOf } from "./memory/sentence-pairs";
import { slices } from "./memory/slices";
import { numbersIn } from "./quality/numbers";
import type { ForeignMemory, MemoryOrigin } from "./read-memories";
import type { RowFacts } from "./work/row-facts";

/** An earlier translation of a source like the one looked up. */
export type MemoryMatch = {
  /** 100: the same text, whatever its blanks; 99: the same words with other marks; otherwise the share of equal words. */
  percent: number;
  source: string;
  target: string;
  isAccepted: boolean;
  /** The sentence of the text looked up that this is for; null if it is for the whole text. */
  sentence: string | null;
  /** Numbers that only one of the two sources has. */
  numbers: { onlyHere: string[]; onlyThere: string[] };
  /** The paragraph whose translation it is, or is part of; null if it is from elsewhere. */
  paragraph: string | null;
  /** Where it is from; null for the book itself. */
  origin: MemoryOrigin | null;
};

/** `source` is the text to look up; `paragraph` is its id if it belongs to the book. Matches score at least `least` percent. */
export type MemoryQuery = {
  source: string;
  paragraph: string | null;
  least: number;
  most: number;
  from: "all" | "accepted";
  /** Whether the sentences of the source are looked up, too, if more matches are wanted. */
  sentences: boolean;
};

/** A translated paragraph, or the sentence of it with this index. */
type Entry = { paragraph: string; sentence: number | null };

/**
 * The sources of a book's translated paragraphs and of their sentences. Translations are not in it: those of a match are read when it is found, so
 * that a change of a translation needs no change here.
 */
type Memory = {
  index: MatchIndex<Entry>;
  /** The sources in the index, by paragraph. */
  known: Map<string, string>;
  translated: Set<string>;
  /** The last version of a translation that was looked at, and its stamp. */
  seen: number;
  stamp: string | null;
  book: Book | null;
  updating: Promise<void>;
};

/** How many versions are read at a time. */
const VERSIONS_PER_READ = 500;
/** The books whose memory is kept. */
const MAX_BOOKS = 4;
/** The sources that are looked at for one text, and the paragraphs of each whose translation is read: the newest ones. */
const MAX_SOURCES = 12;
const MAX_PARAGRAPHS_PER_SOURCE = 30;
/** Sentences are looked up if they have this many words; they are matched from this many percent. */
const LEAST_WORDS = 3;
const LEAST_FOR_SENTENCES = 80;

const memories = new Map<string, Memory>();

/**
 * The earlier translations of a book whose sources are most similar, best first; of equally good ones, accepted ones first. Of imported memories
 * and other books, those are searched that are loaded.
 */
export async function memoryMatches(open: OpenBook, query: MemoryQuery): Promise<MemoryMatch[]> {
  const memory = memoryOf(open);
  memory.updating = memory.updating.then(
    () => update(memory, open),
    () => update(memory, open),
  );
  await memory.updating;
  const { source, least, most, sentences } = query;
  const foreign = open.memories(open.language).ready().memories;
  const find = (of: MemoryQuery & { sentence: string | null }): MemoryMatch[] =>
    bestOf([...matchesOf(open, memory, of), ...foreignMatches(foreign, of)], of.most);
  const found = find({ ...query, sentence: null });
  if (!sentences || found.length >= most) return found;
  for (const sentence of new Set(partsOf(source))) {
    if (found.length >= most || matchWords(sentence).length < LEAST_WORDS) continue;
    found.push(...find({ ...query, source: sentence, sentence, most: 1, least: Math.max(least, LEAST_FOR_SENTENCES) }));
  }
  return found;
}

/** The best matches, each translation once; of equally good ones, those of the book come first. */
function bestOf(matches: readonly MemoryMatch[], most: number): MemoryMatch[] {
  const known = new Set<string>();
  return [...matches]
    .sort((a, b) => b.percent - a.percent)
    .filter(({ percent, source, target }) => {
      const key = percent === 100 ? target : JSON.stringify([source, target]);
      return !known.has(key) && known.add(key);
    })
    .slice(0, most);
}

/** The matches in imported memories and in those of other books. All of them share the steps that one lookup may take. */
function foreignMatches(
  memories: readonly ForeignMemory[],
  { source, sentence, least, most }: MemoryQuery & { sentence: string | null },
): MemoryMatch[] {
  const budget = newBudget();
  return memories.flatMap(({ index, origin }) =>
    index.find(source, { least: least / 100, most }, budget).flatMap((found) =>
      [...new Set(found.entries.slice(-MAX_PARAGRAPHS_PER_SOURCE))].map((target) => ({
        percent: found.percent,
        source: found.source,
        target,
        isAccepted: true,
        sentence,
        numbers: differingNumbers(source, found.source),
        paragraph: null,
        origin,
      })),
    ),
  );
}

function memoryOf({ realPath, language }: OpenBook): Memory {
  const key = JSON.stringify([realPath, language]);
  const memory = memories.get(key) ?? newMemory();
  memories.delete(key);
  memories.set(key, memory);
  if (memories.size > MAX_BOOKS) memories.delete(memories.keys().next().value ?? "");
  return memory;
}

const newMemory = (): Memory => ({
  index: createMatchIndex<Entry>(),
  known: new Map(),
  translated: new Set(),
  seen: 0,
  stamp: null,
  book: null,
  updating: Promise.resolve(),
});

/** Adds what was translated since the last time, and what has another source now, a few milliseconds at a time. */
async function update(memory: Memory, open: OpenBook): Promise<void> {
  const { book, language, read } = open;
  const rest = slices();
  // Another database has taken the place of the one that was read.
  if (read((work) => work.versionStamp(memory.seen)) !== memory.stamp)
    Object.assign(memory, { ...newMemory(), updating: memory.updating });
  if (memory.book !== book) {
    for (const id of memory.translated) {
      enter(memory, book, id);
      await rest();
    }
    memory.book = book;
  }
  for (;;) {
    const { paragraphs, last, stamp } = read((work) => {
      const found = work.translatedSince(language, { after: memory.seen, limit: VERSIONS_PER_READ });
      return { ...found, stamp: work.versionStamp(found.last) };
    });
    if (last === memory.seen) return;
    for (const id of paragraphs) {
      memory.translated.add(id);
      enter(memory, book, id);
      await rest();
    }
    Object.assign(memory, { seen: last, stamp });
  }
}

/** Brings what the index has of a paragraph up to date. */
function enter({ index, known }: Memory, book: Book, id: string): void {
  const position = book.positions.get(id);
  const paragraph = position === undefined ? null : paragraphAt(book, position);
  const before = known.get(id) ?? null;
  const text = paragraph === null || paragraph.isBlank ? null : paragraph.text;
  if (before === text) return;
  if (before !== null)
    for (const source of [before, ...partsOf(before)]) index.remove(source, (entry) => entry.paragraph === id);
  if (text === null) {
    known.delete(id);
    return;
  }
  index.add(text, { paragraph: id, sentence: null });
  for (const [sentence, source] of partsOf(text).entries()) index.add(source, { paragraph: id, sentence });
  known.set(id, text);
}

/** The matches for one text, with their translations as they are stored now. */
function matchesOf(
  open: OpenBook,
  { index }: Memory,
  { source, sentence, paragraph: own, least, most, from }: MemoryQuery & { sentence: string | null },
): MemoryMatch[] {
  const sources = index.find(source, { least: least / 100, most: MAX_SOURCES }).map((found) => ({
    ...found,
    entries: found.entries.filter((entry) => entry.paragraph !== own).slice(-MAX_PARAGRAPHS_PER_SOURCE),
  }));
  const paragraphs = [...new Set(sources.flatMap(({ entries }) => entries.map((entry) => entry.paragraph)))];
  if (paragraphs.length === 0) return [];
  const facts = open.read((work) => work.rowFacts(open.language, { paragraphs }));
  const matches = sources.flatMap((each) =>
    targetsOf(open, each, facts).map(({ target, isAccepted, paragraph, count }) => ({
      match: {
        percent: each.percent,
        source: each.source,
        target,
        isAccepted,
        sentence,
        numbers: differingNumbers(source, each.source),
        paragraph,
        origin: null,
      },
      count,
    })),
  );
  return matches
    .filter(({ match }) => from === "all" || match.isAccepted)
    .sort(
      (a, b) =>
        b.match.percent - a.match.percent ||
        Number(b.match.isAccepted) - Number(a.match.isAccepted) ||
        b.count - a.count,
    )
    .slice(0, most)
    .map(({ match }) => match);
}

type Target = Pick<MemoryMatch, "target" | "isAccepted"> & { paragraph: string; count: number };

/** The different translations that a source has; of several paragraphs with the same one, an accepted one. */
function targetsOf({ book }: OpenBook, { entries }: SourceMatch<Entry>, { selected, accepted }: RowFacts): Target[] {
  const targets = new Map<string, Target>();
  for (const { paragraph: id, sentence } of entries) {
    const [version, position] = [selected.get(id), book.positions.get(id)];
    if (version === undefined || position === undefined) continue;
    const paragraph = paragraphAt(book, position);
    // It translates another text than the paragraph has now.
    if (version.source !== sourceHash(paragraph)) continue;
    const target = sentence === null ? version.text.trim() : sentenceOf(paragraph.text, version.text, sentence);
    if (target === null || target === "") continue;
    const isAccepted = accepted.has(id);
    const before = targets.get(target);
    if (before === undefined) targets.set(target, { target, isAccepted, paragraph: id, count: 1 });
    else {
      before.count++;
      if (isAccepted && !before.isAccepted) Object.assign(before, { isAccepted, paragraph: id });
    }
  }
  return [...targets.values()];
}

/** The numbers that only one of two texts has, each as often as it has it more. */
function differingNumbers(here: string, there: string): MemoryMatch["numbers"] {
  const [own, other] = [numbersIn(here), numbersIn(there)];
  return { onlyHere: without(own, other), onlyThere: without(other, own) };
}

function without(numbers: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return numbers.filter((number) => {
    const at = left.indexOf(number);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
