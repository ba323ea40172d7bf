import { basename } from "node:path";
import type { LineRange } from "../../../../core/text/line-ranges";
import { printableName } from "../../../../core/text/printable-name";

const MAX_RANGES = 10;

/** A file as shown to the user: its name, without folders. */
export const nameOf = (path: string): string => printableName(basename(path) || path);

/** `1 line`, `2 lines`. */
export const pluralize = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** `line 3`, `lines 3-5 and 9`: at most ten ranges, then the number of the others. */
export function describeLines(ranges: readonly LineRange[]): string {
  const names = ranges.slice(0, MAX_RANGES).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  if (ranges.length > MAX_RANGES) return `lines ${names.join(", ")} ... and ${ranges.length - MAX_RANGES} more`;
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
  return `${isOne ? "line" : "lines"} ${list}`;
}
