/** Merges two versions of a list whose items are compared as a whole, such as the paragraphs of a document. */
import { diffArrays } from "diff";

/** Items from `from` to `to` of the base became `items`. */
type Hunk = { from: number; to: number; items: readonly string[] };

/** Stops when the versions differ in more items than that: it is quadratic in their number. */
const MAX_DIFFERENT = 4000;

/**
 * Returns the merged items. Where both changed the same items, `resolve` gets what each has there, and returns the merged items or null; so it does
 * where both inserted. Returns null if it returned null once, or if one version has too little in common with the base.
 */
export function mergeLists(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  resolve: (base: readonly string[], ours: readonly string[], theirs: readonly string[]) => readonly string[] | null,
): string[] | null {
  const [here, there] = [hunksOf(base, ours), hunksOf(base, theirs)];
  if (here === null || there === null) return null;
  const merged: string[] = [];
  let at = 0;
  let [h, t] = [0, 0];
  for (;;) {
    const [mine, other] = [here[h], there[t]];
    if (mine === undefined && other === undefined) break;
    const isMineFirst = other === undefined || (mine !== undefined && startsFirst(mine, other));
    const first = (isMineFirst ? mine : other) as Hunk;
    const group = { from: first.from, to: first.to, mine: [] as Hunk[], others: [] as Hunk[] };
    const take = (hunk: Hunk, to: Hunk[]) => {
      to.push(hunk);
      group.to = Math.max(group.to, hunk.to);
    };
    if (isMineFirst) take(here[h++] as Hunk, group.mine);
    else take(there[t++] as Hunk, group.others);
    for (;;) {
      const [nextMine, nextOther] = [here[h], there[t]];
      if (nextOther && group.mine.length > 0 && meets(group, nextOther)) take(there[t++] as Hunk, group.others);
      else if (nextMine && group.others.length > 0 && meets(group, nextMine)) take(here[h++] as Hunk, group.mine);
      else break;
    }
    merged.push(...base.slice(at, group.from));
    const mineThere = itemsOf(base, group, group.mine);
    const othersThere = itemsOf(base, group, group.others);
    const result =
      group.others.length === 0
        ? mineThere
        : group.mine.length === 0 || isSame(mineThere, othersThere)
          ? othersThere
          : resolve(base.slice(group.from, group.to), mineThere, othersThere);
    if (result === null) return null;
    merged.push(...result);
    at = group.to;
  }
  merged.push(...base.slice(at));
  return merged;
}

/** An insertion before the items that the other version changes comes first. */
const startsFirst = (one: Hunk, other: Hunk): boolean =>
  one.from < other.from || (one.from === other.from && one.to <= other.to);

/** Whether both are about the same items, or insert at the same point. */
function meets(group: { from: number; to: number }, { from, to }: Hunk): boolean {
  if (from === to && group.from === group.to) return from === group.from;
  return from < group.to && to > group.from;
}

/** What a version has in place of these items of the base. */
function itemsOf(base: readonly string[], range: { from: number; to: number }, hunks: readonly Hunk[]): string[] {
  const items: string[] = [];
  let at = range.from;
  for (const hunk of hunks) {
    items.push(...base.slice(at, hunk.from), ...hunk.items);
    at = hunk.to;
  }
  items.push(...base.slice(at, range.to));
  return items;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** Which items of the two lists correspond, as pairs of their indexes; null if the lists have too little in common. */
export function pairItems(before: readonly string[], after: readonly string[]): [number, number][] | null {
  const hunks = hunksOf(before, after);
  if (hunks === null) return null;
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const { from, to, items } of [...hunks, { from: before.length, to: before.length, items: [] }]) {
    while (i < from) pairs.push([i++, j++]);
    i = to;
    j += items.length;
  }
  return pairs;
}

function hunksOf(base: readonly string[], version: readonly string[]): Hunk[] | null {
  const parts = diffArrays([...base], [...version], { maxEditLength: MAX_DIFFERENT });
  if (parts === undefined) return null;
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { from: number; to: number; items: string[] } | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      at += value.length;
      open = null;
      continue;
    }
    if (open === null) {
      open = { from: at, to: at, items: [] };
      hunks.push(open);
    }
    if (added) open.items.push(...value);
    else {
      at += value.length;
      open.to = at;
    }
  }
  return hunks;
}
