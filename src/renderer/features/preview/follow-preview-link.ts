import type { Shell } from "../../workbench/shell";
import type { Tab } from "../../workbench/tabs/tabs";
import type { ReadingLink } from "./preview-view";

/** Goes where a link of the reading view leads: out of Galley after a question, to another file as the canvas does. */
export async function followReadingLink(shell: Shell, { doc }: Tab, link: ReadingLink): Promise<void> {
  if (link.kind === "web") {
    await shell.bridge.request("app:open-link", link.address);
    return;
  }
  const { followLink } = await import("../links/follow");
  await followLink(shell, doc, { kind: link.kind === "wiki" ? "wiki" : "address", target: link.target });
}
