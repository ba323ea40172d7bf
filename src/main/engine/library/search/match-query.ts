import { errorsForgiven, lettersOf, mayBeNear, typingErrors } from "./spelling";
import { synonymsOf } from "./synonyms";
import { firstFrom, indexOfWord, pairsOf, type Vocabulary, type WordIndex } from "./word-index";
import { weightOfWord } from "./word-weights";
import { charactersOf, stemOf, wordsOf } from "./words";

/** A parsed query. */
export type ParsedQuery = {
  words: readonly { word: string; stem: string; weight: number }[];
  /** The sum of all words' weights. */
  weight: number;
  /** Pairs of words that follow each other, see `pairsOf`. */
  pairs: readonly string[];
  /** All words without blanks between them; empty if they are too long for a name. */
  compact: string;
  /** The number of words beyond those that are searched for. */
  ignored: number;
};

const MAX_WORDS = 32;
const MAX_COMPACT_LENGTH = 48;

/** Parses a query; repeated words count once. */
export function parseQuery(query: string): ParsedQuery {
  const all = [...new Set(wordsOf(query))];
  const single = new Set(charactersOf(query));
  // Single characters of a script without blanks are only in the indexes of names, and weigh as much as a pair.
  const words = [...new Set([...all.slice(0, MAX_WORDS), ...single])]
    .slice(0, MAX_WORDS)
    .map((word) => ({ word, stem: stemOf(word), weight: weightOfWord(stemOf(word)) }));
  const compact = all.join("");
  return {
    words,
    weight: words.reduce((sum, { weight }) => sum + weight, 0),
    pairs: [...new Set(pairsOf(wordsOf(query).slice(0, MAX_WORDS).map(stemOf)))],
    compact: compact.length <= MAX_COMPACT_LENGTH ? compact : "",
    ignored: Math.max(0, all.length - MAX_WORDS),
  };
}

/** How well each entry of an index matches a query, each score from 0 to 1. */
export type WordScores = {
  /** By its name. */
  name: Float32Array;
  /** By all its words, and how often they occur. */
  text: Float32Array;
  /** How much of the query its words cover, however often they occur. */
  coverage: Float32Array;
  /** How many of its pairs of words there are. */
  phrase: Float32Array;
};

/** The similarity of another form of the word, and of a synonym. */
const sameStem = 0.95;
const synonymous = 0.6;
/** The similarity of a word that only begins with the query's word. */
const begins = 0.85;
/** The similarity of a misspelt word. The first letter is rarely wrong: *lizard* is not *wizard*. */
const misspelt = (word: string, other: string, errors: number): number =>
  (0.85 - (0.7 * errors) / word.length) * (word[0] === other[0] ? 1 : 0.75);

/**
 * Scores all entries of an index; each score depends on the entry and the query alone. `fuzzy` tolerates typing errors: in names as many as
 * `errorsForgiven` allows, in texts fewer.
 */
export function matchWords(query: ParsedQuery, index: WordIndex, { fuzzy }: { fuzzy: boolean }): WordScores {
  const size = index.ids.length;
  const name = new Float32Array(size);
  const text = new Float32Array(size);
  const coverage = new Float32Array(size);
  const phrase = new Float32Array(size);
  if (query.weight === 0) return { name, text, coverage, phrase };
  const covered = new Float32Array(size);
  // The last query word that each entry matched: of several matches for one word, the most similar counts.
  const inName = new Uint8Array(size);
  const inText = new Uint8Array(size);
  const textSimilarity = new Float32Array(size);
  query.words.forEach(({ word, stem, weight }, number) => {
    const share = weight / query.weight;
    const synonyms = synonymsOf(stem);
    const errors = fuzzy ? Math.max(0, errorsForgiven(word.length) - 1) : 0;
    for (const { position, similarity } of [
      ...similarWords(stem, index.inTexts, errors, Number.POSITIVE_INFINITY),
      ...exactWords(synonyms, index.inTexts, synonymous),
    ]) {
      const { postings, starts } = index.inTexts;
      const found = share * similarity;
      for (let at = starts[position] ?? 0, end = starts[position + 1] ?? 0; at < end; at++) {
        const posting = postings[at] ?? 0;
        const entry = posting >>> 8;
        if (inText[entry] === number + 1) continue;
        inText[entry] = number + 1;
        textSimilarity[entry] = similarity;
        coverage[entry] = (coverage[entry] ?? 0) + found;
        text[entry] = (text[entry] ?? 0) + (found * (posting & 255)) / 255;
      }
    }
    for (const { position, similarity } of namesLike(word, stem, synonyms, index.inNames, fuzzy)) {
      const { postings, starts } = index.inNames;
      for (let at = starts[position] ?? 0, end = starts[position + 1] ?? 0; at < end; at++) {
        const posting = postings[at] ?? 0;
        const entry = posting >>> 8;
        if (inName[entry] === number + 1) continue;
        inName[entry] = number + 1;
        name[entry] = (name[entry] ?? 0) + share * similarity;
        covered[entry] = (covered[entry] ?? 0) + (posting & 255) * similarity;
        // The word counts once, where it is most similar.
        const already = inText[entry] === number + 1 ? (textSimilarity[entry] ?? 0) : 0;
        coverage[entry] = (coverage[entry] ?? 0) + share * Math.max(0, similarity - already);
      }
    }
  });
  for (let entry = 0; entry < size; entry++) {
    const found = name[entry] ?? 0;
    if (found > 0)
      name[entry] = found * found * (0.5 + 0.5 * Math.min(1, (covered[entry] ?? 0) / (index.nameSizes[entry] || 1)));
  }
  matchCompact(query.compact, index, fuzzy, name);
  matchPairs(query.pairs, index, phrase);
  return { name, text, coverage, phrase };
}

