import type { ContentLibrary } from "../entries/content-library";
import type { DeclaredCondition } from "../entries/declared-values";
import type { EntryKind, LibraryDocument, LibraryEntry } from "../entries/entry";
import { folded } from "../entries/folded";
import { createEmbedder, type Embedder } from "./embedder";
import { matchWords, parseQuery } from "./match-query";
import { createMeaningIndex, type MeaningProgress, type Meanings } from "./meaning-index";
import { kindsNamed, leastScore, mergedScore, weakScore } from "./merged-score";
import { openSearchDatabase } from "./search-database";
import { createSearchIndex } from "./search-index";
import { readShippedVectors } from "./shipped-vectors";
import { kindAt, type WordIndex } from "./word-index";

/** A search query with its filters. */
export type ContentQuery = {
  query: string;
  /** Null for all kinds. */
  kinds: readonly EntryKind[] | null;
  /** Conditions on declared fields: only entries that have them and meet all are found. */
  fields?: readonly DeclaredCondition[];
  /** Keys of documents; null for all. Unknown keys are ignored. */
  documents: readonly string[] | null;
  /** Whether to tolerate typing errors. */
  fuzzy: boolean;
  /** Whether to search by meaning too. */
  semantic: boolean;
  limit: number;
  signal?: AbortSignal;
};

/** An entry with its score; a weak one only has little in common with the query. */
export type FoundEntry = LibraryEntry & { score: number; isWeak: boolean };

/**
 * The best entries, best first; how many match in all, without the weak ones where there are others, and how many of them are weak; and
 * notes for the user on how they were found.
 */
export type ContentSearchResult = { entries: FoundEntry[]; total: number; weak: number; notes: string[] };

/** Search in the content library. */
export type ContentSearch = {
  /**
   * Filters first, then ranks, then limits. Each entry's score depends on the entry, what its document declares, and the query, so a filter never changes the
   * order of the remaining entries.
   */
  search(query: ContentQuery): Promise<ContentSearchResult>;
  /** The vector of a text, by the model of this search. */
  embed(text: string): Promise<Float32Array>;
  /** Prepares the indexes of added documents ahead of a search. Vectors are still being computed after it resolves. */
  prepare(): Promise<void>;
  /** Reports the progress of computing vectors. Returns a function that unsubscribes. */
  onProgress(listener: (progress: MeaningProgress) => void): () => void;
  close(): void;
};

export type ContentSearchOptions = {
  library: ContentLibrary;
  /** The folder of `library-search.db`; null keeps the index in memory. */
  dataDir: string | null;
  notice?: (sentence: string) => void;
  /** For tests. */
  embedder?: Embedder;
};

/** Characters of a query that are used. */
const MAX_QUERY_LENGTH = 2000;
/** Milliseconds that a search waits for the model; then it uses words only. */
const PATIENCE = 30_000;
/** How often a search is repeated because documents were added or removed meanwhile. */
const MAX_TRIES = 4;
/** How many query vectors are cached. */
const MAX_CACHED_VECTORS = 50;
/** Milliseconds without a search after which the indexes are dropped from memory. */
const IDLE_TIME = 600_000;

