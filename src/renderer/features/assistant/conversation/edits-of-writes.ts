import type { CallCard, CallWrite } from "../../../../shared/conversation";
import { editsOf, type ListedEdit } from "../../../editor/review/listed-edits";
import type { Shell } from "../../../workbench/api/shell";
import { goToLocation } from "./go-to-location";

/** The pending edits that these writes made, in any document of this window, read from main now. */
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

type CallDeps = Pick<Shell, "bridge" | "panel" | "review"> & Parameters<typeof goToLocation>[0];

/** Goes to the call's first pending edit, or to the call's location if none is pending. */
export async function goToCall(shell: CallDeps, { writes, place }: Pick<CallCard, "writes" | "place">): Promise<void> {
  const [first] = await editsOfWrites(shell, writes);
  if (!first) {
    if (place) await goToLocation(shell, place);
    return;
  }
  // A panel that overlays the editor would hide the target.
  if (shell.panel.$panel.get().over) shell.panel.close();
  await (await shell.review()).goToEdit(first, "canvas");
}
