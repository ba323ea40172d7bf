import { dirname } from "node:path";
import { FolderNames, type FolderPath, movedPath } from "../../../core/links/folder-names";
import { HeadingNames, namedHeadings } from "../../../core/links/heading-fragments";
import {
  type LinkUpdates,
  mayNeedUpdates,
  moveIn,
  updateLinksAfterHeading,
  updateLinksAfterMove,
} from "../../../core/links/update-links";
import { type HeadingRenameResult, renameHeading } from "../../../core/outline/rename-heading";
import type { Workspace } from "../../../shared/contract";
import type { HeadingRename, LinkPlan } from "../../../shared/links";
import { ToolError } from "../../engine/ports/tool-error";
import { folderPath, type LinkFolder, linkFolder } from "../core/folder-paths";
import { t } from "../core/messages";
import { type AppCanvas, type AppContext, savedPlace } from "../documents";
import { type FolderScan, lineCounter, scanMarkdownFiles } from "../folder/scan-markdown-files";

/** How many links of a plan are listed. */
const MAX_LISTED = 2000;

/** Documents with affected links, sorted by path; `isAll` is false if there may be more. */
export type AffectedDocuments = { found: { path: FolderPath; text: string; updated: LinkUpdates }[]; isAll: boolean };

/** Computes the link updates of a document. */
type LinkUpdater = (text: string, path: FolderPath) => LinkUpdates;

/** What finding the links needs from the app; `root` is the open folder, an error if there is none. */
type PlanDeps = { folder(): Workspace | null; root(): string; canvas: Pick<AppCanvas, "handOver"> };

/** Finds the links that a rename affects. Writes nothing but unsaved edits. */
export function createUpdatePlans(ctx: AppContext, { folder: openFolder, root, canvas }: PlanDeps) {
  /** Saves unsaved edits inside the folder, so that the files contain them. */
  async function handOverAll(inFolder: string): Promise<void> {
    const open = ctx.openDocuments
      .all()
      .filter(({ location }) => location !== null && folderPath(inFolder, location.path) !== null);
    await Promise.all(open.map(({ location }) => canvas.handOver(location?.realPath ?? "")));
  }

  /** Finds every document with affected links. */
  async function findUpdates(
    folder: LinkFolder,
    updateLinks: LinkUpdater,
    { signal, mayHold }: Pick<FolderScan, "signal" | "mayHold">,
  ): Promise<AffectedDocuments> {
    const found: AffectedDocuments["found"] = [];
    const visit = (text: string, path: FolderPath) => {
      const updated = updateLinks(text, path);
      if (updated.updates.length + updated.stuck.length > 0) found.push({ path, text, updated });
    };
    const isAll = await scanMarkdownFiles(ctx, folder, { signal, mayHold, visit });
    return { found: found.sort((a, b) => (a.path < b.path ? -1 : 1)), isAll };
  }

  async function prepareMove({ from, to }: { from: string; to: string }, signal: AbortSignal) {
    const inFolder = root();
    const [relativeFrom, relativeTo] = [folderPath(inFolder, from), folderPath(inFolder, to)];
    if (relativeFrom === null) throw new ToolError("outside_workspace", t.notInFolder(from));
    if (relativeTo === null) throw new ToolError("outside_workspace", t.notInFolder(to));
    await handOverAll(inFolder);
    const listed = await linkFolder(await ctx.engine(), inFolder, { signal });
    // Git may ignore the path; if it is not a folder in the list, it is treated as a file.
    const isListed = listed.names.find(relativeFrom)?.path === relativeFrom;
    const folder = isListed ? listed : await linkFolder(await ctx.engine(), inFolder, { also: [from], signal });
    const move = moveIn(folder.names, relativeFrom, relativeTo);
    const mayHold = mayNeedUpdates(move);
    const found = await findUpdates(folder, (text, path) => updateLinksAfterMove(text, path, move), {
      signal,
      mayHold: (text, path) => movedPath(path, relativeFrom, relativeTo) !== path || mayHold(text),
    });
    return { inFolder, move, found };
  }

  /** Checks the heading, and computes the heading names of its document before and after. */
  async function prepareHeadingRename(heading: HeadingRename, signal: AbortSignal) {
    const document = ctx.openDocuments.of(heading.doc);
    const { path, realPath } = savedPlace(document);
    const open = openFolder();
    const inFolder = open !== null && folderPath(open.root, path) !== null ? open.root : null;
    if (inFolder !== null) await handOverAll(inFolder);
    else await canvas.handOver(realPath);
    const engine = await ctx.engine();
    const { text } = await engine.documents.read(path, [inFolder ?? path], "person");
    const renamed = requireRenamed(text, heading);
    const base = inFolder ?? dirname(path);
    const folder: LinkFolder =
      inFolder === null
        ? { root: base, names: new FolderNames([folderPath(base, path) ?? ""]), isAll: true }
        : await linkFolder(engine, inFolder, { also: [path], signal });
    const own = folderPath(base, path) ?? "";
    const rename = { path: own, names: folder.names, ...namesOf(text, renamed.text) };
    const updateLinks: LinkUpdater = (text, path) => updateLinksAfterHeading(text, path, rename);
    const mayHold = (text: string, path: FolderPath) => path === own || text.includes("#");
    const found = await findUpdates(folder, updateLinks, { signal, mayHold });
    return { base, own, rename, found };
  }

  return { handOverAll, prepareMove, prepareHeadingRename };
}

/** What the window shows of a plan. */
export function planOf({ found, isAll }: AffectedDocuments): LinkPlan {
  let left = MAX_LISTED;
  const files = found.map(({ path, text, updated }) => {
    const lineOf = lineCounter(text);
    const mends = updated.updates.slice(0, left).map(({ from, before, insert }) => ({
      line: lineOf(from),
      before: shortened(before),
      after: shortened(insert),
    }));
    left -= mends.length;
    return { path, mends, stuck: updated.stuck.length };
  });
  const mends = found.filter(({ updated }) => updated.updates.length > 0);
  return {
    files: files.filter(({ mends, stuck }) => mends.length + stuck > 0),
    links: mends.reduce((sum, { updated }) => sum + updated.updates.length, 0),
    fileCount: mends.length,
    stuck: found.reduce((sum, { updated }) => sum + updated.stuck.length, 0),
    isAll,
  };
}

/** The rename of a heading in a text. Rejects a title that cannot be one, and a heading that has changed. */
export function requireRenamed(text: string, { line, source, title }: HeadingRename): HeadingRenameResult {
  const renamed = renameHeading(text, { line, source, title });
  if (renamed.status === "renamed") return renamed;
  if (renamed.status === "changed") throw new ToolError("stale", t.links.headingChanged);
  throw new ToolError("bad_arguments", renamed.status === "empty" ? t.links.headingEmpty : t.links.headingOdd(title));
}

/** The names of all headings before and after a rename. */
export const namesOf = (before: string, after: string) => ({
  before: new HeadingNames(namedHeadings(before)),
  after: new HeadingNames(namedHeadings(after)),
});

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
