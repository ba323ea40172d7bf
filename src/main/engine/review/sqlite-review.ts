import { sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { difference } from "../document/difference";
import {
  addPending,
  followPending,
  type HunkId,
  hunkOfEach,
  hunksIn,
  type PendingHunks,
  textOfHunk,
} from "../document/pending-hunks";
import type { Decision, DocumentReview, Review, ReviewedWrite } from "./review";
import { openReviewDatabase } from "./review-database";

export type ReviewOptions = {
  /** `review.db` lives here; null keeps it in memory. */
  dataDir: string | null;
  /** The text of a version, where anybody still knows it. */
  textOf(version: string): Promise<string | null>;
  /** Hears in a sentence of a database that was damaged or cannot be used, and of what could not be kept. */
  notice?: (sentence: string) => void;
  /** For tests. */
  now?: () => number;
};

/** What a document's pieces may take, in characters; what an agent writes beyond that is to be found in the history. */
const mostPending = 16 * 1024 * 1024;
/** Another process may follow a write of its own at the same moment. */
const attempts = 5;

type Row = { version: string; pending: PendingHunks; writes: ReviewedWrite[] };

/** The write that a hunk is part of. */
const writeOf = (hunk: HunkId): string => hunk.slice(0, hunk.lastIndexOf("."));

/** Reviews in SQLite, for several processes at once. Never throws on opening: see `notice`. */
export function openReview(options: ReviewOptions): Review {
  const { dataDir, textOf, notice = () => {}, now = Date.now } = options;
  const held = openReviewDatabase(dataDir, notice);
  const listeners = new Set<(decision: Decision) => void>();

  const stored = (realPath: string): Row | null =>
    held.use((database) => {
      const row = database.prepare("SELECT version, pending, writes FROM reviews WHERE path = ?").get(realPath);
      if (row === undefined) return null;
      const { version, pending, writes } = row;
      return {
        version: String(version),
        pending: JSON.parse(String(pending)) as PendingHunks,
        writes: JSON.parse(String(writes)) as ReviewedWrite[],
      };
    });

  /** Stores what follows `seen`, unless another process was first: then false. */
  const replace = (realPath: string, seen: string | null, row: Row): boolean =>
    held.use((database) =>
      inTransaction(database, () => {
        const found = database.prepare("SELECT version FROM reviews WHERE path = ?").get(realPath)?.["version"] ?? null;
        if (found !== seen) return false;
        const named = new Set(hunksIn(row.pending).map(writeOf));
        const writes = row.writes.filter(({ id }) => named.has(id));
        if (row.pending.length === 0) database.prepare("DELETE FROM reviews WHERE path = ?").run(realPath);
        else
          database
            .prepare("INSERT OR REPLACE INTO reviews (path, version, used, pending, writes) VALUES (?, ?, ?, ?, ?)")
            .run(realPath, row.version, now(), JSON.stringify(row.pending), JSON.stringify(writes));
        return true;
      }),
    );

  const tell = (realPath: string, row: Row, decided: readonly { hunk: HunkId; outcome: Decision["outcome"] }[]) => {
    for (const { hunk, outcome } of decided) {
      const write = row.writes.find(({ id }) => id === writeOf(hunk));
      if (write === undefined) continue;
      const decision = { realPath, write, hunk, outcome, ...textOfHunk(row.pending, hunk) };
      for (const heard of listeners) heard(decision);
    }
  };

  /** A row brought to another text than it was left at: whoever wrote in between was no agent of ours. */
  async function broughtTo(realPath: string, row: Row, version: string, text: string): Promise<Row> {
    if (row.version === version) return row;
    const before = await textOf(row.version);
    // Where nobody knows any more what the hunks stood in, nothing can be said of where they are.
    const { pending, undone, overwritten } =
      before === null
        ? { pending: [], undone: [], overwritten: hunksIn(row.pending) }
        : followPending(row.pending, difference(before, text));
    const next = { ...row, version, pending };
    if (replace(realPath, row.version, next)) tell(realPath, row, outcomes(undone, overwritten));
    return next;
  }

  return {
    async landed({ id, realPath, from, to, before, changes, by, reason }) {
      try {
        for (let attempt = 0; attempt < attempts; attempt++) {
          const found = stored(realPath);
          if (found === null && by.kind !== "agent") return;
          const row =
            found === null || from === null
              ? { version: from ?? "", pending: [], writes: [] }
              : await broughtTo(realPath, found, from, before);
          const seen = row.pending.length === 0 ? (stored(realPath)?.version ?? null) : row.version;
          if (by.kind !== "agent") {
            const { pending, undone, overwritten } = followPending(row.pending, changes);
            if (!replace(realPath, seen, { ...row, version: to, pending })) continue;
            tell(realPath, row, outcomes(undone, overwritten));
            return;
          }
          const slice = (start: number, end: number) => before.slice(start, end);
          const names = hunkOfEach(slice, changes).map((hunk) => `${id}.${hunk}`);
          const pending = addPending(row.pending, slice, changes, names);
          if (sizeOf(pending) > mostPending) {
            notice(`${by.name} wrote more into ${realPath} than can be held for review; its history has it all`);
            return;
          }
          const write = { id, by: by.name, reason, at: new Date(now()).toISOString() };
          if (replace(realPath, seen, { version: to, pending, writes: [...row.writes, write] })) return;
        }
      } catch (error) {
        notice(`what waits for review in ${realPath} could not be kept: ${(error as Error).message}`);
      }
    },
    async of({ realPath, version, text }): Promise<DocumentReview | null> {
      try {
        const found = stored(realPath);
        if (found === null) return null;
        const row = await broughtTo(realPath, found, version, text);
        return row.pending.length === 0 ? null : row;
      } catch (error) {
        notice(`what waits for review in ${realPath} could not be read: ${(error as Error).message}`);
        return null;
      }
    },
    settle({ realPath, version, pending, decided }) {
      const row = stored(realPath);
      if (row?.version !== version) return false;
      const known = new Set(row.writes.map(({ id }) => id));
      if (!hunksIn(pending).every((hunk) => known.has(writeOf(hunk)))) return false;
      if (!replace(realPath, version, { ...row, pending })) return false;
      tell(realPath, row, decided);
      return true;
    },
    list: () =>
      held.use((database) =>
        database
          .prepare("SELECT path, pending, writes FROM reviews ORDER BY used DESC, path")
          .all()
          .map(({ path, pending, writes }) => ({
            realPath: String(path),
            hunks: hunksIn(JSON.parse(String(pending)) as PendingHunks).length,
            writes: JSON.parse(String(writes)) as ReviewedWrite[],
          })),
      ),
    moved(from, to) {
      const pastInside = (path: string) => path + String.fromCharCode(sep.charCodeAt(0) + 1);
      try {
        held.use((database) =>
          inTransaction(database, () => {
            database
              .prepare("DELETE FROM reviews WHERE path = ? OR (path >= ? AND path < ?)")
              .run(to, to + sep, pastInside(to));
            database
              .prepare(
                "UPDATE reviews SET path = ? || substr(path, length(?) + 1) WHERE path = ? OR (path >= ? AND path < ?)",
              )
              .run(to, from, from, from + sep, pastInside(from));
          }),
        );
      } catch (error) {
        notice(`what waits for review in ${from} could not be moved: ${(error as Error).message}`);
      }
    },
    onDecided(heard) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    close: () => held.close(),
  };
}

const outcomes = (undone: readonly HunkId[], overwritten: readonly HunkId[]) => [
  ...undone.map((hunk) => ({ hunk, outcome: "undone" as const })),
  ...overwritten.map((hunk) => ({ hunk, outcome: "overwritten" as const })),
];

const sizeOf = (pending: PendingHunks): number =>
  pending.reduce<number>((sum, piece) => sum + (typeof piece === "number" ? 8 : piece.text.length + 32), 0);

function inTransaction<Result>(database: DatabaseSync, task: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = task();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
