import { setImmediate as nextTurn } from "node:timers/promises";
import type { ResilientDatabase } from "../../storage/databases/resilient-database";
import type { ContentLibrary } from "../entries/content-library";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import { openWordIndex, type WordIndex, wordIndexer } from "./word-index";

/** The word indexes of the library's documents, stored in the search database and, while in use, in memory. */
export type SearchIndex = {
  /** The index of this generation of the document, made if it does not exist. */
  wordsOf(document: LibraryDocument): Promise<WordIndex>;
  /** Drops other documents from memory. */
  keepOnly(documents: readonly LibraryDocument[]): void;
};

/** Increase it with each change to the content of an index. */
const format = 5;
/** Entries that are indexed before other tasks get a turn. */
const atOnce = 200;

/** Opens nothing before the first search. */
export function createSearchIndex(library: ContentLibrary, database: ResilientDatabase): SearchIndex {
  const opened = new Map<string, { generation: number; index: Promise<WordIndex> }>();

  async function read({ document, generation }: LibraryDocument): Promise<WordIndex> {
    const key = folded(document);
    const stored = database.use((opened) =>
      opened.prepare("SELECT packed FROM words WHERE document = ? AND generation = ?").get(key, stampOf(generation)),
    );
    if (stored !== undefined) {
      try {
        return openWordIndex(stored["packed"] as Uint8Array);
      } catch {
        // Cut off or overwritten: build it again.
      }
    }
    const before = library.generation();
    const indexer = wordIndexer();
    let count = 0;
    for (const entry of library.entries(document)) {
      indexer.add(entry);
      if (++count % atOnce === 0) await nextTurn();
    }
    const packed = await indexer.packed();
    // Otherwise the document may have been replaced while it was read.
    if (library.generation() === before)
      attempt(() =>
        database.use((opened) =>
          opened.prepare("INSERT OR REPLACE INTO words VALUES (?, ?, ?)").run(key, stampOf(generation), packed),
        ),
      );
    return openWordIndex(packed);
  }

  return {
    wordsOf(document) {
      const key = folded(document.document);
      const known = opened.get(key);
      if (known?.generation === document.generation) return known.index;
      const index = read(document);
      opened.set(key, { generation: document.generation, index });
      // The next search tries again.
      index.catch(() => opened.get(key)?.index === index && opened.delete(key));
      return index;
    },
    keepOnly(documents) {
      const kept = new Set(documents.map(({ document }) => folded(document)));
      for (const key of opened.keys()) if (!kept.has(key)) opened.delete(key);
    },
  };
}

/**
 * Combines generation and format: an index of another format counts as another generation. Generations stay below 2^41 for a thousand years
 * of imports.
 */
export const stampOf = (generation: number): number => generation * 8 + format;

/** Runs a task that may fail because another process is writing or the disk is full; the failure is ignored. */
export function attempt(task: () => void): void {
  try {
    task();
  } catch {
    // The data is in memory as well; a later search stores it.
  }
}
