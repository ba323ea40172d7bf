import { reviewWords } from "./messages";

const MOST = 80;

/** One line of a text, short enough to be heard. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return reviewWords.emptyLines;
  if (line.length <= MOST) return line;
  // Never between the two halves of a character.
  return `${[...line.slice(0, MOST)].slice(0, -1).join("")}…`;
}

/** What an edit took out and put in; of a whole document, which is too large to be compared, both are empty. `cells` names those of a spreadsheet. */
export type HunkTexts = { removed: string; inserted: string; isWhole?: boolean; cells?: string };

/** What an edit did, in a sentence: `“grey” became “gray”`. */
export function inWords({ removed, inserted, isWhole, cells }: HunkTexts): string {
  if (isWhole) return reviewWords.whole;
  if (cells) return `${cells}: ${inWords({ removed, inserted })}`;
  if (removed === "") return reviewWords.added(excerpt(inserted));
  if (inserted === "") return reviewWords.removed(excerpt(removed));
  return reviewWords.became(excerpt(removed), excerpt(inserted));
}

/** Who wrote, in a few words: one name, two, or the first and how many others. */
export function namesOf(writes: readonly { by: string }[]): string {
  const [first = "", second, ...others] = [...new Set(writes.map(({ by }) => by))];
  if (second === undefined) return first;
  return others.length === 0 ? reviewWords.pair(first, second) : reviewWords.names(first, others.length + 1);
}
