import type { EntryKind } from "../entries/entry";

/**
 * How good an answer an entry is, from its parts: how well the question's words are in its name and in all of its words, each
 * from 0 to 1, the cosine of its meaning and the question's (-1 where none is compared), and whether the question names the entry's
 * kind. The sum depends on the entry and the question alone, never on what else is in the list, as ranks would (reciprocal rank
 * fusion) or how rare a word is in the library; so whatever is left out by a filter, the order of the rest is as it was. The
 * weights were chosen on one half of the questions in `bench/library-questions.ts`, see decision 12.
 */
export function mergedScore(name: number, text: number, cosine: number, isOfNamedKind: number): number {
  const meaning = cosine > unlike ? (cosine - unlike) / (1 - unlike) : 0;
  return (name + textCounts * text + meaningCounts * meaning) * (isOfNamedKind === 1 ? kindCounts : 1);
}

const textCounts = 1;
const meaningCounts = 1.5;
/** Two texts that have nothing to do with each other are about this near. */
const unlike = 0.2;
const kindCounts = 1.3;

/** Whether an entry is an answer at all: its name, a good part of the question's words, or its meaning says so. */
export const isAnswer = (name: number, coverage: number, cosine: number): boolean =>
  name >= 0.05 || coverage >= 0.4 || cosine >= 0.35;

const namesOfKinds: readonly (readonly [kind: EntryKind, name: RegExp])[] = [
  ["spell", /\bspells?\b/i],
  ["creature", /\b(?:creature|monster)s?\b/i],
  ["equipment", /\b(?:equipment|items?)\b/i],
  ["character_option", /\bcharacter options?\b/i],
  ["rule", /\brules?\b/i],
];

/** The kinds that a question names: *spells that restore hit points* are spells before they are anything else. */
export const kindsNamed = (query: string): EntryKind[] =>
  namesOfKinds.filter(([, name]) => name.test(query)).map(([kind]) => kind);
