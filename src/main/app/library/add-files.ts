import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { AddedDocument } from "../../../shared/library";
import { type LibraryWork, limits } from "../../engine/library";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";

export type AddOptions = {
  signal: AbortSignal;
  /** Whether the user agreed that documents with the same keys are replaced. */
  mayReplace: boolean;
  /** Called for each file that was not added because it would replace a document. */
  onReplacing?(name: string, path: string): void;
  progress(name: string, done: number, of: number): void;
};

/** Adds files to the library one after the other; an error in one does not affect the others. */
export async function addFiles(
  work: LibraryWork,
  paths: readonly string[],
  { signal, progress, mayReplace, onReplacing }: AddOptions,
): Promise<AddedDocument[]> {
  const files: AddedDocument[] = [];
  for (const path of paths) {
    const name = basename(path);
    try {
      if (signal.aborted) throw new ToolError("failed", t.library.stopped(name));
      progress(name, 0, 0);
      const result = await work.add(
        await boundedFile(path, name),
        { file: name },
        { signal, mayReplace, progress: (done, of) => progress(name, done, of) },
      );
      if (result.status === "replaces") {
        const { document, title, entryCount } = result.before;
        const { isNowEmpty } = result;
        files.push({ name, added: null, replaces: { document, title, entryCount, isNowEmpty }, why: null });
        onReplacing?.(name, path);
        continue;
      }
      const { document, title, entryCount } = result.document;
      files.push({ name, added: { document, title, entryCount }, replaces: null, why: null });
    } catch (error) {
      const why =
        error instanceof ToolError
          ? { message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) }
          : { message: signal.aborted ? t.library.stopped(name) : t.failed((error as Error).message) };
      files.push({ name, added: null, replaces: null, why });
    }
  }
  return files;
}

async function boundedFile(path: string, name: string): Promise<Uint8Array> {
  // Opening a pipe without O_NONBLOCK would wait for a writer.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ToolError("not_found", t.library.unreadable(name, error.code ?? error.message));
    },
  );
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw new ToolError("unsupported", t.library.noFile(name));
    const MB = 1024 * 1024;
    if (info.size > limits.file)
      throw new ToolError("too_large", t.library.tooLarge(name, Math.ceil(info.size / MB), limits.file / MB));
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