/** Loads nothing before the first search: then the word index, and the model when meaning first counts. */
export function createContentSearch(options: ContentSearchOptions): ContentSearch {
  const { library, dataDir, notice = () => {}, embedder = createEmbedder() } = options;
  const database = openSearchDatabase(dataDir, notice);
  const words = createSearchIndex(library, database);
  let shipped: ReturnType<typeof readShippedVectors> | null = null;
  const meanings = createMeaningIndex({
    library,
    database,
    embedder,
    shipped: () => (shipped ??= readShippedVectors()),
  });

  // The same query with another filter does not wait for the model again.
  const queryVectors = new Map<string, Promise<Float32Array>>();
  const vectorOf = (text: string): Promise<Float32Array> => {
    const vector = queryVectors.get(text) ?? embedder.embed(text);
    queryVectors.delete(text);
    queryVectors.set(text, vector);
    vector.catch(() => queryVectors.delete(text));
    const oldest = queryVectors.size > MAX_CACHED_VECTORS ? queryVectors.keys().next().value : undefined;
    if (oldest !== undefined) queryVectors.delete(oldest);
    return vector;
  };

  let timer: NodeJS.Timeout | undefined;
  /** Drops the indexes from memory when nobody has searched for a while. */
  const scheduleRelease = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      words.keepOnly([]);
      meanings.clearMemory();
    }, IDLE_TIME).unref();
  };

  async function runSearch(query: ContentQuery): Promise<ContentSearchResult & { lost: number }> {
    const notes: string[] = [];
    const text = query.query.slice(0, MAX_QUERY_LENGTH);
    const question = parseQuery(text);
    if (question.words.length === 0) return { ...nothing, notes: ["The query has no words to search for."] };
    if (question.ignored > 0 || text.length < query.query.length)
      notes.push(`Only the first ${question.words.length} words of the query were looked up.`);
    const all = library.documents();
    words.keepOnly(all);
    meanings.keepOnly(all);
    const wanted = documentsAmong(all, query.documents);
    if (wanted.length === 0) return { ...nothing, notes };
    // The model works in its own thread during the word search.
    const asking = query.semantic ? withinPatience(vectorOf(text), query.signal) : null;
    const indexes = await Promise.all(wanted.map((document) => words.wordsOf(document)));
    const compared = query.semantic ? await meaningsOfAll(wanted, indexes) : [];
    const scored = indexes.map((index) => ({ index, ...matchWords(question, index, { fuzzy: query.fuzzy }) }));
    const vector = await asking;
    if (vector instanceof Error)
      notes.push(`Meaning could not be compared (${vector.message}): entries were found by their words only.`);
    const missing = vector instanceof Error ? null : missingMeanings(compared);
    if (missing !== null) notes.push(missing);
    const { kinds, fields = [], documents } = query;
    const withFields = fields.length === 0 ? null : library.idsWithFields({ kinds, conditions: fields, documents });
    const best = bestHits(query.limit);
    for (const [documentIndex, { index, name, text: inText, coverage, phrase }] of scored.entries()) {
      const cosines = vector instanceof Float32Array ? compared[documentIndex]?.scan.cosines(vector) : undefined;
      const key = folded(wanted[documentIndex]?.document ?? "");
      const isWanted = index.kindNames.map((kind) => query.kinds === null || query.kinds.includes(kind));
      // A kind's name is that of its own document: what others declare, and the filter, changes no score.
      const named = kindsNamed(text, wanted[documentIndex]?.declares ?? []);
      const isNamed = index.kindNames.map((kind) => named.includes(kind));
      for (let entry = 0; entry < index.ids.length; entry++) {
        const kind = index.kinds[entry] ?? 0;
        if (!isWanted[kind] || withFields?.has(index.ids[entry] ?? 0) === false) continue;
        const score = mergedScore({
          name: name[entry] ?? 0,
          text: inText[entry] ?? 0,
          coverage: coverage[entry] ?? 0,
          phrase: phrase[entry] ?? 0,
          cosine: cosines === undefined ? 0 : nearestPassage(cosines, index.passages, entry),
          isOfNamedKind: isNamed[kind] === true,
        });
        if (score >= leastScore) best.take({ score, entry, index, key });
      }
    }
    const { hits, total, weak } = best.all();
    const scores = new Map(hits.map(({ entry, index, score }) => [index.ids[entry] ?? 0, score]));
    const entries = library.byIds([...scores.keys()]).map((entry) => {
      const score = scores.get(entry.id) ?? 0;
      return { ...entry, score, isWeak: score < weakScore };
    });
    return { entries, total, weak, notes, lost: scores.size - entries.length };
  }

  async function meaningsOfAll(wanted: readonly LibraryDocument[], indexes: readonly WordIndex[]): Promise<Meanings[]> {
    const found: Meanings[] = [];
    for (const [documentIndex, document] of wanted.entries()) {
      const index = indexes[documentIndex];
      if (index) found.push(await meanings.vectorsOf(document, index));
    }
    return found;
  }

  return {
    async search(query) {
      scheduleRelease();
      for (let tries = 1; ; tries++) {
        const generation = library.generation();
        const { lost, ...result } = await runSearch(query);
        // A document was added or removed meanwhile: the answer might be of two generations.
        if (tries >= MAX_TRIES || (lost === 0 && library.generation() === generation))
          return { ...result, total: result.total - lost };
      }
    },
    embed: vectorOf,
    async prepare() {
      scheduleRelease();
      const documents = library.documents();
      for (const document of documents) await meanings.vectorsOf(document, await words.wordsOf(document));
    },
    onProgress: meanings.onProgress,
    close() {
      clearTimeout(timer);
      meanings.close();
      embedder.close();
      database.close();
    },
  };
}

