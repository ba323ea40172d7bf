import type { BookRow } from "../../../shared/book";

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
