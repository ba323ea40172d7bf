import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { serialQueue } from "../../../core/async/serial-queue";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import { MAX_UNDO_STEPS } from "../../../shared/limits";
import type { UndoStepsOf } from "../../../shared/undo-steps";
import { fileNameFor } from "../../engine/storage";

/** For how many documents steps are stored: those that were edited last. */
const MAX_DOCUMENTS = 50;

/** The undo steps of documents as the editor wrote them, each with the version of the text that they lead from. */
export type UndoSteps = {
  /** Replaces the stored steps of a file; those of files of secrets are never stored. Errors are ignored: an undo is lost, no text. */
  keep(path: string, kept: UndoStepsOf): Promise<void>;
  /** The stored steps of a file if its text still has their version; null otherwise. */
  find(path: string, version: string): Promise<string | null>;
};

const stored = z.strictObject({ version: z.string().max(128), steps: z.string().max(MAX_UNDO_STEPS) });

/** Stores one file per document in `folder`. */
export function createUndoSteps(folder: string): UndoSteps {
  const fileOf = (path: string) => join(folder, `${fileNameFor(path)}.json`);
  const enqueue = serialQueue();

  async function write(path: string, kept: UndoStepsOf): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = fileOf(path);
    await writeFile(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
    await rename(`${file}.new`, file);
    await removeOldest();
  }

  async function removeOldest(): Promise<void> {
    const names = await readdir(folder);
    if (names.length <= MAX_DOCUMENTS) return;
    const files = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
    );
    for (const { name } of files.sort((a, b) => b.at - a.at).slice(MAX_DOCUMENTS))
      await rm(join(folder, name), { force: true });
  }

  return {
    keep(path, kept) {
      if (holdsSecrets(path)) return enqueue.idle();
      return enqueue(() => write(path, kept)).catch(() => undefined);
    },
    async find(path, version) {
      await enqueue.idle();
      try {
        const found = stored.parse(JSON.parse(await readFile(fileOf(path), "utf8")));
        return found.version === version ? found.steps : null;
      } catch {
        return null;
      }
    },
  };
}
