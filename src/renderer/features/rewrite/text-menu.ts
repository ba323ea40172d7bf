import { EditorView } from "@codemirror/view";
import type { Command } from "../../../shared/commands";
import type { MenuItem } from "../../../shared/contract";
import { hunkAt } from "../../editor/review/hunk-positions";
import { commandTitle, systemItemTitle } from "../../ui/command-messages";
import type { Shell } from "../../workbench/api/shell";

const ofReview = { "keep-edit": "keep", "undo-edit": "undo" } as const;
const ofText = ["rewrite", "assistant"] as const satisfies Command[];

/** The context menu of the editor in front, at the pointer or the cursor: actions for the selection, and for the edit there. */
export async function offerTextMenu(
  { bridge, tabs, run, review }: Pick<Shell, "bridge" | "tabs" | "run" | "review">,
  pointed: MouseEvent,
): Promise<void> {
  const at = pointedAt(pointed);
  const tab = tabs.$front.get();
  if (!tab) return;
  const { editor } = tab;
  const { from, to } = editor.selectedRange();
  const hunk = hunkAt(editor.$review.get()?.hunks ?? [], at ?? from);
  const item = (id: Command): MenuItem => ({ id, label: commandTitle(id) });
  const system = (role: "cut" | "copy" | "paste" | "selectAll"): MenuItem => ({
    id: role,
    role,
    label: systemItemTitle(role),
    enabled: from !== to || role === "paste" || role === "selectAll",
  });
  const picked = await bridge.request("app:menu", [
    ...(hunk ? [item("keep-edit"), item("undo-edit"), "separator" as const] : []),
    ...[system("cut"), system("copy"), system("paste")],
    ...(["separator", system("selectAll"), "separator"] as const),
    ...ofText.map(item),
  ]);
  if (picked === "keep-edit" || picked === "undo-edit") {
    if (hunk) await (await review()).decideOn(ofReview[picked], editor, hunk.id);
    return;
  }
  const command = ofText.find((id) => id === picked);
  if (command) run(command);
}

/** The offset at the pointer; null if a key opened the menu. A right click outside the selection moves the cursor there. */
function pointedAt({ button, target, clientX, clientY }: MouseEvent): number | null {
  const editor = button === 2 && target instanceof Element ? target.closest<HTMLElement>(".cm-editor") : null;
  const view = editor && EditorView.findFromDOM(editor);
  const at = view?.posAtCoords({ x: clientX, y: clientY }) ?? null;
  if (!view || at === null) return null;
  const { from, to } = view.state.selection.main;
  if (at < from || at > to) view.dispatch({ selection: { anchor: at }, userEvent: "select.pointer" });
  return at;
}
