import { reviewWords } from "./messages";

const MOST = 80;

/** One line of a text, short enough for a screen reader. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return reviewWords.emptyLines;
  if (line.length <= MOST) return line;
  // Do not split a surrogate pair.
  return `${[...line.slice(0, MOST)].slice(0, -1).join("")}…`;
}

/**
 * The text that an edit removed and inserted. Both are empty for a whole document that is too large to compare. `cells`
 * names the cells of a spreadsheet.
 */
export type HunkTexts = { removed: string; inserted: string; isWhole?: boolean; cells?: string };

/** Describes an edit in a sentence: `“grey” became “gray”`. */
export function inWords({ removed, inserted, isWhole, cells }: HunkTexts): string {
  if (isWhole) return reviewWords.whole;
  if (cells) return `${cells}: ${inWords({ removed, inserted })}`;
  if (removed === "") return reviewWords.added(excerpt(inserted));
  if (inserted === "") return reviewWords.removed(excerpt(removed));
  return reviewWords.became(excerpt(removed), excerpt(inserted));
}

/** Names the writers: one name, two, or the first and the number of others. */
export function namesOf(writes: readonly { by: string }[]): string {
  const [first = "", second, ...others] = [...new Set(writes.map(({ by }) => by))];
  if (second === undefined) return first;
  return others.length === 0 ? reviewWords.pair(first, second) : reviewWords.names(first, others.length + 1);
}
