import { setImmediate as nextTurn } from "node:timers/promises";
import type { ContentLibrary } from "../entries/content-library";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import type { Embedder } from "./embedder";
import { meaningHash, meaningsOf } from "./meaning";
import type { PackedVector } from "./packed-vectors";
import { dimensions, openVectorScan, smallVector, type VectorScan } from "./vector-scan";
import { createVectorStore, type VectorStoreParts } from "./vector-store";
import type { WordIndex } from "./word-index";

/** How many of a document's vectors are ready. */
export type MeaningProgress = { document: string; done: number; total: number };

/** The vectors of a document that are ready, in the order of its index; those that are missing have the cosine 0. */
export type Meanings = { scan: VectorScan; progress: MeaningProgress };

/** The vectors of the library's documents. */
export type MeaningIndex = {
  /**
   * The vectors of this generation of the document. Missing ones are computed in the background until `close`, those of the document with
   * the fewest missing ones first, and count as soon as they exist.
   */
  vectorsOf(document: LibraryDocument, index: WordIndex): Promise<Meanings>;
  /** Drops other documents from memory. */
  keepOnly(documents: readonly LibraryDocument[]): void;
  /** Drops everything from memory; running computations continue. */
  clearMemory(): void;
  /** Reports progress, up to the last vector of a document. Returns a function that unsubscribes. */
  onProgress(listener: (progress: MeaningProgress) => void): () => void;
  close(): void;
};

export type MeaningIndexParts = VectorStoreParts & { library: ContentLibrary; embedder: Embedder };

/** A document with missing vectors. */
type Unfinished = {
  document: LibraryDocument;
  index: WordIndex;
  scan: VectorScan;
  /** The vectors so far; emptied at the end. */
  known: Map<string, PackedVector>;
  done: number;
  total: number;
  /** The texts of all entries with their hashes; null until they are read. */
  texts: Generator<{ hash: string; meaning: string } | null> | null;
};

/** Vectors that are stored together, and lost if the process ends in between. */
const atOnce = 16;
/** Texts that are passed over before other tasks get a turn. */
const MAX_TEXTS_AT_ONCE = 100;
/** Milliseconds after which vectors that another process computes are looked for again. */
const RECHECK_TIME = 2_000;

