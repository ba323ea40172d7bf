import { serialQueue } from "../../../../core/async/serial-queue";
import type { ContentLibrary } from "../entries/content-library";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import type { Embedder } from "./embedder";
import { meaningHash, meaningOf } from "./meaning";
import type { PackedVector } from "./packed-vectors";
import { smallVector, type VectorScan } from "./vector-scan";
import { createVectorStore, type VectorStoreParts } from "./vector-store";
import type { WordIndex } from "./word-index";

/** How many of a document's vectors are ready. */
export type MeaningProgress = { document: string; done: number; total: number };

/** The vectors of the library's documents: all vectors of a document, or none. */
export type MeaningIndex = {
  /**
   * The vectors of this generation of the document, in the order of its word index; or the progress if they are not ready. They are then
   * computed in the background, one document after the other, until `close`.
   */
  vectorsOf(document: LibraryDocument, index: WordIndex): Promise<VectorScan | MeaningProgress>;
  /** Drops other documents from memory. */
  keepOnly(documents: readonly LibraryDocument[]): void;
  /** Drops everything from memory; running computations continue. */
  clearMemory(): void;
  /** Reports progress, up to the last vector of a document. Returns a function that unsubscribes. */
  onProgress(listener: (progress: MeaningProgress) => void): () => void;
  close(): void;
};

export type MeaningIndexParts = VectorStoreParts & { library: ContentLibrary; embedder: Embedder };

/** Vectors that are stored together, and lost if the process ends in between. */
const atOnce = 16;
/** Opens nothing before the first search. */
export function createMeaningIndex({ library, database, embedder, shipped }: MeaningIndexParts): MeaningIndex {
  const opened = new Map<string, { generation: number; scan: Promise<VectorScan | null> }>();
  const making = new Map<string, { generation: number; progress: MeaningProgress }>();
  const listeners = new Set<(progress: MeaningProgress) => void>();
  const store = createVectorStore({ database, shipped });
  const enqueue = serialQueue();
  let closed = false;

  /** The vectors if they are stored, or can be assembled without the model; null if the model is needed. */
  async function open(document: LibraryDocument, index: WordIndex): Promise<VectorScan | null> {
    const stored = store.vectorsOf(document, index);
    if (stored !== null) return stored;
    const known = await store.knownVectors(document, index);
    return known.size < new Set(index.hashes).size ? null : store.keep(document, index, known);
  }

  async function make(document: LibraryDocument, index: WordIndex, report: (done: number) => void): Promise<void> {
    const known = await store.knownVectors(document, index);
    const pieces: { hash: string; vector: PackedVector }[] = [];
    const isGone = () => closed || making.get(folded(document.document))?.generation !== document.generation;
    const storePieces = (): void => {
      store.addPieces(pieces.splice(0));
      report(known.size);
    };
    report(known.size);
    for (const entry of library.entries(document.document)) {
      const meaning = meaningOf(entry);
      const hash = meaningHash(meaning);
      if (known.has(hash)) continue;
      if (pieces.length === 0 && !store.claim(document)) return;
      const { values, step } = smallVector(await embedder.embed(meaning));
      if (isGone()) return;
      const vector = { values: new Uint8Array(values.buffer), step };
      known.set(hash, vector);
      pieces.push({ hash, vector });
      if (pieces.length >= atOnce) storePieces();
    }
    if (pieces.length > 0) storePieces();
    // An entry was removed since the index was made: the new generation gets an index of its own.
    if (index.hashes.some((hash) => !known.has(hash))) return;
    const scan = store.keep(document, index, known);
    opened.set(folded(document.document), { generation: document.generation, scan: Promise.resolve(scan) });
  }

  function begin(document: LibraryDocument, index: WordIndex): MeaningProgress {
    const key = folded(document.document);
    const going = making.get(key);
    if (going?.generation === document.generation) return going.progress;
    const own = {
      generation: document.generation,
      progress: { document: document.document, done: 0, total: new Set(index.hashes).size },
    };
    making.set(key, own);
    const report = (done: number): void => {
      own.progress = { ...own.progress, done };
      for (const each of listeners) each(own.progress);
    };
    enqueue(() => (closed || making.get(key) !== own ? undefined : make(document, index, report)))
      // Without a model there are no vectors; the query's own vector reports that error.
      .catch(() => {})
      .finally(() => {
        if (making.get(key) === own) making.delete(key);
      });
    return own.progress;
  }

  return {
    async vectorsOf(document, index) {
      const key = folded(document.document);
      const going = making.get(key);
      if (going?.generation === document.generation) return going.progress;
      let known = opened.get(key);
      if (known?.generation !== document.generation) {
        known = { generation: document.generation, scan: open(document, index) };
        opened.set(key, known);
      }
      const scan = await known.scan;
      if (scan !== null) return scan;
      // The next search tries again, since another process may have computed them by then.
      if (opened.get(key) === known) opened.delete(key);
      return begin(document, index);
    },
    keepOnly(documents) {
      const kept = new Set(documents.map(({ document }) => folded(document)));
      for (const key of opened.keys()) if (!kept.has(key)) opened.delete(key);
      for (const key of making.keys()) if (!kept.has(key)) making.delete(key);
    },
    clearMemory: () => opened.clear(),
    onProgress(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      making.clear();
      store.release();
    },
  };
}
