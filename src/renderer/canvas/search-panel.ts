import { openSearchPanel } from "@codemirror/search";
import type { EditorView } from "@codemirror/view";

/** Opens the find panel with the cursor in its replacement field. */
export function showReplace(view: EditorView): void {
  openSearchPanel(view);
  const field = view.dom.querySelector<HTMLInputElement>(".cm-search [name=replace]");
  field?.focus();
  field?.select();
}
