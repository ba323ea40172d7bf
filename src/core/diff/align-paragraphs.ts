/** Matches the paragraphs of a text with those of its previous version. */
import { type Change, mapPosition } from "../text/change";
import { tokenEnd } from "../text/characters";

/** What alignment needs to know about a paragraph of an earlier version. */
export type KnownParagraph = {
  /** Equal for paragraphs with equal text. */
  key: string;
  /** The beginning of its text, to compare with. */
  excerpt: string;
  /** A name that the file itself gives the paragraph; null if it gives none. */
  anchor: string | null;
  /** The paragraph's range in its text. */
  from: number;
  to: number;
};

/** Two paragraphs with a lower similarity are different paragraphs, not one that was edited. */
const alike = 0.5;
/** In longer runs, a paragraph is compared only with those near its position. */
const nearby = 12;

/**
 * For each paragraph of `now`, the index of the same paragraph in `before`, or -1 for a new one; no index is used twice. Matches in this
 * order: the file's own names; the position that an untouched paragraph moved to (needs `changes`, which lead from the old text to the
 * new); equal texts in order; equal texts that were moved; and last, neighbours that were edited in place: those that `changes` touch, or
 * with similar words.
 */
export function alignParagraphs(
  before: readonly KnownParagraph[],
  now: readonly KnownParagraph[],
  changes: readonly Change[] | null = null,
): number[] {
  const origins = new Array<number>(now.length).fill(-1);
  const isMatched = new Uint8Array(before.length);
  const match = (old: number, young: number): void => {
    origins[young] = old;
    isMatched[old] = 1;
  };
  matchAnchors(before, now, match);
  if (changes !== null) matchUntouched(before, now, changes, { origins, isMatched, match });
  matchInOrder(before, now, { origins, isMatched, match });
  matchMoved(before, now, { origins, isMatched, match });
  matchChanged(before, now, changes, { origins, isMatched, match });
  return origins;
}

type Matching = {
  origins: readonly number[];
  isMatched: Uint8Array;
  match(old: number, young: number): void;
};

function matchAnchors(
  before: readonly KnownParagraph[],
  now: readonly KnownParagraph[],
  match: Matching["match"],
): void {
  const positions = new Map<string, number>();
  for (const [position, { anchor }] of before.entries()) {
    if (anchor !== null && !positions.has(anchor)) positions.set(anchor, position);
  }
  for (const [position, { anchor }] of now.entries()) {
    const old = anchor === null ? undefined : positions.get(anchor);
    if (anchor === null || old === undefined) continue;
    positions.delete(anchor);
    match(old, position);
  }
}

function matchUntouched(
  before: readonly KnownParagraph[],
  now: readonly KnownParagraph[],
  changes: readonly Change[],
  { origins, isMatched, match }: Matching,
): void {
  let moved = 0;
  let next = 0;
  let young = 0;
  for (const [old, { key, from, to }] of before.entries()) {
    for (let change = changes[next]; change !== undefined && change.to <= from; change = changes[++next])
      moved += change.insert.length - (change.to - change.from);
    const change = changes[next];
    if (isMatched[old] === 1 || (change !== undefined && change.from < to)) continue;
    while (young < now.length && (now[young] as KnownParagraph).from < from + moved) young++;
    const found = now[young];
    if (found?.from === from + moved && found.key === key && origins[young] === -1) match(old, young);
  }
}

/** A range of the old list and one of the new; ends are exclusive. */
type Stretch = { oldFrom: number; oldTo: number; from: number; to: number };

