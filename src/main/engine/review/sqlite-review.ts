import { sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Change } from "../document/change";
import { difference } from "../document/difference";
import {
  addPending,
  type Followed,
  followPending,
  type HunkId,
  hunkOfEach,
  hunksIn,
  keepHunks,
  listHunks,
  type PendingHunks,
  type ReviewedWrite,
  textOfHunk,
  undoHunks,
  writeOf,
} from "../document/pending-hunks";
import { wholeWordChanges } from "../document/refine-changes";
import type { Decision, DocumentReview, Review } from "./review";
import { openReviewDatabase } from "./review-database";

export type ReviewOptions = {
  /** `review.db` lives here; null keeps it in memory. */
  dataDir: string | null;
  /** The text of a version, where anybody still knows it. */
  textOf(version: string): Promise<string | null>;
  /** Whether what agents write from now on waits for review; it does unless told. */
  awaits?: () => boolean;
  /** Hears in a sentence of a database that was damaged or cannot be used, and of what could not be kept. */
  notice?: (sentence: string) => void;
  /** For tests. */
  now?: () => number;
};

/** What a document's pieces may take, in characters; what an agent writes beyond that is to be found in the history. */
const mostPending = 16 * 1024 * 1024;
/** Another process may follow a write of its own at the same moment. */
const attempts = 5;
/** So much is kept of what the person asked for, to name the writes of one answer. */
const MOST_OF_REQUEST = 300;
/** Of each document so many hunks that were taken back are known again when they are written again. */
const mostUndone = 50;

type Row = { version: string; pending: PendingHunks; writes: ReviewedWrite[] };

