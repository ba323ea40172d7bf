import {
  addedMatches,
  type ChapterMatches,
  type ChapterStatistics,
  delimitedTable,
  matchBands,
  matchCells,
  noMatches,
  type StatisticsColumn,
  statisticsCells,
  statisticsColumns,
  totalStatistics,
} from "../../../core/books/book-statistics";
import { countBook, countMatches, type OpenBook } from "../../engine/books";
import type { Command } from "../command";
import { bookOptionHelp, bookOptions, languageHelp, printAs, withBook } from "./with-book";

/** Prints the figures of a book, by chapter and in all. */
export const statistics: Command = {
  name: "book statistics",
  takes: "BOOK [--csv] [--no-matches]",
  summary: "Count a book: words, states, repetitions, matches.",
  details: `By chapter and in all: paragraphs, words and characters of source and translation (of Chinese and Japanese, each sign is a word; characters without blanks),
paragraphs by state, repetitions of an earlier paragraph, and the best matches of the others with the book's translations, imported memories and other books of the folder.
With memories of 100,000 entries, looking for matches takes some 5 milliseconds for each paragraph.`,
  options: {
    ...bookOptions,
    csv: { type: "boolean" },
    "no-matches": { type: "boolean" },
    language: { type: "string" },
  },
  optionHelp: {
    csv: "A table for spreadsheets.",
    "no-matches": "Look for no matches.",
    ...languageHelp,
    ...bookOptionHelp,
  },
  arity: [1, 1],
  run: (ctx) =>
    withBook(ctx, async (view) => {
      const { csv, language } = ctx.values;
      const opened = await view.open();
      const open = typeof language === "string" ? { ...opened, language } : opened;
      const chapters = await countBook(open);
      const matches = ctx.values["no-matches"] === true ? null : await allMatches(open);
      const all = [...chapters, totalStatistics(chapters, "In all")];
      const matchesOf = ({ id }: ChapterStatistics) => matches?.get(id) ?? noMatches();
      const table = [
        [...statisticsColumns.map((column) => names[column]), ...(matches === null ? [] : matchColumns)],
        ...all.map((each) => [...statisticsCells(each), ...(matches === null ? [] : matchCells(matchesOf(each)))]),
      ];
      const titles = ["chapter", ...all.map(({ title }) => title)];
      if (csv === true) {
        await ctx.print(
          delimitedTable(
            table.map((cells, at) => [titles[at] ?? "", ...cells]),
            ",",
          ),
        );
        return;
      }
      const data = {
        title: open.book.title,
        language: open.language,
        chapters: all.map((each) => ({ ...each, ...(matches !== null && { matches: matchesOf(each) }) })),
      };
      await printAs(ctx, data, aligned(table, titles));
    }),
};

/** The matches of all chapters by their ids, and in all under the empty id. */
async function allMatches(open: OpenBook): Promise<Map<string, ChapterMatches>> {
  const found = new Map<string, ChapterMatches>();
  for (let from: number | null = 0; from !== null; ) {
    const { chapters, next } = await countMatches(open, { from, forMs: 1000 });
    for (const { id, matches } of chapters)
      for (const of of [id, ""]) found.set(of, addedMatches(found.get(of), matches));
    from = next;
  }
  return found;
}

const names: Record<StatisticsColumn, string> = {
  paragraphs: "paragraphs",
  words: "words",
  characters: "characters",
  targetParagraphs: "translated paragraphs",
  targetWords: "translated words",
  targetCharacters: "translated characters",
  untranslated: "untranslated",
  "in work": "in work",
  "sent back": "sent back",
  translated: "translated",
  accepted: "accepted",
  sourceChanged: "source changed",
  repetitions: "repetitions",
  repetitionWords: "repetition words",
};

const matchColumns = matchBands.flatMap((band) => {
  const name = band === "none" ? "no match" : `${band} %`;
  return [name, `${name} words`];
});

/** One block of lines for each chapter. */
function aligned(table: readonly (readonly (string | number)[])[], titles: readonly string[]): string[] {
  const [header = [], ...rows] = table;
  const width = Math.max(...header.map((name) => String(name).length));
  return rows.flatMap((cells, at) => [
    ...(at === 0 ? [] : [""]),
    titles[at + 1] ?? "",
    ...cells.map((cell, column) => `  ${String(header[column]).padEnd(width)}  ${cell}`),
  ]);
}
