import { relative } from "node:path";
import { unifiedDiff } from "../../../../core/diff/unified-diff";
import type { PlannedWrite, WriteKind } from "../../../../shared/conversation";
import type { PlannedChange } from "../../../engine/ports/documents";
import { isWithin } from "../../../engine/storage";
import { MAX_APPROVED_DIFF } from "../../core/limits";
import { realTarget } from "../core/real-target";

/** Judged by the versions, since a file of any text may be empty. */
export const writeKind = ({ from, to }: Pick<PlannedChange, "from" | "to">): WriteKind =>
  to === "" ? "delete" : from === null ? "create" : "edit";

/** A write as shown for approval. `asked` is the absolute path that the call named; `folder` is a real path. */
export function plannedWrite(
  change: PlannedChange,
  { asked, folder }: { asked: string; folder: string | null },
): PlannedWrite {
  const { realPath, before, changes } = change;
  const target = realTarget(realPath, asked);
  const name = folder !== null && isWithin(realPath, folder) ? relative(folder, realPath) : realPath;
  // Escaped because it appears in the diff's header, where a line break could imitate content.
  const diff = unifiedDiff(realTarget(name, name).path, before ?? "", changes).toWellFormed();
  const lines = diff.split("\n").slice(2);
  return {
    target,
    kind: writeKind(change),
    diff: diff.slice(0, MAX_APPROVED_DIFF),
    isCut: diff.length > MAX_APPROVED_DIFF,
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}
