import { setImmediate as nextTurn } from "node:timers/promises";
import { type EntryContent, type EntryFields, type EntryKind, entryKinds, type FieldValue } from "../entries/entry";
import { folded } from "../entries/folded";
import { meaningHash, meaningOf } from "./meaning";
import { packSections, type Sections, unpackSections } from "./sections";
import { lettersOf } from "./spelling";
import { stemOf, wordsOf } from "./words";

/** What is sought in: an entry with its id. */
export type IndexedEntry = Pick<EntryContent, "kind" | "name" | "text" | "fields"> & { id: number; key: string };

/** Words in order, the entries that hold each, and their letters. */
export type Vocabulary = {
  words: readonly string[];
  letters: Uint32Array;
  /** The postings of word `n` are those from `starts[n]` to `starts[n + 1]`. */
  starts: Uint32Array;
  /** An entry's place in the index in the upper 24 bits, how much the word weighs in it in the lower 8. */
  postings: Uint32Array;
};

/** The words of one document's entries. It never changes: another generation of the document has another one. */
export type WordIndex = {
  /** The entries' ids, in the order of their folded names, then kinds, then keys. */
  ids: Uint32Array;
  /** Places in `entryKinds`. */
  kinds: Uint8Array;
  keys: readonly string[];
  /** Folded. */
  names: readonly string[];
  /** What stands for the text that the model reads, see `meaningHash`. */
  hashes: readonly string[];
  /** Characters in the words of each name. */
  nameSizes: Uint16Array;
  /** Each name's words without blanks between them, and their letters. */
  compactNames: readonly string[];
  compactLetters: Uint32Array;
  /** Words as they stand in names. */
  inNames: Vocabulary;
  /** Stems of words in names, texts and fields. */
  inTexts: Vocabulary;
};

/** Entries beyond this number in one document are not found by search. */
const mostIndexed = 2 ** 24 - 1;

/** How long a text is taken to be on average: fixed, so that no entry's weight depends on its neighbours. */
const usualLength = 150;
/** How often a word of the name, or of a field, counts. */
const nameCounts = 4;
const fieldCounts = 2;

/** Gathers the entries of one document, to be packed into bytes that `openWordIndex` reads. */
export function wordIndexer(): { add(entry: IndexedEntry): void; packed(): Promise<Uint8Array> } {
  const entries: {
    id: number;
    kind: number;
    key: string;
    name: string;
    compact: string;
    size: number;
    hash: string;
  }[] = [];
  // By the entries' places as they come; each text's counts are gone again before the next.
  const names = new Map<string, number[]>();
  const texts = new Map<string, number[]>();
  return {
    add(entry) {
      const { id, kind, key, name, text, fields } = entry;
      const place = entries.length;
      if (place >= mostIndexed) return;
      const words = wordsOf(name);
      const counts = new Map<string, number>();
      const count = (word: string, times: number) => counts.set(word, (counts.get(word) ?? 0) + times);
      const inText = wordsOf(text);
      for (const word of inText) count(stemOf(word), 1);
      for (const word of fieldWords(fields)) count(stemOf(word), fieldCounts);
      for (const word of wordsOf(kind)) count(stemOf(word), fieldCounts);
      for (const word of words) count(stemOf(word), nameCounts);
      for (const word of new Set(words)) post(names, word, place * 256 + Math.min(255, word.length));
      for (const [word, times] of counts) post(texts, word, place * 256 + weightOf(times, inText.length));
      entries.push({
        id,
        kind: entryKinds.indexOf(kind),
        key: key.replaceAll("\n", " "),
        name: folded(name),
        compact: words.join(""),
        size: words.reduce((sum, word) => sum + word.length, 0),
        hash: meaningHash(meaningOf(entry)),
      });
    },
    async packed() {
      const order = entries
        .map((entry, place) => ({ ...entry, place }))
        .sort((a, b) => compare(a.name, b.name) || a.kind - b.kind || compare(a.key, b.key));
      const places = new Uint32Array(order.length);
      order.forEach(({ place }, index) => {
        places[place] = index;
      });
      return packSections({
        ids: Uint32Array.from(order, ({ id }) => id),
        kinds: Uint8Array.from(order, ({ kind }) => kind),
        keys: order.map(({ key }) => key).join("\n"),
        names: order.map(({ name }) => name).join("\n"),
        hashes: order.map(({ hash }) => hash).join("\n"),
        compactNames: order.map(({ compact }) => compact).join("\n"),
        nameSizes: Uint16Array.from(order, ({ size }) => Math.min(65535, size)),
        ...(await vocabularySections("inNames", names, places)),
        ...(await vocabularySections("inTexts", texts, places)),
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
    keys: lines("keys"),
    names: lines("names"),
    hashes: lines("hashes"),
    nameSizes: sections["nameSizes"] as Uint16Array,
    compactNames,
    compactLetters: Uint32Array.from(compactNames, lettersOf),
    inNames: openVocabulary("inNames", sections),
    inTexts: openVocabulary("inTexts", sections),
  };
}

/** Which word of a vocabulary this is; -1 for one that is not in it. */
export function placeOf(word: string, { words }: Vocabulary): number {
  const at = firstFrom(word, words);
  return words[at] === word ? at : -1;
}

/** The first word that does not come before this one. */
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

/** `places` says where in the index the entry that came as number `n` is. */
async function vocabularySections(
  name: string,
  postings: ReadonlyMap<string, readonly number[]>,
  places: Uint32Array,
): Promise<Sections> {
  const words = [...postings.keys()].sort(compare);
  const starts = new Uint32Array(words.length + 1);
  for (const [index, word] of words.entries())
    starts[index + 1] = (starts[index] ?? 0) + (postings.get(word)?.length ?? 0);
  const all = new Uint32Array(starts[words.length] ?? 0);
  let done = 0;
  for (const [index, word] of words.entries()) {
    const own = Uint32Array.from(postings.get(word) ?? [], (posting) => {
      return (places[posting >>> 8] ?? 0) * 256 + (posting & 255);
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

/** BM25's share of a word that stands `times` times in a text of `length` words, of 255; never nothing. */
function weightOf(times: number, length: number): number {
  const share = times / (times + 1.2 * (0.3 + 0.7 * (length / usualLength)));
  return Math.max(1, Math.min(255, Math.round(share * 255)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Words of a field's texts, however deep; names of fields and numbers are none. */
function fieldWords(value: FieldValue | EntryFields): string[] {
  if (typeof value === "string") return wordsOf(value);
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((each) => fieldWords(each as FieldValue));
}

/** The kind at a place in `entryKinds`. */
export const kindAt = (place: number): EntryKind => entryKinds[place] ?? "rule";
