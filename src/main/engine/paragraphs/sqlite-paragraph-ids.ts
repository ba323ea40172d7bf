import { sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { KnownParagraph } from "../document/align-paragraphs";
import { type Change, composeChanges } from "../document/change";
import { describeParagraphs, giveIds, type Identified } from "./give-ids";
import { openParagraphDatabase } from "./paragraph-database";
import type { FollowedEdit, NamedText, ParagraphIds } from "./paragraph-ids";

export type ParagraphIdsOptions = {
  /** `paragraphs.db` lives here; null keeps ids in memory. */
  dataDir: string | null;
  /** Hears in a sentence of a database that was damaged or cannot be used. */
  notice?: (sentence: string) => void;
  /** What all ids together may take, in bytes; 256 MiB unless told. The documents read longest ago go first. */
  maxBytes?: number;
  /** For tests. */
  now?: () => number;
};

const idLength = "jr_para_".length + 12;
/** Rapid edits are followed together after this many milliseconds. */
const pause = 50;
/** Texts longer than this are not followed while somebody may be typing in them, but once their ids are asked for. */
const longText = 1024 * 1024;
/** Alignment of more paragraphs than this is not kept: their ids come from path and text alone. */
const mostParagraphs = 250_000;

/** Ids of paragraphs in SQLite, for several processes at once. Never throws on opening: see `notice`. */
export function openParagraphIds(options: ParagraphIdsOptions): ParagraphIds {
  const { dataDir, notice = () => {}, maxBytes = 256 * 1024 * 1024, now = Date.now } = options;
  const held = openParagraphDatabase(dataDir, notice);
  const pending = new Map<string, FollowedEdit>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  function stored(database: DatabaseSync, realPath: string): Row | null {
    const row = database.prepare("SELECT version, ids, known FROM documents WHERE path = ?").get(realPath);
    return row === undefined
      ? null
      : { version: String(row["version"]), ids: String(row["ids"]), known: row["known"] as Uint8Array };
  }

  function keep(database: DatabaseSync, realPath: string, { version, ids, known }: Identified): void {
    const packed = packKnown(known);
    const list = ids.join("");
    database
      .prepare("INSERT OR REPLACE INTO documents (path, version, used, size, ids, known) VALUES (?, ?, ?, ?, ?, ?)")
      .run(realPath, version, now(), list.length + packed.length, list, packed);
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

  /** The ids of this version: as stored, or worked out from those of the version before. */
  function settle(text: NamedText, changesFrom: (version: string) => readonly Change[] | null): string[] {
    const row = held.use((database) => stored(database, text.realPath));
    if (row?.version === text.version && row.ids.length === idLength * text.paragraphs.length) return splitIds(row.ids);
    const known = describeParagraphs(text);
    if (known.length > mostParagraphs) return giveIds(text.realPath, null, known, null);
    return inTransaction((database) => {
      // What another process has stored since we looked counts.
      const latest = stored(database, text.realPath);
      if (latest?.version === text.version && latest.ids.length === idLength * known.length)
        return splitIds(latest.ids);
      const before = latest === null ? null : unpacked(latest);
      const ids = giveIds(text.realPath, before, known, latest === null ? null : changesFrom(latest.version));
      keep(database, text.realPath, { version: text.version, known, ids });
      return ids;
    });
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

  function follow(realPath: string): void {
    const edit = pending.get(realPath);
    if (edit === undefined) return;
    pending.delete(realPath);
    // A document whose ids nobody has asked for has none to follow.
    if (held.use((database) => stored(database, realPath))?.version !== edit.from) return;
    const { to, ownNames = [] } = edit;
    settle({ realPath, version: to, paragraphs: edit.paragraphs(), ownNames }, (version) =>
      version === edit.from ? edit.changes : null,
    );
  }

  function followAll(which: "short texts" | "all"): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    for (const [realPath, { from, size }] of [...pending]) {
      try {
        if (which === "all" || size <= longText) follow(realPath);
        // Nobody has asked for its ids so far.
        else if (held.use((database) => stored(database, realPath))?.version !== from) pending.delete(realPath);
      } catch (error) {
        notice(`the paragraph ids of ${realPath} could not be kept: ${(error as Error).message}`);
      }
    }
  }

  return {
    idsOf(text) {
      try {
        follow(text.realPath);
        return settle(text, () => null);
      } catch (error) {
        notice(`the paragraph ids of ${text.realPath} could not be kept: ${(error as Error).message}`);
        return giveIds(text.realPath, null, describeParagraphs(text), null);
      }
    },
    followed(edit) {
      const earlier = pending.get(edit.realPath);
      const changes = earlier?.to === edit.from ? composeChanges(earlier.changes, edit.changes) : edit.changes;
      pending.set(edit.realPath, { ...edit, from: earlier?.to === edit.from ? earlier.from : edit.from, changes });
      timer ??= setTimeout(() => followAll("short texts"), pause).unref();
    },
    moved(from, to) {
      followAll("all");
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
      followAll("all");
      held.close();
    },
  };
}

type Row = { version: string; ids: string; known: Uint8Array };

function splitIds(list: string): string[] {
  return Array.from({ length: list.length / idLength }, (_, index) =>
    list.slice(index * idLength, (index + 1) * idLength),
  );
}

function packKnown(known: readonly KnownParagraph[]): Uint8Array {
  return deflateRawSync(
    JSON.stringify(known.map(({ key, from, to, anchor, excerpt }) => [key, from, to, anchor, excerpt])),
    {
      level: 1,
    },
  );
}

type StoredParagraph = [key: string, from: number, to: number, anchor: string | null, excerpt: string];

function unpacked({ version, ids, known }: Row): Identified {
  const rows = JSON.parse(
    inflateRawSync(known, { maxOutputLength: 512 * 1024 * 1024 }).toString(),
  ) as StoredParagraph[];
  return {
    version,
    ids: splitIds(ids),
    known: rows.map(([key, from, to, anchor, excerpt]) => ({ key, from, to, anchor, excerpt })),
  };
}
