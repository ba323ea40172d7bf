import { basename } from "node:path";
import type { Change } from "./document/change";
import { applyChanges } from "./document/change";
import { officeFormatOf } from "./document/format";
import { hunksIn, undoHunks as undoPending } from "./document/review/pending-edits";
import type { Documents } from "./documents";
import type { History } from "./history/history";
import type { Review } from "./review/review";
import { spokenName } from "./spoken-name";
import { nothingLeft, type UndoneHunks, type UndoRequest } from "./undo-request";

/**
 * Takes back what agents wrote into an Office document, on the package as it is now: only what the hunks touch is written. Where nothing
 * else was done since, the very bytes of before come back, with all their looks.
 */
export async function undoOfficeHunks(
  { documents, review, history }: { documents: Documents; review: Review; history: Pick<History, "list" | "read"> },
  { realPath, hunks, manner, by }: UndoRequest,
): Promise<UndoneHunks> {
  const result: UndoneHunks = { undone: [], gone: [], left: [] };
  const undoes = { hunks: result.undone, manner, changes: [] as Change[] };
  const { OfficeModel } = await import("./formats/view/office-model");
  const { officeLedger } = await import("./formats/view/ledger");
  const format = officeFormatOf(realPath);
  const name = spokenName(basename(realPath));
  await documents.changeBytes(realPath, [realPath], {
    by,
    reason: "took back an agent's edit",
    asked: "person",
    undoes,
    async edit(current) {
      const model =
        current === null || format === null
          ? null
          : new OfficeModel({ bytes: current.bytes, format, name, version: current.version, imagesAt: "" });
      const text = model?.ledger() ?? null;
      const found =
        current === null || text === null ? null : await review.of({ realPath, version: current.version, text });
      const pending = found?.pending ?? [];
      const waiting = new Set(hunksIn(pending));
      const { changes, undone, left } = undoPending(pending, hunks, manner, (from, to) => text?.slice(from, to) ?? "");
      result.undone.splice(0, result.undone.length, ...undone);
      result.left = left;
      result.gone = [...new Set(hunks)].filter((hunk) => !waiting.has(hunk));
      if (model === null || text === null || current === null || undone.length + left.length === 0)
        throw nothingLeft(result.gone.length);
      if (undone.length === 0) return current.bytes;
      undoes.changes = changes;
      const wanted = applyChanges(text, undoes.changes);
      const [newest, before] = await history.list(realPath, 2);
      if (newest?.version === current.version && newest.by.kind === "agent" && before !== undefined) {
        const bytes = await history.read(realPath, before.version_id);
        if (bytes !== null && format !== null && officeLedger(bytes, format) === wanted) return bytes;
      }
      const edited = await model.edit(model.ledgerEdits(undoes.changes), null);
      if (edited.status === "stale") throw nothingLeft(result.undone.length);
      return edited.bytes;
    },
  });
  return result;
}
