/** Merges two versions of a list whose items are compared as a whole, such as the paragraphs of a document. */
import { diffArrays } from "diff";

/** Items from `from` to `to` of the base became `items`. */
type Hunk = { from: number; to: number; items: readonly string[] };

/** Stops when the versions differ in more items than that: it is quadratic in their number. */
const MAX_DIFFERENT = 4000;

/**
 * Returns the merged items. Where both changed the same items, `resolve` gets what each has there, and returns the merged items or null; so it does
 * where both inserted. Returns null if it returned null once, if one version has too little in common with the base, or if both moved the same item.
 */
export function mergeLists(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  resolve: Resolve,
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
      if (nextOther && meets(group, group.mine, nextOther)) take(there[t++] as Hunk, group.others);
      else if (nextMine && meets(group, group.others, nextMine)) take(here[h++] as Hunk, group.mine);
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
          : resolveBeside(base.slice(group.from, group.to), mineThere, othersThere, resolve);
    if (result === null) return null;
    merged.push(...result);
    at = group.to;
  }
  merged.push(...base.slice(at));
  return isDoubled(merged, base, [ours, theirs]) ? null : merged;
}

type Resolve = (
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
) => readonly string[] | null;

/** Leaves out what both inserted alike before or after what they changed, as in a merge that is made again. */
function resolveBeside(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  resolve: Resolve,
): readonly string[] | null {
  const added = ours.length - base.length;
  if (added <= 0 || theirs.length !== ours.length) return resolve(base, ours, theirs);
  let before = 0;
  while (before < added && ours[before] === theirs[before]) before += 1;
  const after = added - before;
  if (!isSame(ours.slice(ours.length - after), theirs.slice(theirs.length - after))) return resolve(base, ours, theirs);
  const changed = resolve(base, ours.slice(before, ours.length - after), theirs.slice(before, theirs.length - after));
  return changed === null ? null : [...ours.slice(0, before), ...changed, ...ours.slice(ours.length - after)];
}

/** Whether an item of the base is there more often than in either version, although neither has added one: both have moved it. */
function isDoubled(
  merged: readonly string[],
  base: readonly string[],
  versions: readonly (readonly string[])[],
): boolean {
  const [all, before, ...each] = [merged, base, ...versions].map(countItems);
  for (const [item, most] of before ?? [])
    if ((all?.get(item) ?? 0) > most && each.every((counts) => (counts.get(item) ?? 0) <= most)) return true;
  return false;
}

function countItems(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** An insertion before the items that the other version changes comes first. */
const startsFirst = (one: Hunk, other: Hunk): boolean =>
  one.from < other.from || (one.from === other.from && one.to <= other.to);

/** Whether both are about the same items, or insert at the same point; `across` are the hunks of the other version in the group. */
function meets(group: { from: number; to: number }, across: readonly Hunk[], hunk: Hunk): boolean {
  if (across.length === 0) return false;
  const { from, to } = hunk;
  if (from < group.to && to > group.from) return true;
  // Which of what both insert comes first would be a guess.
  return grows(hunk) && across.some((each) => grows(each) && (each.to === from || each.from === to));
}

const grows = ({ from, to, items }: Hunk): boolean => items.length > to - from;

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
