import type { OfficeSplice } from "../../../../core/office/office-view";

/** For each item of `after`, the index of the same one in `before`; -1 if it is new. Matches are in order, and none is used twice. */
export function align(before: readonly string[], after: readonly string[]): Int32Array {
  const found = new Int32Array(after.length).fill(-1);
  alignIn(before, after, { from: 0, to: before.length }, { from: 0, to: after.length }, found, 0);
  return found;
}

type Stretch = { from: number; to: number };

function alignIn(
  before: readonly string[],
  after: readonly string[],
  old: Stretch,
  now: Stretch,
  found: Int32Array,
  depth: number,
): void {
  let { from, to } = old;
  let { from: at, to: end } = now;
  while (from < to && at < end && before[from] === after[at]) found[at++] = from++;
  while (from < to && at < end && before[to - 1] === after[end - 1]) found[--end] = --to;
  if (from === to || at === end) return;
  const anchors = depth > 30 ? [] : uniqueMatches(before, after, { from, to }, { from: at, to: end });
  if (anchors.length === 0) {
    // The same number of items, all different: they were overwritten one by one.
    if (to - from === end - at) for (let each = 0; each < to - from; each++) found[at + each] = from + each;
    return;
  }
  let oldFrom = from;
  let nowFrom = at;
  for (const [oldAt, nowAt] of [...anchors, [to, end] as const]) {
    alignIn(before, after, { from: oldFrom, to: oldAt }, { from: nowFrom, to: nowAt }, found, depth + 1);
    if (oldAt < to && nowAt < end) found[nowAt] = oldAt;
    oldFrom = oldAt + 1;
    nowFrom = nowAt + 1;
  }
}

/** The items that occur once on each side: the longest sequence in common order. */
function uniqueMatches(
  before: readonly string[],
  after: readonly string[],
  old: Stretch,
  now: Stretch,
): (readonly [number, number])[] {
  const positions = (texts: readonly string[], { from, to }: Stretch): Map<string, number> => {
    const known = new Map<string, number>();
    for (let at = from; at < to; at++) {
      const text = texts[at] ?? "";
      known.set(text, known.has(text) ? -1 : at);
    }
    return known;
  };
  const ofBefore = positions(before, old);
  const pairs: (readonly [number, number])[] = [];
  for (const [text, nowAt] of positions(after, now)) {
    const oldAt = ofBefore.get(text) ?? -1;
    if (nowAt >= 0 && oldAt >= 0) pairs.push([oldAt, nowAt]);
  }
  pairs.sort(([, one], [, other]) => one - other);
  // Patience sorting: the smallest last element for each length.
  const tails: number[] = [];
  const back = new Int32Array(pairs.length).fill(-1);
  for (const [index, [oldAt]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number]?.[0] ?? 0) < oldAt) low = middle + 1;
      else high = middle;
    }
    back[index] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = index;
  }
  const row: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = back[at] ?? -1) row.push(pairs[at] as readonly [number, number]);
  return row.reverse();
}

/**
 * The splices from a list of `count` items to another: `from` is the result of `align`, and `isSame` tells whether a matched item is also
 * unchanged. The position of each splice takes the ones before it into account.
 */
export function splicesBetween(
  count: number,
  from: Int32Array,
  isSame: (before: number, after: number) => boolean,
): OfficeSplice[] {
  const splices: OfficeSplice[] = [];
  let next = 0;
  const add = (at: number, removed: number, inserted: number): void => {
    const last = splices.at(-1);
    if (last !== undefined && last.at + last.inserted === at) {
      last.removed += removed;
      last.inserted += inserted;
    } else splices.push({ at, removed, inserted });
  };
  for (const [at, before] of from.entries()) {
    if (before < 0) add(at, 0, 1);
    else {
      if (before > next) add(at, before - next, 0);
      next = before + 1;
      if (!isSame(before, at)) add(at, 1, 1);
    }
  }
  if (count > next) add(from.length, count - next, 0);
  return splices;
}