/** The gaps between the paragraphs that are already matched in order. Matches out of order do not limit a gap. */
function gaps(before: readonly unknown[], { origins }: Matching): Stretch[] {
  const ordered = new Set(
    longestRise(origins.flatMap((old, young) => (old < 0 ? [] : [{ old, young }]))).map(({ young }) => young),
  );
  const found: Stretch[] = [];
  let oldFrom = 0;
  let from = 0;
  const add = (oldTo: number, to: number): void => {
    if (oldTo > oldFrom && to > from) found.push({ oldFrom, oldTo, from, to });
  };
  for (const [young, old] of origins.entries()) {
    if (!ordered.has(young)) continue;
    add(old, young);
    oldFrom = old + 1;
    from = young + 1;
  }
  add(before.length, origins.length);
  return found;
}

function matchInOrder(before: readonly KnownParagraph[], now: readonly KnownParagraph[], matching: Matching): void {
  const { origins, isMatched, match } = matching;
  const open = gaps(before, matching);
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    let { oldFrom, oldTo, from, to } = stretch;
    const isSame = (old: number, young: number) =>
      isMatched[old] === 0 && origins[young] === -1 && before[old]?.key === now[young]?.key;
    while (oldFrom < oldTo && from < to && isSame(oldFrom, from)) match(oldFrom++, from++);
    while (oldFrom < oldTo && from < to && isSame(oldTo - 1, to - 1)) match(--oldTo, --to);
    const pairs = longestRise(uniquePairs(before, now, { oldFrom, oldTo, from, to }, matching));
    if (pairs.length === 0) {
      matchRepeated(before, now, { oldFrom, oldTo, from, to }, matching);
      continue;
    }
    for (const { old, young } of [...pairs, { old: oldTo, young: to }]) {
      if (old < oldTo) match(old, young);
      if (old > oldFrom && young > from) open.push({ oldFrom, oldTo: old, from, to: young });
      oldFrom = old + 1;
      from = young + 1;
    }
  }
}

type Pair = { old: number; young: number };

/** Texts that occur exactly once on each side. */
function uniquePairs(
  before: readonly KnownParagraph[],
  now: readonly KnownParagraph[],
  { oldFrom, oldTo, from, to }: Stretch,
  { origins, isMatched }: Matching,
): Pair[] {
  const once = new Map<string, { old: number; young: number; count: number }>();
  for (let old = oldFrom; old < oldTo; old++) {
    if (isMatched[old] === 1) continue;
    const { key } = before[old] as KnownParagraph;
    const seen = once.get(key);
    if (seen) seen.count++;
    else once.set(key, { old, young: -1, count: 1 });
  }
  for (let young = from; young < to; young++) {
    if (origins[young] !== -1) continue;
    const seen = once.get((now[young] as KnownParagraph).key);
    if (!seen) continue;
    if (seen.young >= 0) seen.count++;
    else seen.young = young;
  }
  const pairs = [...once.values()].filter(({ young, count }) => young >= 0 && count === 1);
  return pairs.sort((a, b) => a.young - b.young);
}

/** For texts that all repeat: matches the first unused one, in order. */
function matchRepeated(
  before: readonly KnownParagraph[],
  now: readonly KnownParagraph[],
  { oldFrom, oldTo, from, to }: Stretch,
  { origins, isMatched, match }: Matching,
): void {
  const positions = new Map<string, number[]>();
  for (let old = oldTo - 1; old >= oldFrom; old--) {
    const { key } = before[old] as KnownParagraph;
    if (isMatched[old] === 1) continue;
    const known = positions.get(key);
    if (known) known.push(old);
    else positions.set(key, [old]);
  }
  let least = oldFrom;
  for (let young = from; young < to; young++) {
    const rest = positions.get((now[young] as KnownParagraph).key);
    while (rest !== undefined && rest.length > 0 && (rest.at(-1) as number) < least) rest.pop();
    const old = rest?.pop();
    if (old === undefined || origins[young] !== -1) continue;
    match(old, young);
    least = old + 1;
  }
}

