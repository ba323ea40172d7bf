import { HeadingNames, namedHeadings } from "../../../../core/links/heading-fragments";
import type { CallCard, CallLocation, CallWrite } from "../../../../shared/conversation";
import { flash } from "../../../editor/find/found-flash";
import { editsOf, type ListedEdit } from "../../../editor/review/listed-edits";
import type { Shell } from "../../../workbench/api/shell";

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

/** Opens the document of a call at its line or section and highlights the position. */
async function goToLocation(
  { navigation, tabs, panel }: Pick<Shell, "navigation" | "tabs" | "panel">,
  { path, line, address }: CallLocation,
): Promise<void> {
  const position = line === null ? null : { line };
  const isOpen = await navigation.goTo({ path, ...(position ? { location: position } : {}) });
  if (!isOpen) return;
  // A panel that overlays the editor would hide the target.
  if (panel.$panel.get().over) panel.close();
  const editor = tabs.ofPath(path)?.editor;
  if (!editor) return;
  await editor.loadAll();
  let from: number | null = null;
  if (position) from = editor.selectedRange().from;
  else if (address !== null) {
    const title =
      address
        .split("/")
        .at(-1)
        ?.replace(/^#+\s*/, "")
        .trim() ?? "";
    const names = new HeadingNames(namedHeadings(editor.text()));
    const heading = names.headings[names.find(title)];
    if (heading) {
      from = heading.from;
      editor.reveal({ from });
    }
  }
  if (from !== null) flash(editor, { from, to: from });
}
