import { randomUUID } from "node:crypto";
import type { LastingDatabase } from "../../storage/durable-database";
import type { ContentLibrary } from "../entries/content-library";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import type { Embedder } from "./embedder";
import { meaningHash, meaningOf } from "./meaning";
import { type PackedVector, packVectors, unpackVectors, vectorsByHash } from "./packed-vectors";
import { attempt, stampOf } from "./search-index";
import { openVectorScan, smallVector, type VectorScan } from "./vector-scan";
import type { WordIndex } from "./word-index";

/** How far the vectors of a document are. */
export type MeaningProgress = { document: string; done: number; total: number };

/** The vectors of the library's documents: all of a document's, or none. */
export type MeaningIndex = {
  /**
   * The vectors of this generation of the document, in the order of its word index; else how far they are. Making them goes on
   * by itself from then on, one document after the other, until `close`.
   */
  vectorsOf(document: LibraryDocument, index: WordIndex): Promise<VectorScan | MeaningProgress>;
  /** Lets go of what is in memory for documents that are not among these. */
  keepOnly(documents: readonly LibraryDocument[]): void;
  /** Lets go of what is in memory; what is being made goes on. */
  letGo(): void;
  /** Hears how far vectors are, and of a document's last one. Answers with the way to stop. */
  onProgress(heard: (progress: MeaningProgress) => void): () => void;
  close(): void;
};

export type MeaningIndexParts = {
  library: ContentLibrary;
  database: LastingDatabase;
  embedder: Embedder;
  /** The vectors of what ships. */
  shipped: () => Promise<ReadonlyMap<string, PackedVector>>;
};

/** Vectors that are kept together: what is lost if the process ends in between. */
const atOnce = 16;
/** Milliseconds for which a process that makes vectors keeps others from making the same. */
const lease = 60_000;

/** Opens nothing before the first question. */
export function createMeaningIndex({ library, database, embedder, shipped }: MeaningIndexParts): MeaningIndex {
  const opened = new Map<string, { generation: number; scan: Promise<VectorScan | null> }>();
  const making = new Map<string, { generation: number; progress: MeaningProgress }>();
  const heard = new Set<(progress: MeaningProgress) => void>();
  const holder = randomUUID();
  let line: Promise<void> = Promise.resolve();
  let closed = false;

  /** What is stored, or can be put together without the model; null where the model has to read something. */
  async function open(document: LibraryDocument, index: WordIndex): Promise<VectorScan | null> {
    const stored = storedVectors(document);
    if (stored?.generation === stampOf(document.generation)) {
      const found = read(stored.packed);
      // The same texts in the same order: whatever was read from elsewhere is no vector of this index.
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

  /** Vectors of this index that need not be made: of what ships, of the document as it was before, of work that was cut off. */
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

  async function make(document: LibraryDocument, index: WordIndex, tell: (done: number) => void): Promise<void> {
    const known = await knownVectors(document, index);
    const pieces: { hash: string; vector: PackedVector }[] = [];
    const isGone = () => closed || making.get(folded(document.document))?.generation !== document.generation;
    const store = (): void => {
      const stored = pieces.splice(0);
      attempt(() =>
        database.use((opened) => {
          const put = opened.prepare("INSERT OR REPLACE INTO pieces VALUES (?, ?, ?)");
          opened.exec("BEGIN IMMEDIATE");
          for (const { hash, vector } of stored) put.run(hash, vector.step, vector.values);
          opened.exec("COMMIT");
        }),
      );
      tell(known.size);
    };
    tell(known.size);
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
    // An entry may have gone since the index was made: then there is another generation, with an index of its own.
    if (index.hashes.some((hash) => !known.has(hash))) return;
    const scan = keep(document, index, known);
    opened.set(folded(document.document), { generation: document.generation, scan: Promise.resolve(scan) });
  }

  /** Whether the work on this document is ours: nobody else has it, or whoever had it has not been heard of for a minute. */
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
    const tell = (done: number): void => {
      own.progress = { ...own.progress, done };
      for (const each of heard) each(own.progress);
    };
    line = line
      .then(() => (closed || making.get(key) !== own ? undefined : make(document, index, tell)))
      // Without a model there are no vectors; who asks is told so by the question's own.
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
      // The next question looks again, for what another process may have made by then.
      if (opened.get(key) === known) opened.delete(key);
      return begin(document, index);
    },
    keepOnly(documents) {
      const kept = new Set(documents.map(({ document }) => folded(document)));
      for (const key of opened.keys()) if (!kept.has(key)) opened.delete(key);
      for (const key of making.keys()) if (!kept.has(key)) making.delete(key);
    },
    letGo: () => opened.clear(),
    onProgress(listener) {
      heard.add(listener);
      return () => void heard.delete(listener);
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
