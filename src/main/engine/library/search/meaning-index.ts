import { randomUUID } from "node:crypto";
import { serialQueue } from "../../../../core/async/serial-queue";
import type { ResilientDatabase } from "../../storage/resilient-database";
import { transaction } from "../../storage/transaction";
import type { ContentLibrary } from "../entries/content-library";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import type { Embedder } from "./embedder";
import { meaningHash, meaningOf } from "./meaning";
import { type PackedVector, packVectors, unpackVectors, vectorsByHash } from "./packed-vectors";
import { attempt, stampOf } from "./search-index";
import { openVectorScan, smallVector, type VectorScan } from "./vector-scan";
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

export type MeaningIndexParts = {
  library: ContentLibrary;
  database: ResilientDatabase;
  embedder: Embedder;
  /** The shipped vectors. */
  shipped: () => Promise<ReadonlyMap<string, PackedVector>>;
};

/** Vectors that are stored together, and lost if the process ends in between. */
const atOnce = 16;
/** Milliseconds for which a process reserves the computation of a document. */
const lease = 60_000;

/** Opens nothing before the first search. */
export function createMeaningIndex({ library, database, embedder, shipped }: MeaningIndexParts): MeaningIndex {
  const opened = new Map<string, { generation: number; scan: Promise<VectorScan | null> }>();
  const making = new Map<string, { generation: number; progress: MeaningProgress }>();
  const listeners = new Set<(progress: MeaningProgress) => void>();
  const holder = randomUUID();
  const enqueue = serialQueue();
  let closed = false;

  /** The vectors if they are stored, or can be assembled without the model; null if the model is needed. */
  async function open(document: LibraryDocument, index: WordIndex): Promise<VectorScan | null> {
    const stored = storedVectors(document);
    if (stored?.generation === stampOf(document.generation)) {
      const found = read(stored.packed);
      // The texts must be the same in the same order, or these are not the vectors of this index.
      if (
        found !== null &&
        found.hashes.length === index.hashes.length &&
        found.hashes.every((hash, at) => hash === index.hashes[at])
      )
        return openVectorScan(found);
    }
    const known = await knownVectors(document, index);
    return known.size < new Set(index.hashes).size ? null : keep(document, index, known);
  }

  function keep(document: LibraryDocument, index: WordIndex, known: ReadonlyMap<string, PackedVector>): VectorScan {
    const vectors = index.hashes.map((hash) => ({ hash, ...(known.get(hash) ?? nothing) }));
    const packed = packVectors(vectors);
    attempt(() =>
      database.use((opened) => {
        const put = opened.prepare("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)");
        put.run(folded(document.document), stampOf(document.generation), packed);
        const drop = opened.prepare("DELETE FROM pieces WHERE hash IN (SELECT value FROM json_each(?))");
        drop.run(JSON.stringify(index.hashes));
      }),
    );
    return openVectorScan(unpackVectors(packed));
  }

  /**
   * The vectors of this index that need no computation: shipped ones, those of the previous version of the document, and those of
   * interrupted work.
   */
  async function knownVectors(document: LibraryDocument, index: WordIndex): Promise<Map<string, PackedVector>> {
    const known = new Map<string, PackedVector>();
    const before = storedVectors(document);
    const found = before === null ? null : read(before.packed);
    const sources = [await shipped(), found === null ? new Map<string, PackedVector>() : vectorsByHash(found)];
    for (const hash of index.hashes) {
      const vector = sources.map((source) => source.get(hash)).find((each) => each !== undefined);
      if (vector !== undefined) known.set(hash, vector);
    }
    const missing = index.hashes.filter((hash) => !known.has(hash));
    if (missing.length === 0) return known;
    const rows = database.use((opened) => {
      const find = opened.prepare(
        "SELECT hash, step, vector FROM pieces WHERE hash IN (SELECT value FROM json_each(?))",
      );
      return find.all(JSON.stringify(missing));
    });
    for (const { hash, step, vector } of rows)
      known.set(String(hash), { values: vector as Uint8Array, step: Number(step) });
    return known;
  }

  function storedVectors({ document }: LibraryDocument): { generation: number; packed: Uint8Array } | null {
    const row = database.use((opened) =>
      opened.prepare("SELECT generation, packed FROM vectors WHERE document = ?").get(folded(document)),
    );
    return row === undefined ? null : { generation: Number(row["generation"]), packed: row["packed"] as Uint8Array };
  }

  async function make(document: LibraryDocument, index: WordIndex, report: (done: number) => void): Promise<void> {
    const known = await knownVectors(document, index);
    const pieces: { hash: string; vector: PackedVector }[] = [];
    const isGone = () => closed || making.get(folded(document.document))?.generation !== document.generation;
    const store = (): void => {
      const stored = pieces.splice(0);
      attempt(() =>
        database.use((opened) => {
          const put = opened.prepare("INSERT OR REPLACE INTO pieces VALUES (?, ?, ?)");
          transaction(opened, () => {
            for (const { hash, vector } of stored) put.run(hash, vector.step, vector.values);
          });
        }),
      );
      report(known.size);
    };
    report(known.size);
    for (const entry of library.entries(document.document)) {
      const meaning = meaningOf(entry);
      const hash = meaningHash(meaning);
      if (known.has(hash)) continue;
      if (pieces.length === 0 && !claim(document)) return;
      const { values, step } = smallVector(await embedder.embed(meaning));
      if (isGone()) return;
      const vector = { values: new Uint8Array(values.buffer), step };
      known.set(hash, vector);
      pieces.push({ hash, vector });
      if (pieces.length >= atOnce) store();
    }
    if (pieces.length > 0) store();
    // An entry was removed since the index was made: the new generation gets an index of its own.
    if (index.hashes.some((hash) => !known.has(hash))) return;
    const scan = keep(document, index, known);
    opened.set(folded(document.document), { generation: document.generation, scan: Promise.resolve(scan) });
  }

  /** Whether this process may compute the vectors: no other process has reserved the document within the last minute. */
  function claim({ document }: LibraryDocument): boolean {
    const now = Date.now();
    try {
      return database.use((opened) => {
        const put = opened.prepare(
          `INSERT INTO work VALUES (?, ?, ?) ON CONFLICT (document) DO UPDATE SET holder = excluded.holder, until = excluded.until
           WHERE work.holder = excluded.holder OR work.until < ? OR work.until > ?`,
        );
        return put.run(folded(document), holder, now + lease, now, now + 2 * lease).changes > 0;
      });
    } catch {
      return true;
    }
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
      attempt(() => database.use((opened) => opened.prepare("DELETE FROM work WHERE holder = ?").run(holder)));
    },
  };
}

const nothing: PackedVector = { values: new Uint8Array(0), step: 0 };

function read(packed: Uint8Array): ReturnType<typeof unpackVectors> | null {
  try {
    return unpackVectors(packed);
  } catch {
    return null;
  }
}
