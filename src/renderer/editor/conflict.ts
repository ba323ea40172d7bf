import type { ChangeDesc } from "@codemirror/state";
import type { Writer } from "../../shared/contract";

/** A place where the person and somebody else changed the same words, open until the person has chosen. */
export type Conflict = {
  id: number;
  /** What stands in the page: the person's. May be empty. */
  from: number;
  to: number;
  /** What stands on disk, in the text of the saved version. May be empty. */
  baseFrom: number;
  baseTo: number;
  by: Writer;
};

/** A conflict as the page shows it. */
export type ShownConflict = Pick<Conflict, "id" | "from" | "to" | "by"> & { theirs: string };

/** How a person settles a conflict. */
export type Choice = "mine" | "theirs" | "both";

/** The span after an edit of the person's: what is typed at its ends belongs to it. */
export function grownSpan<T extends { from: number; to: number }>(span: T, changes: ChangeDesc): T {
  return { ...span, from: changes.mapPos(span.from, -1), to: changes.mapPos(span.to, 1) };
}

/** The span after somebody else's edit: what was inserted at its ends does not belong to it. */
export function keptSpan<T extends { from: number; to: number }>(span: T, changes: ChangeDesc): T {
  if (span.from === span.to) {
    const at = changes.mapPos(span.from, -1);
    return { ...span, from: at, to: at };
  }
  const from = changes.mapPos(span.from, 1);
  return { ...span, from, to: Math.max(from, changes.mapPos(span.to, -1)) };
}

/** The conflicts in order, those that share words or touch made one; the newest writer gives the name. */
export function united(conflicts: readonly Conflict[]): Conflict[] {
  const sorted = [...conflicts].sort((a, b) => a.from - b.from || a.to - b.to || a.id - b.id);
  const out: Conflict[] = [];
  for (const next of sorted) {
    const last = out.at(-1);
    const meets =
      last && (next.from < last.to || next.baseFrom < last.baseTo || (next.from === last.from && next.to === last.to));
    if (!last || !meets) out.push(next);
    else
      out[out.length - 1] = {
        id: Math.min(last.id, next.id),
        from: Math.min(last.from, next.from),
        to: Math.max(last.to, next.to),
        baseFrom: Math.min(last.baseFrom, next.baseFrom),
        baseTo: Math.max(last.baseTo, next.baseTo),
        by: next.id > last.id ? next.by : last.by,
      };
  }
  return out;
}