/** Opens nothing before the first search. */
export function createMeaningIndex({ library, database, embedder, shipped }: MeaningIndexParts): MeaningIndex {
  const opened = new Map<string, { generation: number; at: number; meanings: Promise<Meanings> }>();
  /** By document, in memory until their last vector is ready. */
  const unfinished = new Map<string, Unfinished>();
  const listeners = new Set<(progress: MeaningProgress) => void>();
  const store = createVectorStore({ database, shipped });
  let isRunning = false;
  let closed = false;

  const progressOf = ({ document, done, total }: Unfinished) => ({ document: document.document, done, total });

  const report = (work: Unfinished): void => {
    for (const each of listeners) each(progressOf(work));
  };

  async function open(document: LibraryDocument, index: WordIndex): Promise<Meanings> {
    const total = new Set(index.hashes).size;
    const stored = store.vectorsOf(document, index);
    if (stored !== null) return { scan: stored, progress: { document: document.document, done: total, total } };
    const known = await store.knownVectors(document, index);
    const scan = known.size === total ? store.keep(document, index, known) : await scanOf(index, known);
    const work: Unfinished = { document, index, scan, known, done: known.size, total, texts: null };
    if (known.size === total) known.clear();
    else if (!closed) {
      unfinished.set(folded(document.document), work);
      report(work);
      void run();
    }
    return {
      scan,
      get progress() {
        return progressOf(work);
      },
    };
  }

  /** Computes missing vectors, a few at a time, always of the document that needs the fewest. */
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (!closed && unfinished.size > 0) {
      const work = [...unfinished.values()].reduce((a, b) => (b.total - b.done < a.total - a.done ? b : a));
      // Without a model there are no vectors; the query's own vector reports that error.
      const isFinished = await computeSome(work).catch(() => true);
      if (isFinished && unfinished.get(folded(work.document.document)) === work)
        unfinished.delete(folded(work.document.document));
      if (isFinished) work.known.clear();
    }
    isRunning = false;
  }

  /** Computes some vectors of a document; true if nothing is left to do in this process. */
  async function computeSome(work: Unfinished): Promise<boolean> {
    const { document, index, known, scan } = work;
    const isGone = () => closed || unfinished.get(folded(document.document)) !== work;
    if (!store.claim(document)) return true;
    work.texts ??= textsOf(library, document);
    const pieces: { hash: string; vector: PackedVector }[] = [];
    let isLast = false;
    while (pieces.length < atOnce) {
      const next = work.texts.next();
      isLast = next.done === true;
      if (isLast) break;
      if (next.value === null) await nextTurn();
      else if (!known.has(next.value.hash)) {
        const { values, step } = smallVector(await embedder.embed(next.value.meaning));
        const vector = { values: new Uint8Array(values.buffer), step };
        known.set(next.value.hash, vector);
        pieces.push({ hash: next.value.hash, vector });
      }
      if (isGone()) return true;
    }
    if (pieces.length > 0) store.addPieces(pieces);
    work.done = known.size;
    const places = new Map(pieces.map(({ hash, vector }) => [hash, vector]));
    for (const [position, hash] of index.hashes.entries()) {
      const vector = places.get(hash);
      if (vector !== undefined) scan.set(position, vector);
    }
    // An entry may have been removed since the index was made: the new generation gets an index of its own.
    if (isLast && index.hashes.every((hash) => known.has(hash))) store.keep(document, index, known);
    report(work);
    return isLast;
  }

  return {
    async vectorsOf(document, index) {
      const key = folded(document.document);
      const present = opened.get(key);
      if (present?.generation === document.generation) {
        const meanings = await present.meanings;
        const { done, total } = meanings.progress;
        const isWaiting = done < total && !unfinished.has(key);
        // Another process computes them, or the model failed.
        if (!isWaiting || (Date.now() - present.at < RECHECK_TIME && !store.isStored(document))) return meanings;
      } else unfinished.delete(key);
      const meanings = open(document, index);
      const own = { generation: document.generation, at: Date.now(), meanings };
      opened.set(key, own);
      // The next search tries again.
      meanings.catch(() => opened.get(key) === own && opened.delete(key));
      return meanings;
    },
    keepOnly(documents) {
      const kept = new Set(documents.map(({ document }) => folded(document)));
      for (const map of [opened, unfinished]) for (const key of map.keys()) if (!kept.has(key)) map.delete(key);
    },
    clearMemory() {
      for (const key of opened.keys()) if (!unfinished.has(key)) opened.delete(key);
    },
    onProgress(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      unfinished.clear();
      store.release();
    },
  };
}

/** A scan of the vectors that are known; the others are zero. Pauses now and then for other tasks. */
async function scanOf(index: WordIndex, known: ReadonlyMap<string, PackedVector>): Promise<VectorScan> {
  const count = index.hashes.length;
  const scan = openVectorScan({ values: new Uint8Array(0), steps: new Float32Array(count) });
  for (const [position, hash] of index.hashes.entries()) {
    const vector = known.get(hash);
    if (vector?.values.length === dimensions) scan.set(position, vector);
    if (position % 10_000 === 9_999) await nextTurn();
  }
  return scan;
}

/** The texts of a document for the model, in the order of its entries; null now and then, for a pause. */
function* textsOf(library: ContentLibrary, { document }: LibraryDocument) {
  let count = 0;
  for (const entry of library.entries(document)) {
    for (const meaning of meaningsOf(entry)) yield { hash: meaningHash(meaning), meaning };
    if (++count % MAX_TEXTS_AT_ONCE === 0) yield null;
  }
}
