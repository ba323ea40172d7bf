import type { BookPath, ConcordancePair, FilledRepeat, MemoryMatch } from "../../../shared/book";
import type { BookRequests } from "../../../shared/book-requests";
import {
  concordance,
  memoryMatches,
  type OpenBook,
  paragraphAt,
  sameSource,
  sourceHash,
  type WorkStore,
} from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { you } from "../documents";
import type { BookAccess } from "./book-access";

/** Matches that are shown beside a paragraph: how many, and from how many percent. */
const MAX_MATCHES = 5;
const LEAST_PERCENT = 70;
/** Pairs of a concordance that are shown. */
const MAX_PAIRS = 200;

/** Earlier translations of like sources, and the same translation for all paragraphs with the same source. */
export function createBookMemory({ opened, write }: Pick<BookAccess, "opened" | "write">) {
  return {
    async matches(book: BookPath, paragraph: string): Promise<{ matches: MemoryMatch[]; isLoading: boolean }> {
      const open = await opened(book);
      const { positions, chapters } = open.book;
      const position = positions.get(paragraph);
      if (position === undefined) throw new ToolError("not_found", t.books.paragraphGone);
      const { text: source } = paragraphAt(open.book, position);
      const query = { source, paragraph, least: LEAST_PERCENT, most: MAX_MATCHES, from: "all" as const };
      const found = await memoryMatches(open, { ...query, sentences: true });
      const matches = found.flatMap(({ paragraph: id, ...match }): MemoryMatch[] => {
        if (id === null) return [{ ...match, place: null }];
        const { chapter = 0, index = 0 } = positions.get(id) ?? {};
        const of = chapters[chapter]?.id;
        return of === undefined ? [] : [{ ...match, place: { id, chapter: of, index } }];
      });
      return { matches, isLoading: open.memories(open.language).ready().isLoading };
    },
    async concordance(
      { book, words, in: where }: Parameters<BookRequests["book:concordance"]>[0],
      signal: AbortSignal,
    ): Promise<{ pairs: ConcordancePair[]; total: number; isLoading: boolean }> {
      const open = await opened(book);
      const { pairs, total } = await concordance(open, { words, in: where, most: MAX_PAIRS }, signal);
      return {
        pairs: pairs.map(({ rank: _rank, ...pair }) => pair),
        total,
        isLoading: open.memories(open.language).ready().isLoading,
      };
    },
    async countRepeats(book: BookPath, paragraph: string): Promise<number> {
      const open = await opened(book);
      return open.read((work) => freeRepeats(work, open, paragraph)).length;
    },
    fillRepeats: (book: BookPath, paragraph: string, version: string): Promise<FilledRepeat[]> =>
      write(
        book,
        (work, open) => {
          const { book: current, language } = open;
          const { selected } = work.rowFacts(language, { paragraphs: [paragraph] });
          const chosen = selected.get(paragraph);
          if (chosen?.id !== version) throw new ToolError("stale", t.books.stale);
          const at = new Date().toISOString();
          const ids = freeRepeats(work, open, paragraph);
          for (const id of ids) {
            const position = current.positions.get(id);
            if (position === undefined) continue;
            const source = sourceHash(paragraphAt(current, position));
            work.add({ paragraph: id, language, text: chosen.text, source, task: null, writer: you.name, at });
          }
          const filled = work.rowFacts(language, { paragraphs: ids, texts: "states only" }).selected;
          return ids.flatMap((id) => {
            const own = filled.get(id)?.id;
            return own === undefined ? [] : [{ paragraph: id, version: own }];
          });
        },
        (filled) => filled.map((each) => each.paragraph),
      ),
    emptyRepeats: (book: BookPath, filled: readonly FilledRepeat[]): Promise<number> =>
      write(
        book,
        (work, { language }) => {
          const paragraphs = filled.map((each) => each.paragraph);
          const { selected, accepted } = work.rowFacts(language, { paragraphs, texts: "states only" });
          return filled.filter(
            ({ paragraph, version }) =>
              selected.get(paragraph)?.id === version && !accepted.has(paragraph) && work.withdraw(version),
          ).length;
        },
        () => filled.map((each) => each.paragraph),
      ),
  };
}

/** The other paragraphs with the same source that are untranslated and that nobody is at work on. */
function freeRepeats(work: WorkStore, { book, language }: OpenBook, paragraph: string): string[] {
  const others = sameSource(book, paragraph).filter((id) => id !== paragraph);
  if (others.length === 0) return [];
  const { selected, held } = work.rowFacts(language, { paragraphs: others, texts: "states only" });
  return others.filter((id) => !selected.has(id) && held.get(id)?.isDone !== false);
}
