import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import type { FileStore } from "../../ports/file-store";
import { ToolError } from "../../ports/tool-error";

export type Guard = {
  /** Absolute folders or single files that the caller may access; links in them are followed. */
  roots: readonly string[];
  /** Folders that no caller may access, whatever its roots: Galley's own data. */
  forbidden?: readonly string[];
};

/**
 * A store that rejects every path whose real path is outside `roots` (`outside_workspace`). A path that does not exist yet is judged by its
 * nearest existing folder. Only the checked real path is passed to the store, which does not follow links in it.
 */
export function guarded(store: FileStore, { roots, forbidden = [] }: Guard): FileStore {
  const check = async (path: string): Promise<string> => {
    const realPath = await store.realPath(path);
    const realRoots = await Promise.all(roots.map((root) => store.realPath(root)));
    if (!realRoots.some((root) => isWithin(realPath, root))) {
      const where = realPath === path ? path : `${path} (really ${realPath})`;
      const allowed =
        roots.length === 0 ? "no folder is open to this caller" : `open to this caller: ${roots.join(", ")}`;
      throw new ToolError("outside_workspace", `${where} is outside the workspace; ${allowed}`, {
        hint: "Name a file inside one of these, or start Galley with another --root",
      });
    }
    for (const folder of forbidden) {
      if (isWithin(realPath, await store.realPath(folder))) {
        throw new ToolError("outside_workspace", `${path} belongs to Galley's own data, which no tool may touch`);
      }
    }
    return realPath;
  };
  return {
    read: async (path, options) => store.read(await check(path), { ...options, links: "refuse" }),
    update: async (path, edit, options) => store.update(await check(path), edit, { ...options, links: "refuse" }),
    list: async (folder) => store.list(await check(folder)),
    makeFolder: async (path) => store.makeFolder(await check(path)),
    // A link is moved itself; both its own location and its target must be inside.
    async move(from, to) {
      await check(from);
      await check(to);
      const source = join(await check(dirname(from)), basename(from));
      return store.move(source, join(await check(dirname(to)), basename(to)));
    },
    async remove(path, allow) {
      const realPath = join(await check(dirname(path)), basename(path));
      await check(realPath);
      return store.remove(realPath, allow);
    },
    async entry(path) {
      // A link may lead outside; its name is not a secret in its own folder.
      const folder = await check(dirname(path)).catch(() => null);
      return store.entry(folder === null ? await check(path) : join(folder, basename(path)));
    },
    realPath: check,
  };
}

/** Whether a real path is a root or inside it. Both must be without links, in the system's own spelling. */
export function isWithin(realPath: string, root: string): boolean {
  const relativePath = relative(root, realPath);
  return (
    relativePath === "" || (relativePath !== ".." && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath))
  );
}
