import { composeChanges } from "../../../../core/text/change";
import { assignIds, describeParagraphs } from "../../office/jobs/ids/assign-ids";
import type { IdsInput, IdsResult } from "../../office/jobs/ids/compute-ids";
import type { LandedEdit, NamedText, ParagraphIds } from "../../ports/paragraph-ids";
import { openResilientDatabase, type ResilientDatabase } from "../../storage/databases/resilient-database";
import { transaction } from "../../storage/databases/transaction";
import { type ChangesFrom, createIdsResolver } from "./resolve-paragraph-ids";
import { moveParagraphIds, versionAt } from "./stored-paragraph-ids";

export type ParagraphIdsOptions = {
  /** `paragraphs.db` lives here; null keeps ids in memory. */
  dataDir: string | null;
  /** Receives a sentence about a database that was damaged or cannot be used. */
  notice?: (sentence: string) => void;
  /** The maximum number of bytes of all ids together. Default: 256 MiB. The documents read longest ago are dropped first. */
  maxBytes?: number;
  /** Runs `computeIds` outside this thread, for documents with many paragraphs. Default: in this thread. */
  elsewhere?: ((work: IdsInput) => Promise<IdsResult>) | undefined;
  /** For tests. */
  now?: () => number;
};

/** Rapid edits are processed together after this many milliseconds. */
const PAUSE_MS = 50;
/** Edits of longer texts (in characters) are not followed while the user types, but only when their ids are requested. */
const LONG_TEXT = 1024 * 1024;
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

  const { assignInThread, resolveIds } = createIdsResolver({
    database: held,
    elsewhere,
    maxBytes,
    now,
    isClosed: () => isClosed,
  });

  /** Whether an edit leads from the stored version. If nobody requested ids of this document, there is nothing to follow. */
  const isToFollow = ({ realPath, from }: LandedEdit): boolean =>
    held.use((database) => versionAt(database, realPath)) === from;

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

  async function follow(realPath: string): Promise<void> {
    const edit = pending.get(realPath);
    if (edit === undefined) return;
    pending.delete(realPath);
    if (!isToFollow(edit)) return;
    underWay.set(realPath, edit);
    try {
      const splitLong = edit.size > LONG_TEXT ? edit.paragraphsInTurns : undefined;
      const paragraphs = splitLong === undefined ? edit.paragraphs() : await splitLong();
      // In the meantime the document may have been moved or the database closed, which followed this edit.
      if (isClosed || (splitLong !== undefined && !isToFollow(edit))) return;
      const next = toFollow(edit, paragraphs);
      await resolveIds(next.text, next.changesFrom, edit.from);
    } finally {
      underWay.delete(realPath);
    }
  }

  function enqueue<Result>(realPath: string, task: () => Promise<Result>): Promise<Result> {
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
        if (size <= LONG_TEXT) enqueue(realPath, () => follow(realPath)).catch(notKept(realPath));
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
        if (!isToFollow(edit)) continue;
        const next = toFollow(edit, edit.paragraphs());
        assignInThread(next.text, next.changesFrom);
      } catch (error) {
        notKept(edit.realPath)(error);
      }
    }
    pending.clear();
  }

  return {
    idsOf: (text) =>
      enqueue(text.realPath, async () => {
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
      try {
        held.use((database) => transaction(database, () => moveParagraphIds(database, from, to)));
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

const schema = `
  CREATE TABLE documents (
    path TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    used INTEGER NOT NULL,
    size INTEGER NOT NULL,
    ids TEXT NOT NULL,
    known BLOB NOT NULL
  ) STRICT;
  CREATE INDEX documents_by_use ON documents (used)
`;

/** The database of paragraph ids in `folder` (null: in memory). Opened on first use. */
function openParagraphDatabase(folder: string | null, notice: (sentence: string) => void): ResilientDatabase {
  return openResilientDatabase(
    folder,
    {
      name: "paragraphs",
      schemaNumber: 1,
      schema,
      tables: ["documents"],
      busyTimeout: { opening: 3000, later: 3000 },
      messages: {
        subject: "the paragraph ids",
        verb: "were",
        afterDamage: "assigned again",
        whenUnusable: "they are kept only until Galley is closed",
      },
    },
    notice,
  );
}
