import type { Shell } from "../../workbench/api/shell";
import type { Tab } from "../../workbench/api/tabs";
import type { PreviewLink } from "./preview-view";

/** Follows a link of the preview: web pages after a question, files as in the editor. */
export async function followPreviewLink(
  { bridge, links }: Pick<Shell, "bridge" | "links">,
  { doc }: Tab,
  link: PreviewLink,
): Promise<void> {
  if (link.kind === "web") {
    await bridge.request("app:open-link", link.address);
    return;
  }
  await links.follow(doc, { kind: link.kind === "wiki" ? "wiki" : "address", target: link.target });
}
