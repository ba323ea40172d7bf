import { readingWords } from "../../../editor/coverage/messages";
import { words } from "../../../ui/messages";
import { type Coverage, readersIn, type Share } from "./outline-coverage";

/** The most agents named in a sentence; others are counted. */
const MOST_NAMES = 2;

/** A list of names: `Claude`, `Claude and Codex`, `Claude, Codex and 2 others`. */
export function namesInWords(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const others = names.length - shown.length;
  const listed = others > 0 ? [...shown, readingWords.others(others)] : shown;
  return new Intl.ListFormat(words.time.locale, { type: "conjunction" }).format(listed);
}

/** Describes who has read how much of a section. */
export function readInWords(coverage: Coverage, share: Share, of: "its own text" | "with all below it"): string {
  const names = readersIn(coverage, share);
  if (names.length === 0) return readingWords.notRead;
  const sentence = readingWords.lines(namesInWords(names), share.read, share.total);
  return of === "its own text" ? sentence : readingWords.withChildren(sentence);
}

/** A percentage that is 100 only if everything was read, and 0 only if nothing was. */
export function percentOf({ read, total }: Share): string {
  const percent = total === 0 ? 0 : (100 * read) / total;
  const rounded = percent > 0 && percent < 1 ? 1 : percent > 99 && percent < 100 ? 99 : Math.round(percent);
  return new Intl.NumberFormat(words.time.locale, { style: "percent" }).format(rounded / 100);
}
