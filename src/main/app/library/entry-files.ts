import { open } from "node:fs/promises";
import { formatOf } from "../../../core/text/format";

/** Milliseconds after which views are notified of changed files. */
const TOUCHED_AFTER_MS = 300;

/** Front matter that is longer is not read. In bytes. */
const HEAD = 256 * 1024;

/**
 * Knows which files may be entries in the folders whose entries were shown. `touched` is called when one of them is written or deleted, and `changed` a
 * moment later: to look through the folder takes a while.
 */
export function createEntryFiles({ touched, changed }: { touched(): void; changed(): void }) {
  const shown = new Map<string, readonly string[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** A folder's entries are shown; these absolute paths may be entries. */
    show: (folder: string, files: readonly string[]) => void shown.set(folder, files),
    /** A file was written or deleted. */
    async touch(folder: string | null, realPath: string): Promise<void> {
      const known = folder === null ? undefined : shown.get(folder);
      if (folder === null || known === undefined || formatOf(realPath) !== "markdown") return;
      const isKnown = known.some((path) => realPath.endsWith(path.slice(folder.length)));
      if (!isKnown && !(await mayBeEntry(realPath))) return;
      touched();
      clearTimeout(timer);
      timer = setTimeout(changed, TOUCHED_AFTER_MS);
    },
  };
}

/** Whether the first bytes of a file have a line with a `kind`. False for one that cannot be read, or no longer exists. */
async function mayBeEntry(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    // In UTF-16, every other byte of these letters is 0.
    return /^kind[ \t]*:/m.test(buffer.toString("latin1", 0, bytesRead).replaceAll("\0", ""));
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
