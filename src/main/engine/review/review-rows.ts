import { sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { AnnouncedWrite } from "../ports/review";
import { transaction } from "../storage/databases/transaction";
import {
  isUnchanged,
  openReviewDatabase,
  type ReviewRow,
  readAnnounced,
  readReview,
  removeAnnounced,
  reviewedPaths,
  writeAnnounced,
  writeReview,
} from "./review-database";
import type { Seal } from "./sealed-edits";

/** What storing rows needs: see `ReviewOptions`. */
export type ReviewRowOptions = {
  dataDir: string | null;
  notice(sentence: string): void;
  now(): number;
  seal: Seal | undefined;
};

/**
 * The rows of `review.db`, one for each document with pending edits. A row that cannot be stored, as on a full disk, stays pending in this process
 * and is tried again with the next one.
 */
export function openReviewRows({ dataDir, notice, now, seal }: ReviewRowOptions) {
  const reviewDatabase = openReviewDatabase(dataDir, notice);
  const unstored = new Map<string, ReviewRow>();
  const unstoredListeners = new Set<(realPath: string, error: unknown) => void>();
  const changeListeners = new Set<(realPath: string) => void>();

  const retryUnstored = (): void => {
    try {
      for (const [realPath, row] of unstored) {
        reviewDatabase.use((database) => writeReview(database, realPath, row, now(), seal));
        unstored.delete(realPath);
      }
    } catch {
      // The error was reported; the next write tries again.
    }
  };

  return {
    read: (realPath: string): ReviewRow | null =>
      unstored.get(realPath) ?? reviewDatabase.use((database) => readReview(database, realPath, seal)),

    /** Stores a row that was computed from row `seen`; false if another process stored one first. */
    replace(realPath: string, seen: ReviewRow | null, row: ReviewRow): boolean {
      const waiting = unstored.get(realPath);
      if (waiting !== undefined && waiting !== seen) return false;
      try {
        const isReplaced = reviewDatabase.use((database) =>
          transaction(database, () => {
            if (waiting === undefined && !isUnchanged(database, realPath, seen)) return false;
            writeReview(database, realPath, row, now(), seal);
            removeAnnounced(database, realPath);
            return true;
          }),
        );
        if (!isReplaced) return false;
        unstored.delete(realPath);
        retryUnstored();
      } catch (error) {
        unstored.set(realPath, row);
        notice(`the pending edits of ${realPath} could not be stored: ${(error as Error).message}`);
        for (const listener of unstoredListeners) listener(realPath, error);
      }
      for (const listener of changeListeners) listener(realPath);
      return true;
    },

    has: (realPath: string): boolean =>
      unstored.has(realPath) ||
      reviewDatabase.use(
        (database) => database.prepare("SELECT 1 FROM reviews WHERE path = ?").get(realPath) !== undefined,
      ),

    paths(): string[] {
      const known = reviewDatabase.use(reviewedPaths);
      const more = [...unstored].filter(([path, { pending }]) => pending.length > 0 && !known.includes(path));
      return [...more.map(([path]) => path), ...known];
    },

    /** Moves the rows of a file or folder. */
    move(from: string, to: string): void {
      moveUnstored(unstored, from, to);
      reviewDatabase.use((database) => transaction(database, () => moveReviews(database, from, to)));
    },

    announce: (write: AnnouncedWrite): void => reviewDatabase.use((database) => writeAnnounced(database, write)),
    announced: (): AnnouncedWrite[] => reviewDatabase.use(readAnnounced),
    withdraw: (realPath: string): void => reviewDatabase.use((database) => removeAnnounced(database, realPath)),

    onChange(listener: (realPath: string) => void): () => void {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    onUnstored(listener: (realPath: string, error: unknown) => void): () => void {
      unstoredListeners.add(listener);
      return () => void unstoredListeners.delete(listener);
    },
    close(): void {
      if (unstored.size > 0) retryUnstored();
      reviewDatabase.close();
    },
  };
}

function moveReviews(database: DatabaseSync, from: string, to: string): void {
  const pastInside = (path: string) => path + String.fromCharCode(sep.charCodeAt(0) + 1);
  database.prepare("DELETE FROM reviews WHERE path = ? OR (path >= ? AND path < ?)").run(to, to + sep, pastInside(to));
  database
    .prepare("UPDATE reviews SET path = ? || substr(path, length(?) + 1) WHERE path = ? OR (path >= ? AND path < ?)")
    .run(to, from, from, from + sep, pastInside(from));
}

function moveUnstored(unstored: Map<string, ReviewRow>, from: string, to: string): void {
  for (const [path, row] of [...unstored])
    if (path === from || path.startsWith(from + sep)) {
      unstored.delete(path);
      unstored.set(to + path.slice(from.length), row);
    }
}
