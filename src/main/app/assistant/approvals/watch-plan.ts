import { unifiedDiff } from "../../../../core/diff/unified-diff";
import type { PlannedChange } from "../../../engine/ports/documents";
import { watchFiles } from "../../../engine/storage";

/**
 * Whether two plans show the same diff in the same files. Line numbers are ignored: edits elsewhere in the document do
 * not affect what the user has agreed to.
 */
export const showsSameEdits = (a: readonly PlannedChange[], b: readonly PlannedChange[]): boolean =>
  a.length === b.length &&
  a.every((each, index) => {
    const other = b[index];
    return other !== undefined && (each === other || comparableDiff(each) === comparableDiff(other));
  });

function comparableDiff({ realPath, from, before, changes }: PlannedChange): string {
  const lines = unifiedDiff("", before ?? "", changes)
    .split("\n")
    .filter((line) => !line.startsWith("@@"));
  // If no text changes, such as in a change of style, only the versions can be compared.
  const shown = changes.length > 0 ? lines : [from];
  return JSON.stringify([realPath, before === null, ...shown]);
}

/**
 * Calls `changed` once if the call would no longer write what is shown, because someone changed a document. Returns a
 * function that stops watching.
 */
export function watchPlan(
  shown: readonly PlannedChange[],
  replan: () => Promise<readonly PlannedChange[]>,
  changed: () => void,
): () => void {
  let isClosed = false;
  let isPlanning = false;
  let isDue = false;
  const close = (): void => {
    isClosed = true;
    watcher.close();
  };
  const check = async (): Promise<void> => {
    isDue = true;
    if (isPlanning) return;
    isPlanning = true;
    while (isDue && !isClosed) {
      isDue = false;
      const now = await replan();
      if (isClosed || showsSameEdits(shown, now)) continue;
      close();
      changed();
    }
    isPlanning = false;
  };
  const watcher = watchFiles({ onPossibleChange: () => void check() });
  watcher.setFiles(shown.map(({ realPath }) => realPath));
  return close;
}
