import { sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Change, composeChanges } from "../../../../core/text/change";
import { assignIds, describeParagraphs } from "../../office/jobs/ids/assign-ids";
import {
  type IdsInput,
  type IdsResult,
  idLength,
  type PackedParagraphs,
  packKnown,
  packTexts,
  splitIds,
  unpackKnown,
} from "../../office/jobs/ids/compute-ids";
import type { LandedEdit, NamedText, ParagraphIds } from "../../ports/paragraph-ids";
import { openParagraphDatabase } from "./paragraph-database";

export type ParagraphIdsOptions = {
  /** `paragraphs.db` lives here; null keeps ids in memory. */
  dataDir: string | null;
  /** Hears in a sentence of a database that was damaged or cannot be used. */
  notice?: (sentence: string) => void;
  /** The most bytes of all ids together. Default: 256 MiB. The documents read longest ago are dropped first. */
  maxBytes?: number;
  /** Runs `computeIds` outside this thread, for documents with many paragraphs. Default: in this thread. */
  elsewhere?: ((work: IdsInput) => Promise<IdsResult>) | undefined;
  /** For tests. */
  now?: () => number;
};

/** Rapid edits are processed together after this many milliseconds. */
const PAUSE_MS = 50;
/** Edits of longer texts (in characters) are not followed while the user types, but only when their ids are requested. */
const longText = 1024 * 1024;
/** Documents with more paragraphs than this are not aligned: their ids come from path and text alone. */
const MAX_PARAGRAPHS = 250_000;

/** With more paragraphs than this, ids are computed in a worker process: 2,500 take about 25 ms. */
const manyParagraphs = 2500;
/** How often work elsewhere is repeated because another process has stored ids in the meantime. */
const MAX_ATTEMPTS = 3;

