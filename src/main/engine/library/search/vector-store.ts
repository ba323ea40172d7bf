import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ResilientDatabase } from "../../storage/databases/resilient-database";
import { transaction } from "../../storage/databases/transaction";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import { type PackedVector, packVectors, unpackVectors, vectorsByHash } from "./packed-vectors";
import { attempt, stampOf } from "./search-index";
import { openVectorScan, type VectorScan } from "./vector-scan";
import type { WordIndex } from "./word-index";

export type VectorStoreParts = {
  database: ResilientDatabase;
  /** The shipped vectors. */
  shipped: () => Promise<ReadonlyMap<string, PackedVector>>;
};

/** Vectors that are looked up in the database before other tasks get a turn. */
const MAX_FOUND_AT_ONCE = 2_000;

/** Milliseconds for which a process reserves the computation of a document. */
const lease = 60_000;

/** Vectors in the index database, shared by several processes: of whole documents, and of work that is not finished. */
export function createVectorStore({ database, shipped }: VectorStoreParts) {
  const holder = randomUUID();

  function storedVectors({ document }: LibraryDocument): { generation: number; packed: Uint8Array } | null {
    const row = database.use((opened) =>
      opened.prepare("SELECT generation, packed FROM vectors WHERE document = ?").get(folded(document)),
    );
    return row === undefined ? null : { generation: Number(row["generation"]), packed: row["packed"] as Uint8Array };
  }

  const isStored = ({ document, generation }: LibraryDocument): boolean =>
    database.use((opened) =>
      opened
        .prepare("SELECT 1 FROM vectors WHERE document = ? AND generation = ?")
        .get(folded(document), stampOf(generation)),
    ) !== undefined;

  return {
    /** Whether all vectors of this generation of a document are stored. */
    isStored,

    /** The stored vectors of this generation of a document; null if there are none for the texts of its word index. */
    vectorsOf(document: LibraryDocument, index: WordIndex): VectorScan | null {
      if (!isStored(document)) return null;
      const stored = storedVectors(document);
      if (stored === null) return null;
      const found = read(stored.packed);
      // The texts must be the same in the same order, or these are not the vectors of this index.
      const isOfIndex =
        found !== null &&
        found.hashes.length === index.hashes.length &&
        found.hashes.every((hash, at) => hash === index.hashes[at]);
      return isOfIndex ? openVectorScan(found) : null;
    },

    /** Stores the vectors of a whole document. */
    keep(document: LibraryDocument, index: WordIndex, known: ReadonlyMap<string, PackedVector>): VectorScan {
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
    },

    /**
     * The vectors of this index that need no computation: shipped ones, those of the previous version of the document, and those of
     * interrupted work.
     */
    async knownVectors(document: LibraryDocument, index: WordIndex): Promise<Map<string, PackedVector>> {
      const known = new Map<string, PackedVector>();
      const before = storedVectors(document);
      const found = before === null ? null : read(before.packed);
      const sources = [await shipped(), found === null ? new Map<string, PackedVector>() : vectorsByHash(found)];
      for (const hash of index.hashes) {
        const vector = sources.map((source) => source.get(hash)).find((each) => each !== undefined);
        if (vector !== undefined) known.set(hash, vector);
      }
      const missing = index.hashes.filter((hash) => !known.has(hash));
      for (let from = 0; from < missing.length; from += MAX_FOUND_AT_ONCE) {
        if (from > 0) await nextTurn();
        const rows = database.use((opened) => {
          const find = opened.prepare(
            "SELECT hash, step, vector FROM pieces WHERE hash IN (SELECT value FROM json_each(?))",
          );
          return find.all(JSON.stringify(missing.slice(from, from + MAX_FOUND_AT_ONCE)));
        });
        for (const { hash, step, vector } of rows)
          known.set(String(hash), { values: vector as Uint8Array, step: Number(step) });
      }
      return known;
    },

    /** Stores vectors of a document that is not finished. */
    addPieces(pieces: readonly { hash: string; vector: PackedVector }[]): void {
      attempt(() =>
        database.use((opened) => {
          const put = opened.prepare("INSERT OR REPLACE INTO pieces VALUES (?, ?, ?)");
          transaction(opened, () => {
            for (const { hash, vector } of pieces) put.run(hash, vector.step, vector.values);
          });
        }),
      );
    },

    /** Whether this process may compute the vectors: no other process has reserved the document within the last minute. */
    claim({ document }: LibraryDocument): boolean {
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
    },

    /** Lets other processes compute what this one has reserved. */
    release(): void {
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
