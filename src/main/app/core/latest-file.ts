import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { explain, makeFolders } from "../../engine/storage";

/** One small file that follows the newest text asked for. */
export type LatestFile = {
  /** Null removes the file. Resolves once this text, or a newer one, is safe on the disk. */
  set(text: string | null): Promise<void>;
  /** Resolves when nothing is being written any more, whether that went well or not. */
  settled(): Promise<void>;
};

/**
 * Writes `path` by temporary file, fsync and rename, one write at a time. A text that is overtaken while it waits is
 * never written, so a fast writer costs no more than the disk can take.
 */
export function latestFile(path: string): LatestFile {
  let waiting: { text: string | null } | null = null;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      while (waiting) {
        const { text }: { text: string | null } = waiting;
        waiting = null;
        try {
          await (text === null ? remove(path) : replace(path, text));
        } catch (error) {
          if (!waiting) throw error;
        }
      }
    } finally {
      running = null;
    }
  }

  return {
    set(text) {
      waiting = { text };
      running ??= run();
      return running;
    },
    async settled() {
      while (running) await running.catch(() => undefined);
    },
  };
}

/** Replaces a file of ours so that a crash leaves the old text or the new one. Readable for this user only. */
async function replace(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
    // Node's own says of a disk that can only be read that the folder does not exist.
    makeFolders(folder, 0o700);
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(text, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw explain(error, { path, doing: "save" });
  }
  await syncFolder(folder);
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and some network drives cannot sync one: the rename itself has happened.
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
