import type { BookRow } from "../../../../shared/book";

/** The current rows of a chapter, reusing the objects of unchanged rows; the old list itself if nothing has changed. */
export function mergedRows(before: readonly BookRow[] | undefined, now: readonly BookRow[]): readonly BookRow[] {
  if (before === undefined) return now;
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = now.map((row) => {
    const old = known.get(row.id);
    return old && isSame(old, row) ? old : row;
  });
  return rows.length === before.length && rows.every((row, at) => row === before[at]) ? before : rows;
}

/** The rows of a chapter with some of them replaced by what they are now; the list itself if none differs. */
export function withChanged(rows: readonly BookRow[], changed: readonly BookRow[]): readonly BookRow[] {
  const next = [...rows];
  for (const row of changed) {
    const at = rows[row.index]?.id === row.id ? row.index : rows.findIndex(({ id }) => id === row.id);
    const old = rows[at];
    if (old && !isSame(old, row)) next[at] = row;
  }
  return next.every((row, at) => row === rows[at]) ? rows : next;
}

const isSame = (a: BookRow, b: BookRow): boolean =>
  a.index === b.index &&
  a.version === b.version &&
  a.state === b.state &&
  a.text === b.text &&
  a.translation === b.translation &&
  a.versions === b.versions &&
  a.sourceChanged === b.sourceChanged &&
  a.comment === b.comment &&
  a.chapter === b.chapter &&
  a.task?.id === b.task?.id &&
  a.task?.status === b.task?.status &&
  a.task?.isDone === b.task?.isDone;
