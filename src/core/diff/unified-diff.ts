/** Formats an edit as a unified diff. */
import { formatPatch, structuredPatch } from "diff";
import { applyChanges, type Change } from "../text/change";

const context = 3;
/** Beyond this edit distance, two texts are shown as one replaced span. */
const MAX_EDITS = 1_000;

/**
 * The unified diff from `before` to the text after `changes`, with three lines of context around each change; empty if nothing changes.
 * Reads only the text near the changes, so a large document costs no more than a small one.
 */
export function unifiedDiff(name: string, before: string, changes: readonly Change[]): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return "";
  let from = first.from;
  // One line more: a change at the start of a line also affects the line before if that line gets a break.
  for (let line = 0; line <= context + 1 && from > 0; line++) from = before.lastIndexOf("\n", from - 2) + 1;
  let to = last.to;
  for (let line = 0; line <= context + 1 && to < before.length; line++) {
    const found = before.indexOf("\n", to);
    to = found < 0 ? before.length : found + 1;
  }
  const old = before.slice(from, to);
  const young = applyChanges(
    old,
    changes.map((change) => ({ ...change, from: change.from - from, to: change.to - from })),
  );
  if (old === young) return "";
  const above = countBreaks(before, from);
  const labels = [`a/${name}`, `b/${name}`] as const;
  const patch =
    structuredPatch(...labels, old, young, undefined, undefined, { context, maxEditLength: MAX_EDITS }) ??
    replaceAllPatch(labels, old, young);
  for (const hunk of patch.hunks) {
    hunk.oldStart += above;
    hunk.newStart += above;
  }
  return formatPatch(patch).replace(/^(?:Index:.*\n)?=+\n/, "");
}

function replaceAllPatch([oldName, newName]: readonly [string, string], old: string, young: string) {
  const [removed, added] = [marked("-", old), marked("+", young)];
  const count = (lines: readonly string[]) => lines.filter((line) => !line.startsWith("\\")).length;
  const hunk = {
    oldStart: 1,
    oldLines: count(removed),
    newStart: 1,
    newLines: count(added),
    lines: [...removed, ...added],
  };
  return { oldFileName: oldName, newFileName: newName, oldHeader: undefined, newHeader: undefined, hunks: [hunk] };
}

function marked(mark: string, text: string): string[] {
  if (text === "") return [];
  const isEnded = text.endsWith("\n");
  const lines = (isEnded ? text.slice(0, -1) : text).split("\n").map((line) => mark + line);
  return isEnded ? lines : [...lines, "\\ No newline at end of file"];
}

function countBreaks(text: string, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
