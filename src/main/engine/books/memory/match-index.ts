import { plainBlanks } from "../book/repeated-sources";
import { matchWords } from "./match-words";
import { distanceSteps, wordDistance } from "./word-distance";

/** A source that is like the one looked up, and the entries that have it. */
export type SourceMatch<Entry> = { source: string; percent: number; entries: readonly Entry[] };

/** A source with its words, by number. `slot` is its position in the index. */
type Group<Entry> = { slot: number; source: string; words: readonly number[]; entries: Entry[] };

/** Longer texts are found only if they are equal. */
const MAX_WORDS = 1000;
/** The steps that one lookup may spend on comparing words. */
const MAX_STEPS = 2_500_000;
/** A list of sources that is this many times longer than that of the candidates is searched instead of read. */
const SEARCHED_FROM = 24;

/** The steps that are left to a lookup, in one index or in several. */
export type StepBudget = { left: number };

export const newBudget = (): StepBudget => ({ left: MAX_STEPS });

export type MatchIndex<Entry> = ReturnType<typeof createMatchIndex<Entry>>;

/**
 * Sources by their words. Each word has the list of the sources with it; the second `the` of a source counts as a word of its own, so that the
 * number of common words is exact. A source that is at least so and so like another one has one of its rarest words, and only those are compared.
 */
export function createMatchIndex<Entry>() {
  const numbers = new Map<string, number>();
  const lists = new Map<number, number[]>();
  const bySource = new Map<string, Group<Entry>>();
  const slots: (Group<Entry> | undefined)[] = [];
  let common = new Uint16Array(1024);

  function numbered(text: string, unknown: "new" | "none"): number[] {
    const words = matchWords(text);
    if (words.length > MAX_WORDS) return [];
    return words.map((word, at) => {
      let number = numbers.get(word);
      if (number === undefined && unknown === "new") {
        number = numbers.size;
        numbers.set(word, number);
      }
      return number ?? -1 - at;
    });
  }

  /** Adds an entry; returns the text as the index has it. */
  function add(text: string, entry: Entry): string {
    const source = plainBlanks(text);
    const known = bySource.get(source);
    if (known !== undefined) {
      known.entries.push(entry);
      return known.source;
    }
    const group = { slot: slots.length, source, words: numbered(source, "new"), entries: [entry] };
    bySource.set(source, group);
    slots.push(group);
    for (const key of keysOf(group.words)) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [group.slot]);
      else list.push(group.slot);
    }
    return source;
  }

  /** Removes the entries of a source that `isGone` says. */
  function remove(text: string, isGone: (entry: Entry) => boolean): void {
    const source = plainBlanks(text);
    const group = bySource.get(source);
    if (group === undefined) return;
    group.entries = group.entries.filter((entry) => !isGone(entry));
    if (group.entries.length > 0) return;
    bySource.delete(source);
    slots[group.slot] = undefined;
    for (const key of keysOf(group.words)) {
      const list = lists.get(key) ?? [];
      list.splice(firstFrom(list, group.slot), 1);
      if (list.length === 0) lists.delete(key);
    }
  }

  /** The slots of sources that may be like these words, each with the number of words that both have. */
  function candidates(words: readonly number[], least: number): { slot: number; count: number }[] {
    const wanted = [...keysOf(words)].map((key) => lists.get(key) ?? []).sort((a, b) => a.length - b.length);
    const rare = Math.floor((1 - least) * words.length + 1e-9) + 1;
    if (common.length < slots.length) common = new Uint16Array(slots.length * 2);
    const found: number[] = [];
    for (const list of wanted.slice(0, rare))
      for (const slot of list) {
        const count = common[slot] ?? 0;
        if (count === 0 && !isNear(slots[slot]?.words.length ?? 0, words.length, least)) continue;
        if (count === 0) found.push(slot);
        common[slot] = count + 1;
      }
    for (const list of wanted.slice(rare)) {
      if (list.length > found.length * SEARCHED_FROM) {
        for (const slot of found) if (list[firstFrom(list, slot)] === slot) common[slot] = (common[slot] ?? 0) + 1;
      } else
        for (const slot of list) {
          const count = common[slot] ?? 0;
          if (count > 0) common[slot] = count + 1;
        }
    }
    return found.map((slot) => {
      const count = common[slot] ?? 0;
      common[slot] = 0;
      return { slot, count };
    });
  }

  /** The sources most like a text, best first: at least `least` (a share of 1), at most `most`. */
  function find(
    text: string,
    { least, most }: { least: number; most: number },
    budget: StepBudget = newBudget(),
  ): SourceMatch<Entry>[] {
    const source = plainBlanks(text);
    const same = bySource.get(source);
    const found: SourceMatch<Entry>[] = same === undefined ? [] : [{ source, percent: 100, entries: same.entries }];
    const words = numbered(source, "none");
    if (words.length === 0) return found;
    const among = candidates(words, least)
      .flatMap(({ slot, count }) => {
        const group = slots[slot];
        if (group === undefined || group === same) return [];
        const bound = count / Math.max(words.length, group.words.length);
        return bound < least ? [] : [{ group, bound }];
      })
      .sort((a, b) => b.bound - a.bound || b.group.slot - a.group.slot);
    for (const { group, bound } of among) {
      const last = found[most - 1];
      if (budget.left < 0 || (last !== undefined && percentOf(bound) <= last.percent)) break;
      const longer = Math.max(words.length, group.words.length);
      const allowed = Math.floor((1 - least) * longer + 1e-9);
      budget.left -= distanceSteps(words.length, group.words.length, allowed);
      const distance = wordDistance(words, group.words, allowed);
      if (distance > allowed) continue;
      found.push({ source: group.source, percent: percentOf(1 - distance / longer), entries: group.entries });
      found.sort((a, b) => b.percent - a.percent);
      found.length = Math.min(found.length, most);
    }
    return found;
  }

  return { add, remove, find, size: (): number => bySource.size };
}

/** Equal words with other marks are 99 %, so that only equal texts have 100 %. */
const percentOf = (share: number): number => (share >= 1 ? 99 : Math.min(98, Math.floor(share * 100 + 1e-6)));

const isNear = (length: number, other: number, least: number): boolean =>
  length > 0 && Math.min(length, other) >= least * Math.max(length, other) - 1e-9;

/** A key for each word and how often it has come before. */
function* keysOf(words: readonly number[]): Generator<number> {
  const before = new Map<number, number>();
  for (const word of words) {
    const count = before.get(word) ?? 0;
    before.set(word, count + 1);
    yield word * (MAX_WORDS + 1) + count;
  }
}

/** The position of the first number in an ascending list that is at least `value`. */
function firstFrom(list: readonly number[], value: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
