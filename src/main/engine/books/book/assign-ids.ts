import { alignParagraphs, type KnownParagraph } from "../../../../core/diff/align-paragraphs";
import type { SourceChapter } from "./book";
import { shortId } from "./short-id";
import { textHash, textNumber } from "./text-hash";

/** As much of a paragraph is kept to compare with. */
const excerptLength = 100;
/** Paragraphs that went are remembered up to this many. */
const mostGone = 20_000;

/** A chapter as it was when its ids were given. `known` has a hash and the beginning of each paragraph; both empty for a blank one. */
export type KnownChapter = { id: string; version: string; ids: string[]; known: (readonly [string, string])[] };

/** All ids of a book; `gone` are those whose paragraphs are not there now, by their hash, so that they come back with them. */
export type IdLedger = { chapters: KnownChapter[]; gone: (readonly [id: string, hash: string])[] };

/**
 * The ids of a book's paragraphs now: those of `before` wherever a paragraph is the same, was moved, also to another chapter, or was
 * changed where it stands; new ones for the rest. An id that was given once never goes to another paragraph. A new one comes from
 * chapter, text and a number among equals alone, so that whoever looks first gives the same. Answers with `before` itself where
 * nothing is different.
 */
export function settleIds(before: IdLedger | null, now: readonly SourceChapter[]): IdLedger {
  const earlier = new Map(before?.chapters.map((chapter) => [chapter.id, chapter]));
  const same = (chapter: SourceChapter): KnownChapter | undefined => {
    const known = earlier.get(chapter.id);
    return known?.version === chapter.version ? known : undefined;
  };
  const isUnchanged =
    before !== null &&
    before.chapters.length === now.length &&
    now.every((chapter, place) => same(chapter) !== undefined && before.chapters[place]?.id === chapter.id);
  if (isUnchanged) return before;

  const kept = new Set(now.flatMap((chapter) => same(chapter) ?? []));
  const changed = (before?.chapters ?? []).filter((chapter) => !kept.has(chapter));
  // What went earlier may come back anywhere: it stands behind all chapters, known by its whole text alone.
  const gone = before?.gone ?? [];
  const away: KnownChapter = {
    id: "",
    version: "",
    ids: gone.map(([id]) => id),
    known: gone.map(([, hash]) => [hash, ""]),
  };
  const olds = [...changed, away];
  const oldIds = olds.flatMap(({ ids }) => ids);
  const oldKnown = olds.flatMap(({ known }) => known);
  const youngs = now.filter((chapter) => same(chapter) === undefined).map(describe);
  const origins = before === null ? [] : alignChapters(olds, youngs);
  const used = new Set([...kept].flatMap(({ ids }) => ids));
  for (const id of oldIds) used.add(id);

  let place = 0;
  const settled = new Map<string, KnownChapter>();
  for (const chapter of youngs) {
    const numbers = new Map<string, number>();
    for (const [hash] of chapter.known) {
      const id = oldIds[origins[place++] ?? -1] ?? newId(`${chapter.id}\0${hash}`, numbers, used);
      used.add(id);
      chapter.ids.push(id);
    }
    settled.set(chapter.id, chapter);
  }
  const taken = new Set(origins);
  const lost = oldKnown.flatMap(([hash], index) =>
    hash === "" || taken.has(index) ? [] : [[oldIds[index] ?? "", hash] as const],
  );
  return {
    chapters: now.flatMap((chapter) => settled.get(chapter.id) ?? same(chapter) ?? []),
    gone: lost.slice(0, mostGone),
  };
}

const describe = ({ id, version, paragraphs }: SourceChapter): KnownChapter => ({
  id,
  version,
  ids: [],
  known: paragraphs.map(({ text, isBlank }) => (isBlank ? ["", ""] : [textHash(text), text.slice(0, excerptLength)])),
});

/** A chapter's part of the list of all paragraphs. */
type Stretch = { from: number; known: KnownChapter["known"] };

/**
 * Places in all `olds` of the paragraphs of all `youngs`, -1 for new ones. What says the same counts first, in the same chapter and then
 * anywhere; only then what was changed where it stands, and last what was moved and changed.
 */
