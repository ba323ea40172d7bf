import type { OfficeRun } from "../../../../shared/office";

/** A marked range of a paragraph's text: a search match, the current match, or an agent's insertion. */
export type TextMark = { from: number; to: number; kind: "found" | "current" | "inserted" };

/** A text that an agent removed, and its offset. */
export type Removed = { at: number; text: string };

/** A run or part of one with its marks, or a removed text between two of them. */
export type RunPiece =
  | { kind: "run"; run: OfficeRun; marks: readonly TextMark["kind"][]; at: number }
  | { kind: "removed"; text: string; at: number };

/** The length of a run in the paragraph's text; suggested deletions are not part of it. */
const lengthOf = (run: OfficeRun) => (run.kind === "text" && run.suggestion?.kind !== "deleted" ? run.text.length : 0);

/** The runs of a paragraph, split at the marks, with removed texts in between. */
export function runPieces(
  runs: readonly OfficeRun[],
  marks: readonly TextMark[],
  removed: readonly Removed[] = [],
): RunPiece[] {
  const cuts = [...marks.flatMap(({ from, to }) => [from, to]), ...removed.map(({ at }) => at)].sort((a, b) => a - b);
  const pieces: RunPiece[] = [];
  const gone = [...removed].sort((a, b) => a.at - b.at);
  const addRemoved = (upTo: number) => {
    while (gone[0] && gone[0].at <= upTo) pieces.push({ kind: "removed", ...(gone.shift() as Removed) });
  };
  let at = 0;
  for (const run of runs) {
    const length = lengthOf(run);
    if (run.kind !== "text" || length === 0) {
      pieces.push({ kind: "run", run, marks: [], at });
      continue;
    }
    const end = at + length;
    const inside = [...new Set(cuts.filter((cut) => cut > at && cut < end)), end];
    let from = at;
    for (const to of inside) {
      addRemoved(from);
      const text = run.text.slice(from - at, to - at);
      const held = marks.filter((mark) => mark.from < to && mark.to > from).map(({ kind }) => kind);
      pieces.push({ kind: "run", run: { ...run, text }, marks: [...new Set(held)], at: from });
      from = to;
    }
    at = end;
  }
  addRemoved(Number.POSITIVE_INFINITY);
  return pieces;
}
