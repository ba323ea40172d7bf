import { lstat } from "node:fs/promises";
import { type FolderPath, lastPart, movedPath } from "../../../core/links/folder-names";
import { HeadingNames, namedHeadings } from "../../../core/links/heading-fragments";
import {
  type LinkUpdates,
  moveIn,
  updateLinksAfterHeading,
  updateLinksAfterMove,
} from "../../../core/links/update-links";
import type { LinkReport, UnfinishedLinkUpdate } from "../../../shared/links";
import { ToolError } from "../../engine/ports/tool-error";
import { absolutePath, linkFolder } from "../core/folder-paths";
import { digestOf, type LinkUpdateRecord, type LinkUpdateRecords } from "../core/link-update-records";
import { t } from "../core/messages";
import type { AppContext, MultiFileEdits } from "../documents";

type UnfinishedUpdateDeps = {
  root(): string;
  records: LinkUpdateRecords;
  edits: MultiFileEdits;
  /** Saves unsaved edits inside the folder, so that the files contain them. */
  handOverAll(root: string): Promise<void>;
};

type LinkUpdater = (text: string, path: FolderPath) => LinkUpdates;

/** Renames whose link updates were interrupted: lists them, and finishes or dismisses each. */
export function createUnfinishedUpdates(ctx: AppContext, { root, records, edits, handOverAll }: UnfinishedUpdateDeps) {
  const isThere = (path: string) => lstat(path).then(Boolean, () => false);
  const textOf = async (inFolder: string, path: FolderPath): Promise<string | null> => {
    const { documents } = await ctx.engine();
    const read = documents.read(absolutePath(inFolder, path), [inFolder], "person");
    return read.then(({ text }) => text).catch(() => null);
  };

  /** Computes the updates of a file for the folder as it is now; null if the rename did not happen or was reverted. */
  async function updaterOf({ root: inFolder, what, files }: LinkUpdateRecord): Promise<LinkUpdater | null> {
    const planned = new Map(files.map((file) => [file.path, file]));
    const only =
      (updateLinks: LinkUpdater): LinkUpdater =>
      (text, path) => {
        const file = planned.get(path);
        if (!file || file.wanted === digestOf(text)) return { updates: [], stuck: [] };
        const { updates, stuck } = updateLinks(text, path);
        return { updates: updates.filter(({ before }) => file.links === null || file.links.includes(before)), stuck };
      };
    const engine = await ctx.engine();
    if (what.kind === "heading") {
      const own = await textOf(inFolder, what.path);
      const titles = (list: readonly { title: string }[]) => JSON.stringify(list.map(({ title }) => title));
      if (own === null || titles(namedHeadings(own)) !== titles(what.after)) return null;
      const { names } = await linkFolder(engine, inFolder, { also: [absolutePath(inFolder, what.path)] });
      const [before, after] = [new HeadingNames(what.before), new HeadingNames(what.after)];
      return only((text, path) => updateLinksAfterHeading(text, path, { path: what.path, names, before, after }));
    }
    const { from, to } = what;
    const [old, now] = [absolutePath(inFolder, from), absolutePath(inFolder, to)];
    // If only the case changed, both names exist on a case-insensitive disk.
    const isDone = (await isThere(now)) && (!(await isThere(old)) || from.toLowerCase() === to.toLowerCase());
    if (!isDone) return null;
    let { names } = await linkFolder(engine, inFolder);
    if (names.find(to)?.path !== to) ({ names } = await linkFolder(engine, inFolder, { also: [now] }));
    const move = moveIn(names.moved(to, from), from, to);
    return only((text, path) => updateLinksAfterMove(text, movedPath(path, to, from), move));
  }

  /** The number of links that still need updates, by file. */
  async function stillOpen(
    record: LinkUpdateRecord,
    updateLinks: LinkUpdater,
  ): Promise<{ path: FolderPath; links: number }[]> {
    const open: { path: FolderPath; links: number }[] = [];
    for (const { path } of record.files) {
      const text = await textOf(record.root, path);
      const links = text === null ? 0 : updateLinks(text, path).updates.length;
      if (links > 0) open.push({ path, links });
    }
    return open;
  }

  async function recordOf(id: string): Promise<LinkUpdateRecord> {
    const found = (await records.unfinished(root())).find((one) => one.id === id);
    if (!found) throw new ToolError("not_found", t.links.nothingLeft);
    return found.record;
  }

  return {
    /** The unfinished renames of the open folder. Records without remaining links are removed. */
    async list(): Promise<UnfinishedLinkUpdate[]> {
      const unfinished: UnfinishedLinkUpdate[] = [];
      for (const { id, record } of await records.unfinished(root())) {
        await handOverAll(record.root);
        const updateLinks = await updaterOf(record);
        const open = updateLinks ? await stillOpen(record, updateLinks) : [];
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
      const updateLinks = await updaterOf(record);
      const open = updateLinks ? await stillOpen(record, updateLinks) : [];
      const { written, failed } = await edits.write(
        record.root,
        open.map(({ path }) => path),
        {
          reason: t.links.finished,
          edit: (current, path) => {
            const mends = updateLinks?.(current.text, path).updates ?? [];
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
