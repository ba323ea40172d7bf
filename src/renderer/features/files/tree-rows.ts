import type { TreeEntry } from "../../../shared/contract";
import { rowOfKey } from "../../ui/kit/tree-keys";
import type { TreeRow } from "../../workbench/api/feature-stores";

/** The listing of a folder: its entries in display order, or why there are none. */
export type Listing =
  | { status: "loading"; entries: readonly TreeEntry[] }
  /** `hiddenCount` more entries exist, too many to show. */
  | { status: "ready"; entries: readonly TreeEntry[]; hiddenCount?: number }
  | { status: "failed"; entries: readonly TreeEntry[]; why: string };

type TreeState = {
  root: string;
  listings: ReadonlyMap<string, Listing>;
  expanded: ReadonlySet<string>;
  /** The folder in which a new entry is being named. */
  creating: { folder: string; what: "file" | "folder" } | null;
};

/** The rows of the tree, top to bottom. */
export function treeRows({ root, listings, expanded, creating }: TreeState): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (folder: string, level: number) => {
    const listing = listings.get(folder) ?? { status: "loading", entries: [] };
    const fresh: TreeRow | null =
      creating?.folder === folder ? { kind: "new", folder, level, what: creating.what } : null;
    if (fresh?.kind === "new" && fresh.what === "folder") rows.push(fresh);
    let filesBegun = false;
    const count = listing.entries.length;
    for (const [index, entry] of listing.entries.entries()) {
      if (entry.kind === "file" && !filesBegun) {
        filesBegun = true;
        if (fresh?.kind === "new" && fresh.what === "file") rows.push(fresh);
      }
      const open = entry.kind === "folder" ? expanded.has(entry.path) : null;
      rows.push({ kind: "entry", entry, level, position: index + 1, count, expanded: open });
      if (open) add(entry.path, level + 1);
    }
    if (fresh?.kind === "new" && fresh.what === "file" && !filesBegun) rows.push(fresh);
    if (listing.status === "failed") rows.push({ kind: "failed", folder, level, why: listing.why });
    else if (listing.status === "ready" && listing.hiddenCount)
      rows.push({ kind: "more", folder, level, hiddenCount: listing.hiddenCount });
    else if (count === 0 && !fresh)
      rows.push({ kind: listing.status === "loading" ? "loading" : "empty", folder, level });
  };
  add(root, 1);
  return rows;
}

/** A unique key of a row: its path, or its kind and folder. */
export const rowKey = (row: TreeRow) => (row.kind === "entry" ? row.entry.path : `${row.kind}\0${row.folder}`);

/** The effect of a key: select another row, expand or collapse folders, or nothing. */
export type TreeStep = { do: "select" | "collapse"; path: string } | { do: "expand"; paths: string[] } | null;

/** The keyboard behaviour of a tree (ARIA pattern): arrows, Home, End, Page keys and `*`. `page` is the number of visible rows. */
export function treeStep(rows: readonly TreeRow[], selected: string | null, key: string, page: number): TreeStep {
  const entries = rows.flatMap((row) => (row.kind === "entry" ? [row] : []));
  const at = entries.findIndex((row) => row.entry.path === selected);
  const row = entries[at];
  const select = (index: number): TreeStep => {
    const target = entries[index];
    return target && target !== row ? { do: "select", path: target.entry.path } : null;
  };
  const moved = rowOfKey(key, { at, count: entries.length, page });
  if (moved !== null) return select(moved);
  switch (key) {
    case "ArrowRight":
      if (!row || row.expanded === null) return null;
      if (!row.expanded) return { do: "expand", paths: [row.entry.path] };
      return entries[at + 1]?.level === row.level + 1 ? select(at + 1) : null;
    case "ArrowLeft":
      if (!row) return null;
      if (row.expanded) return { do: "collapse", path: row.entry.path };
      for (let above = at - 1; above >= 0; above--) {
        if ((entries[above]?.level ?? 0) < row.level) return select(above);
      }
      return null;
    case "*": {
      if (!row) return null;
      const closed = siblings(entries, at).filter((sibling) => sibling.expanded === false);
      return closed.length > 0 ? { do: "expand", paths: closed.map((sibling) => sibling.entry.path) } : null;
    }
    default:
      return null;
  }
}

type EntryRow = Extract<TreeRow, { kind: "entry" }>;

function siblings(entries: readonly EntryRow[], at: number): EntryRow[] {
  const level = entries[at]?.level ?? 0;
  let first = at;
  while (first > 0 && (entries[first - 1]?.level ?? 0) >= level) first--;
  let end = at;
  while (end < entries.length && (entries[end]?.level ?? 0) >= level) end++;
  return entries.slice(first, end).filter((row) => row.level === level);
}

/**
 * The next row whose name starts with the typed text, from the selected row on, wrapping around. A single letter moves on to the
 * next match; further letters keep the current row while it matches.
 */
export function rowStartingWith(rows: readonly TreeRow[], selected: string | null, typed: string): string | null {
  const entries = rows.flatMap((row) => (row.kind === "entry" ? [row.entry] : []));
  const wanted = typed.toLocaleLowerCase().normalize();
  const at = entries.findIndex((entry) => entry.path === selected);
  const from = [...wanted].length > 1 ? Math.max(0, at) : at + 1;
  for (let step = 0; step < entries.length; step++) {
    const entry = entries[(from + step) % entries.length];
    if (entry?.name.toLocaleLowerCase().normalize().startsWith(wanted)) return entry.path;
  }
  return null;
}

/** The selection after rows were removed: the selected row if it still exists, else the nearest row that remains; null in an empty tree. */
export function selectionAfter(before: readonly TreeRow[], after: readonly TreeRow[], selected: string): string | null {
  const paths = new Set(after.flatMap((row) => (row.kind === "entry" ? [row.entry.path] : [])));
  if (paths.has(selected)) return selected;
  const old = before.flatMap((row) => (row.kind === "entry" ? [row.entry.path] : []));
  const at = old.indexOf(selected);
  if (at < 0) return null;
  for (let below = at + 1; below < old.length; below++) if (paths.has(old[below] ?? "")) return old[below] ?? null;
  for (let above = at - 1; above >= 0; above--) if (paths.has(old[above] ?? "")) return old[above] ?? null;
  return null;
}
