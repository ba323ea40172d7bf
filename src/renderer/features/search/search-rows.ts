import type { FileMatches, ParagraphMatch } from "../../../shared/contract";
import { rowOfKey } from "../../ui/kit/tree-keys";

/** A row of the results: a file, one of its paragraphs, or the number of paragraphs not listed. */
export type SearchRow =
  | { kind: "file"; key: string; file: FileMatches; position: number; isOpen: boolean }
  | { kind: "hit"; key: string; file: FileMatches; paragraph: ParagraphMatch; index: number }
  | { kind: "more"; key: string; file: FileMatches; count: number };

/** The rows of the results; a collapsed file (by path) is a single row. */
export function searchRows(files: readonly FileMatches[], closed: ReadonlySet<string>): SearchRow[] {
  const rows: SearchRow[] = [];
  for (const [position, file] of files.entries()) {
    if (file.paragraphs.length === 0) continue;
    const isOpen = !closed.has(file.path);
    rows.push({ kind: "file", key: file.path, file, position, isOpen });
    if (!isOpen) continue;
    for (const [index, paragraph] of file.paragraphs.entries())
      rows.push({ kind: "hit", key: hitKey(file.path, index), file, paragraph, index });
    const count = file.count - file.paragraphs.length;
    if (count > 0) rows.push({ kind: "more", key: `${file.path}\0more`, file, count });
  }
  return rows;
}

/** The key of a paragraph; NUL cannot occur in paths. */
export const hitKey = (path: string, index: number): string => `${path}\0${index}`;

/** The effect of a key: select another row by key, or expand or collapse files. */
export type SearchStep = { do: "select"; key: string } | { do: "open" | "close"; paths: string[] } | null;

/** The keyboard behaviour of a tree (ARIA pattern): arrows, Home, End, Page keys and `*`. `page` is the number of visible rows. */
export function searchStep(
  rows: readonly SearchRow[],
  selected: string | null,
  keyName: string,
  page: number,
): SearchStep {
  const at = rows.findIndex(({ key }) => key === selected);
  const row = rows[at];
  const select = (position: number): SearchStep => {
    const next = rows[position];
    return next === undefined || next.key === selected ? null : { do: "select", key: next.key };
  };
  const moved = rowOfKey(keyName, { at, count: rows.length, page });
  if (moved !== null) return select(moved);
  switch (keyName) {
    case "ArrowRight":
      if (row?.kind !== "file") return null;
      return row.isOpen ? select(at + 1) : { do: "open", paths: [row.file.path] };
    case "ArrowLeft":
      if (row === undefined) return null;
      if (row.kind !== "file") return { do: "select", key: row.file.path };
      return row.isOpen ? { do: "close", paths: [row.file.path] } : null;
    case "*":
      return { do: "open", paths: rows.flatMap((each) => (each.kind === "file" && !each.isOpen ? [each.key] : [])) };
    default:
      return null;
  }
}

/** A paragraph of the results. */
export type HitRef = { path: string; index: number };

/** The next or previous paragraph, wrapping around (`wrapped`). Without a start, the first or last; null if there are no results. */
export function hitAfter(
  files: readonly FileMatches[],
  from: HitRef | null,
  by: 1 | -1,
): (HitRef & { wrapped: boolean }) | null {
  const hits = files.flatMap(({ path, paragraphs }) => paragraphs.map((_, index) => ({ path, index })));
  if (hits.length === 0) return null;
  let at = by > 0 ? -1 : hits.length;
  if (from !== null) {
    const exact = hits.findIndex(({ path, index }) => path === from.path && index === from.index);
    const inFile = hits.findIndex(({ path }) => path === from.path);
    // A file's row counts as just before its first paragraph.
    if (exact >= 0) at = exact;
    else if (inFile >= 0) at = by > 0 ? inFile - 1 : inFile;
  }
  const next = at + by;
  const wrapped = next < 0 || next >= hits.length;
  const found = hits[(next + hits.length) % hits.length] as HitRef;
  return { ...found, wrapped: wrapped && from !== null };
}

/** The index of a paragraph after its file was searched again: same text, else same index; -1 for none. */
export function sameHit(before: ParagraphMatch | undefined, index: number, after: readonly ParagraphMatch[]): number {
  if (before === undefined) return Math.min(index, after.length - 1);
  const text = textOf(before);
  let best = -1;
  for (const [position, paragraph] of after.entries()) {
    if (textOf(paragraph) !== text) continue;
    if (best < 0 || Math.abs(position - index) < Math.abs(best - index)) best = position;
  }
  return best >= 0 ? best : Math.min(index, after.length - 1);
}

const textOf = ({ excerpt }: ParagraphMatch): string => excerpt.map(({ text }) => text).join("");

/** Merges the results of files that were searched again; `now` has those that still match. Sorted by name. */
export function mergeFiles(
  files: readonly FileMatches[],
  searched: ReadonlySet<string>,
  now: readonly FileMatches[],
): FileMatches[] {
  const found = new Map(now.map((file) => [file.path, file]));
  const merged = files.flatMap((file) => {
    if (!searched.has(file.path)) return [file];
    const again = found.get(file.path);
    found.delete(file.path);
    return again ? [again] : [];
  });
  for (const file of found.values()) {
    const at = merged.findIndex((other) => order.compare(other.name, file.name) > 0);
    merged.splice(at < 0 ? merged.length : at, 0, file);
  }
  return merged;
}

const order = new Intl.Collator(undefined, { numeric: true });
