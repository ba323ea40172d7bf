import { findBlock } from "../../../core/links/block-ids";
import { HeadingNames, namedHeadings } from "../../../core/links/heading-fragments";
import { readTarget } from "../../../core/links/link-target";
import type { DocumentId } from "../../../shared/contract";
import { type EntryName, isSameEntry } from "../../../shared/library";
import type { LinkDestination } from "../../../shared/links";
import { folderOf, isWithin, nameOf } from "../../ui/file-paths";
import type { LinkTarget } from "../../workbench/api/feature-stores";
import type { Shell } from "../../workbench/api/shell";
import type { Where } from "../../workbench/api/tabs";
import { linkMessages } from "./messages";

type Deps = Pick<Shell, "bridge" | "tabs" | "navigation" | "notices" | "questions" | "workspace" | "layout" | "tree">;

/**
 * Follows a link: to a heading of the same document, to a file and heading in a tab, or to a folder in the tree. Offers to create
 * a missing file; shows why a link cannot be followed.
 */
export async function followLink(
  deps: Deps,
  doc: DocumentId,
  { kind, target, from: embedded }: LinkTarget,
  where: Where = "here",
): Promise<void> {
  const { bridge, tabs, navigation, notices } = deps;
  const read = readTarget(target, kind === "wiki" ? "wiki" : "html");
  if (embedded === undefined && read.kind === "path" && read.path === "" && read.literal === "") {
    const tab = tabs.find(doc);
    if (!tab || read.fragment === null) return;
    await tab.editor.loadAll();
    const from = headingIn(tab.editor.text(), read.fragment);
    if (from === null) return void notices.info(missing(read.fragment, tab.editor.$info.get().name));
    await navigation.goTo({ doc, location: { from }, where });
    return;
  }
  const answer = await bridge.request("links:place", { doc, kind, target, from: embedded });
  if (answer.ok) await openTarget(deps, answer.place, where);
  else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
}

/** The offset of the heading or block that a fragment names, 0 for an empty one; null if there is no such heading. */
function headingIn(text: string, fragment: string): number | null {
  if (fragment === "") return 0;
  const names = new HeadingNames(namedHeadings(text));
  return names.headings[names.find(fragment)]?.from ?? findBlock(text, fragment)?.from ?? null;
}

/** What to say of a fragment that names nothing in a document. */
const missing = (fragment: string, name: string) =>
  fragment.startsWith("^") ? linkMessages.noBlock(fragment, name) : linkMessages.noHeading(fragment, name);

async function openTarget(deps: Deps, target: LinkDestination, where: Where): Promise<void> {
  const { tabs, navigation, notices, questions, workspace } = deps;
  switch (target.status) {
    case "file": {
      if (!target.isText) {
        await navigation.goTo({ path: target.path, where });
        return;
      }
      const open = tabs.ofPath(target.path);
      const { fragment } = target;
      if (open && fragment !== null) await open.editor.loadAll();
      // If the document is open, use its current text instead of the file.
      const from = open && fragment !== null ? headingIn(open.editor.text(), fragment) : null;
      const position = from !== null ? { from } : target.line !== null && !open ? { line: target.line } : null;
      const isOpen = await navigation.goTo({ path: target.path, where, ...(position ? { location: position } : {}) });
      if (isOpen && fragment !== null && fragment !== "" && position === null)
        notices.info(missing(fragment, nameOf(target.path)));
      return;
    }
    case "entry":
      if (target.entry === null) notices.error(linkMessages.noEntry(target.name));
      else await openEntry(deps, target.entry, where);
      return;
    case "folder":
      return showFolder(deps, target.path);
    case "missing": {
      const root = workspace.$workspace.get()?.root;
      if (!target.canMake || root === undefined || !isWithin(target.path, root)) {
        notices.error(linkMessages.missing(target.name), { hint: linkMessages.missingHint });
        return;
      }
      const answer = await questions.ask({
        title: linkMessages.missing(target.name),
        detail: linkMessages.createDetail(target.name),
        choices: [{ id: "create", label: linkMessages.create, kind: "main" }],
      });
      if (answer !== "create") return;
      const path = await workspace.createFile(root, target.name);
      if (path !== null) await navigation.goTo({ path });
    }
  }
}

/** Opens an entry of the content library: the file of an own one, else the tab that shows it already, or a new one. */
async function openEntry({ bridge, tabs, navigation, notices }: Deps, entry: EntryName, where: Where): Promise<void> {
  const shown = tabs.$tabs.get().find(({ editor }) => {
    const own = editor.$info.get().entry;
    return own !== undefined && isSameEntry(own, entry);
  });
  if (shown) {
    if (where === "beside") tabs.showBeside(shown, "canvas");
    else tabs.bring(shown);
    return;
  }
  const answer = await bridge.request("library:open", { document: entry.document, entry });
  if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  else if ("path" in answer) await navigation.goTo({ path: answer.path, where });
  else {
    tabs.show(answer.document);
    const tab = where === "beside" ? tabs.find(answer.document.doc) : null;
    if (tab) tabs.showBeside(tab, "canvas");
  }
}

/** Reveals a folder in the file tree. */
function showFolder({ layout, tree, workspace, bridge }: Deps, path: string): void {
  const root = workspace.$workspace.get()?.root;
  if (root === undefined || !isWithin(path, root)) return void bridge.request("workspace:reveal", path);
  const folders: string[] = [];
  for (let folder = path; folder !== root && folders.length < 100; folder = folderOf(folder)) folders.unshift(folder);
  layout.showView("files");
  layout.openSidebar();
  tree.expand(folders);
  tree.$selected.set(path === root ? null : path);
}