/** Ids of paragraphs in SQLite, shared by several processes. Opening never throws: errors go to `notice`. */
export function openParagraphIds(options: ParagraphIdsOptions): ParagraphIds {
  const { dataDir, notice = () => {}, maxBytes = 256 * 1024 * 1024, now = Date.now, elsewhere } = options;
  const held = openParagraphDatabase(dataDir, notice);
  const pending = new Map<string, LandedEdit>();
  /** Documents whose edits are being followed in a worker process. */
  const underWay = new Map<string, LandedEdit>();
  /** Work on the ids of one document is queued. */
  const turns = new Map<string, Promise<unknown>>();
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function stored(database: DatabaseSync, realPath: string): Row | null {
    const row = database.prepare("SELECT version, ids, known FROM documents WHERE path = ?").get(realPath);
    return row === undefined
      ? null
      : { version: String(row["version"]), ids: String(row["ids"]), known: row["known"] as Uint8Array };
  }

  const versionAt = (database: DatabaseSync, realPath: string): string | null => {
    const row = database.prepare("SELECT version FROM documents WHERE path = ?").get(realPath);
    return row === undefined ? null : String(row["version"]);
  };

  /** The stored ids of exactly this version; null if there are none. */
  function storedIds(database: DatabaseSync, { realPath, version, paragraphs }: NamedText): string[] | null {
    const row = database.prepare("SELECT ids FROM documents WHERE path = ? AND version = ?").get(realPath, version);
    const list = String(row?.["ids"] ?? "");
    return row !== undefined && list.length === idLength * paragraphs.length ? splitIds(list) : null;
  }

  function keep(database: DatabaseSync, { realPath, version }: NamedText, { ids, known }: IdsResult): void {
    database
      .prepare("INSERT OR REPLACE INTO documents (path, version, used, size, ids, known) VALUES (?, ?, ?, ?, ?, ?)")
      .run(realPath, version, now(), ids.length + known.length, ids, known);
    const excess = Number(database.prepare("SELECT total(size) AS sum FROM documents").get()?.["sum"] ?? 0) - maxBytes;
    if (excess <= 0) return;
    let freed = 0;
    for (const row of database.prepare("SELECT path, size FROM documents ORDER BY used").all()) {
      if (freed >= excess) break;
      if (row["path"] === realPath) continue;
      database.prepare("DELETE FROM documents WHERE path = ?").run(String(row["path"]));
      freed += Number(row["size"]);
    }
  }

  /** The ids of this version, computed in this thread: as stored, or derived from those of the previous version. */
  function assignInThread(text: NamedText, changesFrom: ChangesFrom): string[] {
    const found = held.use((database) => storedIds(database, text));
    if (found !== null) return found;
    const known = describeParagraphs(text);
    if (known.length > MAX_PARAGRAPHS) return assignIds(text.realPath, null, known, null);
    return inTransaction((database) => {
      // If another process has stored ids since we read, those count.
      const latest = storedIds(database, text);
      if (latest !== null) return latest;
      const row = stored(database, text.realPath);
      const before = row === null ? null : { ids: splitIds(row.ids), known: unpackKnown(row.known) };
      const ids = assignIds(text.realPath, before, known, row === null ? null : changesFrom(row.version));
      keep(database, text, { ids: ids.join(""), known: packKnown(known) });
      return ids;
    });
  }

  /** The same, but for many paragraphs in a worker process. Null if the stored version is not the one that they would be derived from. */
  async function resolveIds(text: NamedText, changesFrom: ChangesFrom, from?: string): Promise<string[] | null> {
    const count = text.paragraphs.length;
    if (elsewhere === undefined || count <= manyParagraphs) return assignInThread(text, changesFrom);
    let texts: PackedParagraphs | null = null;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const found = held.use((database) => storedIds(database, text));
      if (found !== null) return found;
      // Each step takes some milliseconds for a long text, so others get a turn in between.
      await nextTurn();
      if (isClosed) throw new Error("Galley was closed");
      const before = count > MAX_PARAGRAPHS ? null : held.use((database) => stored(database, text.realPath));
      if (from !== undefined && before?.version !== from) return null;
      const changes = before === null ? null : changesFrom(before.version);
      texts ??= await packTexts(text);
      await nextTurn();
      const worked = await elsewhere({ realPath: text.realPath, before, texts, changes }).catch(() => null);
      await nextTurn();
      if (isClosed) throw new Error("Galley was closed");
      if (worked === null) break;
      if (count > MAX_PARAGRAPHS) return splitIds(worked.ids);
      const isKept = inTransaction((database) => {
        if (versionAt(database, text.realPath) !== (before?.version ?? null)) return false;
        keep(database, text, worked);
        return true;
      });
      if (isKept) return nextTurn().then(() => splitIds(worked.ids));
    }
    return assignInThread(text, changesFrom);
  }

  function inTransaction<Result>(task: (database: DatabaseSync) => Result): Result {
    return held.use((database) => {
      database.exec("BEGIN IMMEDIATE");
      try {
        const result = task(database);
        database.exec("COMMIT");
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  /** Whether an edit leads from the stored version. If nobody requested ids of this document, there is nothing to follow. */
  const isToFollow = ({ realPath, from }: LandedEdit): boolean =>
    held.use((database) => versionAt(database, realPath)) === from;

  async function follow(realPath: string): Promise<void> {
    const edit = pending.get(realPath);
    if (edit === undefined) return;
    pending.delete(realPath);
    if (!isToFollow(edit)) return;
    underWay.set(realPath, edit);
    try {
      const splitLong = edit.size > longText ? edit.paragraphsInTurns : undefined;
      const paragraphs = splitLong === undefined ? edit.paragraphs() : await splitLong();
      // In the meantime the document may have been moved or the database closed, which followed this edit.
      if (isClosed || (splitLong !== undefined && !isToFollow(edit))) return;
      const next = toFollow(edit, paragraphs);
      await resolveIds(next.text, next.changesFrom, edit.from);
    } finally {
      underWay.delete(realPath);
    }
  }

  function inTurn<Result>(realPath: string, task: () => Promise<Result>): Promise<Result> {
    const earlier = turns.get(realPath);
    const turn = earlier === undefined ? task() : earlier.then(task, task);
    turns.set(realPath, turn);
    const leave = (): void => {
      if (turns.get(realPath) === turn) turns.delete(realPath);
    };
    turn.then(leave, leave);
    return turn;
  }

  const notKept = (realPath: string) => (error: unknown) =>
    notice(`the paragraph ids of ${realPath} could not be kept: ${(error as Error).message}`);

  function followShort(): void {
    timer = null;
    for (const [realPath, { from, size }] of [...pending]) {
      try {
        if (size <= longText) inTurn(realPath, () => follow(realPath)).catch(notKept(realPath));
        // Nobody has requested its ids so far.
        else if (!turns.has(realPath) && held.use((database) => versionAt(database, realPath)) !== from)
          pending.delete(realPath);
      } catch (error) {
        notKept(realPath)(error);
      }
    }
  }

  /** Follows every edit in this thread, including those that a worker process is following. */
  function followAll(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    for (const edit of [...underWay.values(), ...pending.values()]) {
      try {
        const next = isToFollow(edit) ? toFollow(edit, edit.paragraphs()) : null;
        if (next !== null) assignInThread(next.text, next.changesFrom);
      } catch (error) {
        notKept(edit.realPath)(error);
      }
    }
    pending.clear();
  }

  return {
    idsOf: (text) =>
      inTurn(text.realPath, async () => {
        try {
          if (isClosed) throw new Error("Galley was closed");
          await follow(text.realPath);
          return (await resolveIds(text, () => null)) ?? [];
        } catch (error) {
          if (!isClosed) notKept(text.realPath)(error);
          return assignIds(text.realPath, null, describeParagraphs(text), null);
        }
      }),
    handleEdit(edit) {
      const earlier = pending.get(edit.realPath);
      const changes = earlier?.to === edit.from ? composeChanges(earlier.changes, edit.changes) : edit.changes;
      pending.set(edit.realPath, { ...edit, from: earlier?.to === edit.from ? earlier.from : edit.from, changes });
      timer ??= setTimeout(followShort, PAUSE_MS).unref();
    },
    moved(from, to) {
      followAll();
      const inside = from + sep;
      const pastInside = from + String.fromCharCode(sep.charCodeAt(0) + 1);
      try {
        inTransaction((database) => {
          database
            .prepare("DELETE FROM documents WHERE path = ? OR (path >= ? AND path < ?)")
            .run(to, to + sep, to + String.fromCharCode(sep.charCodeAt(0) + 1));
          database
            .prepare(
              "UPDATE documents SET path = ? || substr(path, length(?) + 1) WHERE path = ? OR (path >= ? AND path < ?)",
            )
            .run(to, from, from, inside, pastInside);
        });
      } catch (error) {
        notice(`the paragraph ids of ${from} could not be moved: ${(error as Error).message}`);
      }
    },
    close() {
      followAll();
      isClosed = true;
      held.close();
    },
  };
}

/** The text that an edit leads to. */
function toFollow(
  { realPath, from, to, changes, ownNames = [] }: LandedEdit,
  paragraphs: NamedText["paragraphs"],
): { text: NamedText; changesFrom: ChangesFrom } {
  return {
    text: { realPath, version: to, paragraphs, ownNames },
    changesFrom: (version) => (version === from ? changes : null),
  };
}

type ChangesFrom = (version: string) => readonly Change[] | null;

type Row = { version: string; ids: string; known: Uint8Array };
