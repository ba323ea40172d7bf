import { setImmediate as nextTurn } from "node:timers/promises";
import type { EndedHunk } from "../../../core/review/ended-hunks";
import { reviewedKind, takesLong } from "../../../core/review/follow-write";
import { withWrite } from "../../../core/review/pending-edits";
import { hunkOwner } from "../../../core/review/suggestions";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import { packChanges } from "../../../core/text/packed-changes";
import type { LandResult, WriteToLand } from "../office/jobs/land-write";
import type { LandedWrite } from "../ports/review";
import { packedRow, type ReviewRow } from "./review-database";

/** Runs `landWrite` in a worker process. */
export type LandElsewhere = (realPath: string, write: WriteToLand) => Promise<LandResult | null>;

/**
 * Follows writes in documents with very many pending edits from stored to stored: thousands of edits take longer to unpack, copy and pack than this
 * thread may be held. The result is null for any other write, and if the worker process fails: it is then followed here.
 */
export const packedLandings =
  (elsewhere: LandElsewhere | undefined, notice: (sentence: string) => void) =>
  async (row: ReviewRow | null, landed: LandedWrite): Promise<{ row: ReviewRow; ended: EndedHunk[] } | null> => {
    if (elsewhere === undefined || !landsPacked(row, landed)) return null;
    const { realPath, from, to, before, changes, write } = landed;
    const known = row?.writes ?? [];
    const writes = write === null ? known : withWrite(known, write);
    // Copying a long text for the other process takes a while, and so may what went before.
    await nextTurn();
    try {
      const after = await elsewhere(realPath, {
        kind: reviewedKind(realPath),
        stored: row?.storedPending ?? null,
        before,
        changes: packChanges(changes),
        from,
        to,
        agents: new Map(writes.map((each) => [each.id, hunkOwner(each)])),
        write: write?.id ?? null,
      });
      if (after === null) return null;
      const named = new Set(after.writes);
      const own = writes.filter(({ id }) => named.has(id));
      return { row: packedRow(to, after.stored, own), ended: after.ended };
    } catch (error) {
      notice(`a worker process failed to follow the pending edits of ${realPath}: ${(error as Error).message}`);
      return null;
    }
  };

function landsPacked(row: ReviewRow | null, landed: LandedWrite): boolean {
  const { realPath, from, before, changes, write, undoes, undoesNearly, followed, suggestions, isOffice, to } = landed;
  const isPlain = [undoes, undoesNearly, followed, suggestions].every((each) => each === undefined) && !isOffice;
  if (!isPlain || reviewedKind(realPath) !== "text" || holdsSecrets(realPath)) return false;
  const isFit = row === null || (row.version === from && row.isWordAligned && row.storedPending !== null);
  if (!isFit) return false;
  if (row?.storedPending instanceof Uint8Array) return true;
  const change = { before, changes, from, to };
  return takesLong({ kind: "text", pending: [], change, agents: new Map(), write: write?.id ?? null });
}
