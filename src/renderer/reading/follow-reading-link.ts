import { filePart } from "../rendering/links";
import type { Shell } from "../shell";
import type { Tab } from "../tabs/tabs";
import type { ReadingLink } from "./reading-view";

/** Goes where a link of the reading view leads: out of Galley after a question, or to another file. */
export function followReadingLink({ bridge, tabs, notices }: Shell, tab: Tab, link: ReadingLink): void {
  if (link.kind === "web") {
    void bridge.request("app:open-link", link.address);
    return;
  }
  const own = tab.copy.$about.get().path;
  const path = filePart(link.target);
  if (own === null || path === null) return;
  void tabs.openPath(joined(own, path)).catch((trouble: unknown) => notices.problem(String(trouble)));
}

/** A path as a document names it, from where the document lies. */
function joined(own: string, path: string): string {
  if (path.startsWith("/")) return path;
  const parts = own.split(/[\\/]/).slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
