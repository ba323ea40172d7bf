import { readingWords } from "../../../editor/coverage/messages";
import { words } from "../../../ui/messages";
import { type Coverage, readersIn, type Share } from "./outline-coverage";

/** As many agents are named in a sentence; the others are counted. */
const MOST_NAMES = 2;

/** Names as they stand in a sentence: `Claude`, `Claude and Codex`, `Claude, Codex and 2 others`. */
export function namesInWords(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const others = names.length - shown.length;
  const listed = others > 0 ? [...shown, readingWords.others(others)] : shown;
  return new Intl.ListFormat(words.time.locale, { type: "conjunction" }).format(listed);
}

/** Who has read how much of a section. */
export function readInWords(coverage: Coverage, share: Share, of: "its own text" | "with all below it"): string {
  const names = readersIn(coverage, share);
  if (names.length === 0) return readingWords.notRead;
  const sentence = readingWords.lines(namesInWords(names), share.read, share.total);
  return of === "its own text" ? sentence : readingWords.withChildren(sentence);
}

/** A share in percent that is whole only where it is: 99 of 100.5 % is not all, and a single line is not nothing. */
export function percentOf({ read, total }: Share): string {
  const percent = total === 0 ? 0 : (100 * read) / total;
  const rounded = percent > 0 && percent < 1 ? 1 : percent > 99 && percent < 100 ? 99 : Math.round(percent);
  return new Intl.NumberFormat(words.time.locale, { style: "percent" }).format(rounded / 100);
}
