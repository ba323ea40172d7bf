import { unifiedDiff } from "../../../../core/diff/unified-diff";
import { printableName } from "../../../../core/text/printable-name";
import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import type { PlannedChange } from "../../ports/documents";
import { rewrapWarnings } from "./rewrapped";

/** A diff in a message is cut after this many tokens; `data` has the whole diff. */
const MAX_DIFF = 6_000;
const MAX_LINE = 500;

/** What a dry run tells its caller. */
export type DryRunReport = {
  /** Empty if the text would stay. */
  diff: string;
  /** The first line of the message. */
  header: string;
  warnings: string[];
  /** The diff as the message shows it. */
  rows: string[];
};

/** Describes a change that was only planned; `done` is what it would do, for example `written`. */
export function dryRunReport(path: string, planned: PlannedChange, done: string): DryRunReport {
  const { from, to, before, after, changes } = planned;
  const name = printableName(path);
  const diff = unifiedDiff(name, before ?? "", changes);
  const isIdle = from === to;
  const { rows, left } = shownDiff(diff);
  return {
    diff,
    rows,
    header: isIdle ? `${name} would stay as it is` : `${name} not written (dry run); would be ${done}`,
    warnings: [
      ...(before === null ? [] : rewrapWarnings({ before, after, changes })),
      ...(before !== null && !isIdle && diff === ""
        ? ["the text would stay as it is; other bytes of the file would change"]
        : []),
      ...(left > 0 ? [`the diff goes on for ${left} more line${left === 1 ? "" : "s"}`] : []),
    ],
  };
}

/** The first lines of a diff, each cropped, and how many are left out. */
function shownDiff(diff: string): { rows: string[]; left: number } {
  if (diff === "") return { rows: [], left: 0 };
  const lines = diff.trimEnd().split("\n");
  const rows: string[] = [];
  let tokens = MAX_DIFF;
  for (const line of lines) {
    const row = cropToTokens(line, MAX_LINE);
    tokens -= estimateTokens(row) + 1;
    if (tokens < 0) break;
    rows.push(row);
  }
  return { rows, left: lines.length - rows.length };
}
