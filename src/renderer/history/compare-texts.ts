import { diffLines } from "diff";

/** Lines of a comparison, in order. `same` lines far from any change are folded into their number. */
export type ComparedLine = { kind: "same" | "added" | "removed"; text: string } | { kind: "folded"; count: number };

export type Comparison =
  | { status: "same" }
  | { status: "compared"; lines: ComparedLine[]; added: number; removed: number }
  | { status: "too different" };

/** Lines that stay around a change, so that one sees where it is. */
const AROUND = 3;

/** How long the search for a small difference may take, in milliseconds. */
const PATIENCE = 400;

/** What became of `before` on the way to `now`, line by line; gives up where that takes too long. */
export function compareTexts(before: string, now: string): Comparison {
  if (before === now) return { status: "same" };
  const parts = diffLines(before, now, { timeout: PATIENCE });
  if (!parts) return { status: "too different" };
  const lines: ComparedLine[] = [];
  let added = 0;
  let removed = 0;
  for (const [index, part] of parts.entries()) {
    const texts = part.value.replace(/\n$/, "").split("\n");
    if (part.added) {
      added += texts.length;
      for (const text of texts) lines.push({ kind: "added", text });
    } else if (part.removed) {
      removed += texts.length;
      for (const text of texts) lines.push({ kind: "removed", text });
    } else {
      const head = index === 0 ? 0 : AROUND;
      const tail = index === parts.length - 1 ? 0 : AROUND;
      const folded = texts.length - head - tail;
      const same = (text: string): ComparedLine => ({ kind: "same", text });
      if (folded < 2) lines.push(...texts.map(same));
      else {
        lines.push(...texts.slice(0, head).map(same));
        lines.push({ kind: "folded", count: folded });
        lines.push(...texts.slice(texts.length - tail).map(same));
      }
    }
  }
  return { status: "compared", lines, added, removed };
}
