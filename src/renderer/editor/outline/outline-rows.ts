import { type PackedOutline, STRIDE } from "./outline-service";

/** A row of the outline, identified by its index; front matter is row 0. */
export type OutlineRow = {
  kind: "section" | "frontmatter";
  title: string;
  /** 1 to 6; 0 for front matter. */
  level: number;
  /** Depth in the tree, from 1. */
  depth: number;
  /** The index of the parent row, -1 at the top. */
  parent: number;
  /** The index of the first row after its subtree. */
  end: number;
  /** Position among its siblings, from 1. */
  position: number;
  count: number;
  lineStart: number;
  lineEnd: number;
  /** Offset in the text, in UTF-16 units. */
  from: number;
  /** Length including its subtree, in UTF-16 units. */
  size: number;
  /** Words including its subtree; 0 if they are not counted. */
  words: number;
};

/** Unpacks an outline into rows, top to bottom. */
export function outlineRows({ titles, numbers, frontmatter }: PackedOutline): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const open: number[] = [];
  const children = new Map<number, number>();
  const add = (
    row: Pick<OutlineRow, "kind" | "title" | "level" | "lineStart" | "lineEnd" | "from" | "size" | "words">,
  ) => {
    while (open.length > 0 && (rows[open.at(-1) ?? 0]?.level ?? 0) >= row.level) close();
    const parent = open.at(-1) ?? -1;
    const position = (children.get(parent) ?? 0) + 1;
    children.set(parent, position);
    open.push(rows.length);
    rows.push({ ...row, depth: open.length, parent, end: 0, position, count: 0 });
  };
  const close = () => {
    const row = rows[open.pop() ?? 0];
    if (row) row.end = rows.length;
  };
  if (frontmatter) {
    const { lineEnd, size } = frontmatter;
    add({ kind: "frontmatter", title: "", level: 0, lineStart: 1, lineEnd, from: 0, size, words: 0 });
    close();
  }
  const listed = numbers.length === 0 ? [] : titles.split("\n");
  for (const [index, title] of listed.entries()) {
    const [level = 1, lineStart = 1, lineEnd = 1, from = 0, size = 0, words = 0] = numbers.subarray(index * STRIDE);
    add({ kind: "section", title, level, lineStart, lineEnd, from, size, words });
  }
  while (open.length > 0) close();
  for (const row of rows) row.count = children.get(row.parent) ?? 1;
  return rows;
}

/** The visible rows if those in `collapsed` are collapsed. */
export function visibleRows(rows: readonly OutlineRow[], collapsed: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  for (let index = 0; index < rows.length; ) {
    visible.push(index);
    const row = rows[index];
    index = row && collapsed.has(index) ? row.end : index + 1;
  }
  return visible;
}

/** The row itself, or the collapsed ancestor that hides it; -1 for none. */
export function visibleAncestor(rows: readonly OutlineRow[], collapsed: ReadonlySet<number>, index: number): number {
  let shown = index;
  for (let at = index; at >= 0; at = rows[at]?.parent ?? -1) if (at !== index && collapsed.has(at)) shown = at;
  return shown;
}

/** The row that contains a line of the text (from 1); -1 before the first. */
export function rowAtLine(rows: readonly OutlineRow[], line: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.lineStart ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  const found = rows[low - 1];
  // The empty line after a final line break belongs to the last section.
  return found && (found.kind === "section" || line <= found.lineEnd) ? low - 1 : -1;
}

/** The previous or next sibling of a section; -1 if there is none. */
export function siblingOf(rows: readonly OutlineRow[], index: number, by: 1 | -1): number {
  const row = rows[index];
  if (!row) return -1;
  if (by > 0) return rows[row.end]?.parent === row.parent ? row.end : -1;
  for (let before = index - 1; before > row.parent; ) {
    const each = rows[before];
    if (!each) return -1;
    if (each.parent === row.parent) return each.kind === "section" ? before : -1;
    before = each.parent;
  }
  return -1;
}

/**
 * The index in `after` of each row of `before`, -1 if it was removed. Rows match by title and level, then by title; if as many
 * rows remain on both sides, they were renamed.
 */
export function followRows(before: readonly OutlineRow[], after: readonly OutlineRow[]): number[] {
  const newIndex = new Array<number>(before.length).fill(-1);
  const isSame = (a: OutlineRow | undefined, b: OutlineRow | undefined) =>
    a !== undefined && a.title === b?.title && a.level === b.level && a.kind === b.kind;
  let head = 0;
  while (head < before.length && isSame(before[head], after[head])) newIndex[head] = head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && isSame(before[before.length - 1 - tail], after[after.length - 1 - tail])) {
    tail++;
    newIndex[before.length - tail] = after.length - tail;
  }
  const old = range(head, before.length - tail);
  const fresh = new Set(range(head, after.length - tail));
  for (const key of [(row?: OutlineRow) => `${row?.level} ${row?.title}`, (row?: OutlineRow) => `${row?.title}`]) {
    const waiting = new Map<string, number[]>();
    for (const index of fresh) {
      const name = key(after[index]);
      const list = waiting.get(name);
      if (list) list.push(index);
      else waiting.set(name, [index]);
    }
    for (const list of waiting.values()) list.reverse();
    for (const index of old) {
      const found = newIndex[index] === -1 ? waiting.get(key(before[index]))?.pop() : undefined;
      if (found === undefined) continue;
      newIndex[index] = found;
      fresh.delete(found);
    }
  }
  const lost = old.filter((index) => newIndex[index] === -1);
  if (lost.length === fresh.size) for (const [n, index] of [...fresh].entries()) newIndex[lost[n] ?? -1] = index;
  return newIndex;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);
