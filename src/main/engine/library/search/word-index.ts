import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntryContent, EntryFields, EntryKind, FieldValue } from "../entries/entry";
import { folded } from "../entries/folded";
import { meaningHash, meaningsOf } from "./meaning";
import { packSections, type Sections, unpackSections } from "./sections";
import { lettersOf } from "./spelling";
import { weightOfWord } from "./word-weights";
import { charactersOf, stemOf, wordsOf } from "./words";

/** An entry to index. */
export type IndexedEntry = Pick<EntryContent, "kind" | "name" | "text" | "fields"> & { id: number; key: string };

/** Sorted words, the entries that contain each, and their letter sets. */
export type Vocabulary = {
  words: readonly string[];
  letters: Uint32Array;
  /** The postings of word `n` are those from `starts[n]` to `starts[n + 1]`. */
  starts: Uint32Array;
  /** The entry's position in the index in the upper 24 bits, the word's weight in it in the lower 8. */
  postings: Uint32Array;
};

/** The words of one document's entries. Immutable: another generation of the document has another index. */
export type WordIndex = {
  /** The ids of the entries, sorted by folded name, kind, and key. */
  ids: Uint32Array;
  /** Indexes into `kindNames`. */
  kinds: Uint8Array;
  kindNames: readonly EntryKind[];
  keys: readonly string[];
  /** Folded. */
  names: readonly string[];
  /** The hashes of the texts that the model reads, see `meaningHash`: those of entry `n` are from `passages[n]` to `passages[n + 1]`. */
  hashes: readonly string[];
  passages: Uint32Array;
  /** The number of letters in each name. */
  nameSizes: Uint16Array;
  /** Each name without blanks, and its letter set. */
  compactNames: readonly string[];
  compactLetters: Uint32Array;
  /** The words of names, unstemmed. */
  inNames: Vocabulary;
  /** The stems of words in names, texts and fields. */
  inTexts: Vocabulary;
  /** Stems that follow each other in names, titles and texts, without the common words between them, see `pairsOf`. */
  inPairs: Vocabulary;
};

/** Search does not find entries beyond this number in one document. */
const MAX_ENTRIES = 2 ** 24 - 1;

/** The assumed average length of a text. It is fixed, so that no entry's weight depends on other entries. */
const usualLength = 150;
/** How many occurrences a word in the name, or in a field, counts as. */
const nameCounts = 4;
const fieldCounts = 2;
/** How many more occurrences a word in a heading or in bold counts as. */
const titleCounts = 2;
/** Words below this weight are left out of pairs. */
const leastPairWeight = 0.5;

