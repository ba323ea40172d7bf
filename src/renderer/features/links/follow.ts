import { HeadingNames, namedHeadings } from "../../../core/links/heading-fragments";
import { readTarget } from "../../../core/links/link-target";
import type { DocumentId, LinkPlace } from "../../../shared/contract";
import { folderOf, isWithin, nameOf } from "../../ui/file-paths";
import type { Shell } from "../../workbench/shell";
import type { Where } from "../../workbench/tabs/tabs";
import { createFile } from "../palette/create-file";
import { linkWords } from "./messages";

/** A link target as written, without angle brackets and backslashes. */
export type AskedLink = { kind: "address" | "wiki"; target: string };

/**
 * Follows a link: to a heading of the same document, to a file and heading in a tab, or to a folder in the tree. Offers to create
 * a missing file; shows why a link cannot be followed.
 */
export async function followLink(
  shell: Shell,
  doc: DocumentId,
  { kind, target }: AskedLink,
  where: Where = "here",
): Promise<void> {
  const { bridge, tabs, navigation, notices } = shell;
  const read = readTarget(target, kind === "wiki" ? "wiki" : "html");
  if (read.kind === "path" && read.path === "" && read.literal === "") {
    const tab = tabs.find(doc);
    if (!tab || read.fragment === null) return;
    await tab.copy.whole();
    const from = headingIn(tab.copy.text(), read.fragment);
    if (from === null) return void notices.tell(linkWords.noHeading(read.fragment, tab.copy.$about.get().name));
    await navigation.goTo({ doc, spot: { from }, where });
    return;
  }
  const answer = await bridge.request("links:place", { doc, kind, target });
  if (answer.ok) await goToPlace(shell, answer.place, where);
  else notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
}

/** The offset of the heading that a fragment names, 0 for an empty one; null if there is no such heading. */
function headingIn(text: string, fragment: string): number | null {
  if (fragment === "") return 0;
  const names = new HeadingNames(namedHeadings(text));
  return names.headings[names.find(fragment)]?.from ?? null;
}

async function goToPlace(shell: Shell, place: LinkPlace, where: Where): Promise<void> {
  const { bridge, tabs, navigation, notices, questions, workspace } = shell;
  switch (place.status) {
    case "file": {
      if (!place.isText) {
        const show = () => void bridge.request("workspace:reveal", place.path);
        notices.tell(linkWords.notText(nameOf(place.path)), { action: { label: linkWords.reveal, run: show } });
        return;
      }
      const open = tabs.ofPath(place.path);
      const { fragment } = place;
      if (open && fragment !== null) await open.copy.whole();
      // If the document is open, use its current text instead of the file.
      const from = open && fragment !== null ? headingIn(open.copy.text(), fragment) : null;
      const spot = from !== null ? { from } : place.line !== null && !open ? { line: place.line } : null;
      const arrived = await navigation.goTo({ path: place.path, where, ...(spot ? { spot } : {}) });
      if (arrived && fragment !== null && fragment !== "" && spot === null)
        notices.tell(linkWords.noHeading(fragment, nameOf(place.path)));
      return;
    }
    case "folder":
      return showFolder(shell, place.path);
    case "missing": {
      const root = workspace.$workspace.get()?.root;
      if (!place.canMake || root === undefined || !isWithin(place.path, root)) {
        notices.problem(linkWords.missing(place.name), { hint: linkWords.missingHint });
        return;
      }
      const answer = await questions.ask({
        title: linkWords.missing(place.name),
        detail: linkWords.createDetail(place.name),
        choices: [{ id: "create", label: linkWords.create, kind: "main" }],
      });
      if (answer === "create") await createFile(shell, root, place.name);
    }
  }
}

/** Reveals a folder in the file tree. */
function showFolder({ layout, tree, workspace, bridge }: Shell, path: string): void {
  const root = workspace.$workspace.get()?.root;
  if (root === undefined || !isWithin(path, root)) return void bridge.request("workspace:reveal", path);
  const folders: string[] = [];
  for (let folder = path; folder !== root && folders.length < 100; folder = folderOf(folder)) folders.unshift(folder);
  layout.showView("files");
  layout.openSidebar();
  tree.expand(folders);
  tree.$selected.set(path === root ? null : path);
}
