import type { CallCard, CallWrite } from "../../../shared/conversation";
import type { Shell } from "../../workbench/shell";
import { goToEdit } from "../review/review-list-actions";
import { editsOf, type ListedEdit } from "../review/review-rows";
import { goToPlace } from "./go-to-location";

/** What of these writes still waits for review, in any document of this window; asked of main at this moment. */
export async function editsOfWrites(
  { bridge }: Pick<Shell, "bridge">,
  writes: readonly CallWrite[],
): Promise<ListedEdit[]> {
  if (writes.length === 0) return [];
  const ids = new Set(writes.map(({ id }) => id));
  const answer = await bridge.request("review:list", "hunks");
  return answer.ok
    ? answer.documents.flatMap(editsOf).filter(({ writes: own }) => own.some(({ id }) => ids.has(id)))
    : [];
}

/** Goes to the first edit of a call that waits for review; where none does, to the place that the call was about. */
export async function goToCall(shell: Shell, { writes, place }: Pick<CallCard, "writes" | "place">): Promise<void> {
  const [first] = await editsOfWrites(shell, writes);
  if (!first) {
    if (place) await goToPlace(shell, place);
    return;
  }
  // A panel that lies over the page would hide what was asked for.
  if (shell.panel.$panel.get().over) shell.panel.close();
  await goToEdit(shell, first, "canvas");
}
