import { EditorView } from "@codemirror/view";
import { putImages } from "./smart-paste";

/** Inserts dropped images at the drop position; false if that is not in an editor. */
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
