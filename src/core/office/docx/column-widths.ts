/** The width that the texts of a column need, in letters: its longest word, and its longest text on one line. */
export type ColumnSize = { least: number; most: number };

/** Twentieths of a point for a letter of the text. */
const LETTER = 130;
/** Around the text of a cell, in twentieths of a point. */
const PADDING = 220;
/** Longer words may break. */
const MAX_WHOLE = 24;
/** Longer texts take no space from the columns beside them. */
const MAX_LINE = 80;

const BREAKS = /[\s\-\u00ad\u200b\u2010\u2013\u2014/?]+/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu;

/** What a text needs. A Chinese letter is as wide as two others, and a line may break after it. */
export function sizeOfText(text: string): ColumnSize {
  const trimmed = text.trim();
  const letters = trimmed.replace(WIDE, "  ");
  const least = letters.split(BREAKS).reduce((longest, word) => Math.max(longest, word.length), 0);
  return { least, most: letters.length };
}

/**
 * Divides `width` twentieths of a point among columns, as a browser does: none is narrower than its longest word if there is space, and what is left
 * goes to those with longer texts.
 */
export function columnWidths(columns: readonly ColumnSize[], width: number): number[] {
  const least = columns.map((column) => PADDING + LETTER * Math.min(MAX_WHOLE, Math.max(3, column.least)));
  const most = columns.map((column, at) =>
    Math.max(least[at] ?? 0, PADDING + LETTER * Math.min(MAX_LINE, column.most)),
  );
  const [needed, wished] = [sum(least), sum(most)];
  if (needed >= width) {
    const widest = cap(least, width);
    return least.map((own) => Math.max(1, Math.floor(Math.min(own, widest))));
  }
  if (wished <= width) return most.map((own) => Math.floor((own * width) / wished));
  const share = (width - needed) / (wished - needed);
  return least.map((own, at) => Math.floor(own + ((most[at] ?? own) - own) * share));
}

/** The width that columns are cut to so that they fit together: those with the longest words give first. */
function cap(widths: readonly number[], width: number): number {
  let left = width;
  for (const [at, own] of [...widths].sort((one, other) => one - other).entries()) {
    const share = left / (widths.length - at);
    if (own > share) return share;
    left -= own;
  }
  return width;
}

const sum = (values: readonly number[]): number => values.reduce((all, own) => all + own, 0);