/** Collects the entries of one document and packs them for `openWordIndex`. */
export function wordIndexer(): { add(entry: IndexedEntry): void; packed(): Promise<Uint8Array> } {
  const kindNames: EntryKind[] = [];
  const kindIndexes = new Map<EntryKind, number>();
  const indexOfKind = (kind: EntryKind): number => {
    const known = kindIndexes.get(kind);
    if (known !== undefined) return known;
    kindIndexes.set(kind, kindNames.length);
    return kindNames.push(kind) - 1;
  };
  const entries: {
    id: number;
    kind: number;
    key: string;
    name: string;
    compact: string;
    size: number;
    hashes: string[];
  }[] = [];
  // By the entries' positions in the order of `add`. Words are numbers meanwhile: texts as keys of maps take twice the time.
  const names = postingLists<string>();
  const texts = postingLists<string>();
  const pairs = postingLists<number>();
  const vocabulary = stemNumbers();
  const counts = new Map<number, number>();
  const count = (stem: number, times: number) => counts.set(stem, (counts.get(stem) ?? 0) + times);
  return {
    add(entry) {
      const { id, kind, key, name, text, fields } = entry;
      const position = entries.length;
      if (position >= MAX_ENTRIES) return;
      const words = wordsOf(name);
      const inName = words.map(vocabulary.stemOf);
      const inText = wordsOf(text).map(vocabulary.stemOf);
      const inTitles = titlesIn(text).map((title) => wordsOf(title).map(vocabulary.stemOf));
      counts.clear();
      for (const stem of inText) count(stem, 1);
      for (const title of inTitles) for (const stem of title) count(stem, titleCounts);
      for (const word of fieldWords(fields)) count(vocabulary.stemOf(word), fieldCounts);
      for (const word of wordsOf(kind)) count(vocabulary.stemOf(word), fieldCounts);
      for (const stem of inName) count(stem, nameCounts);
      for (const word of new Set([...words, ...charactersOf(name)]))
        names.post(word, position * 256 + Math.min(255, word.length));
      // 255 in a name or a title, less in the text.
      const prominent = new Set(vocabulary.pairsOf(inName));
      for (const title of inTitles) for (const pair of vocabulary.pairsOf(title)) prominent.add(pair);
      for (const pair of prominent) pairs.post(pair, position * 256 + 255);
      for (const pair of new Set(vocabulary.pairsOf(inText)))
        if (!prominent.has(pair)) pairs.post(pair, position * 256 + pairInText);
      for (const [stem, times] of counts)
        texts.post(vocabulary.stems[stem] ?? "", position * 256 + weightOf(times, inText.length));
      entries.push({
        id,
        kind: indexOfKind(kind),
        key: key.replaceAll("\n", " "),
        name: folded(name),
        compact: words.join(""),
        size: words.reduce((sum, word) => sum + word.length, 0),
        hashes: meaningsOf(entry).map(meaningHash),
      });
    },
    async packed() {
      const order = entries
        .map((entry, position) => ({ ...entry, place: position }))
        .sort(
          (a, b) =>
            compare(a.name, b.name) ||
            compare(kindNames[a.kind] ?? "", kindNames[b.kind] ?? "") ||
            compare(a.key, b.key),
        );
      const positions = new Uint32Array(order.length);
      order.forEach(({ place: position }, index) => {
        positions[position] = index;
      });
      return packSections({
        ids: Uint32Array.from(order, ({ id }) => id),
        kinds: Uint8Array.from(order, ({ kind }) => kind),
        kindNames: kindNames.join("\n"),
        keys: order.map(({ key }) => key).join("\n"),
        names: order.map(({ name }) => name).join("\n"),
        hashes: order.flatMap(({ hashes }) => hashes).join("\n"),
        passages: startsOf(order.map(({ hashes }) => hashes.length)),
        compactNames: order.map(({ compact }) => compact).join("\n"),
        nameSizes: Uint16Array.from(order, ({ size }) => Math.min(65535, size)),
        ...(await vocabularySections("inNames", names.lists, positions)),
        ...(await vocabularySections("inTexts", texts.lists, positions)),
        ...(await vocabularySections("inPairs", vocabulary.named(pairs.lists), positions)),
      });
    },
  };
}

/** Reads what `wordIndexer` packed. Throws for other bytes. */
export function openWordIndex(packed: Uint8Array): WordIndex {
  const sections = unpackSections(packed);
  const ids = sections["ids"] as Uint32Array;
  const lines = (name: string) => (ids.length === 0 ? [] : (sections[name] as string).split("\n"));
  const compactNames = lines("compactNames");
  return {
    ids,
    kinds: sections["kinds"] as Uint8Array,
    kindNames: lines("kindNames"),
    keys: lines("keys"),
    names: lines("names"),
    hashes: lines("hashes"),
    passages: sections["passages"] as Uint32Array,
    nameSizes: sections["nameSizes"] as Uint16Array,
    compactNames,
    compactLetters: Uint32Array.from(compactNames, lettersOf),
    inNames: openVocabulary("inNames", sections),
    inTexts: openVocabulary("inTexts", sections),
    inPairs: openVocabulary("inPairs", sections),
  };
}

/** Stems as numbers, in the order in which they are first seen. */
function stemNumbers() {
  const stems: string[] = [];
  const isWeighty: boolean[] = [];
  const byStem = new Map<string, number>();
  const byWord = new Map<string, number>();
  const numberOf = (stem: string): number => {
    const known = byStem.get(stem);
    if (known !== undefined) return known;
    byStem.set(stem, stems.length);
    isWeighty.push(weightOfWord(stem) >= leastPairWeight);
    return stems.push(stem) - 1;
  };
  return {
    stems: stems as readonly string[],
    stemOf(word: string): number {
      const known = byWord.get(word);
      if (known !== undefined) return known;
      const number = numberOf(stemOf(word));
      byWord.set(word, number);
      return number;
    },
    /** As the function `pairsOf`. */
    pairsOf(numbers: readonly number[]): number[] {
      const found: number[] = [];
      let before = -1;
      for (const stem of numbers) {
        if (isWeighty[stem] !== true) continue;
        if (before >= 0) found.push(before * MAX_STEMS + stem);
        before = stem;
      }
      return found;
    },
    /** Lists of pairs by the words of each. */
    named: (lists: ReadonlyMap<number, readonly number[]>) =>
      new Map(
        Array.from(lists, ([pair, list]) => {
          const words = `${stems[Math.floor(pair / MAX_STEMS)]} ${stems[pair % MAX_STEMS]}`;
          return [words, list] as const;
        }),
      ),
  };
}

