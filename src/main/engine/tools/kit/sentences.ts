import { basename } from "node:path";
import type { LineRange } from "../../../../core/text/line-ranges";
import { spokenName } from "../../../../core/text/spoken-name";

const mostRanges = 10;

/** A file as shown to the user: its name, without folders. */
export const nameOf = (path: string): string => spokenName(basename(path) || path);

/** `1 line`, `2 lines`. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** `line 3`, `lines 3-5 and 9`: at most ten ranges, then the number of the others. */
export function linesInWords(ranges: readonly LineRange[]): string {
  const names = ranges.slice(0, mostRanges).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  if (ranges.length > mostRanges) return `lines ${names.join(", ")} ... and ${ranges.length - mostRanges} more`;
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
  return `${isOne ? "line" : "lines"} ${list}`;
}
