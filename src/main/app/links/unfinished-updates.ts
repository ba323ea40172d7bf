import { lstat } from "node:fs/promises";
import { type FolderPath, lastPart, movedPath } from "../../../core/links/folder-names";
import { HeadingNames, namedHeadings } from "../../../core/links/heading-fragments";
import { type Mended, mendAfterHeading, mendAfterMove, moveIn } from "../../../core/links/update-links";
import type { LinkReport, UnfinishedMend } from "../../../shared/contract";
import { ToolError } from "../../engine/ports/tool-error";
import { absolutePath, linkFolder } from "../core/folder-paths";
import { told } from "../core/messages";
import { digestOf, type MendRecord, type MendRecords } from "../core/update-records";
import type { AppContext } from "../documents/context";
import type { ManyEdits } from "../documents/multi-file-edits";

type World = {
  root(): string;
  records: MendRecords;
  edits: ManyEdits;
  /** Saves unsaved edits inside the folder, so that the files contain them. */
  handOverAll(root: string): Promise<void>;
};

type Mender = (text: string, path: FolderPath) => Mended;

/** Renames whose link updates were interrupted: lists them, and finishes or dismisses each. */
export function createUnfinishedMends(ctx: AppContext, { root, records, edits, handOverAll }: World) {
  const isThere = (path: string) => lstat(path).then(Boolean, () => false);
  const textOf = async (inFolder: string, path: FolderPath): Promise<string | null> => {
    const { documents } = await ctx.engine();
    const read = documents.read(absolutePath(inFolder, path), [inFolder], "person");
    return read.then(({ text }) => text).catch(() => null);
  };

  /** Computes the updates of a file for the folder as it is now; null if the rename did not happen or was reverted. */
  async function menderOf({ root: inFolder, what, files }: MendRecord): Promise<Mender | null> {
    const planned = new Map(files.map((file) => [file.path, file]));
    const only =
      (mender: Mender): Mender =>
      (text, path) => {
        const file = planned.get(path);
        if (!file || file.wanted === digestOf(text)) return { mends: [], stuck: [] };
        const { mends, stuck } = mender(text, path);
        return { mends: mends.filter(({ before }) => file.links === null || file.links.includes(before)), stuck };
      };
    const engine = await ctx.engine();
    if (what.kind === "heading") {
      const own = await textOf(inFolder, what.path);
      const titles = (list: readonly { title: string }[]) => JSON.stringify(list.map(({ title }) => title));
      if (own === null || titles(namedHeadings(own)) !== titles(what.after)) return null;
      const { names } = await linkFolder(engine, inFolder, { also: [absolutePath(inFolder, what.path)] });
      const [before, after] = [new HeadingNames(what.before), new HeadingNames(what.after)];
      return only((text, path) => mendAfterHeading(text, path, { path: what.path, names, before, after }));
    }
    const { from, to } = what;
    const [old, now] = [absolutePath(inFolder, from), absolutePath(inFolder, to)];
    // If only the case changed, both names exist on a case-insensitive disk.
    const isDone = (await isThere(now)) && (!(await isThere(old)) || from.toLowerCase() === to.toLowerCase());
    if (!isDone) return null;
    let { names } = await linkFolder(engine, inFolder);
    if (names.find(to)?.path !== to) ({ names } = await linkFolder(engine, inFolder, { also: [now] }));
    const move = moveIn(names.moved(to, from), from, to);
    return only((text, path) => mendAfterMove(text, movedPath(path, to, from), move));
  }

  /** The number of links that still need updates, by file. */
  async function stillOpen(record: MendRecord, mender: Mender): Promise<{ path: FolderPath; links: number }[]> {
    const open: { path: FolderPath; links: number }[] = [];
    for (const { path } of record.files) {
      const text = await textOf(record.root, path);
      const links = text === null ? 0 : mender(text, path).mends.length;
      if (links > 0) open.push({ path, links });
    }
    return open;
  }

  async function recordOf(id: string): Promise<MendRecord> {
    const found = (await records.left(root())).find((one) => one.id === id);
    if (!found) throw new ToolError("not_found", told.links.nothingLeft);
    return found.record;
  }

  return {
    /** The unfinished renames of the open folder. Records without remaining links are removed. */
    async list(): Promise<UnfinishedMend[]> {
      const unfinished: UnfinishedMend[] = [];
      for (const { id, record } of await records.left(root())) {
        await handOverAll(record.root);
        const mender = await menderOf(record);
        const open = mender ? await stillOpen(record, mender) : [];
        if (open.length === 0) {
          await records.done(id);
          continue;
        }
        const { what } = record;
        unfinished.push({
          id,
          name: what.kind === "move" ? lastPart(what.to) : what.title,
          before: what.kind === "move" ? lastPart(what.from) : null,
          links: open.reduce((sum, { links }) => sum + links, 0),
          fileCount: open.length,
        });
      }
      return unfinished;
    },
    /** Updates the remaining links. */
    async finish(id: string): Promise<LinkReport> {
      const record = await recordOf(id);
      await handOverAll(record.root);
      const mender = await menderOf(record);
      const open = mender ? await stillOpen(record, mender) : [];
      const { written, failed } = await edits.write(
        record.root,
        open.map(({ path }) => path),
        {
          reason: told.links.finished,
          edit: (current, path) => {
            const mends = mender?.(current.text, path).mends ?? [];
            return { changes: mends, count: mends.length };
          },
        },
      );
      // The record stays if a file could not be written, so that it can be retried.
      if (failed.length === 0) await records.done(id);
      const links = written.reduce((sum, { count }) => sum + count, 0);
      return { links, fileCount: written.length, failed, undo: null };
    },
    leave: (id: string) => records.done(id),
  };
}
