import { EditorView } from "@codemirror/view";
import { putImages } from "./smart-paste";

/** Puts dropped images into the text of this editor, at the place of the drop; false where none is there. */
export async function dropImages(
  dom: HTMLElement,
  files: readonly File[],
  at: { x: number; y: number },
): Promise<boolean> {
  const view = EditorView.findFromDOM(dom);
  if (!view || view.state.readOnly) return false;
  view.dispatch({ selection: { anchor: view.posAtCoords(at, false) }, userEvent: "select.drop" });
  await putImages(view, files, "dropped");
  return true;
}
