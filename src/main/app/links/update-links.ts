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
import { applyChanges } from "../../../core/text/change";
import type { HeadingRename, LinkPlan, LinkReport, Workspace } from "../../../shared/contract";
import type { TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { folderPath, type LinkFolder, linkFolder } from "../core/folder-paths";
import { digestOf, type LinkUpdateRecord } from "../core/link-update-records";
import { t } from "../core/messages";
import type { AppContext } from "../documents/context";
import { createMultiFileEdits, type MultiFileResult, type WrittenFile } from "../documents/multi-file-edits";
import { savedPlace } from "../documents/open-documents";
import type { AppCanvas } from "../documents/request-unsaved-text";
import { type FolderScan, lineCounter, scanMarkdownFiles } from "../folder/scan-markdown-files";
import { createUnfinishedUpdates } from "./unfinished-updates";

/** How many links of a plan are listed. */
const MAX_LISTED = 2000;
const MAX_UNDONE = 20;

type Undo = { root: string; written: WrittenFile[]; move: { from: string; to: string } | null };

/** What link updates need from the app. */
export type LinkUpdateDeps = {
  folder(): Workspace | null;
  canvas: Pick<AppCanvas, "handOver">;
  /** Renames with the same checks as the request. */
  rename(move: { from: string; to: string }): Promise<void>;
};

/** Renames of files and headings that update the links to them. */
export type LinkUpdateService = {
  planMove(move: { from: string; to: string }): Promise<LinkPlan>;
  move(move: { from: string; to: string }): Promise<{ path: string; report: LinkReport }>;
  planHeading(heading: HeadingRename): Promise<LinkPlan>;
  renameHeading(heading: HeadingRename): Promise<{ report: LinkReport }>;
  undo(undoId: number): Promise<{ report: LinkReport; path: string | null }>;
  /** Renames that an earlier run did not finish. */
  unfinished: ReturnType<typeof createUnfinishedUpdates>;
};

/** Documents with affected links, sorted by path; `isAll` is false if there may be more. */
type AffectedDocuments = { found: { path: FolderPath; text: string; updated: LinkUpdates }[]; isAll: boolean };

/** Computes the link updates of a document. */
type LinkUpdater = (text: string, path: FolderPath) => LinkUpdates;

/** A plan is only a preview: when links are updated, each file is read again. */
export function createLinkUpdates(ctx: AppContext, deps: LinkUpdateDeps): LinkUpdateService {
  const undos = new Map<number, Undo>();
  let lastUndo = 0;
  let planning = new AbortController();
  const edits = createMultiFileEdits(ctx);

  function root(): string {
    const folder = deps.folder();
    if (folder === null) throw new ToolError("not_found", t.noFolderOpen);
    return folder.root;
  }

  /** Saves unsaved edits inside the folder, so that the files contain them. */
  async function handOverAll(inFolder: string): Promise<void> {
    const open = ctx.openDocuments
      .all()
      .filter(({ location }) => location !== null && folderPath(inFolder, location.path) !== null);
    await Promise.all(open.map(({ location }) => deps.canvas.handOver(location?.realPath ?? "")));
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

  function planOf({ found, isAll }: AffectedDocuments): LinkPlan {
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

  function report({ written, failed }: MultiFileResult, undo: Omit<Undo, "written"> | null): LinkReport {
    let undoId: number | null = null;
    if (undo && (undo.move || written.length > 0)) {
      undoId = ++lastUndo;
      undos.set(undoId, { ...undo, written });
      for (const old of undos.keys()) if (undos.size > MAX_UNDONE) undos.delete(old);
    }
    const updated = written.filter(({ count }) => count > 0);
    const links = updated.reduce((sum, one) => sum + one.count, 0);
    return { links, fileCount: updated.length, failed, undo: undoId };
  }

  const newPlan = (): AbortSignal => {
    planning.abort(new Error("another plan was requested"));
    planning = new AbortController();
    return planning.signal;
  };

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
    const open = deps.folder();
    const inFolder = open !== null && folderPath(open.root, path) !== null ? open.root : null;
    if (inFolder !== null) await handOverAll(inFolder);
    else await deps.canvas.handOver(realPath);
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

  return {
    unfinished: createUnfinishedUpdates(ctx, { root, records: ctx.linkUpdateRecords, edits, handOverAll }),
    planMove: async (move) => planOf((await prepareMove(move, newPlan())).found),
    async move(asked) {
      const { inFolder, move, found } = await prepareMove(asked, newPlan());
      const [from, to] = [move.from, move.to];
      const files = plannedFiles(found, (path) => movedPath(path, from, to));
      const record = await ctx.linkUpdateRecords.begin({ root: inFolder, what: { kind: "move", from, to }, files });
      await deps.rename(asked).catch(async (error: unknown) => {
        await ctx.linkUpdateRecords.done(record);
        throw error;
      });
      const paths = found.found.filter(({ updated }) => updated.updates.length > 0).map(({ path }) => path);
      const before = new Map(paths.map((path) => [movedPath(path, move.from, move.to), path]));
      const result = await edits.write(inFolder, [...before.keys()], {
        reason: t.links.afterMove(move.from, move.to),
        edit: (current, path) => {
          const { updates } = updateLinksAfterMove(current.text, before.get(path) ?? path, move);
          return { changes: updates, count: updates.length };
        },
      });
      await ctx.linkUpdateRecords.done(record);
      return { path: asked.to, report: report(result, { root: inFolder, move: asked }) };
    },
    planHeading: async (heading) => planOf((await prepareHeadingRename(heading, newPlan())).found),
    async renameHeading(heading) {
      const { base, own, rename, found } = await prepareHeadingRename(heading, newPlan());
      const others = found.found.filter(({ path, updated }) => path !== own && updated.updates.length > 0);
      const edit = (current: TextDocument, path: FolderPath) => {
        if (path !== own) {
          const { updates } = updateLinksAfterHeading(current.text, path, rename);
          return { changes: updates, count: updates.length };
        }
        // One change with the links in the same document, except those inside the heading, which the new title
        // replaces.
        const { change, text } = requireRenamed(current.text, heading);
        const { updates } = updateLinksAfterHeading(current.text, path, { ...rename, ...namesOf(current.text, text) });
        const rest = updates.filter(({ from, to }) => to <= change.from || from >= change.to);
        return { changes: [...rest, change].sort((a, b) => a.from - b.from), count: rest.length };
      };
      const reason = t.links.afterHeading(heading.title);
      const [before, after] = [[...rename.before.headings], [...rename.after.headings]];
      const what = { kind: "heading" as const, path: own, title: heading.title.trim(), before, after };
      const files = plannedFiles({ found: others, isAll: true }, (path) => path);
      const record = await ctx.linkUpdateRecords.begin({ root: base, what, files });
      const first = await edits.write(base, [own], { edit, reason });
      if (first.written.length === 0) {
        await ctx.linkUpdateRecords.done(record);
        const [why] = first.failed;
        if (why) throw new ToolError("failed", why.why);
        return { report: report(first, null) };
      }
      const rest = await edits.write(
        base,
        others.map(({ path }) => path),
        { edit, reason },
      );
      await ctx.linkUpdateRecords.done(record);
      const result = { written: [...first.written, ...rest.written], failed: rest.failed };
      return { report: report(result, { root: base, move: null }) };
    },
    async undo(undoId) {
      const undone = undos.get(undoId);
      if (!undone) throw new ToolError("not_found", t.links.undoGone);
      const { move, written } = undone;
      const way = move && {
        from: folderPath(undone.root, move.to) ?? "",
        to: folderPath(undone.root, move.from) ?? "",
      };
      const now = (path: FolderPath) => (way ? movedPath(path, way.from, way.to) : path);
      const files = written.map(({ path }) => ({ path: now(path), links: null, wanted: null }));
      const record =
        way && (await ctx.linkUpdateRecords.begin({ root: undone.root, what: { kind: "move", ...way }, files }));
      try {
        if (move) await deps.rename({ from: move.to, to: move.from });
      } catch (error) {
        if (record !== null) await ctx.linkUpdateRecords.done(record);
        throw error;
      }
      undos.delete(undoId);
      const result = await edits.back(undone.root, written, { reason: t.links.undone, now });
      if (record !== null) await ctx.linkUpdateRecords.done(record);
      return { report: report(result, null), path: move?.from ?? null };
    },
  };
}

function requireRenamed(text: string, { line, source, title }: HeadingRename): HeadingRenameResult {
  const renamed = renameHeading(text, { line, source, title });
  if (renamed.status === "renamed") return renamed;
  if (renamed.status === "changed") throw new ToolError("stale", t.links.headingChanged);
  throw new ToolError("bad_arguments", renamed.status === "empty" ? t.links.headingEmpty : t.links.headingOdd(title));
}

/** The part of a plan that is recorded until all links are updated. */
const plannedFiles = ({ found }: AffectedDocuments, now: (path: FolderPath) => FolderPath): LinkUpdateRecord["files"] =>
  found
    .filter(({ updated }) => updated.updates.length > 0)
    .map(({ path, text, updated: { updates } }) => ({
      path: now(path),
      links: [...new Set(updates.map(({ before }) => before))],
      wanted: digestOf(applyChanges(text, updates)),
    }));

const namesOf = (before: string, after: string) => ({
  before: new HeadingNames(namedHeadings(before)),
  after: new HeadingNames(namedHeadings(after)),
});

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
