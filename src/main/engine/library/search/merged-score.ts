import type { EntryKind } from "../entries/entry";

/**
 * The score of an entry from its parts: how well the query's words match its name and all of its words (0 to 1 each), the cosine of its
 * meaning and the query's (-1 if not compared), and whether the query names the entry's kind. The score depends on the entry and the query
 * alone, never on other entries, as ranks (reciprocal rank fusion) or the rarity of words in the library would; so a filter never changes
 * the order of the rest. The weights were tuned on one half of the questions in `bench/library-questions.ts`, see decision 12.
 */
export function mergedScore(name: number, text: number, cosine: number, isOfNamedKind: number): number {
  const meaning = cosine > unlike ? (cosine - unlike) / (1 - unlike) : 0;
  return (name + textCounts * text + meaningCounts * meaning) * (isOfNamedKind === 1 ? kindCounts : 1);
}

const textCounts = 1;
const meaningCounts = 1.5;
/** The similarity of two unrelated texts is about this. */
const unlike = 0.2;
const kindCounts = 1.3;

/** Whether an entry is a result at all: by its name, by a good part of the query's words, or by its meaning. */
export const isAnswer = (name: number, coverage: number, cosine: number): boolean =>
  name >= 0.05 || coverage >= 0.4 || cosine >= 0.35;

const namesOfKinds: readonly (readonly [kind: EntryKind, name: RegExp])[] = [
  ["spell", /\bspells?\b/i],
  ["creature", /\b(?:creature|monster)s?\b/i],
  ["equipment", /\b(?:equipment|items?)\b/i],
  ["character_option", /\bcharacter options?\b/i],
  ["rule", /\brules?\b/i],
];

/** The kinds that a query names: *spells that restore hit points* prefers spells. */
export const kindsNamed = (query: string): EntryKind[] =>
  namesOfKinds.filter(([, name]) => name.test(query)).map(([kind]) => kind);
