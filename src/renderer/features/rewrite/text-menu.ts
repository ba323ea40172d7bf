import { EditorView } from "@codemirror/view";
import type { Command } from "../../../shared/commands";
import type { MenuItem } from "../../../shared/contract";
import { drawingMessages } from "../../drawings/messages";
import { diagramWidgetIn, enlargeDiagram } from "../../editor/live/drawing-widget";
import { followLinkAt, type LinkAtCursor, linkAt } from "../../editor/live/follow-link";
import { hunkAt } from "../../editor/review/hunk-positions";
import type { Corrections } from "../../editor/spelling/grammar/corrections";
import { verbatimAt } from "../../editor/writing/prose";
import { rowKindAt, tableMenuCommand, tableMenuItems } from "../../editor/writing/table-menu";
import { commandTitle, menuTitle, systemItemTitle } from "../../ui/command-messages";
import type { Shell } from "../../workbench/api/shell";
import { rewriteMessages as t } from "./messages";

const ofReview = { "keep-edit": "keep", "undo-edit": "undo" } as const;
const ofText = ["rewrite", "assistant"] as const satisfies Command[];
const ofComments = ["comment", "protect-paragraph", "protect-section"] as const satisfies Command[];
const marks = ["bold", "italic", "strikethrough", "highlight", "inline-code", "link"] as const satisfies Command[];
const headings = ["heading-1", "heading-2", "heading-3", "heading-none"] as const satisfies Command[];
const lists = ["bullet-list", "numbered-list", "task-list", "quote", "code-block"] as const satisfies Command[];
const formats = [...marks, ...headings, ...lists];

/** How long the menu waits for suggestions, in milliseconds: a dictionary may still be loading. */
const PATIENCE = 700;

/** What is at the place of a context menu. */
export type MenuContext = {
  isSelected: boolean;
  isReadOnly: boolean;
  isMarkdown: boolean;
  isPending: boolean;
  /** Whether a diagram is drawn at the place. */
  isDiagram: boolean;
  corrections: Pick<Corrections, "items"> | null;
  link: LinkAtCursor["kind"] | null;
  /** The row of a table that the place is in; null if it is in none. */
  row: "head" | "signs" | "body" | null;
};

/** The context menu of a text: suggestions, the edit and the link there, the clipboard, what acts on the selection, comments and protection. */
export function textMenuItems(place: MenuContext): MenuItem[] {
  const { isSelected, isReadOnly, isMarkdown, isPending, isDiagram, corrections, link, row } = place;
  const item = (id: Command): MenuItem => ({ id, label: commandTitle(id) });
  const format = [
    ...marks.map(item),
    "separator" as const,
    ...headings.map(item),
    "separator" as const,
    ...lists.map(item),
  ];
  return [
    ...(corrections ? [...corrections.items, "separator" as const] : []),
    ...(isPending ? [item("keep-edit"), item("undo-edit"), "separator" as const] : []),
    ...(link ? [{ id: "open-link", label: t.openLink }] : []),
    // A footnote has no address.
    ...(link && link !== "note" ? [{ id: "copy-link", label: t.copyLink }] : []),
    ...(link ? ["separator" as const] : []),
    ...(isDiagram ? [{ id: "enlarge", label: drawingMessages.enlarge }, "separator" as const] : []),
    ...(row && !isReadOnly
      ? [{ id: "table", label: t.table, submenu: tableMenuItems("cell", row === "body") }, "separator" as const]
      : []),
    { id: "cut", role: "cut", label: systemItemTitle("cut"), enabled: isSelected && !isReadOnly },
    { id: "copy", role: "copy", label: systemItemTitle("copy"), enabled: isSelected },
    { id: "paste", role: "paste", label: systemItemTitle("paste"), enabled: !isReadOnly },
    {
      id: "paste-plain",
      role: "pasteAndMatchStyle",
      label: systemItemTitle("pastePlain"),
      enabled: !isReadOnly,
    },
    "separator",
    { id: "selectAll", role: "selectAll", label: systemItemTitle("selectAll") },
    "separator",
    ...(isMarkdown && !isReadOnly ? [{ id: "format", label: menuTitle("format"), submenu: format }] : []),
    ...ofText.map(item),
    "separator",
    ...ofComments.filter((id) => isMarkdown || id !== "protect-section").map(item),
  ];
}

/** Offers the context menu of the editor in front, at the pointer or the cursor. */
export async function offerTextMenu(
  { bridge, tabs, run, review }: Pick<Shell, "bridge" | "tabs" | "run" | "review">,
  pointed: MouseEvent,
): Promise<void> {
  const view = viewOf(pointed);
  const at = view && pointedAt(view, pointed);
  const tab = tabs.$front.get();
  if (!tab) return;
  const { editor } = tab;
  const { from, to } = editor.selectedRange();
  const hunk = hunkAt(editor.$review.get()?.hunks ?? [], at ?? from);
  const place = at ?? view?.state.selection.main.head ?? null;
  const link = view && place !== null ? linkAt(view.state, place) : null;
  const corrections = view && place !== null && from === to ? await correctionsSoon(view, place) : null;
  const diagram = view && place !== null ? diagramAt(view, place) : null;
  const doc = view?.state.doc;
  const picked = await bridge.request(
    "app:menu",
    textMenuItems({
      isSelected: from !== to,
      isReadOnly: view?.state.readOnly ?? false,
      isMarkdown: editor.$info.get().format === "markdown",
      isPending: hunk !== null,
      isDiagram: diagram !== null,
      corrections,
      link: link?.kind ?? null,
      row: view && place !== null ? rowKindAt(view.state, place) : null,
    }),
  );
  if (picked === "keep-edit" || picked === "undo-edit") {
    if (hunk) await (await review()).decideOn(ofReview[picked], editor, hunk.id);
    return;
  }
  if (picked === "enlarge" && diagram) return void enlargeDiagram(diagram);
  if (picked === "copy-link" && link) return bridge.request("app:copy", link.target);
  if (picked === "open-link" && view && link) {
    // An agent may have written while the menu was open.
    if (view.state.doc === doc) followLinkAt(view, link.from + 1);
    return;
  }
  const command = [...ofText, ...ofComments, ...formats].find((id) => id === picked) ?? tableMenuCommand(picked);
  if (command) return run(command);
  await corrections?.choose(picked);
}

/** The corrections at a place, if they come soon. The module is loaded already if spell-check is on. */
async function correctionsSoon(view: EditorView, at: number): Promise<Corrections | null> {
  const { correctionsAt } = await import("../../editor/spelling/spelling");
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([correctionsAt(view, at), late]);
}

/** The widget of the diagram that a place is in, or whose source it is in. */
function diagramAt(view: EditorView, at: number): HTMLElement | null {
  const block = verbatimAt(view.state, at);
  return block?.name === "FencedCode" ? diagramWidgetIn(view, block.from, block.to) : null;
}

function viewOf({ target }: MouseEvent): EditorView | null {
  const editor = target instanceof Element ? target.closest<HTMLElement>(".cm-editor") : null;
  return editor && EditorView.findFromDOM(editor);
}

/** The offset at the pointer; null if a key opened the menu. A right click outside the selection moves the cursor there. */
function pointedAt(view: EditorView, { button, clientX, clientY }: MouseEvent): number | null {
  const at = button === 2 ? view.posAtCoords({ x: clientX, y: clientY }) : null;
  if (at === null) return null;
  const { from, to } = view.state.selection.main;
  if (at < from || at > to) view.dispatch({ selection: { anchor: at }, userEvent: "select.pointer" });
  return at;
}
