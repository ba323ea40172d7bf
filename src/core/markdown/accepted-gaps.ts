import { editRanges, type PendingEdits } from "../review/pending-edits";
import { textOf } from "../review/runs";
import { type Change, shrinkChanges } from "../text/change";

/**
 * Extends a deletion so that it restores the text that the user accepted there: deleting a section that an agent inserted also deletes the
 * blank lines that came with it. Unchanged if the two texts differ in more than blank lines.
 */
export function withAcceptedGaps(text: string, deletion: Change, pending: PendingEdits): Change {
  const touched = editRanges(pending).filter(({ from, to }) => from <= deletion.to && to >= deletion.from);
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) return deletion;
  const begin = Math.min(deletion.from, first.from);
  const from = begin === 0 ? 0 : text.lastIndexOf("\n", begin - 1) + 1;
  const end = text.indexOf("\n", Math.max(deletion.to, last.to));
  const to = end < 0 ? text.length : end + 1;
  const deleted = text.slice(from, deletion.from) + deletion.insert + text.slice(deletion.to, to);
  let accepted = "";
  let at = from;
  for (const { edit, from: start, to: next } of touched) {
    accepted += text.slice(at, start) + textOf(edit.accepted);
    at = next;
  }
  accepted += text.slice(at, to);
  if (accepted === deleted || solid(accepted) !== solid(deleted)) return deletion;
  return shrinkChanges(text, [{ from, to, insert: accepted }])[0] ?? deletion;
}

/** The lines that are not blank. */
const solid = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");