function matchPairs(
  pairs: readonly string[],
  { inPairs: { postings, starts }, inPairs }: WordIndex,
  phrase: Float32Array,
) {
  for (const pair of pairs) {
    const position = indexOfWord(pair, inPairs);
    if (position < 0) continue;
    for (let at = starts[position] ?? 0, end = starts[position + 1] ?? 0; at < end; at++) {
      const posting = postings[at] ?? 0;
      phrase[posting >>> 8] = (phrase[posting >>> 8] ?? 0) + (posting & 255) / 255 / pairs.length;
    }
  }
}

/** Words of names similar to a query word: `healing` and `heal` are similar, too. */
function namesLike(
  word: string,
  stem: string,
  synonyms: readonly string[],
  inNames: Vocabulary,
  fuzzy: boolean,
): Similar[] {
  const found = similarWords(word, inNames, fuzzy ? errorsForgiven(word.length) : 0, 2);
  const others = stem.length < 3 || stem === word ? [] : similarWords(stem, inNames, 0, 3);
  const ofStem = others.flatMap(({ position }) =>
    stemOf(inNames.words[position] ?? "") === stem ? [{ position, similarity: sameStem }] : [],
  );
  return [...found, ...ofStem, ...exactWords(synonyms, inNames, synonymous)].sort(
    (a, b) => b.similarity - a.similarity,
  );
}

const exactWords = (words: readonly string[], vocabulary: Vocabulary, similarity: number): Similar[] =>
  words.flatMap((word) => {
    const position = indexOfWord(word, vocabulary);
    return position < 0 ? [] : [{ position, similarity }];
  });

/** Matches names with blanks in other positions: `dragon born`, `fire ball`. */
function matchCompact(compact: string, index: WordIndex, fuzzy: boolean, name: Float32Array): void {
  if (compact.length < 3) return;
  const letters = lettersOf(compact);
  const most = fuzzy ? errorsForgiven(compact.length) : 0;
  for (let entry = 0; entry < index.ids.length; entry++) {
    if (!mayBeNear(letters, index.compactLetters[entry] ?? 0, most)) continue;
    const other = index.compactNames[entry] ?? "";
    const errors = typingErrors(compact, other, most);
    if (errors > most) continue;
    const similarity = errors === 0 ? 0.97 : misspelt(compact, other, errors);
    name[entry] = Math.max(name[entry] ?? 0, similarity * similarity);
  }
}

type Similar = { position: number; similarity: number };

/**
 * Words similar to this one, the most similar first: the word itself, words that begin with it (if it has at least `leastBeginning`
 * letters), and misspelt ones.
 */
function similarWords(word: string, vocabulary: Vocabulary, errors: number, leastBeginning: number): Similar[] {
  const { words, letters } = vocabulary;
  const found: Similar[] = [];
  const exact = indexOfWord(word, vocabulary);
  if (exact >= 0) found.push({ position: exact, similarity: 1 });
  if (word.length >= leastBeginning) {
    for (let position = firstFrom(word, words); words[position]?.startsWith(word); position++) {
      if (position !== exact) found.push({ position, similarity: begins });
    }
  }
  if (errors > 0) {
    const own = lettersOf(word);
    const near: Similar[] = [];
    for (let position = 0; position < words.length; position++) {
      const other = words[position] ?? "";
      if (Math.abs(other.length - word.length) > errors || !mayBeNear(own, letters[position] ?? 0, errors)) continue;
      const wrong = typingErrors(word, other, errors);
      if (wrong > 0 && wrong <= errors) near.push({ position, similarity: misspelt(word, other, wrong) });
    }
    found.push(...near.sort((a, b) => b.similarity - a.similarity));
  }
  return found;
}
