import type { ContentLibrary } from "../entries/content-library";
import { type EntryKind, entryKinds, type LibraryDocument, type LibraryEntry } from "../entries/entry";
import { folded } from "../entries/folded";
import { createEmbedder, type Embedder } from "./embedder";
import { matchWords, parseQuery } from "./match-query";
import { createMeaningIndex, type MeaningProgress } from "./meaning-index";
import { isAnswer, kindsNamed, mergedScore } from "./merged-score";
import { openSearchDatabase } from "./search-database";
import { createSearchIndex } from "./search-index";
import { readShippedVectors } from "./shipped-vectors";
import type { VectorScan } from "./vector-scan";
import { kindAt, type WordIndex } from "./word-index";

/** A search query with its filters. */
export type ContentQuery = {
  query: string;
  /** Null for all kinds. */
  kinds: readonly EntryKind[] | null;
  /** Keys of documents; null for all. Unknown keys are ignored. */
  documents: readonly string[] | null;
  /** Whether to tolerate typing errors. */
  fuzzy: boolean;
  /** Whether to search by meaning too. */
  semantic: boolean;
  limit: number;
  signal?: AbortSignal;
};

/** The best entries, best first; how many match in all; and notes for the user on how they were found. */
export type ContentSearchResult = { entries: LibraryEntry[]; total: number; notes: string[] };

/** Search in the content library. */
export type ContentSearch = {
  /**
   * Filters first, then ranks, then limits. Each entry's score depends on the entry and the query alone, so a filter never changes the
   * order of the remaining entries.
   */
  search(query: ContentQuery): Promise<ContentSearchResult>;
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
const patience = 30_000;
/** How many query vectors are cached. */
const MAX_CACHED_VECTORS = 50;
/** Milliseconds without a search after which the indexes are dropped from memory. */
const idleTime = 600_000;

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
    }, idleTime).unref();
  };

  async function runSearch(query: ContentQuery): Promise<ContentSearchResult & { lost: number }> {
    const notes: string[] = [];
    const text = query.query.slice(0, MAX_QUERY_LENGTH);
    const question = parseQuery(text);
    if (question.words.length === 0)
      return { entries: [], total: 0, lost: 0, notes: ["The query has no words to search for."] };
    if (question.ignored > 0 || text.length < query.query.length)
      notes.push(`Only the first ${question.words.length} words of the query were looked up.`);
    const all = library.documents();
    words.keepOnly(all);
    meanings.keepOnly(all);
    const wanted = documentsAmong(all, query.documents);
    if (wanted.length === 0) return { entries: [], total: 0, lost: 0, notes };
    // The model works in its own thread during the word search.
    const asking = query.semantic ? withinPatience(vectorOf(text), query.signal) : null;
    const indexes = await Promise.all(wanted.map((document) => words.wordsOf(document)));
    const scans = query.semantic ? await scansOf(wanted, indexes, notes) : [];
    const scored = indexes.map((index) => ({ index, ...matchWords(question, index, { fuzzy: query.fuzzy }) }));
    const vector = await asking;
    if (vector instanceof Error)
      notes.push(`Meaning could not be compared (${vector.message}): entries were found by their words only.`);
    const best = bestHits(query.limit);
    const named = kindsNamed(text);
    for (const [documentIndex, { index, name, text: inText, coverage }] of scored.entries()) {
      const cosines = vector instanceof Float32Array ? scans[documentIndex]?.cosines(vector) : undefined;
      const isWanted = entryKinds.map((kind) => query.kinds === null || query.kinds.includes(kind));
      const isNamed = Uint8Array.from(entryKinds, (kind) => Number(named.includes(kind)));
      const key = folded(wanted[documentIndex]?.document ?? "");
      for (let entry = 0; entry < index.ids.length; entry++) {
        const kind = index.kinds[entry] ?? 0;
        const inName = name[entry] ?? 0;
        const cosine = cosines?.[entry] ?? -1;
        if (!isWanted[kind] || !isAnswer(inName, coverage[entry] ?? 0, cosine)) continue;
        const score = mergedScore(inName, inText[entry] ?? 0, cosine, isNamed[kind] ?? 0);
        best.take({ score, entry, index, key });
      }
    }
    const { hits, total } = best.all();
    const ids = hits.map(({ entry, index }) => index.ids[entry] ?? 0);
    const entries = library.byIds(ids);
    return { entries, total, notes, lost: ids.length - entries.length };
  }

  async function scansOf(wanted: readonly LibraryDocument[], indexes: readonly WordIndex[], notes: string[]) {
    const scans: (VectorScan | undefined)[] = [];
    for (const [documentIndex, document] of wanted.entries()) {
      const index = indexes[documentIndex];
      const vectors = index && (await meanings.vectorsOf(document, index));
      if (vectors && "done" in vectors) {
        const { done, total } = vectors;
        notes.push(
          `The meanings of ${document.document} are still being computed (${done} of ${total}): its entries were found by their words only.`,
        );
        scans.push(undefined);
      } else scans.push(vectors);
    }
    return scans;
  }

  return {
    async search(query) {
      scheduleRelease();
      const first = await runSearch(query);
      // A document was added or removed between ranking and reading: search again.
      const { lost, ...result } = first.lost === 0 ? first : await runSearch(query);
      return result;
    },
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
    timer = setTimeout(() => resolve(new Error("the model took too long")), patience);
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
  let least = 0;
  const sort = (): void => {
    kept.sort(compareHits);
    if (kept.length > limit) kept.length = limit;
  };
  return {
    take(hit: Hit): void {
      total++;
      if (hit.score < least) return;
      kept.push(hit);
      // Sorts only from time to time: cheaper than inserting each, and it keeps little more than twice the limit.
      if (kept.length < 2 * limit + 64) return;
      sort();
      least = kept.at(-1)?.score ?? 0;
    },
    all(): { hits: readonly Hit[]; total: number } {
      sort();
      return { hits: kept, total };
    },
  };
}

function compareHits(a: Hit, b: Hit): number {
  return (
    b.score - a.score ||
    compare(a.index.names[a.entry] ?? "", b.index.names[b.entry] ?? "") ||
    compare(kindAt(a.index.kinds[a.entry] ?? 0), kindAt(b.index.kinds[b.entry] ?? 0)) ||
    compare(a.key, b.key) ||
    compare(a.index.keys[a.entry] ?? "", b.index.keys[b.entry] ?? "")
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
