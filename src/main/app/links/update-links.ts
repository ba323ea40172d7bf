import { type FolderPath, movedPath } from "../../../core/links/folder-names";
import { updateLinksAfterHeading, updateLinksAfterMove } from "../../../core/links/update-links";
import { applyChanges } from "../../../core/text/change";
import type { Workspace } from "../../../shared/contract";
import type { HeadingRename, LinkPlan, LinkReport } from "../../../shared/links";
import type { TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { folderPath } from "../core/folder-paths";
import { digestOf, type LinkUpdateRecord } from "../core/link-update-records";
import { t } from "../core/messages";
import {
  type AppCanvas,
  type AppContext,
  createMultiFileEdits,
  type MultiFileResult,
  type WrittenFile,
} from "../documents";
import { type AffectedDocuments, createUpdatePlans, namesOf, planOf, requireRenamed } from "./plan-updates";
import { createUnfinishedUpdates } from "./unfinished-updates";

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

/** A plan is only a preview: when links are updated, each file is read again. */
export function createLinkUpdates(ctx: AppContext, deps: LinkUpdateDeps): LinkUpdateService {
  const undos = new Map<number, Undo>();
  let lastUndo = 0;
  let planning = new AbortController();
  const edits = createMultiFileEdits(ctx);
  const { handOverAll, prepareMove, prepareHeadingRename } = createUpdatePlans(ctx, { ...deps, root });

  function root(): string {
    const folder = deps.folder();
    if (folder === null) throw new ToolError("not_found", t.noFolderOpen);
    return folder.root;
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

/** The part of a plan that is recorded until all links are updated. */
const plannedFiles = ({ found }: AffectedDocuments, now: (path: FolderPath) => FolderPath): LinkUpdateRecord["files"] =>
  found
    .filter(({ updated }) => updated.updates.length > 0)
    .map(({ path, text, updated: { updates } }) => ({
      path: now(path),
      links: [...new Set(updates.map(({ before }) => before))],
      wanted: digestOf(applyChanges(text, updates)),
    }));
