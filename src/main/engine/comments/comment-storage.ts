import { basename } from "node:path";
import { printableName } from "../../../core/text/printable-name";
import type { FileStore } from "../ports/file-store";
import { MAX_COMMENT_BYTES } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import { type CommentFile, readCommentFile, writeCommentFile } from "./comment-file";
import type { CommentFileLocation, CommentFileLocations } from "./comment-file-locations";

/** A file of comments as it was read; `version` is that of the file. */
export type LoadedFile = { place: CommentFileLocation; version: string; content: CommentFile };

/** The files that are kept in memory, parsed. */
const MAX_PARSED = 100;
const options = { limit: MAX_COMMENT_BYTES, links: "refuse" } as const;

export type CommentStorage = ReturnType<typeof createCommentStorage>;

/** Reads and writes the files of comments. */
export function createCommentStorage(store: FileStore, places: CommentFileLocations) {
  const parsed = new Map<string, LoadedFile>();

  async function load(realPath: string): Promise<LoadedFile | null> {
    const place = await places.existing(realPath);
    const stored = place && (await store.read(place.file, options));
    if (!place || !stored) return null;
    const known = parsed.get(realPath);
    if (known?.version === stored.version && known.place.file === place.file) return known;
    const loaded = { place, version: stored.version, content: contentOf(stored.bytes, basename(realPath)) };
    parsed.delete(realPath);
    parsed.set(realPath, loaded);
    if (parsed.size > MAX_PARSED) parsed.delete(parsed.keys().next().value as string);
    return loaded;
  }

  /** Changes a file of comments under its lock, which other processes share. */
  async function save(
    realPath: string,
    place: CommentFileLocation,
    edit: (content: CommentFile) => CommentFile,
  ): Promise<void> {
    const name = basename(realPath);
    await store.update(
      place.file,
      (current) => {
        const before = current === null ? { threads: {}, locks: {} } : contentOf(current.bytes, name);
        const bytes = Buffer.from(writeCommentFile({ ...edit(before), path: place.isOurs ? realPath : undefined }));
        if (bytes.length > MAX_COMMENT_BYTES)
          throw new ToolError("too_large", `${printableName(name)} has too many comments`);
        return bytes;
      },
      options,
    );
  }

  /** What a file holds, wherever it is; null if it is gone. */
  async function read(file: string): Promise<CommentFile | null> {
    const stored = await store.read(file, { limit: MAX_COMMENT_BYTES });
    return stored === null ? null : contentOf(stored.bytes, basename(file));
  }

  return { load, save, read, remove: (file: string) => store.remove(file, async () => {}) };
}

const contentOf = (bytes: Uint8Array, name: string): CommentFile =>
  readCommentFile(Buffer.from(bytes).toString("utf8"), printableName(name));
