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
  // By the entries' positions in the order of `add`; each text's counts are dropped before the next.
  const names = new Map<string, number[]>();
  const texts = new Map<string, number[]>();
  const pairs = new Map<string, number[]>();
  return {
    add(entry) {
      const { id, kind, key, name, text, fields } = entry;
      const position = entries.length;
      if (position >= MAX_ENTRIES) return;
      const words = wordsOf(name);
      const counts = new Map<string, number>();
      const count = (word: string, times: number) => counts.set(word, (counts.get(word) ?? 0) + times);
      const inText = wordsOf(text);
      const titles = titlesIn(text);
      for (const word of inText) count(stemOf(word), 1);
      for (const word of titles.flatMap(wordsOf)) count(stemOf(word), titleCounts);
      for (const word of fieldWords(fields)) count(stemOf(word), fieldCounts);
      for (const word of wordsOf(kind)) count(stemOf(word), fieldCounts);
      for (const word of words) count(stemOf(word), nameCounts);
      for (const word of new Set([...words, ...charactersOf(name)]))
        post(names, word, position * 256 + Math.min(255, word.length));
      // 255 in a name or a title, less in the text.
      const prominent = new Set([name, ...titles].flatMap((title) => pairsOf(wordsOf(title).map(stemOf))));
      for (const pair of prominent) post(pairs, pair, position * 256 + 255);
      for (const pair of new Set(pairsOf(inText.map(stemOf))))
        if (!prominent.has(pair)) post(pairs, pair, position * 256 + pairInText);
      for (const [word, times] of counts) post(texts, word, position * 256 + weightOf(times, inText.length));
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
        ...(await vocabularySections("inNames", names, positions)),
        ...(await vocabularySections("inTexts", texts, positions)),
        ...(await vocabularySections("inPairs", pairs, positions)),
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
    const own = Uint32Array.from(postings.get(word) ?? [], (posting) => {
      return (positions[posting >>> 8] ?? 0) * 256 + (posting & 255);
    });
    all.set(own.sort(), starts[index]);
    done += own.length;
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

function post(postings: Map<string, number[]>, word: string, posting: number): void {
  const list = postings.get(word);
  if (list === undefined) postings.set(word, [posting]);
  else list.push(posting);
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
