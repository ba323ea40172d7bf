import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { explain, makeFolders, replaceWholeFile, syncFolder } from "../../engine/storage";

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

/** Replaces one of our files. Readable by this user only. */
async function replace(path: string, text: string): Promise<void> {
  try {
    // Node reports ENOENT for a folder on a read-only disk; `makeFolders` reports the real error.
    makeFolders(dirname(path), 0o700);
    await replaceWholeFile(path, text, 0o600);
  } catch (error) {
    throw explain(error, { path, operation: "save" });
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}
