import { realpath } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { ToolError } from "../engine/tool-error";

/**
 * What the person has opened: folders and single files, by real path. The page can name any path in a request; only
 * what lies inside these is answered.
 */
export type Grants = {
  add(path: string): Promise<void>;
  /** Refuses with `outside_workspace`. */
  check(path: string): Promise<void>;
  allows(path: string): Promise<boolean>;
};

/** Starts with nothing granted. */
export function createGrants(): Grants {
  const granted = new Set<string>();
  const grants: Grants = {
    async add(path) {
      granted.add(await realPathOf(path));
    },
    async allows(path) {
      const real = await realPathOf(path);
      return [...granted].some((root) => isInside(root, real));
    },
    async check(path) {
      if (await grants.allows(path)) return;
      throw new ToolError("outside_workspace", `${path} is in no folder that you have opened.`, {
        hint: "Open it, or its folder, with File → Open.",
      });
    },
  };
  return grants;
}

/** Whether `path` is `root` or inside it. Both are real paths. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The real path that `path` has, or would have once made: its nearest existing folder resolved. */
export async function realPathOf(path: string): Promise<string> {
  let rest = "";
  // A `..` after a folder that is not there would stay in the answer, and lead out of it.
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      return (await realpath(at)) + rest;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== "ENOENT" && code !== "ENOTDIR") || dirname(at) === at) throw error;
      const parent = dirname(at);
      rest = at.slice(parent.endsWith(sep) ? parent.length - 1 : parent.length) + rest;
    }
  }
}
