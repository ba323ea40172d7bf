import { listHunks, type PendingEdits, type PendingHunk } from "../../../../core/review/pending-edits";

/** A part of an agent's edit in a paragraph; `line` is the paragraph's line in the text projection. */
export type LinePart = { line: number; from: number; to: number; removed: string; isNew: boolean };

/** A hunk by the paragraphs that its parts are in. */
export type LocatedHunk = Pick<PendingHunk, "id" | "writes" | "isMixed"> & { parts: LinePart[] };

/** Agents' pending edits by paragraph. `projection` is the text of the document, one paragraph on each line. */
export function locateHunks(projection: string, pending: PendingEdits): LocatedHunk[] {
  const starts = [0];
  for (let at = projection.indexOf("\n"); at >= 0; at = projection.indexOf("\n", at + 1)) starts.push(at + 1);
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const endOf = (line: number): number => (starts[line + 1] ?? projection.length + 1) - 1;
  const linesOf = ({ from, to, removed }: PendingHunk["parts"][number]): LinePart[] => {
    const parts: LinePart[] = [];
    const first = lineAt(from);
    for (let line = first; line < starts.length && (starts[line] ?? 0) <= to; line++) {
      const start = starts[line] ?? 0;
      const [begin, end] = [Math.max(from, start), Math.min(to, endOf(line))];
      const isWhole = begin === start && end === endOf(line) && (from < start || to > end);
      const gone = line === first ? removed.replaceAll("\u2028", "\n") : "";
      if (begin < end || gone !== "" || (isWhole && to > end))
        parts.push({ line, from: begin - start, to: end - start, removed: gone, isNew: isWhole && gone === "" });
    }
    return parts;
  };
  return listHunks(pending).map(({ id, writes, isMixed, parts }) => ({
    id,
    writes,
    isMixed,
    parts: parts.flatMap(linesOf),
  }));
}
