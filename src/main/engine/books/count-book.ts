import { setTimeout as delay } from "node:timers/promises";
import {
  bandOf,
  type ChapterMatches,
  type ChapterStatistics,
  LEAST_MATCH,
  noMatches,
  noStatistics,
  type TextCount,
} from "../../../core/books/book-statistics";
import { countWords } from "../../../core/text/words";
import type { Paragraph } from "./book/book";
import { sameSource } from "./book/repeated-sources";
import { memoryMatches } from "./book-memory";
import { positionsInChapter, tableRows } from "./book-table";
import type { OpenBook } from "./books";
import { elements } from "./memory/match-words";
import { timeSlice } from "./time-slice";

/** How many paragraphs are read from the database at a time. */
const PARAGRAPHS_PER_READ = 100;
/** After this many milliseconds of lookups, other work has the processor for a while. */
const WORK_MS = 4;
const REST_MS = 2;

/** The figures of each chapter but its matches. A few milliseconds at a time. */
export async function countBook(open: OpenBook, signal?: AbortSignal): Promise<ChapterStatistics[]> {
  const slice = timeSlice(signal);
  const chapters: ChapterStatistics[] = [];
  for (const [at, { id, title }] of open.book.chapters.entries()) {
    const counts = noStatistics(id, title);
    const positions = positionsInChapter(open.book, at);
    for (let from = 0; from < positions.length; from += PARAGRAPHS_PER_READ)
      for (const row of tableRows(open, positions.slice(from, from + PARAGRAPHS_PER_READ))) {
        if (row.isBlank) continue;
        const words = addText(counts.source, row.text);
        if (row.translation !== null) addText(counts.target, row.translation);
        counts.states[row.state]++;
        if (row.sourceChanged) counts.sourceChanged++;
        if (isRepetition(open, row)) {
          counts.repetitions.paragraphs++;
          counts.repetitions.words += words;
        }
        await slice();
      }
    chapters.push(counts);
  }
  return chapters;
}

/** A text without the marks of elements; emphasis may be within a word. */
const plainText = (text: string): string => text.replace(/<\/?g\d+>/g, "").replace(elements, " ");

/** Adds a text, and returns its words. */
function addText(count: TextCount, text: string): number {
  const plain = plainText(text);
  const words = countWords(plain);
  count.paragraphs++;
  count.words += words;
  for (const { length } of plain.match(/\S+/g) ?? []) count.characters += length;
  // Two units of UTF-16 are one character.
  count.characters -= plain.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
  return words;
}

const isRepetition = ({ book }: OpenBook, { id }: Pick<Paragraph, "id">): boolean => {
  const [first] = sameSource(book, id);
  return first !== undefined && first !== id;
};

/** The matches of some paragraphs, by chapter; `next` is where to go on, null at the end; `total` is the number of all paragraphs. */
export type CountedMatches = {
  chapters: { id: string; matches: ChapterMatches }[];
  next: number | null;
  total: number;
};

/**
 * Counts the best matches of paragraphs from the one with this number on, blank ones left out, for this many milliseconds: matches with the other
 * paragraphs of the book that are translated, its memories, and other books. The first call waits until these are loaded.
 */
export async function countMatches(
  open: OpenBook,
  { from, forMs }: { from: number; forMs: number },
  signal?: AbortSignal,
): Promise<CountedMatches> {
  if (from === 0) await open.memories(open.language).all();
  const paragraphs = open.book.chapters.flatMap((chapter) =>
    chapter.paragraphs.flatMap((paragraph) => (paragraph.isBlank ? [] : [{ chapter: chapter.id, paragraph }])),
  );
  const chapters = new Map<string, ChapterMatches>();
  const began = performance.now();
  let worked = began;
  let at = from;
  for (; at < paragraphs.length && (at === from || performance.now() - began < forMs); at++) {
    const { chapter, paragraph } = paragraphs[at] ?? {};
    if (chapter === undefined || paragraph === undefined || isRepetition(open, paragraph)) continue;
    const { id, text: source } = paragraph;
    const query = { source, paragraph: id, least: LEAST_MATCH, most: 1, from: "all", sentences: false } as const;
    const [best] = await memoryMatches(open, query);
    const matches = chapters.get(chapter) ?? noMatches();
    chapters.set(chapter, matches);
    const count = matches[bandOf(best?.percent ?? 0)];
    count.paragraphs++;
    count.words += countWords(plainText(source));
    if (performance.now() - worked < WORK_MS) continue;
    await delay(REST_MS);
    signal?.throwIfAborted();
    worked = performance.now();
  }
  return {
    chapters: [...chapters].map(([id, matches]) => ({ id, matches })),
    next: at < paragraphs.length ? at : null,
    total: paragraphs.length,
  };
}
