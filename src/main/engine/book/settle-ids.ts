import { alignParagraphs, type KnownParagraph } from "../document/align-paragraphs";
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
  const olds = (before?.chapters ?? []).filter((chapter) => !kept.has(chapter));
  const youngs = now.filter((chapter) => same(chapter) === undefined).map(describe);
  const oldIds = olds.flatMap(({ ids }) => ids);
  const oldKnown = olds.flatMap(({ known }) => known);
  const origins = alignChapters(olds, youngs);

  const used = new Set([...kept].flatMap(({ ids }) => ids));
  for (const id of oldIds) used.add(id);
  for (const [id] of before?.gone ?? []) used.add(id);
  const taken = new Set(origins.filter((origin) => origin >= 0));
  const returning = new Map<string, string[]>();
  for (const [id, hash] of before?.gone ?? []) returning.set(hash, [...(returning.get(hash) ?? []), id]);
  const back = new Set<string>();

  let place = 0;
  const settled = new Map<string, KnownChapter>();
  for (const chapter of youngs) {
    const numbers = new Map<string, number>();
    for (const [hash] of chapter.known) {
      const origin = origins[place++] ?? -1;
      const returned = origin < 0 && hash !== "" ? returning.get(hash)?.shift() : undefined;
      if (returned !== undefined) back.add(returned);
      const id = oldIds[origin] ?? returned ?? newId(`${chapter.id}\0${hash}`, numbers, used);
      used.add(id);
      chapter.ids.push(id);
    }
    settled.set(chapter.id, chapter);
  }
  const lost = oldKnown.flatMap(([hash], index) =>
    hash === "" || taken.has(index) ? [] : [[oldIds[index] ?? "", hash] as const],
  );
  const gone = [...(before?.gone ?? []).filter(([id]) => !back.has(id)), ...lost].slice(-mostGone);
  return { chapters: now.flatMap((chapter) => settled.get(chapter.id) ?? same(chapter) ?? []), gone };
}

const describe = ({ id, version, paragraphs }: SourceChapter): KnownChapter => ({
  id,
  version,
  ids: [],
  known: paragraphs.map(({ text, isBlank }) => (isBlank ? ["", ""] : [textHash(text), text.slice(0, excerptLength)])),
});

/** Places in all `olds` of the paragraphs of all `youngs`, -1 for new ones: in the same chapter first, then in all that is left. */
function alignChapters(olds: readonly KnownChapter[], youngs: readonly KnownChapter[]): number[] {
  const starts: number[] = [];
  let start = 0;
  for (const { ids } of olds) {
    starts.push(start);
    start += ids.length;
  }
  const origins: number[] = [];
  const partners = sameChapters(olds, youngs);
  for (const [place, { known }] of youngs.entries()) {
    const partner = partners[place] ?? -1;
    const old = olds[partner];
    const found = old === undefined ? known.map(() => -1) : alignParagraphs(asKnown(old), known.map(knownParagraph));
    for (const origin of found) origins.push(origin < 0 ? -1 : (starts[partner] ?? 0) + origin);
  }
  const taken = new Set(origins);
  const oldKnown = olds.flatMap(({ known }) => known);
  const restOld = oldKnown.flatMap((each, index) => (taken.has(index) || each[0] === "" ? [] : [index]));
  const youngKnown = youngs.flatMap(({ known }) => known);
  const restYoung = youngKnown.flatMap((each, index) => (origins[index] !== -1 || each[0] === "" ? [] : [index]));
  if (restOld.length === 0 || restYoung.length === 0) return origins;
  const between = alignParagraphs(
    restOld.map((index) => knownParagraph(oldKnown[index] ?? ["", ""])),
    restYoung.map((index) => knownParagraph(youngKnown[index] ?? ["", ""])),
  );
  for (const [index, origin] of between.entries()) {
    if (origin >= 0) origins[restYoung[index] ?? -1] = restOld[origin] ?? -1;
  }
  return origins;
}

/** For each young chapter the old one that it is, by what they share, whatever their files are called now; -1 for none. */
function sameChapters(olds: readonly KnownChapter[], youngs: readonly KnownChapter[]): number[] {
  const holders = new Map<string, Set<number>>();
  for (const [place, { known }] of olds.entries()) {
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

const asKnown = ({ known }: KnownChapter): KnownParagraph[] => known.map(knownParagraph);

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
