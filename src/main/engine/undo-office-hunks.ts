import { basename } from "node:path";
import type { Change } from "./document/change";
import { applyChanges } from "./document/change";
import { officeFormatOf } from "./document/format";
import { type HunkId, hunksIn, undoHunks as undoPending } from "./document/pending-hunks";
import type { Documents } from "./documents";
import type { History, Writer } from "./history/history";
import type { Review } from "./review/review";
import { spokenName } from "./spoken-name";
import { ToolError } from "./tool-error";
import type { UndoneHunks } from "./undo-hunks";

/**
 * Takes back what agents wrote into an Office document, on the package as it is now: only what the hunks touch is written. Where nothing
 * else was done since, the very bytes of before come back, with all their looks.
 */
export async function undoOfficeHunks(
  { documents, review, history }: { documents: Documents; review: Review; history: Pick<History, "list" | "read"> },
  { realPath, hunks, by }: { realPath: string; hunks: readonly HunkId[]; by: Writer },
): Promise<UndoneHunks> {
  const undone: HunkId[] = [];
  const gone: HunkId[] = [];
  const undoes = { hunks: undone, changes: [] as Change[] };
  const { OfficeModel } = await import("./formats/view/office-model");
  const { officeLedger } = await import("./formats/view/ledger");
  const format = officeFormatOf(realPath);
  const name = spokenName(basename(realPath));
  const { version } = await documents.changeBytes(realPath, [realPath], {
    by,
    reason: "took back an agent's edit",
    asked: "person",
    undoes,
    async edit(current) {
      undone.length = 0;
      gone.length = 0;
      const model =
        current === null || format === null
          ? null
          : new OfficeModel({ bytes: current.bytes, format, name, version: current.version, imagesAt: "" });
      const text = model?.ledger() ?? null;
      const found =
        current === null || text === null ? null : await review.of({ realPath, version: current.version, text });
      const pending = found?.pending ?? [];
      const waiting = new Set(hunksIn(pending));
      for (const hunk of new Set(hunks)) (waiting.has(hunk) ? undone : gone).push(hunk);
      if (undone.length === 0 || model === null || text === null || current === null) throw nothingLeft(gone.length);
      undoes.changes = undoPending(pending, undone).changes;
      const wanted = applyChanges(text, undoes.changes);
      const [newest, before] = await history.list(realPath, 2);
      if (newest?.version === current.version && newest.by.kind === "agent" && before !== undefined) {
        const bytes = await history.read(realPath, before.version_id);
        if (bytes !== null && format !== null && officeLedger(bytes, format) === wanted) return bytes;
      }
      const edited = await model.edit(model.ledgerEdits(undoes.changes), null);
      if (edited.status === "stale") throw nothingLeft(undone.length);
      return edited.bytes;
    },
  });
  return { undone, gone, version };
}

const nothingLeft = (count: number): ToolError =>
  new ToolError(
    "stale",
    count === 1
      ? "this edit no longer applies: what it changed has been written over"
      : `these ${count} edits no longer apply: what they changed has been written over`,
    { hint: "The history has every earlier version of the document." },
  );
