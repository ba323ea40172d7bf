import { dirname } from "node:path";
import { FolderNames, type FolderPath, movedPath } from "../../../core/links/folder-names";
import { HeadingNames, namedHeadings } from "../../../core/links/heading-fragments";
import { type Mended, mendAfterHeading, mendAfterMove, moveIn, quickLook } from "../../../core/links/update-links";
import { type RenamedHeading, renameHeading } from "../../../core/outline/rename-heading";
import { applyChanges } from "../../../core/text/change";
import type { HeadingRename, LinkPlan, LinkReport, Workspace } from "../../../shared/contract";
import type { TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { folderPath, type LinkFolder, linkFolder } from "../core/folder-paths";
import { told } from "../core/messages";
import { digestOf, type MendRecord } from "../core/update-records";
import type { AppContext } from "../documents/context";
import { createManyEdits, type ManyWritten, type WrittenFile } from "../documents/multi-file-edits";
import { savedPlace } from "../documents/open-documents";
import type { HandOver } from "../documents/request-unsaved-text";
import { type Looking, lineCounter, lookThrough } from "../folder/folder-texts";
import { createUnfinishedMends } from "./unfinished-updates";

/** How many links of a plan are listed. */
const MOST_LISTED = 2000;
const MOST_UNDONE = 20;

type Undo = { root: string; written: WrittenFile[]; move: { from: string; to: string } | null };

/** What link updates need from the app. */
export type LinkMendingWorld = {
  folder(): Workspace | null;
  canvas: Pick<HandOver, "handOver">;
  /** Renames with the same checks as the request. */
  rename(move: { from: string; to: string }): Promise<void>;
};

/** Renames of files and headings that update the links to them. */
export type LinkMending = {
  planMove(move: { from: string; to: string }): Promise<LinkPlan>;
  move(move: { from: string; to: string }): Promise<{ path: string; report: LinkReport }>;
  planHeading(heading: HeadingRename): Promise<LinkPlan>;
  renameHeading(heading: HeadingRename): Promise<{ report: LinkReport }>;
  undo(ticket: number): Promise<{ report: LinkReport; path: string | null }>;
  /** Renames that an earlier run did not finish. */
  unfinished: ReturnType<typeof createUnfinishedMends>;
};

/** Documents with affected links, sorted by path; `isAll` is false if there may be more. */
type Found = { found: { path: FolderPath; text: string; mended: Mended }[]; isAll: boolean };

/** Computes the link updates of a document. */
type Mender = (text: string, path: FolderPath) => Mended;

/** A plan is only a preview: when links are updated, each file is read again. */
export function createLinkMending(ctx: AppContext, world: LinkMendingWorld): LinkMending {
  const undos = new Map<number, Undo>();
  let lastUndo = 0;
  let planning = new AbortController();
  const edits = createManyEdits(ctx);

  function root(): string {
    const folder = world.folder();
    if (folder === null) throw new ToolError("not_found", told.noFolderOpen);
    return folder.root;
  }

  /** Saves unsaved edits inside the folder, so that the files contain them. */
  async function handOverAll(inFolder: string): Promise<void> {
    const open = ctx.copies.all().filter(({ place }) => place !== null && folderPath(inFolder, place.path) !== null);
    await Promise.all(open.map(({ place }) => world.canvas.handOver(place?.realPath ?? "")));
  }

  /** Finds every document with affected links. */
  async function findMends(
    folder: LinkFolder,
    mender: Mender,
    { signal, mayHold }: Pick<Looking, "signal" | "mayHold">,
  ): Promise<Found> {
    const found: Found["found"] = [];
    const visit = (text: string, path: FolderPath) => {
      const mended = mender(text, path);
      if (mended.mends.length + mended.stuck.length > 0) found.push({ path, text, mended });
    };
    const isAll = await lookThrough(ctx, folder, { signal, mayHold, visit });
    return { found: found.sort((a, b) => (a.path < b.path ? -1 : 1)), isAll };
  }

  function planOf({ found, isAll }: Found): LinkPlan {
    let left = MOST_LISTED;
    const files = found.map(({ path, text, mended }) => {
      const lineOf = lineCounter(text);
      const mends = mended.mends.slice(0, left).map(({ from, before, insert }) => ({
        line: lineOf(from),
        before: shortened(before),
        after: shortened(insert),
      }));
      left -= mends.length;
      return { path, mends, stuck: mended.stuck.length };
    });
    const mends = found.filter(({ mended }) => mended.mends.length > 0);
    return {
      files: files.filter(({ mends, stuck }) => mends.length + stuck > 0),
      links: mends.reduce((sum, { mended }) => sum + mended.mends.length, 0),
      fileCount: mends.length,
      stuck: found.reduce((sum, { mended }) => sum + mended.stuck.length, 0),
      isAll,
    };
  }

  function report({ written, failed }: ManyWritten, undo: Omit<Undo, "written"> | null): LinkReport {
    let ticket: number | null = null;
    if (undo && (undo.move || written.length > 0)) {
      ticket = ++lastUndo;
      undos.set(ticket, { ...undo, written });
      for (const old of undos.keys()) if (undos.size > MOST_UNDONE) undos.delete(old);
    }
    const mended = written.filter(({ count }) => count > 0);
    const links = mended.reduce((sum, one) => sum + one.count, 0);
    return { links, fileCount: mended.length, failed, undo: ticket };
  }

  const newPlan = (): AbortSignal => {
    planning.abort(new Error("another plan was requested"));
    planning = new AbortController();
    return planning.signal;
  };

  async function lookBeforeMove({ from, to }: { from: string; to: string }, signal: AbortSignal) {
    const inFolder = root();
    const [relativeFrom, relativeTo] = [folderPath(inFolder, from), folderPath(inFolder, to)];
    if (relativeFrom === null) throw new ToolError("outside_workspace", told.notInFolder(from));
    if (relativeTo === null) throw new ToolError("outside_workspace", told.notInFolder(to));
    await handOverAll(inFolder);
    const listed = await linkFolder(await ctx.engine(), inFolder, { signal });
    // Git may ignore the path; if it is not a folder in the list, it is treated as a file.
    const isListed = listed.names.find(relativeFrom)?.path === relativeFrom;
    const folder = isListed ? listed : await linkFolder(await ctx.engine(), inFolder, { also: [from], signal });
    const move = moveIn(folder.names, relativeFrom, relativeTo);
    const mayHold = quickLook(move);
    const found = await findMends(folder, (text, path) => mendAfterMove(text, path, move), {
      signal,
      mayHold: (text, path) => movedPath(path, relativeFrom, relativeTo) !== path || mayHold(text),
    });
    return { inFolder, move, found };
  }

  /** Checks the heading, and computes the heading names of its document before and after. */
  async function lookBeforeHeading(heading: HeadingRename, signal: AbortSignal) {
    const copy = ctx.copies.of(heading.doc);
    const { path, realPath } = savedPlace(copy);
    const open = world.folder();
    const inFolder = open !== null && folderPath(open.root, path) !== null ? open.root : null;
    if (inFolder !== null) await handOverAll(inFolder);
    else await world.canvas.handOver(realPath);
    const engine = await ctx.engine();
    const { text } = await engine.documents.read(path, [inFolder ?? path], "person");
    const renamed = renamedOrRefused(text, heading);
    const base = inFolder ?? dirname(path);
    const folder: LinkFolder =
      inFolder === null
        ? { root: base, names: new FolderNames([folderPath(base, path) ?? ""]), isAll: true }
        : await linkFolder(engine, inFolder, { also: [path], signal });
    const own = folderPath(base, path) ?? "";
    const rename = { path: own, names: folder.names, ...namesOf(text, renamed.text) };
    const mender: Mender = (text, path) => mendAfterHeading(text, path, rename);
    const mayHold = (text: string, path: FolderPath) => path === own || text.includes("#");
    const found = await findMends(folder, mender, { signal, mayHold });
    return { base, own, rename, found };
  }

  return {
    unfinished: createUnfinishedMends(ctx, { root, records: ctx.mends, edits, handOverAll }),
    planMove: async (move) => planOf((await lookBeforeMove(move, newPlan())).found),
    async move(asked) {
      const { inFolder, move, found } = await lookBeforeMove(asked, newPlan());
      const [from, to] = [move.from, move.to];
      const files = plannedFiles(found, (path) => movedPath(path, from, to));
      const record = await ctx.mends.begin({ root: inFolder, what: { kind: "move", from, to }, files });
      await world.rename(asked).catch(async (error: unknown) => {
        await ctx.mends.done(record);
        throw error;
      });
      const paths = found.found.filter(({ mended }) => mended.mends.length > 0).map(({ path }) => path);
      const before = new Map(paths.map((path) => [movedPath(path, move.from, move.to), path]));
      const result = await edits.write(inFolder, [...before.keys()], {
        reason: told.links.afterMove(move.from, move.to),
        edit: (current, path) => {
          const { mends } = mendAfterMove(current.text, before.get(path) ?? path, move);
          return { changes: mends, count: mends.length };
        },
      });
      await ctx.mends.done(record);
      return { path: asked.to, report: report(result, { root: inFolder, move: asked }) };
    },
    planHeading: async (heading) => planOf((await lookBeforeHeading(heading, newPlan())).found),
    async renameHeading(heading) {
      const { base, own, rename, found } = await lookBeforeHeading(heading, newPlan());
      const others = found.found.filter(({ path, mended }) => path !== own && mended.mends.length > 0);
      const edit = (current: TextDocument, path: FolderPath) => {
        if (path !== own) {
          const { mends } = mendAfterHeading(current.text, path, rename);
          return { changes: mends, count: mends.length };
        }
        // One change with the links in the same document, except those inside the heading, which the new title
        // replaces.
        const { change, text } = renamedOrRefused(current.text, heading);
        const { mends } = mendAfterHeading(current.text, path, { ...rename, ...namesOf(current.text, text) });
        const rest = mends.filter(({ from, to }) => to <= change.from || from >= change.to);
        return { changes: [...rest, change].sort((a, b) => a.from - b.from), count: rest.length };
      };
      const reason = told.links.afterHeading(heading.title);
      const [before, after] = [[...rename.before.headings], [...rename.after.headings]];
      const what = { kind: "heading" as const, path: own, title: heading.title.trim(), before, after };
      const files = plannedFiles({ found: others, isAll: true }, (path) => path);
      const record = await ctx.mends.begin({ root: base, what, files });
      const first = await edits.write(base, [own], { edit, reason });
      if (first.written.length === 0) {
        await ctx.mends.done(record);
        const [why] = first.failed;
        if (why) throw new ToolError("failed", why.why);
        return { report: report(first, null) };
      }
      const rest = await edits.write(
        base,
        others.map(({ path }) => path),
        { edit, reason },
      );
      await ctx.mends.done(record);
      const result = { written: [...first.written, ...rest.written], failed: rest.failed };
      return { report: report(result, { root: base, move: null }) };
    },
    async undo(ticket) {
      const undone = undos.get(ticket);
      if (!undone) throw new ToolError("not_found", told.links.undoGone);
      const { move, written } = undone;
      const way = move && {
        from: folderPath(undone.root, move.to) ?? "",
        to: folderPath(undone.root, move.from) ?? "",
      };
      const now = (path: FolderPath) => (way ? movedPath(path, way.from, way.to) : path);
      const files = written.map(({ path }) => ({ path: now(path), links: null, wanted: null }));
      const record = way && (await ctx.mends.begin({ root: undone.root, what: { kind: "move", ...way }, files }));
      try {
        if (move) await world.rename({ from: move.to, to: move.from });
      } catch (error) {
        if (record !== null) await ctx.mends.done(record);
        throw error;
      }
      undos.delete(ticket);
      const result = await edits.back(undone.root, written, { reason: told.links.undone, now });
      if (record !== null) await ctx.mends.done(record);
      return { report: report(result, null), path: move?.from ?? null };
    },
  };
}

function renamedOrRefused(text: string, { line, source, title }: HeadingRename): RenamedHeading {
  const renamed = renameHeading(text, { line, source, title });
  if (renamed.status === "renamed") return renamed;
  if (renamed.status === "changed") throw new ToolError("stale", told.links.headingChanged);
  throw new ToolError(
    "bad_arguments",
    renamed.status === "empty" ? told.links.headingEmpty : told.links.headingOdd(title),
  );
}

/** The part of a plan that is recorded until all links are updated. */
const plannedFiles = ({ found }: Found, now: (path: FolderPath) => FolderPath): MendRecord["files"] =>
  found
    .filter(({ mended }) => mended.mends.length > 0)
    .map(({ path, text, mended: { mends } }) => ({
      path: now(path),
      links: [...new Set(mends.map(({ before }) => before))],
      wanted: digestOf(applyChanges(text, mends)),
    }));

const namesOf = (before: string, after: string) => ({
  before: new HeadingNames(namedHeadings(before)),
  after: new HeadingNames(namedHeadings(after)),
});

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
