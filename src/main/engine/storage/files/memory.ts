import { posix } from "node:path";
import { keyedQueue } from "../../../../core/async/serial-queue";
import type { FileStore, FolderEntry, StoredFile, WriteResult } from "../../ports/file-store";
import { ToolError } from "../../ports/tool-error";
import { explain } from "./disk-errors";
import { defaultLimit, tooLarge } from "./read-bytes";
import { versionOf } from "./version";

/** A file store in memory, for tests. `files` maps absolute POSIX paths to texts or bytes; their folders exist implicitly. */
export function createMemory(files: Record<string, string | Uint8Array> = {}): FileStore {
  const stored = new Map<string, Uint8Array>();
  const folders = new Set<string>(["/"]);
  const enqueue = keyedQueue();

  const realPathOf = (path: string): string => {
    if (!posix.isAbsolute(path)) throw new RangeError(`not an absolute path: ${path}`);
    if (path.includes("\0")) throw new ToolError("bad_arguments", "a path cannot contain a NUL character");
    const real = posix.resolve(path);
    for (let at = posix.dirname(real); at !== "/"; at = posix.dirname(at)) {
      if (stored.has(at)) throw explain({ code: "ENOTDIR" }, { path, operation: "open" });
    }
    return real;
  };
  const makeFolders = (folder: string): void => {
    for (let at = folder; !folders.has(at); at = posix.dirname(at)) folders.add(at);
  };
  const put = (path: string, bytes: Uint8Array): void => {
    makeFolders(posix.dirname(path));
    stored.set(path, Uint8Array.from(bytes));
  };
  const get = (path: string, limit: number): StoredFile | null => {
    if (folders.has(path)) throw explain({ code: "EISDIR" }, { path, operation: "read" });
    const bytes = stored.get(path);
    if (!bytes) return null;
    if (bytes.length > limit) throw tooLarge(path, bytes.length, limit);
    return { realPath: path, bytes: Buffer.from(bytes), version: versionOf(bytes), writable: true };
  };

  for (const [path, content] of Object.entries(files)) {
    put(realPathOf(path), typeof content === "string" ? Buffer.from(content) : content);
  }

  return {
    read: async (path, { limit = defaultLimit } = {}) => get(realPathOf(path), limit),

    async update(path, edit, { limit = defaultLimit, landed } = {}) {
      const realPath = realPathOf(path);
      return enqueue(realPath, async () => {
        const before = get(realPath, limit);
        const bytes = await edit(before);
        if (bytes === null || (before && Buffer.from(bytes).equals(before.bytes))) {
          return { status: "unchanged", realPath, version: before?.version ?? "", before, notes: [] };
        }
        if (bytes.length > limit) throw tooLarge(realPath, bytes.length, limit);
        put(realPath, bytes);
        const done: WriteResult = { status: "written", realPath, version: versionOf(bytes), before, notes: [] };
        await landed?.(done);
        return done;
      });
    },

    async list(folder) {
      const real = realPathOf(folder);
      if (stored.has(real)) throw explain({ code: "ENOTDIR" }, { path: folder, operation: "list" });
      if (!folders.has(real)) throw explain({ code: "ENOENT" }, { path: folder, operation: "list" });
      const inside = (path: string) => path !== "/" && posix.dirname(path) === real;
      const entries: FolderEntry[] = [];
      for (const path of folders) if (inside(path)) entries.push({ name: posix.basename(path), kind: "folder" });
      for (const path of stored.keys()) if (inside(path)) entries.push({ name: posix.basename(path), kind: "file" });
      return entries;
    },

    async makeFolder(path) {
      const real = realPathOf(path);
      if (stored.has(real)) throw explain({ code: "EEXIST" }, { path, operation: "make" });
      makeFolders(real);
    },

    async move(from, to) {
      const source = realPathOf(from);
      const target = realPathOf(to);
      if (!stored.has(source) && !folders.has(source))
        throw explain({ code: "ENOENT" }, { path: from, operation: "move" });
      if (!folders.has(posix.dirname(target))) throw explain({ code: "ENOENT" }, { path: to, operation: "move" });
      if (stored.has(target) || folders.has(target)) throw explain({ code: "EEXIST" }, { path: to, operation: "move" });
      const renamed = (path: string) =>
        path === source || path.startsWith(`${source}/`) ? target + path.slice(source.length) : null;
      for (const [path, bytes] of [...stored]) {
        const now = renamed(path);
        if (now !== null && stored.delete(path)) stored.set(now, bytes);
      }
      for (const path of [...folders]) {
        const now = renamed(path);
        if (now !== null && folders.delete(path)) folders.add(now);
      }
    },

    async remove(path, allow) {
      const realPath = realPathOf(path);
      await enqueue(realPath, async () => {
        if (folders.has(realPath)) {
          const isInside = (each: string) => each.startsWith(`${realPath}/`);
          if ([...folders, ...stored.keys()].some(isInside))
            throw explain({ code: "ENOTEMPTY" }, { path, operation: "delete" });
          folders.delete(realPath);
          return;
        }
        const current = get(realPath, defaultLimit);
        if (current === null) throw explain({ code: "ENOENT" }, { path, operation: "delete" });
        await allow(current);
        stored.delete(realPath);
      });
    },

    async entry(path) {
      const realPath = realPathOf(path);
      if (folders.has(realPath)) return { kind: "folder", bytes: 0, modified: 0 };
      const bytes = stored.get(realPath);
      return bytes === undefined ? null : { kind: "file", bytes: bytes.length, modified: 0 };
    },

    realPath: async (path) => realPathOf(path),
  };
}
