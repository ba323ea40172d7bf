import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { ToolError } from "../../ports/tool-error";
import type { ContentLibrary, ReplaceOptions } from "../entries/content-library";
import { limits } from "../entries/document-limits";
import type { LibraryDocument } from "../entries/entry";
import { folded } from "../entries/folded";
import { readDocument } from "./read-document";
import { tooLarge } from "./read-text";

/** The result of adding a file. */
export type AddFileResult = {
  document: LibraryDocument;
  /** The document with the same key that was replaced; null if there was none. */
  before: LibraryDocument | null;
};

/** Adds the pack or rulebook in a file, under `key` if given. It is added completely or not at all; an invalid file is rejected with the reason, and so is one without entries that replaces a document, unless `mayEmpty`. */
export async function addFile(
  library: ContentLibrary,
  path: string,
  { key, mayEmpty = false, ...options }: ReplaceOptions & { key?: string | undefined; mayEmpty?: boolean } = {},
): Promise<AddFileResult> {
  const file = basename(path);
  const bytes = await readFileBytes(path, file);
  const content = readDocument(bytes, { file, key });
  const wanted = folded(content.document);
  const before = library.documents().find(({ document }) => folded(document) === wanted) ?? null;
  if (before !== null && before.entryCount > 0 && content.entries.length === 0 && !mayEmpty)
    throw new ToolError(
      "conflict",
      `${file} has no entries, and would empty ${before.document} (${before.entryCount} entries); nothing was changed`,
      { hint: `galley library remove ${before.document} removes the document; with --empty the file replaces it.` },
    );
  return { document: await library.replace(content, options), before };
}

async function readFileBytes(path: string, file: string): Promise<Uint8Array> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new ToolError("unsupported", `${file} is a folder; add its files one by one`);
    // Other kinds, such as pipes, have no known end.
    if (!found.isFile()) throw new ToolError("unsupported", `${file} is not a file`);
    if (found.size > limits.file) throw tooLarge(file, found.size);
    return await readFile(path);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw new ToolError("not_found", `${path} does not exist`);
    throw new ToolError("failed", `${path} cannot be read: ${message}`, { cause: error });
  }
}
