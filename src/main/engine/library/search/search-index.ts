import { setImmediate as nextTurn } from "node:timers/promises";
import type { LastingDatabase } from "../../storage/durable-database";
import type { ContentLibrary } from "../entries/content-library";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import { openWordIndex, type WordIndex, wordIndexer } from "./word-index";

/** The word indexes of the library's documents, kept in the search's database and, while search is used, in memory. */
export type SearchIndex = {
  /** The index of this generation of the document, made where there is none. */
  wordsOf(document: LibraryDocument): Promise<WordIndex>;
  /** Lets go of what is in memory for documents that are not among these. */
  keepOnly(documents: readonly LibraryDocument[]): void;
};

/** Another number after each change to what an index holds. */
const format = 2;
/** Entries that are indexed before others have their turn. */
const atOnce = 200;

/** Opens nothing before the first question. */
export function createSearchIndex(library: ContentLibrary, database: LastingDatabase): SearchIndex {
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
        // Cut off or overwritten: it is made again.
      }
    }
    const indexer = wordIndexer();
    let count = 0;
    for (const entry of library.entries(document)) {
      indexer.add(entry);
      if (++count % atOnce === 0) await nextTurn();
    }
    const packed = await indexer.packed();
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
      // What failed is tried again by the next question.
      index.catch(() => opened.get(key)?.index === index && opened.delete(key));
      return index;
    },
    keepOnly(documents) {
      const kept = new Set(documents.map(({ document }) => folded(document)));
      for (const key of opened.keys()) if (!kept.has(key)) opened.delete(key);
    },
  };
}

/** An index of another format is another generation's. Generations are below 2^41 for a thousand years of imports. */
export const stampOf = (generation: number): number => generation * 8 + format;

/** Does what may fail because another process is writing, or the disk is full: then it is done another time. */
export function attempt(task: () => void): void {
  try {
    task();
  } catch {
    // Everything here is in memory as well.
  }
}
