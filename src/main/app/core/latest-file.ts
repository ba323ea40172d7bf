import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { explain, makeFolders } from "../../engine/storage";

/** A small file that always ends up with the newest requested text. */
export type LatestFile = {
  /** Null removes the file. Resolves once this text, or a newer one, is safe on disk. */
  set(text: string | null): Promise<void>;
  /** Resolves when no write is in progress, whether the last one succeeded or not. */
  idle(): Promise<void>;
};

/**
 * Writes `path` through a temporary file, fsync and rename, one write at a time. A text that is superseded while it
 * waits is never written, so frequent calls cost no more than the disk can take.
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
    async idle() {
      while (running) await running.catch(() => undefined);
    },
  };
}

/** Replaces one of our files so that a crash leaves either the old or the new text. Readable by this user only. */
async function replace(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
    // Node reports ENOENT for a folder on a read-only disk; `makeFolders` reports the real error.
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
    throw explain(error, { path, operation: "save" });
  }
  await syncFolder(folder);
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and some network drives cannot sync them; the rename has happened anyway.
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
