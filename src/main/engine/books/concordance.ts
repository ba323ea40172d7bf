import type { Span } from "../../../core/text/excerpt";
import type { ParagraphPosition } from "./book/book";
import { type RowState, tableRows } from "./book-table";
import type { OpenBook } from "./books";
import { type SoughtHit, type SoughtRank, type SoughtWords, soughtWords } from "./memory/sought-words";
import type { ForeignMemory, MemoryOrigin } from "./read-memories";
import { timeSlice } from "./time-slice";

/** Words to look up in the sources or translations of a book, its memories and the other books of its folder. At most `most` pairs are returned. */
export type ConcordanceQuery = { words: string; in: "source" | "translation" | "both"; most: number };

/** A source with its translation, and where the words are in both. */
export type ConcordancePair = {
  source: string;
  target: string;
  sourceSpans: Span[];
  targetSpans: Span[];
  rank: SoughtRank;
  /** The paragraph of the book, and what is known of its translation; null if the pair is from elsewhere. */
  row: { id: string; chapter: string; index: number; state: RowState; sourceChanged: boolean } | null;
  /** Where it is from; null for the book itself. */
  origin: MemoryOrigin | null;
};

/** How many paragraphs are read from the database at a time. */
const PARAGRAPHS_PER_READ = 100;
/** All texts of an answer, in characters. */
const MAX_CHARACTERS = 2_000_000;
const ranks: readonly SoughtRank[] = ["phrase", "words", "forms"];

type FoundPair = Pick<ConcordancePair, "source" | "target" | "sourceSpans" | "targetSpans" | "rank"> & {
  from: { id: string; position: ParagraphPosition } | MemoryOrigin;
};

/**
 * Every pair whose source or translation has all the words: those with the words as written first, those of the book before others. `total` counts all
 * of them. Of imported memories and other books, those are searched that are loaded. Runs a few milliseconds at a time.
 */
export async function concordance(
  open: OpenBook,
  { words, in: where, most }: ConcordanceQuery,
  signal: AbortSignal,
): Promise<{ pairs: ConcordancePair[]; total: number }> {
  const sought = soughtWords(words);
  if (sought === null) return { pairs: [], total: 0 };
  const best = bestPairs(most);
  const search: Search = { sought, where, slice: timeSlice(signal), add: best.add };
  await findOwn(open, search);
  await findForeign(open.memories(open.language).ready().memories, search);
  const { pairs, total } = best.result();
  const positions = pairs.flatMap(({ from }) => ("position" in from ? [from.position] : []));
  const rows = new Map(tableRows(open, positions).map((row) => [row.id, row]));
  return {
    pairs: pairs.flatMap(({ from, ...pair }): ConcordancePair[] => {
      if (!("position" in from)) return [{ ...pair, row: null, origin: from }];
      const row = rows.get(from.id);
      if (row === undefined) return [];
      const { id, chapter, index, state, sourceChanged } = row;
      return [{ ...pair, row: { id, chapter, index, state, sourceChanged }, origin: null }];
    }),
    total,
  };
}

/** Keeps the best pairs, equally good ones in the order in which they were found, and counts all. */
function bestPairs(most: number) {
  const byRank: Record<SoughtRank, FoundPair[]> = { phrase: [], words: [], forms: [] };
  let total = 0;
  return {
    add(pair: FoundPair): void {
      total++;
      if (byRank[pair.rank].length < most) byRank[pair.rank].push(pair);
    },
    result(): { pairs: FoundPair[]; total: number } {
      let left = MAX_CHARACTERS;
      const pairs = ranks.flatMap((rank) => byRank[rank]).slice(0, most);
      return {
        pairs: pairs.filter(({ source, target }) => {
          left -= source.length + target.length;
          return left >= 0;
        }),
        total,
      };
    },
  };
}

type Search = {
  sought: SoughtWords;
  where: ConcordanceQuery["in"];
  slice(): Promise<void>;
  add(pair: FoundPair): void;
};

async function findOwn({ book, language, read }: OpenBook, { sought, where, slice, add }: Search): Promise<void> {
  let waiting: { id: string; text: string; position: ParagraphPosition; hit: SoughtHit | null }[] = [];
  const readWaiting = (): void => {
    const ids = waiting.map(({ id }) => id);
    const targets = read((work) => work.selected(language, ids));
    for (const { id, text, position, hit } of waiting) {
      const target = targets.get(id)?.trim() ?? "";
      const pair = target === "" ? null : pairOf(text, target, hit, where === "source" ? null : sought(target));
      if (pair !== null) add({ ...pair, from: { id, position } });
    }
    waiting = [];
  };
  for (const [chapter, { paragraphs }] of book.chapters.entries())
    for (const [index, { id, text, isBlank }] of paragraphs.entries()) {
      if (isBlank) continue;
      const hit = where === "translation" ? null : sought(text);
      if (hit !== null || where !== "source") waiting.push({ id, text, position: { chapter, index }, hit });
      if (waiting.length >= PARAGRAPHS_PER_READ) readWaiting();
      await slice();
    }
  if (waiting.length > 0) readWaiting();
}

async function findForeign(memories: readonly ForeignMemory[], { sought, where, slice, add }: Search): Promise<void> {
  for (const { pairs, origin } of memories) {
    const known = new Set<string>();
    for (const [source, target] of pairs) {
      const inSource = where === "translation" ? null : sought(source);
      const pair = pairOf(source, target, inSource, where === "source" ? null : sought(target));
      const key = pair === null ? "" : JSON.stringify([source, target]);
      if (pair !== null && !known.has(key)) {
        known.add(key);
        add({ ...pair, from: origin });
      }
      await slice();
    }
  }
}

function pairOf(
  source: string,
  target: string,
  inSource: SoughtHit | null,
  inTarget: SoughtHit | null,
): Omit<FoundPair, "from"> | null {
  const rank = ranks.find((each) => inSource?.rank === each || inTarget?.rank === each);
  if (rank === undefined) return null;
  return { source, target, sourceSpans: inSource?.spans ?? [], targetSpans: inTarget?.spans ?? [], rank };
}