function matchMoved(
  before: readonly KnownParagraph[],
  now: readonly KnownParagraph[],
  { origins, isMatched, match }: Matching,
): void {
  const positions = new Map<string, number[]>();
  for (let old = before.length - 1; old >= 0; old--) {
    if (isMatched[old] === 1) continue;
    const { key } = before[old] as KnownParagraph;
    const known = positions.get(key);
    if (known) known.push(old);
    else positions.set(key, [old]);
  }
  if (positions.size === 0) return;
  for (const [young, { key }] of now.entries()) {
    if (origins[young] !== -1) continue;
    const old = positions.get(key)?.pop();
    if (old !== undefined) match(old, young);
  }
}

function matchChanged(
  before: readonly KnownParagraph[],
  now: readonly KnownParagraph[],
  changes: readonly Change[] | null,
  matching: Matching,
): void {
  const { origins, isMatched, match } = matching;
  for (const { oldFrom, oldTo, from, to } of gaps(before, matching)) {
    const olds = range(oldFrom, oldTo).filter((old) => isMatched[old] === 0);
    const youngs = range(from, to).filter((young) => origins[young] === -1);
    for (const { old, young } of similarPairs(before, now, olds, youngs)) match(old, young);
    if (changes === null) continue;
    // An edit in this range shows which paragraph this became, however different its words are now.
    const left = youngs.filter((young) => origins[young] === -1);
    let next = 0;
    for (const old of olds) {
      if (isMatched[old] === 1) continue;
      const { from: start, to: end } = before[old] as KnownParagraph;
      const position = mapPosition(changes, start, "before");
      const past = Math.max(position, mapPosition(changes, end, "after"));
      while (next < left.length && (now[left[next] as number] as KnownParagraph).to < position) next++;
      const young = left[next];
      if (young === undefined || (now[young] as KnownParagraph).from > past) continue;
      match(old, young);
      next++;
    }
  }
}

/** Pairs of neighbours with similar words, best first. */
function similarPairs(
  before: readonly KnownParagraph[],
  now: readonly KnownParagraph[],
  olds: readonly number[],
  youngs: readonly number[],
): Pair[] {
  const scored: (Pair & { score: number })[] = [];
  const words = new Map<KnownParagraph, Map<string, number>>();
  const wordsIn = (paragraph: KnownParagraph) => {
    const known = words.get(paragraph) ?? countWordsIn(paragraph.excerpt);
    words.set(paragraph, known);
    return known;
  };
  const window = olds.length * youngs.length <= 10_000 ? youngs.length : nearby;
  for (const [position, old] of olds.entries()) {
    const middle = Math.round((position * youngs.length) / olds.length);
    for (const young of youngs.slice(Math.max(0, middle - window), middle + window + 1)) {
      const score = similarity(wordsIn(before[old] as KnownParagraph), wordsIn(now[young] as KnownParagraph));
      if (score >= alike) scored.push({ old, young, score });
    }
  }
  scored.sort((a, b) => b.score - a.score || a.old - b.old || a.young - b.young);
  const chosen: Pair[] = [];
  const usedOld = new Set<number>();
  const usedYoung = new Set<number>();
  for (const { old, young } of scored) {
    if (usedOld.has(old) || usedYoung.has(young)) continue;
    usedOld.add(old);
    usedYoung.add(young);
    chosen.push({ old, young });
  }
  return chosen;
}

function countWordsIn(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at);
    const word = text.slice(at, end).toLowerCase();
    if (/[\p{L}\p{N}]/u.test(word)) words.set(word, (words.get(word) ?? 0) + 1);
    at = end;
  }
  return words;
}

/** The share of words that two texts have in common, from 0 to 1. */
function similarity(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  let all = 0;
  for (const [word, count] of a) {
    common += Math.min(count, b.get(word) ?? 0);
    all += count;
  }
  for (const count of b.values()) all += count;
  return all === 0 ? 0 : (2 * common) / all;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** The largest set of pairs (sorted by `young`) in which `old` rises, too. */
function longestRise(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, { old }] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as Pair).old < old) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = index;
  }
  const rise: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] as number) rise.push(pairs[at] as Pair);
  return rise.reverse();
}
