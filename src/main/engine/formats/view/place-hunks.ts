import { type PendingHunks, writeOf } from "../../document/pending-hunks";

/** A part of an agent's edit in a paragraph, by the paragraph's line in the ledger. */
export type LinePart = { line: number; from: number; to: number; removed: string; isNew: boolean };

/** Agents' edits that wait, by the paragraphs that they stand in. `ledger` is what the document says, a paragraph a line. */
export function placeHunks(ledger: string, pending: PendingHunks): { id: string; write: string; parts: LinePart[] }[] {
  const starts = [0];
  for (let at = ledger.indexOf("\n"); at >= 0; at = ledger.indexOf("\n", at + 1)) starts.push(at + 1);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const endOf = (line: number): number => (starts[line + 1] ?? ledger.length + 1) - 1;
  const hunks = new Map<string, LinePart[]>();
  const add = (id: string, part: LinePart): void => {
    const parts = hunks.get(id) ?? [];
    hunks.set(id, parts);
    const last = parts.at(-1);
    // What replaces something is one part with it.
    if (
      last !== undefined &&
      last.line === part.line &&
      last.to === part.from &&
      (last.removed === "" || part.removed === "")
    ) {
      Object.assign(last, { to: part.to, removed: last.removed + part.removed, isNew: last.isNew || part.isNew });
    } else parts.push(part);
  };
  let offset = 0;
  for (const piece of pending) {
    if (typeof piece === "number") {
      offset += piece;
      continue;
    }
    if (piece.removedBy !== null) {
      const line = lineOf(offset);
      const at = offset - (starts[line] ?? 0);
      add(piece.removedBy, { line, from: at, to: at, removed: piece.text.replaceAll("\u2028", "\n"), isNew: false });
      continue;
    }
    const end = offset + piece.text.length;
    if (piece.insertedBy !== null)
      for (let line = lineOf(offset); line < starts.length && (starts[line] ?? 0) <= end; line++) {
        const start = starts[line] ?? 0;
        const from = Math.max(offset, start);
        const to = Math.min(end, endOf(line));
        const isWhole = from === start && to === endOf(line) && (offset < start || end > to);
        if (from < to || (isWhole && from === to && end > to))
          add(piece.insertedBy, { line, from: from - start, to: to - start, removed: "", isNew: isWhole });
      }
    offset = end;
  }
  return [...hunks].map(([id, parts]) => ({ id, write: writeOf(id), parts }));
}
