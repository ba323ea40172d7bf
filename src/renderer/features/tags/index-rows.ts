import { foldTag } from "../../../core/tags/tags";
import type { NoteLocation, TagCount, UnresolvedLink } from "../../../shared/note-index";
import { rowOfKey } from "../../ui/kit/tree-keys";
import type { IndexRow } from "../../workbench/api/feature-stores";

/** A tag with those below it: `work` has `work/plan`. `own` counts its places, `all` also those of the tags below. */
type TagNode = { tag: string; label: string; own: number; all: number; children: Map<string, TagNode> };

function treeOf(tags: readonly TagCount[]): Map<string, TagNode> {
  const roots = new Map<string, TagNode>();
  for (const { name, count } of tags) {
    let level = roots;
    const parts = name.split("/");
    for (const [index, part] of parts.entries()) {
      const node = level.get(foldTag(part)) ?? {
        tag: parts.slice(0, index + 1).join("/"),
        label: part,
        own: 0,
        all: 0,
        children: new Map(),
      };
      node.all += count;
      if (index === parts.length - 1) node.own += count;
      level.set(foldTag(part), node);
      level = node.children;
    }
  }
  return roots;
}

type IndexView = {
  /** The keys of the open rows. */
  open: ReadonlySet<string>;
  /** The places of open tags, by key; a tag without an entry is being looked up. */
  places: ReadonlyMap<string, readonly NoteLocation[]>;
  filter: string;
};

/** The key of a tag's row. */
export const tagKey = (tag: string): string => `#${foldTag(tag)}`;

/** The visible rows of the tags: with a filter, the tags whose names contain it, and those above them. */
export function tagRows(tags: readonly TagCount[], { open, places, filter }: IndexView): IndexRow[] {
  const wanted = foldTag(filter.trim().replace(/^#/, ""));
  const rows: IndexRow[] = [];
  const add = (level: ReadonlyMap<string, TagNode>, parent: string | null, depth: number, extra: number): void => {
    let position = extra;
    for (const { tag, label, own, all, children } of level.values()) {
      const key = tagKey(tag);
      const isOpen = open.has(key);
      position++;
      rows.push({
        key,
        parent,
        depth,
        position,
        count: level.size + extra,
        kind: "tag",
        tag,
        label,
        uses: all,
        isOpen,
      });
      if (!isOpen) continue;
      const found = own > 0 ? places.get(key) : [];
      const inner = found === undefined ? 1 : found.length;
      add(children, key, depth + 1, 0);
      if (found === undefined)
        rows.push({ key: `${key} …`, parent: key, depth: depth + 1, position: 1, count: 1, kind: "loading" });
      else addPlaces(rows, found, key, { depth: depth + 1, before: children.size, count: children.size + inner });
    }
  };
  add(treeOf(wanted === "" ? tags : tags.filter(({ name }) => foldTag(name).includes(wanted))), null, 1, 0);
  return rows;
}

/** The visible rows of links that lead nowhere; with a filter, those whose targets contain it. */
export function linkRows(links: readonly UnresolvedLink[], { open, filter }: IndexView): IndexRow[] {
  const wanted = filter.trim().toLowerCase();
  const shown = wanted === "" ? links : links.filter(({ target }) => target.toLowerCase().includes(wanted));
  const rows: IndexRow[] = [];
  for (const [index, { target, create, count: uses, places }] of shown.entries()) {
    const key = `?${create ?? target}`;
    const isOpen = open.has(key);
    const where = { parent: null, depth: 1, position: index + 1, count: shown.length };
    rows.push({ key, ...where, kind: "target", label: target, uses, isOpen });
    if (!isOpen) continue;
    const before = create === null ? 0 : 1;
    const count = places.length + before;
    if (create !== null)
      rows.push({ key: `${key} +`, parent: key, depth: 2, position: 1, count, kind: "create", path: create });
    addPlaces(rows, places, key, { depth: 2, before, count });
  }
  return rows;
}

function addPlaces(
  rows: IndexRow[],
  places: readonly NoteLocation[],
  parent: string,
  { depth, before, count }: { depth: number; before: number; count: number },
): void {
  for (const [index, place] of places.entries()) {
    const key = `${parent} ${place.path}:${place.line}`;
    rows.push({ key, parent, depth, position: before + index + 1, count, kind: "place", place });
  }
}

/** Whether a row opens and closes. */
export const canOpen = (row: IndexRow): row is Extract<IndexRow, { isOpen: boolean }> => "isOpen" in row;

/** What a key does in the tree (ARIA pattern): selects a row, or opens or closes one. `page` is the number of rows in view. */
export function stepIn(
  rows: readonly IndexRow[],
  selected: string | null,
  key: string,
  page: number,
): { select: string } | { toggle: string } | null {
  const at = rows.findIndex((row) => row.key === selected);
  const row = rows[at];
  const select = (index: number) => {
    const next = rows[index];
    // A row that stands for others until they are there would take the selection with it.
    return next && next.kind !== "loading" ? { select: next.key } : null;
  };
  const moved = rowOfKey(key, { at, count: rows.length, page });
  if (moved !== null) return select(moved);
  switch (key) {
    case "ArrowRight":
      if (!row || !canOpen(row)) return null;
      return row.isOpen ? select(at + 1) : { toggle: row.key };
    case "ArrowLeft":
      if (row && canOpen(row) && row.isOpen) return { toggle: row.key };
      return row?.parent ? { select: row.parent } : null;
    default:
      return null;
  }
}
