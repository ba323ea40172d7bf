import { alignParagraphs, type KnownParagraph } from "../../../../core/diff/align-paragraphs";
import { isBlankLine } from "./blank-line";
import type { SourceChapter } from "./book";
import { shortId } from "./short-id";
import { sourceHash } from "./source-hash";
import { textNumber } from "./text-hash";

/** How many characters of a paragraph are kept to compare changed text with. */
const EXCERPT_LENGTH = 100;
/** How many removed paragraphs are remembered. */
const MAX_GONE = 20_000;

/** A chapter as it was when its ids were assigned. `known` has each paragraph's hash and first characters; both are empty for a blank one. */
export type KnownChapter = { id: string; version: string; ids: string[]; known: (readonly [string, string])[] };

/** All ids of a book. `gone` has the ids of removed paragraphs with their hashes, so that a paragraph that returns gets its id back. */
export type BookIds = { chapters: KnownChapter[]; gone: (readonly [id: string, hash: string])[] };

/**
 * Assigns ids to the paragraphs of a book. A paragraph keeps its id from `before` if it is the same, was moved (also to another chapter),
 * or was edited in place; the others get new ids. An id is never given to another paragraph. A new id depends only on chapter, text and a
 * number among equal texts, so that every process assigns the same one. Returns `before` itself if nothing changed.
 */
export function assignIds(before: BookIds | null, now: readonly SourceChapter[]): BookIds {
  const earlier = new Map(before?.chapters.map((chapter) => [chapter.id, chapter]));
  const same = (chapter: SourceChapter): KnownChapter | undefined => {
    const known = earlier.get(chapter.id);
    return known?.version === chapter.version ? known : undefined;
  };
  const isUnchanged =
    before !== null &&
    before.chapters.length === now.length &&
    now.every((chapter, index) => same(chapter) !== undefined && before.chapters[index]?.id === chapter.id);
  if (isUnchanged) return before;

  const kept = new Set(now.flatMap((chapter) => same(chapter) ?? []));
  const changed = (before?.chapters ?? []).filter((chapter) => !kept.has(chapter));
  // Removed paragraphs may return in any chapter: they form a last chapter, matched by whole text only.
  const gone = before?.gone ?? [];
  const away: KnownChapter = {
    id: "",
    version: "",
    ids: gone.map(([id]) => id),
    known: gone.map(([, hash]) => [hash, ""]),
  };
  const oldChapters = [...changed, away];
  const oldIds = oldChapters.flatMap(({ ids }) => ids);
  const oldKnown = oldChapters.flatMap(({ known }) => known);
  const newChapters = now.filter((chapter) => same(chapter) === undefined).map(describe);
  const origins = before === null ? [] : alignChapters(oldChapters, newChapters);
  const used = new Set([...kept].flatMap(({ ids }) => ids));
  for (const id of oldIds) used.add(id);

  let position = 0;
  const assigned = new Map<string, KnownChapter>();
  for (const chapter of newChapters) {
    const numbers = new Map<string, number>();
    for (const [hash] of chapter.known) {
      const id = oldIds[origins[position++] ?? -1] ?? newId(`${chapter.id}\0${hash}`, numbers, used);
      used.add(id);
      chapter.ids.push(id);
    }
    assigned.set(chapter.id, chapter);
  }
  const taken = new Set(origins);
  const lost = oldKnown.flatMap(([hash], index) =>
    hash === "" || taken.has(index) ? [] : [[oldIds[index] ?? "", hash] as const],
  );
  return {
    chapters: now.flatMap((chapter) => assigned.get(chapter.id) ?? same(chapter) ?? []),
    gone: lost.slice(0, MAX_GONE),
  };
}

const describe = ({ id, version, paragraphs }: SourceChapter): KnownChapter => ({
  id,
  version,
  ids: [],
  known: paragraphs.map((paragraph) => {
    const { text, knownAs = text } = paragraph;
    return isBlankLine(text) ? ["", ""] : [sourceHash(paragraph), knownAs.slice(0, EXCERPT_LENGTH)];
  }),
});

/** The part of the list of all paragraphs that belongs to one chapter. */
type Stretch = { from: number; known: KnownChapter["known"] };

/**
 * For each paragraph of `newChapters` its index among all paragraphs of `oldChapters`, or -1 if it is new. Equal texts are matched first, in the same
 * chapter and then anywhere; then paragraphs edited in place; last those that were moved and edited.
 */
function alignChapters(oldChapters: readonly KnownChapter[], newChapters: readonly KnownChapter[]): number[] {
  const before = stretches(oldChapters);
  const now = stretches(newChapters);
  const oldKnown = oldChapters.flatMap(({ known }) => known);
  const youngKnown = newChapters.flatMap(({ known }) => known);
  const origins = youngKnown.map(() => -1);
  const taken = new Set<number>();
  const match = (old: number, young: number): void => {
    origins[young] = old;
    taken.add(old);
  };
  const pairs = sameChapters(oldChapters, newChapters).flatMap((partner, index) => {
    const [old, young] = [before[partner], now[index]];
    return old === undefined || young === undefined || old.known.length === 0 ? [] : [{ old, young }];
  });
  for (const { old, young } of pairs) {
    const found = alignParagraphs(old.known.map(knownParagraph), young.known.map(knownParagraph));
    for (const [index, origin] of found.entries()) {
      if (origin >= 0 && old.known[origin]?.[0] === young.known[index]?.[0])
        match(old.from + origin, young.from + index);
    }
  }
  const left = new Map<string, number[]>();
  for (const [index, [hash]] of oldKnown.entries()) {
    if (hash === "" || taken.has(index)) continue;
    const positions = left.get(hash);
    if (positions) positions.push(index);
    else left.set(hash, [index]);
  }
  for (const positions of left.values()) positions.reverse();
  for (const [index, [hash]] of youngKnown.entries()) {
    const old = origins[index] === -1 ? left.get(hash)?.pop() : undefined;
    if (old !== undefined) match(old, index);
  }
  for (const { old, young } of pairs) matchChanged({ old, young, oldKnown, youngKnown, origins, taken, match });
  const whole = { from: 0, known: [] };
  matchChanged({ old: whole, young: whole, oldKnown, youngKnown, origins, taken, match });
  return origins;
}

