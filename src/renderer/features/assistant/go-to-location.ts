import { HeadingNames, namedHeadings } from "../../../core/links/heading-fragments";
import type { CallPlace } from "../../../shared/conversation";
import { flash } from "../../editor/found-flash";
import type { Shell } from "../../workbench/shell";

/** Opens the document of a call at its line or section and highlights the position. */
export async function goToPlace(
  { navigation, tabs, panel }: Pick<Shell, "navigation" | "tabs" | "panel">,
  { path, line, address }: CallPlace,
): Promise<void> {
  const spot = line === null ? null : { line };
  const arrived = await navigation.goTo({ path, ...(spot ? { spot } : {}) });
  if (!arrived) return;
  // A panel that overlays the editor would hide the target.
  if (panel.$panel.get().over) panel.close();
  const copy = tabs.ofPath(path)?.copy;
  if (!copy) return;
  await copy.whole();
  let from: number | null = null;
  if (spot) from = copy.selectedSpan().from;
  else if (address !== null) {
    const title =
      address
        .split("/")
        .at(-1)
        ?.replace(/^#+\s*/, "")
        .trim() ?? "";
    const names = new HeadingNames(namedHeadings(copy.text()));
    const heading = names.headings[names.find(title)];
    if (heading) {
      from = heading.from;
      copy.reveal({ from });
    }
  }
  if (from !== null) flash(copy, { from, to: from });
}
