/** Figures of a book that translators count by: words, characters, states, repetitions, and matches with what was translated before. */

/** How like an earlier translation's source a paragraph is, in percent. */
export const matchBands = ["100", "95-99", "85-94", "75-84", "50-74", "none"] as const;
export type MatchBand = (typeof matchBands)[number];

/** The least percent of each band but the last. */
const leastOfBands: readonly number[] = [100, 95, 85, 75, 50];

/** Below this, in percent, nothing counts as a match. */
export const LEAST_MATCH = 50;

export type ParagraphCount = { paragraphs: number; words: number };
/** `characters` are those that are not blank. */
export type TextCount = ParagraphCount & { characters: number };

export const countedStates = ["untranslated", "in work", "sent back", "translated", "accepted"] as const;

/**
 * A chapter, without blank paragraphs. `repetitions` are the paragraphs whose source has come before in the book; `sourceChanged` those whose source has
 * changed since they were translated.
 */
export type ChapterStatistics = {
  id: string;
  title: string;
  source: TextCount;
  target: TextCount;
  states: Record<(typeof countedStates)[number], number>;
  sourceChanged: number;
  repetitions: ParagraphCount;
};

/** The paragraphs of a chapter by their best match, without repetitions. */
export type ChapterMatches = Record<MatchBand, ParagraphCount>;

/** The band of a match with this many percent. */
export function bandOf(percent: number): MatchBand {
  const at = leastOfBands.findIndex((least) => percent >= least);
  return at < 0 ? "none" : (matchBands[at] ?? "none");
}

const noParagraphs = (): ParagraphCount => ({ paragraphs: 0, words: 0 });

export const noMatches = (): ChapterMatches => ({
  "100": noParagraphs(),
  "95-99": noParagraphs(),
  "85-94": noParagraphs(),
  "75-84": noParagraphs(),
  "50-74": noParagraphs(),
  none: noParagraphs(),
});

export const noStatistics = (id: string, title: string): ChapterStatistics => ({
  id,
  title,
  source: { ...noParagraphs(), characters: 0 },
  target: { ...noParagraphs(), characters: 0 },
  states: { untranslated: 0, "in work": 0, "sent back": 0, translated: 0, accepted: 0 },
  sourceChanged: 0,
  repetitions: noParagraphs(),
});

/** Matches of a chapter and those found later. */
export function addedMatches(before: ChapterMatches | undefined, more: ChapterMatches): ChapterMatches {
  const sum = noMatches();
  for (const band of matchBands)
    for (const each of [before, more]) {
      sum[band].paragraphs += each?.[band].paragraphs ?? 0;
      sum[band].words += each?.[band].words ?? 0;
    }
  return sum;
}

/** The figures of several chapters together. */
export function totalStatistics(chapters: readonly ChapterStatistics[], title: string): ChapterStatistics {
  const total = noStatistics("", title);
  for (const { source, target, states, sourceChanged, repetitions } of chapters) {
    for (const [into, from] of [
      [total.source, source],
      [total.target, target],
    ] as const) {
      into.paragraphs += from.paragraphs;
      into.words += from.words;
      into.characters += from.characters;
    }
    for (const state of countedStates) total.states[state] += states[state];
    total.sourceChanged += sourceChanged;
    total.repetitions.paragraphs += repetitions.paragraphs;
    total.repetitions.words += repetitions.words;
  }
  return total;
}

/** The columns of a table of the figures, in order. */
export const statisticsColumns = [
  "paragraphs",
  "words",
  "characters",
  "targetParagraphs",
  "targetWords",
  "targetCharacters",
  ...countedStates,
  "sourceChanged",
  "repetitions",
  "repetitionWords",
] as const;
export type StatisticsColumn = (typeof statisticsColumns)[number];

/** The cells of a chapter, in the order of the columns. */
export function statisticsCells({ source, target, states, sourceChanged, repetitions }: ChapterStatistics): number[] {
  return [
    source.paragraphs,
    source.words,
    source.characters,
    target.paragraphs,
    target.words,
    target.characters,
    ...countedStates.map((state) => states[state]),
    sourceChanged,
    repetitions.paragraphs,
    repetitions.words,
  ];
}

/** The matches of a chapter: paragraphs and words of each band. */
export const matchCells = (matches: ChapterMatches): number[] =>
  matchBands.flatMap((band) => [matches[band].paragraphs, matches[band].words]);

/**
 * A table as text, for spreadsheets. A cell that a spreadsheet would take for a formula begins with an apostrophe, since titles come from the book.
 */
export const delimitedTable = (rows: readonly (readonly (string | number)[])[], separator: "," | "\t"): string =>
  rows.map((row) => `${row.map((cell) => delimitedCell(cell, separator)).join(separator)}\n`).join("");

function delimitedCell(cell: string | number, separator: "," | "\t"): string {
  if (typeof cell === "number") return String(cell);
  const text = /^\s*[=+\-@]/.test(cell) ? `'${cell}` : cell;
  if (separator === "\t") return text.replace(/\s+/g, " ");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