/** Reviews in SQLite, for several processes at once. Never throws on opening: see `notice`. */
export function openReview(options: ReviewOptions): Review {
  const { dataDir, textOf, awaits = () => true, notice = () => {}, now = Date.now } = options;
  const held = openReviewDatabase(dataDir, notice);
  const listeners = new Set<(decision: Decision) => void>();
  const changeListeners = new Set<(realPath: string) => void>();
  /** What was taken back lately, by what would write it again. */
  const undone = new Map<string, { redo: string; writes: ReviewedWrite[]; hunks: HunkId[] }[]>();

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
  const replace = (realPath: string, seen: string | null, row: Row): boolean => {
    const isReplaced = held.use((database) =>
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
    if (isReplaced) for (const heard of changeListeners) heard(realPath);
    return isReplaced;
  };

  const tell = (realPath: string, row: Row, decided: readonly { hunk: HunkId; outcome: Decision["outcome"] }[]) => {
    for (const { hunk, outcome } of decided) {
      const write = row.writes.find(({ id }) => id === writeOf(hunk));
      if (write === undefined) continue;
      const decision = { realPath, write, hunk, outcome, ...textOfHunk(row.pending, hunk) };
      for (const heard of listeners) heard(decision);
    }
  };

  const tellFollowed = (realPath: string, row: Row, { undone, overwritten }: Followed) =>
    tell(realPath, row, [...outcomes(undone, "undone"), ...outcomes(overwritten, "overwritten")]);

  /**
   * A hunk that was taken back and is written again, as the editor's undo does: it waits as before. Only where this process
   * saw it go, since nobody undoes what was done in another session.
   */
  const writtenAgain = (realPath: string, slice: (from: number, to: number) => string, changes: readonly Change[]) => {
    const gone = undone.get(realPath) ?? [];
    const texts = textsOf(slice, changes);
    const at = gone.findLastIndex(({ redo }) => redo === texts);
    return at < 0 ? null : (gone.splice(at, 1)[0] ?? null);
  };

  const rememberUndone = (
    realPath: string,
    row: Row,
    hunks: readonly HunkId[],
    slice: (from: number, to: number) => string,
    changes: readonly Change[],
  ) => {
    const writes = row.writes.filter(({ id }) => hunks.some((hunk) => writeOf(hunk) === id));
    const [first] = hunks;
    if (writes.length === 0 || first === undefined) return;
    // What is written again belongs to the hunk that was taken back at its place.
    const parts = listHunks(row.pending)
      .filter(({ id }) => hunks.includes(id))
      .flatMap(({ id, parts }) => parts.map(({ from, to }) => ({ id, from, to })))
      .sort((a, b) => a.from - b.from);
    let at = 0;
    const names = changes.map((change) => {
      while ((parts[at]?.to ?? Number.POSITIVE_INFINITY) < change.from) at += 1;
      return parts[at]?.id ?? parts.at(-1)?.id ?? first;
    });
    const one = { redo: textsOf(slice, changes, "turned"), writes, hunks: names };
    undone.set(realPath, [...(undone.get(realPath) ?? []), one].slice(-mostUndone));
  };

  /** What waits in another text than the one a row was left at: whoever wrote in between was no agent of ours. */
  async function broughtTo(row: Row, version: string, text: string): Promise<Followed> {
    if (row.version === version) return { pending: row.pending, undone: [], overwritten: [] };
    const before = await textOf(row.version);
    // Where nobody knows any more what the hunks stood in, nothing can be said of where they are.
    if (before === null) return { pending: [], undone: [], overwritten: hunksIn(row.pending) };
    return followPending(row.pending, difference(before, text));
  }

  return {
    async landed({ id, realPath, from, to, before, changes, by, reason, request, undoes }) {
      const isPending = by.kind === "agent" && awaits();
      try {
        for (let attempt = 0; attempt < attempts; attempt++) {
          const found = stored(realPath);
          if (found === null && !isPending && !undone.has(realPath)) return;
          const seen = found?.version ?? null;
          const isFollowed = found !== null && from !== null;
          const start = isFollowed ? await broughtTo(found, from, before) : nothing;
          const row = { version: to, pending: start.pending, writes: isFollowed ? found.writes : [] };
          const slice = (start: number, end: number) => before.slice(start, end);
          const words = wholeWordChanges(before, changes);
          if (!isPending) {
            const again = undoes ? null : writtenAgain(realPath, slice, words);
            if (again !== null) {
              const pending = addPending(row.pending, slice, words, again.hunks);
              const back = new Set(again.writes.map(({ id: each }) => each));
              const writes = [...row.writes.filter(({ id: each }) => !back.has(each)), ...again.writes];
              if (replace(realPath, seen, { ...row, pending, writes })) return;
              continue;
            }
            const followed = undoes ? takeBack(row.pending, undoes) : followPending(row.pending, changes);
            if (!replace(realPath, seen, { ...row, pending: followed.pending })) continue;
            rememberUndone(realPath, row, followed.undone, slice, words);
            if (found !== null) tellFollowed(realPath, found, start);
            tellFollowed(realPath, row, followed);
            return;
          }
          const names = hunkOfEach(slice, words).map((hunk) => `${id}.${hunk}`);
          const pending = addPending(row.pending, slice, words, names);
          if (sizeOf(pending) > mostPending) {
            notice(`${by.name} wrote more into ${realPath} than can be held for review; its history has it all`);
            return;
          }
          const at = new Date(now()).toISOString();
          const write = {
            id,
            by: by.name,
            reason,
            at,
            ...(request ? { request: request.slice(0, MOST_OF_REQUEST) } : {}),
          };
          if (!replace(realPath, seen, { ...row, pending, writes: [...row.writes, write] })) continue;
          if (found !== null) tellFollowed(realPath, found, start);
          return;
        }
      } catch (error) {
        notice(`what waits for review in ${realPath} could not be kept: ${(error as Error).message}`);
      }
    },
    async of({ realPath, version, text }): Promise<DocumentReview | null> {
      try {
        const found = stored(realPath);
        if (found === null) return null;
        const { pending } = await broughtTo(found, version, text);
        return pending.length === 0 ? null : { version, pending, writes: found.writes };
      } catch (error) {
        notice(`what waits for review in ${realPath} could not be read: ${(error as Error).message}`);
        return null;
      }
    },
    keep(realPath, hunks) {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const row = stored(realPath);
        if (row === null) return;
        const pending = keepHunks(row.pending, hunks);
        if (!replace(realPath, row.version, { ...row, pending })) continue;
        const waited = new Set(hunksIn(row.pending));
        tell(
          realPath,
          row,
          outcomes(
            hunks.filter((hunk) => waited.has(hunk)),
            "kept",
          ),
        );
        return;
      }
    },
    waits: (realPath) =>
      held.use((database) => database.prepare("SELECT 1 FROM reviews WHERE path = ?").get(realPath) !== undefined),
    list: () =>
      held.use((database) =>
        database
          .prepare("SELECT path, pending, writes FROM reviews ORDER BY used DESC, path")
          .all()
          .map(({ path, pending, writes }) => ({
            realPath: String(path),
            pending: JSON.parse(String(pending)) as PendingHunks,
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
    onChange(heard) {
      changeListeners.add(heard);
      return () => void changeListeners.delete(heard);
    },
    close: () => held.close(),
  };
}

const nothing: Followed = { pending: [], undone: [], overwritten: [] };

const outcomes = <Outcome extends Decision["outcome"]>(hunks: readonly HunkId[], outcome: Outcome) =>
  hunks.map((hunk) => ({ hunk, outcome }));

/** What is pending once these hunks have been taken back, of which the text has been rid of already. */
function takeBack(pending: PendingHunks, hunks: readonly HunkId[]): Followed {
  const waited = new Set(hunksIn(pending));
  return {
    pending: undoHunks(pending, hunks).pending,
    undone: hunks.filter((hunk) => waited.has(hunk)),
    overwritten: [],
  };
}

/** What changes put in place of what, or, turned, what would put it back; the same for changes to the same effect. */
const textsOf = (
  slice: (from: number, to: number) => string,
  changes: readonly Change[],
  turned: "as they are" | "turned" = "as they are",
): string =>
  JSON.stringify(
    changes.map(({ from, to, insert }) =>
      turned === "turned" ? [insert, slice(from, to)] : [slice(from, to), insert],
    ),
  );

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
