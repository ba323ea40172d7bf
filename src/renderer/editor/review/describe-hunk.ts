import { shownAuthor } from "../../ui/writer-name";
import { reviewMessages } from "./messages";

const MAX_EXCERPT = 80;

/** One line of a text, short enough for a screen reader. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return reviewMessages.emptyLines;
  if (line.length <= MAX_EXCERPT) return line;
  // Do not split a surrogate pair.
  return `${[...line.slice(0, MAX_EXCERPT)].slice(0, -1).join("")}…`;
}

/**
 * The text that an edit removed and inserted. Both are empty for a whole document that is too large to compare. `cells`
 * names the cells of a spreadsheet.
 */
export type HunkTexts = { removed: string; inserted: string; isWholeDocument?: boolean; cells?: string };

/** Describes an edit in a sentence: `“grey” became “gray”`. */
export function describeHunk({ removed, inserted, isWholeDocument, cells }: HunkTexts): string {
  if (isWholeDocument) return reviewMessages.wholeDocument;
  if (cells) return `${cells}: ${describeHunk({ removed, inserted })}`;
  if (removed === "") return reviewMessages.added(excerpt(inserted));
  if (inserted === "") return reviewMessages.removed(excerpt(removed));
  return reviewMessages.became(excerpt(removed), excerpt(inserted));
}

/** Names the writers: one name, two, or the first and the number of others. */
export function writerNames(writes: readonly { by: string }[]): string {
  const [first = "", second, ...others] = [...new Set(writes.map(({ by }) => shownAuthor(by)))];
  if (second === undefined) return first;
  return others.length === 0 ? reviewMessages.pair(first, second) : reviewMessages.names(first, others.length + 1);
}
