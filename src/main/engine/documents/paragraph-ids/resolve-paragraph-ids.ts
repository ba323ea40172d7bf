import { setImmediate as nextTurn } from "node:timers/promises";
import type { Change } from "../../../../core/text/change";
import { assignIds, describeParagraphs } from "../../office/jobs/ids/assign-ids";
import {
  type IdsInput,
  type IdsResult,
  type PackedParagraphs,
  packKnown,
  packTexts,
  splitIds,
  unpackKnown,
} from "../../office/jobs/ids/compute-ids";
import type { NamedText } from "../../ports/paragraph-ids";
import type { ResilientDatabase } from "../../storage/databases/resilient-database";
import { transaction } from "../../storage/databases/transaction";
import { storedIds, storedRow, storeParagraphIds, versionAt } from "./stored-paragraph-ids";

/** The changes that lead from a stored version to the text; null if they are not known. */
export type ChangesFrom = (version: string) => readonly Change[] | null;

/** Documents with more paragraphs than this are not aligned: their ids come from path and text alone. */
const MAX_PARAGRAPHS = 250_000;

/** With more paragraphs than this, ids are computed in a worker process: 2,500 take about 25 ms. */
const MANY_PARAGRAPHS = 2500;
/** How often work elsewhere is repeated because another process has stored ids in the meantime. */
const MAX_ATTEMPTS = 3;

/** Finds the ids of a text: as stored, or derived from those of the version before. */
export function createIdsResolver({
  database: held,
  elsewhere,
  maxBytes,
  now,
  isClosed,
}: {
  database: ResilientDatabase;
  elsewhere: ((work: IdsInput) => Promise<IdsResult>) | undefined;
  maxBytes: number;
  now(): number;
  isClosed(): boolean;
}) {
  /** The ids of this version, computed in this thread: as stored, or derived from those of the previous version. */
  function assignInThread(text: NamedText, changesFrom: ChangesFrom): string[] {
    const found = held.use((database) => storedIds(database, text));
    if (found !== null) return found;
    const known = describeParagraphs(text);
    if (known.length > MAX_PARAGRAPHS) return assignIds(text.realPath, null, known, null);
    return held.use((opened) =>
      transaction(opened, (database) => {
        // If another process has stored ids since we read, those count.
        const latest = storedIds(database, text);
        if (latest !== null) return latest;
        const row = storedRow(database, text.realPath);
        const before = row === null ? null : { ids: splitIds(row.ids), known: unpackKnown(row.known) };
        const ids = assignIds(text.realPath, before, known, row === null ? null : changesFrom(row.version));
        storeParagraphIds(database, text, { ids: ids.join(""), known: packKnown(known) }, { maxBytes, now: now() });
        return ids;
      }),
    );
  }

  /** The same, but for many paragraphs in a worker process. Null if the stored version is not the one that they would be derived from. */
  async function resolveIds(text: NamedText, changesFrom: ChangesFrom, from?: string): Promise<string[] | null> {
    const count = text.paragraphs.length;
    if (elsewhere === undefined || count <= MANY_PARAGRAPHS) return assignInThread(text, changesFrom);
    let texts: PackedParagraphs | null = null;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const found = held.use((database) => storedIds(database, text));
      if (found !== null) return found;
      // Each step takes some milliseconds for a long text, so others get a turn in between.
      await nextTurn();
      if (isClosed()) throw new Error("Galley was closed");
      const before = count > MAX_PARAGRAPHS ? null : held.use((database) => storedRow(database, text.realPath));
      if (from !== undefined && before?.version !== from) return null;
      const changes = before === null ? null : changesFrom(before.version);
      texts ??= await packTexts(text);
      await nextTurn();
      const worked = await elsewhere({ realPath: text.realPath, before, texts, changes }).catch(() => null);
      await nextTurn();
      if (isClosed()) throw new Error("Galley was closed");
      if (worked === null) break;
      if (count > MAX_PARAGRAPHS) return splitIds(worked.ids);
      const isKept = held.use((opened) =>
        transaction(opened, (database) => {
          if (versionAt(database, text.realPath) !== (before?.version ?? null)) return false;
          storeParagraphIds(database, text, worked, { maxBytes, now: now() });
          return true;
        }),
      );
      if (!isKept) continue;
      await nextTurn();
      return splitIds(worked.ids);
    }
    return assignInThread(text, changesFrom);
  }

  return { assignInThread, resolveIds };
}
