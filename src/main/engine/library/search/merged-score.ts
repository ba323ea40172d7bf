import type { EntryKind, KindDeclaration } from "../entries/entry";
import { wordsOf } from "./words";

/** How well an entry matches a query. */
export type ScoreParts = {
  /** How well the query's words match its name, and all of its words, see `WordScores`. */
  name: number;
  text: number;
  coverage: number;
  phrase: number;
  /** The cosine of its meaning and the query's; 0 if they were not compared. */
  cosine: number;
  /** Whether the query names the entry's kind. */
  isOfNamedKind: boolean;
};

/**
 * The score of an entry from its parts. It depends on the entry, what its document declares, and the query, never on other entries, as
 * ranks (reciprocal rank fusion) or the rarity of words in the library would; so a filter never changes the order of the rest. The weights
 * were tuned on one half of the questions in `bench/library-questions.ts`, see decision 12.
 */
export function mergedScore({ name, text, coverage, phrase, cosine, isOfNamedKind }: ScoreParts): number {
  const meaning = cosine > unlike ? (cosine - unlike) / (1 - unlike) : 0;
  const ofWords = weights.name * name + weights.text * text + weights.coverage * coverage + weights.phrase * phrase;
  return (ofWords + weights.meaning * meaning) * (isOfNamedKind ? kindFactor : 1);
}

const weights = { name: 1.1, text: 0.5, coverage: 0.8, phrase: 0.5, meaning: 1.6 };
/** The factor for entries of a kind that the query names. */
const kindFactor = 1.3;
/** The similarity of two unrelated texts is about this. */
const unlike = 0.2;

/** Entries below this score have no more in common with the query than any two texts: they are not results. */
export const leastScore = 0.25;
/** Results below this score are marked as weak. */
export const weakScore = 0.6;

const namesOfKinds: readonly (readonly [kind: EntryKind, name: RegExp])[] = [
  ["spell", /\bspells?\b/i],
  ["creature", /\b(?:creature|monster)s?\b/i],
  ["equipment", /\b(?:equipment|items?)\b/i],
  ["character_option", /\bcharacter options?\b/i],
  ["rule", /\brules?\b/i],
];

/** The kinds that a query names: *spells that restore hit points* prefers spells. `declared` are those of the entry's document. */
export function kindsNamed(query: string, declared: readonly KindDeclaration[]): EntryKind[] {
  const words = ` ${wordsOf(query).join(" ")} `;
  const isNamed = (name: string) => name !== "" && words.includes(` ${name} `);
  return [
    ...namesOfKinds.filter(([, name]) => name.test(query)).map(([kind]) => kind),
    ...declared
      .filter(({ name, plural }) => [name, plural].some((each) => isNamed(wordsOf(each).join(" "))))
      .map(({ kind }) => kind),
  ];
}
