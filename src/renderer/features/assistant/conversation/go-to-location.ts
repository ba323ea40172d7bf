import { HeadingNames, namedHeadings } from "../../../../core/links/heading-fragments";
import type { CallLocation } from "../../../../shared/conversation";
import { flash } from "../../../editor/find/found-flash";
import type { Shell } from "../../../workbench/api/shell";

/** Opens the document of a call at its line or section and highlights the position. */
export async function goToLocation(
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
