import { EditorView } from "@codemirror/view";
import type { Command } from "../../shared/commands";
import type { MenuItem } from "../../shared/contract";
import { hunkAt } from "../review/hunk-places";
import type { Shell } from "../shell";
import { itemTitleOf, titleOf } from "../ui/command-words";

const ofReview = ["keep-edit", "undo-edit"] as const satisfies Command[];
const ofText = ["rewrite", "assistant"] as const satisfies Command[];

/** The menu of the text in front, at the pointer or the cursor: what can be done with what is selected, and with an edit there. */
export async function offerTextMenu(
  { bridge, tabs, run }: Pick<Shell, "bridge" | "tabs" | "run">,
  pointed: MouseEvent,
): Promise<void> {
  toPointer(pointed);
  const tab = tabs.$front.get();
  if (!tab) return;
  const { from, to } = tab.copy.selectedSpan();
  const hunk = hunkAt(tab.copy.$review.get()?.hunks ?? [], from);
  const commands: readonly Command[] = hunk ? [...ofReview, ...ofText] : ofText;
  const system = (role: "cut" | "copy" | "paste" | "selectAll"): MenuItem => ({
    ...{ id: role, role, label: itemTitleOf(role) },
    enabled: from !== to || role === "paste" || role === "selectAll",
  });
  const item = (id: Command): MenuItem => ({ id, label: titleOf(id) });
  const picked = await bridge.request("app:menu", [
    ...(hunk ? [...ofReview.map(item), "separator" as const] : []),
    ...(["cut", "copy", "paste"] as const).map(system),
    "separator",
    system("selectAll"),
    "separator",
    ...ofText.map(item),
  ]);
  const command = commands.find((id) => id === picked);
  if (command) run(command);
}

/** A click of the right button beside what is selected is about the place where it was. */
function toPointer({ button, target, clientX, clientY }: MouseEvent): void {
  if (button !== 2 || !(target instanceof HTMLElement)) return;
  const view = EditorView.findFromDOM(target);
  const at = view?.posAtCoords({ x: clientX, y: clientY }) ?? null;
  if (!view || at === null) return;
  const { from, to } = view.state.selection.main;
  if (at < from || at > to) view.dispatch({ selection: { anchor: at }, userEvent: "select.pointer" });
}
