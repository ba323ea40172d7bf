import { unifiedDiff } from "../../../core/diff/unified-diff";
import type { PlannedChange } from "../../engine/ports/documents";
import { watchFiles } from "../../engine/storage";

/**
 * Whether two plans show the user the same difference, in the same files. Line numbers aside: what the user writes elsewhere in the
 * document moves them and takes nothing away from what they agreed to.
 */
export const showsTheSame = (a: readonly PlannedChange[], b: readonly PlannedChange[]): boolean =>
  a.length === b.length &&
  a.every((each, index) => {
    const other = b[index];
    return other !== undefined && (each === other || shownDifference(each) === shownDifference(other));
  });

function shownDifference({ realPath, from, before, changes }: PlannedChange): string {
  const lines = unifiedDiff("", before ?? "", changes)
    .split("\n")
    .filter((line) => !line.startsWith("@@"));
  // Where no text changes, such as in a style, nothing can be compared but the version.
  const shown = changes.length > 0 ? lines : [from];
  return JSON.stringify([realPath, before === null, ...shown]);
}

/**
 * Calls `changed` once, when a plan that is being shown is no longer what the call would write: the user, an agent or an external
 * program changed the document meanwhile. Answers with the way to stop.
 */
export function watchShownPlan(
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
      if (isClosed || showsTheSame(shown, now)) continue;
      close();
      changed();
    }
    isPlanning = false;
  };
  const watcher = watchFiles({ suspect: () => void check() });
  watcher.setFiles(shown.map(({ realPath }) => realPath));
  return close;
}