function alignChapters(olds: readonly KnownChapter[], youngs: readonly KnownChapter[]): number[] {
  const before = stretches(olds);
  const now = stretches(youngs);
  const oldKnown = olds.flatMap(({ known }) => known);
  const youngKnown = youngs.flatMap(({ known }) => known);
  const origins = youngKnown.map(() => -1);
  const taken = new Set<number>();
  const match = (old: number, young: number): void => {
    origins[young] = old;
    taken.add(old);
  };
  const pairs = sameChapters(olds, youngs).flatMap((partner, place) => {
    const [old, young] = [before[partner], now[place]];
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
    const places = left.get(hash);
    if (places) places.push(index);
    else left.set(hash, [index]);
  }
  for (const places of left.values()) places.reverse();
  for (const [index, [hash]] of youngKnown.entries()) {
    const old = origins[index] === -1 ? left.get(hash)?.pop() : undefined;
    if (old !== undefined) match(old, index);
  }
  for (const { old, young } of pairs) matchChanged({ old, young, oldKnown, youngKnown, origins, taken, match });
  const whole = { from: 0, known: [] };
  matchChanged({ old: whole, young: whole, oldKnown, youngKnown, origins, taken, match });
  return origins;
}

type Changing = {
  /** One chapter then and now; or all of them, where these are empty. */
  old: Stretch;
  young: Stretch;
  oldKnown: KnownChapter["known"];
  youngKnown: KnownChapter["known"];
  origins: readonly number[];
  taken: ReadonlySet<number>;
  match(old: number, young: number): void;
};

/** Pairs what is left by its words. Within a chapter what is matched there already says between which neighbours each may be. */
function matchChanged({ old, young, oldKnown, youngKnown, origins, taken, match }: Changing): void {
  const isWhole = old.known.length === 0;
  const within = (index: number): boolean => index >= old.from && index < old.from + old.known.length;
  const placesIn = (stretch: Stretch, all: KnownChapter["known"]): number[] =>
    isWhole ? [...all.keys()] : stretch.known.map((_, index) => stretch.from + index);
  const partners = new Map<number, number>();
  const youngs = placesIn(young, youngKnown).filter((index) => {
    const origin = origins[index] ?? -1;
    if (origin === -1) return youngKnown[index]?.[0] !== "";
    if (isWhole || !within(origin)) return false;
    partners.set(origin, index);
    return true;
  });
  const olds = placesIn(old, oldKnown).filter((index) =>
    taken.has(index) ? partners.has(index) : oldKnown[index]?.[0] !== "",
  );
  if (youngs.every((index) => origins[index] !== -1) || olds.every((index) => taken.has(index))) return;
  const found = alignParagraphs(
    olds.map((index) => ({
      ...knownParagraph(oldKnown[index] ?? ["", ""]),
      anchor: partners.has(index) ? `${index}` : null,
    })),
    youngs.map((index) => ({
      ...knownParagraph(youngKnown[index] ?? ["", ""]),
      anchor: origins[index] === -1 ? null : `${origins[index]}`,
    })),
  );
  for (const [index, origin] of found.entries()) {
    const [place, source] = [youngs[index] ?? -1, olds[origin] ?? -1];
    if (origin >= 0 && origins[place] === -1) match(source, place);
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

/** For each young chapter the old one that it is, by what they share, whatever their files are called now; -1 for none. */
function sameChapters(olds: readonly KnownChapter[], youngs: readonly KnownChapter[]): number[] {
  const holders = new Map<string, Set<number>>();
  for (const [place, { id, known }] of olds.entries()) {
    if (id === "") continue;
    for (const [hash] of known) {
      if (hash === "") continue;
      const places = holders.get(hash);
      if (places) places.add(place);
      else holders.set(hash, new Set([place]));
    }
  }
  const pairs = youngs.flatMap(({ id, version, known }, young) => {
    const shared = new Map<number, number>();
    for (const hash of new Set(known.map(([each]) => each))) {
      const places = holders.get(hash);
      // What stands in many chapters tells nothing.
      if (places !== undefined && places.size <= 8)
        for (const old of places) shared.set(old, (shared.get(old) ?? 0) + 1);
    }
    const named = olds.findIndex((old) => old.id === id);
    if (named >= 0 && !shared.has(named)) shared.set(named, 0);
    return [...shared].map(([old, count]) => {
      const bonus = olds[old]?.version === version ? 1e6 : old === named ? 0.5 : 0;
      return { old, young, score: count + bonus };
    });
  });
  pairs.sort((a, b) => b.score - a.score || a.young - b.young || a.old - b.old);
  const partners = youngs.map(() => -1);
  const taken = new Set<number>();
  for (const { old, young } of pairs) {
    if (partners[young] !== -1 || taken.has(old)) continue;
    partners[young] = old;
    taken.add(old);
  }
  return partners;
}

const knownParagraph = ([key, excerpt]: readonly [string, string]): KnownParagraph => ({
  ...{ key, excerpt, anchor: null, from: 0, to: 0 },
});

function newId(name: string, numbers: Map<string, number>, used: ReadonlySet<string>): string {
  for (;;) {
    const number = numbers.get(name) ?? 0;
    numbers.set(name, number + 1);
    const id = shortId(textNumber(`${name}\0${number}`));
    if (!used.has(id)) return id;
  }
}