/** More than a document can have: two of them fit into one number. */
const MAX_STEMS = 2 ** 26;

/** Pairs of neighbours among the words that are not common, `lure song` for *luring a song*. Takes stems. */
export function pairsOf(stems: readonly string[]): string[] {
  const weighty = stems.filter((stem) => weightOfWord(stem) >= leastPairWeight);
  return weighty.slice(1).map((stem, index) => `${weighty[index]} ${stem}`);
}

/** The headings of a text, and what is in bold: the names of traits and actions. */
const titlesIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/^#{1,6} (.{1,200})$|\*\*([^*\n]{1,200})\*\*/gm),
    ([, heading, bold]) => heading ?? bold ?? "",
  );

const pairInText = 128;

/** Where each of the lists begins that follow each other, and where the last one ends. */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, index) => {
    starts[index + 1] = (starts[index] ?? 0) + length;
  });
  return starts;
}

/** The position of a word in a vocabulary; -1 if it is missing. */
export function indexOfWord(word: string, { words }: Vocabulary): number {
  const at = firstFrom(word, words);
  return words[at] === word ? at : -1;
}

/** The position of the first word that is not before this one. */
export function firstFrom(word: string, words: readonly string[]): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? "") < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `positions` maps the order of `add` to positions in the index. */
async function vocabularySections(
  name: string,
  postings: ReadonlyMap<string, readonly number[]>,
  positions: Uint32Array,
): Promise<Sections> {
  const words = [...postings.keys()].sort(compare);
  const starts = new Uint32Array(words.length + 1);
  for (const [index, word] of words.entries())
    starts[index + 1] = (starts[index] ?? 0) + (postings.get(word)?.length ?? 0);
  const all = new Uint32Array(starts[words.length] ?? 0);
  let done = 0;
  for (const [index, word] of words.entries()) {
    const list = postings.get(word) ?? [];
    const start = starts[index] ?? 0;
    for (let at = 0; at < list.length; at++) {
      const posting = list[at] ?? 0;
      all[start + at] = (positions[posting >>> 8] ?? 0) * 256 + (posting & 255);
    }
    if (list.length > 1) all.subarray(start, start + list.length).sort();
    done += list.length;
    if (done < 50_000) continue;
    done = 0;
    await nextTurn();
  }
  return { [`${name}.words`]: words.join("\n"), [`${name}.starts`]: starts, [`${name}.postings`]: all };
}

function openVocabulary(name: string, sections: Sections): Vocabulary {
  const starts = sections[`${name}.starts`] as Uint32Array;
  const words = starts.length === 1 ? [] : (sections[`${name}.words`] as string).split("\n");
  return {
    words,
    letters: Uint32Array.from(words, lettersOf),
    starts,
    postings: sections[`${name}.postings`] as Uint32Array,
  };
}

function postingLists<Key>() {
  const lists = new Map<Key, number[]>();
  return {
    lists,
    post(key: Key, posting: number): void {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [posting]);
      else list.push(posting);
    },
  };
}

/** The BM25 weight of a word that occurs `times` times in a text of `length` words, scaled to 1–255. */
function weightOf(times: number, length: number): number {
  const share = times / (times + 1.2 * (0.3 + 0.7 * (length / usualLength)));
  return Math.max(1, Math.min(255, Math.round(share * 255)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The words of a field's texts at any depth, without field names and numbers. */
function fieldWords(value: FieldValue | EntryFields): string[] {
  if (typeof value === "string") return wordsOf(value);
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((each) => fieldWords(each as FieldValue));
}

/** The kind of the entry at this position. */
export const kindAt = ({ kinds, kindNames }: Pick<WordIndex, "kinds" | "kindNames">, entry: number): EntryKind =>
  kindNames[kinds[entry] ?? 0] ?? "";
