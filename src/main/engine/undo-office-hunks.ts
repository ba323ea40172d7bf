import { basename } from "node:path";
import type { Change } from "./document/change";
import { applyChanges } from "./document/change";
import { difference } from "./document/difference";
import { officeFormatOf } from "./document/format";
import { hunksIn, undoHunks as undoPending } from "./document/review/pending-edits";
import type { Documents } from "./documents";
import type { History } from "./history/history";
import type { Review } from "./review/review";
import { spokenName } from "./spoken-name";
import { ToolError } from "./tool-error";
import { nothingElse, nothingLeft, type UndoneHunks, type UndoRequest } from "./undo-request";

/** History prunes long before a file has as many. */
const allVersions = 1_000_000;

/**
 * Undoes what agents wrote into an Office document, on the package as it is now: only what the hunks touch is written. If nothing else was
 * done since, the very bytes of before come back, with all their styles. A document that agents made is not emptied: there is no version
 * of it to go back to, so that it is refused with `wrong_state`.
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
      const versions = await history.list(realPath, allVersions);
      const [newest, before] = versions;
      if (newest?.version === current.version && newest.by.kind === "agent" && before !== undefined) {
        const bytes = await history.read(realPath, before.version_id);
        if (bytes !== null && format !== null && officeLedger(bytes, format) === wanted) return bytes;
      }
      const isMadeByAgent = versions.at(-1)?.by.kind === "agent";
      const isEmptied = wanted.trim() === "" && text.trim() !== "";
      if (isEmptied && isMadeByAgent) throw nothingElse(name);
      // Before an agent made it there was no paragraph: what would be an empty one is the end of the line that goes.
      const isHeadless = isMadeByAgent && wanted.startsWith("\n");
      const leading = isHeadless ? difference(text, wanted.slice(1)) : undoes.changes;
      const edited = await model.edit(model.ledgerEdits(leading), null).catch((error: unknown) => {
        // A presentation may be unable to lose its last text.
        throw isEmptied && error instanceof ToolError ? nothingElse(name) : error;
      });
      if (edited.status === "stale") throw nothingLeft(result.undone.length);
      return edited.bytes;
    },
  });
  return result;
}