type ChangedParagraphs = {
  /** One chapter before and now; both empty to match across all chapters. */
  old: Stretch;
  young: Stretch;
  oldKnown: KnownChapter["known"];
  youngKnown: KnownChapter["known"];
  origins: readonly number[];
  taken: ReadonlySet<number>;
  match(old: number, young: number): void;
};

/** Pairs the remaining paragraphs by similar words. Within a chapter, the pairs found so far limit the candidates for each. */
function matchChanged({ old, young, oldKnown, youngKnown, origins, taken, match }: ChangedParagraphs): void {
  const isWhole = old.known.length === 0;
  const within = (index: number): boolean => index >= old.from && index < old.from + old.known.length;
  const positionsIn = (stretch: Stretch, all: KnownChapter["known"]): number[] =>
    isWhole ? [...all.keys()] : stretch.known.map((_, index) => stretch.from + index);
  const partners = new Map<number, number>();
  const newChapters = positionsIn(young, youngKnown).filter((index) => {
    const origin = origins[index] ?? -1;
    if (origin === -1) return youngKnown[index]?.[0] !== "";
    if (isWhole || !within(origin)) return false;
    partners.set(origin, index);
    return true;
  });
  const oldChapters = positionsIn(old, oldKnown).filter((index) =>
    taken.has(index) ? partners.has(index) : oldKnown[index]?.[0] !== "",
  );
  if (newChapters.every((index) => origins[index] !== -1) || oldChapters.every((index) => taken.has(index))) return;
  const found = alignParagraphs(
    oldChapters.map((index) => ({
      ...knownParagraph(oldKnown[index] ?? ["", ""]),
      anchor: partners.has(index) ? `${index}` : null,
    })),
    newChapters.map((index) => ({
      ...knownParagraph(youngKnown[index] ?? ["", ""]),
      anchor: origins[index] === -1 ? null : `${origins[index]}`,
    })),
  );
  for (const [index, origin] of found.entries()) {
    const [target, source] = [newChapters[index] ?? -1, oldChapters[origin] ?? -1];
    if (origin >= 0 && origins[target] === -1) match(source, target);
  }
}

function stretches(chapters: readonly KnownChapter[]): Stretch[] {
  let from = 0;
  return chapters.map(({ known }) => {
    const stretch = { from, known };
    from += known.length;
    return stretch;
  });
}

/** For each new chapter, the index of the old chapter it shares the most text with, regardless of file name; -1 if there is none. */
function sameChapters(oldChapters: readonly KnownChapter[], newChapters: readonly KnownChapter[]): number[] {
  const holders = new Map<string, Set<number>>();
  for (const [index, { id, known }] of oldChapters.entries()) {
    if (id === "") continue;
    for (const [hash] of known) {
      if (hash === "") continue;
      const owners = holders.get(hash);
      if (owners) owners.add(index);
      else holders.set(hash, new Set([index]));
    }
  }
  const pairs = newChapters.flatMap(({ id, version, known }, young) => {
    const shared = new Map<number, number>();
    for (const hash of new Set(known.map(([each]) => each))) {
      const owners = holders.get(hash);
      // Text that many chapters share does not identify one.
      if (owners !== undefined && owners.size <= 8)
        for (const old of owners) shared.set(old, (shared.get(old) ?? 0) + 1);
    }
    const named = oldChapters.findIndex((old) => old.id === id);
    if (named >= 0 && !shared.has(named)) shared.set(named, 0);
    return [...shared].map(([old, count]) => {
      const bonus = oldChapters[old]?.version === version ? 1e6 : old === named ? 0.5 : 0;
      return { old, young, score: count + bonus };
    });
  });
  pairs.sort((a, b) => b.score - a.score || a.young - b.young || a.old - b.old);
  const partners = newChapters.map(() => -1);
  const taken = new Set<number>();
  for (const { old, young } of pairs) {
    if (partners[young] !== -1 || taken.has(old)) continue;
    partners[young] = old;
    taken.add(old);
  }
  return partners;
}

const knownParagraph = ([key, excerpt]: readonly [string, string]): KnownParagraph => ({
  key,
  excerpt,
  anchor: null,
  from: 0,
  to: 0,
});

function newId(name: string, numbers: Map<string, number>, used: ReadonlySet<string>): string {
  for (;;) {
    const number = numbers.get(name) ?? 0;
    numbers.set(name, number + 1);
    const id = shortId(textNumber(`${name}\0${number}`));
    if (!used.has(id)) return id;
  }
}