const nothing = { entries: [], total: 0, weak: 0, lost: 0 };

/** The cosine of the passage of an entry that is nearest to the query. */
function nearestPassage(cosines: Float32Array, passages: Uint32Array, entry: number): number {
  let nearest = 0;
  for (let at = passages[entry] ?? 0, end = passages[entry + 1] ?? 0; at < end; at++)
    nearest = Math.max(nearest, cosines[at] ?? 0);
  return nearest;
}

const MAX_NAMED_DOCUMENTS = 3;

/** A note on meanings that are not computed yet; null if all are. */
function missingMeanings(compared: readonly Meanings[]): string | null {
  const missing = compared.map(({ progress }) => progress).filter(({ done, total }) => done < total);
  if (missing.length === 0) return null;
  const some = missing.slice(0, MAX_NAMED_DOCUMENTS).map(({ document, done, total }) => `${document} ${done}/${total}`);
  const more = missing.length > some.length ? `, ${missing.length - some.length} more documents` : "";
  return `Meanings are still being computed (${some.join(", ")}${more}): until then the order may change.`;
}

function documentsAmong(all: readonly LibraryDocument[], keys: readonly string[] | null): LibraryDocument[] {
  if (keys === null) return [...all];
  const wanted = new Set(keys.map((key) => folded(key)));
  return all.filter(({ document }) => wanted.has(folded(document)));
}

/** The vector, or the error that prevented it. Never rejects: words alone suffice. */
async function withinPatience(
  vector: Promise<Float32Array>,
  signal: AbortSignal | undefined,
): Promise<Float32Array | Error> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error("the model took too long")), PATIENCE);
    signal?.addEventListener("abort", () => resolve(new Error("the search was stopped")), { once: true });
  });
  try {
    return await Promise.race([vector, late]);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** An entry of an index with its score; `key` is its document's key. */
type Hit = { score: number; entry: number; index: WordIndex; key: string };

/** Keeps the best `limit` hits in a total order: score, name, kind, document, key. */
function bestHits(limit: number) {
  const kept: Hit[] = [];
  let total = 0;
  let weak = 0;
  let least = 0;
  const sort = (): void => {
    kept.sort(compareHits);
    if (kept.length > limit) kept.length = limit;
  };
  return {
    take(hit: Hit): void {
      total++;
      if (hit.score < weakScore) weak++;
      if (hit.score < least) return;
      kept.push(hit);
      // Sorts only from time to time: cheaper than inserting each, and it keeps little more than twice the limit.
      if (kept.length < 2 * limit + 64) return;
      sort();
      least = kept.at(-1)?.score ?? 0;
    },
    all(): { hits: readonly Hit[]; total: number; weak: number } {
      sort();
      return { hits: kept, total, weak };
    },
  };
}

function compareHits(a: Hit, b: Hit): number {
  return (
    b.score - a.score ||
    compare(a.index.names[a.entry] ?? "", b.index.names[b.entry] ?? "") ||
    compare(kindAt(a.index, a.entry), kindAt(b.index, b.entry)) ||
    compare(a.key, b.key) ||
    compare(a.index.keys[a.entry] ?? "", b.index.keys[b.entry] ?? "")
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
