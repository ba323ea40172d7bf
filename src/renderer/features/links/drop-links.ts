import { EditorView } from "@codemirror/view";
import { lastPart, withoutEnding } from "../../../core/links/folder-names";
import { writeTarget } from "../../../core/links/link-target";
import { relativePath } from "../../../core/links/resolve-link";
import { linkText, writeLink } from "../../../core/links/write-link";
import type { DocumentId } from "../../../shared/contract";
import { modeOf } from "../../editor/live/mode";
import { folderPath } from "../../ui/file-paths";
import type { Shell } from "../../workbench/api/shell";
import { createLinkNames } from "./link-names";

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;

/** The drop position, in CSS pixels of the window. */
export type DropPoint = { x: number; y: number };

/** Inserts links to files of the open folder at the drop position; false if the document does not accept links. */
export async function dropLinks(
  shell: Pick<Shell, "bridge" | "tabs" | "workspace" | "$folderRules">,
  doc: DocumentId,
  paths: readonly string[],
  at: DropPoint,
): Promise<boolean> {
  const { tabs, workspace } = shell;
  const root = workspace.$workspace.get()?.root;
  const own = tabs.find(doc)?.editor.$info.get().path ?? null;
  const dom = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>(".cm-editor");
  const view = dom ? EditorView.findFromDOM(dom) : null;
  if (root === undefined || !view || view.state.readOnly || modeOf(view.state) === null) return false;
  const from = own === null ? "" : folderPath(root, own);
  const targets = paths.map((path) => folderPath(root, path));
  if (from === null || targets.includes(null)) return false;
  const style = shell.$folderRules.get()?.linkStyle ?? null;
  const folder = style === null ? null : await createLinkNames(shell).list();
  const links = targets.map((target) => {
    const path = target ?? "";
    if (style === null || folder === null) return linkTo(from, path);
    const text = style.syntax === "wiki" && IMAGE.test(path) ? lastPart(path) : linkText(path);
    return `${IMAGE.test(path) ? "!" : ""}${writeLink(folder.names, { from, path, text, style })}`;
  });
  // An agent may have written meanwhile.
  const position = view.posAtCoords(at, false);
  const insert = links.join("\n");
  view.dispatch({
    changes: { from: position, insert },
    selection: { anchor: position + insert.length },
    userEvent: "input.drop",
    scrollIntoView: true,
  });
  view.focus();
  return true;
}

function linkTo(from: string, target: string): string {
  const name = withoutEnding(lastPart(target)).replace(/[\\[\]`*_<]/g, "\\$&");
  const written = writeTarget(relativePath(from, target));
  return `${IMAGE.test(target) ? "!" : ""}[${name}](${written})`;
}
