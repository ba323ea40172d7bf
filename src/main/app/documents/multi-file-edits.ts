import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import type { FolderPath } from "../../../core/links/folder-names";
import { type Change, invertChanges } from "../../../core/text/change";
import type { EditedContent, TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { absolutePath } from "../core/folder-paths";
import { t } from "../core/messages";
import { type AppContext, noticeOf, you } from "./context";

/** A file that was edited: `back` are the changes from `version` to the previous text; `count` is defined by the caller. */
export type WrittenFile = { path: FolderPath; version: string; back: Change[]; count: number };

/** The result of editing many files; paths are relative to the folder. */
export type MultiFileResult = { written: WrittenFile[]; failed: { path: FolderPath; why: string }[] };

/** Computes the edit of one file from its text at the time of the write. */
export type FileEditor = (current: TextDocument, path: FolderPath) => FileEdit | Promise<FileEdit>;
export type FileEdit = { changes: Change[]; count: number };

export type MultiFileEdits = ReturnType<typeof createMultiFileEdits>;

/** Edits many files of a folder one after the other; an error is reported for its file and the others continue. */
export function createMultiFileEdits(ctx: AppContext) {
  /** `signal` stops between two files; `wrote` is called after each. */
  async function write(
    root: string,
    paths: Iterable<FolderPath>,
    { edit, reason, signal, wrote }: { edit: FileEditor; reason: string; signal?: AbortSignal; wrote?: () => void },
  ): Promise<MultiFileResult> {
    const { documents } = await ctx.engine();
    const written: WrittenFile[] = [];
    const failed: MultiFileResult["failed"] = [];
    for (const path of paths) {
      if (signal?.aborted) break;
      let count = 0;
      const decide = async (current: TextDocument | null): Promise<EditedContent> => {
        if (current === null) throw new ToolError("not_found", t.gone(path));
        const edited = await edit(current, path);
        count = edited.count;
        return { changes: edited.changes };
      };
      try {
        const result = await documents.change(absolutePath(root, path), [root], { by: you, reason, edit: decide });
        if (result.status !== "unchanged") {
          const back = invertChanges(result.before?.text ?? "", result.changes);
          written.push({ path, version: result.after.version, back, count });
        }
      } catch (error) {
        failed.push({ path, why: noticeOf(ctx, error).message });
      }
      wrote?.();
    }
    return { written, failed };
  }

  /**
   * Restores the previous texts, merged with later edits; a file with conflicts is reported as failed. `now` maps a
   * path to the file's current path.
   */
  async function back(
    root: string,
    written: readonly WrittenFile[],
    {
      reason,
      now = (path) => path,
      wrote,
    }: {
      reason: string;
      now?: (path: FolderPath) => FolderPath;
      wrote?: () => void;
    },
  ): Promise<MultiFileResult> {
    const byPath = new Map(written.map((one) => [now(one.path), one]));
    const { documents } = await ctx.engine();
    return write(root, byPath.keys(), {
      reason,
      ...(wrote ? { wrote } : {}),
      async edit(current, path) {
        const one = byPath.get(path);
        if (!one) return { changes: [], count: 0 };
        if (current.version === one.version) return { changes: one.back, count: one.count };
        const base = await documents.textOf(one.version);
        if (base === null) throw new ToolError("stale", t.links.changedSince);
        const merged = mergeChanges({ base, mine: one.back, theirs: difference(base, current.text) });
        if (merged.conflicts.length > 0) throw new ToolError("stale", t.links.changedSince);
        return { changes: merged.theirsToMerged, count: one.count };
      },
    });
  }

  return { write, back };
}
