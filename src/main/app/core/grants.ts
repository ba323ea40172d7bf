import { realpathSync } from "node:fs";
import { readlink, realpath } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { ToolError } from "../../engine/ports/tool-error";
import { explain } from "../../engine/storage";
import { told } from "./messages";

/**
 * What the person has opened: folders and single files, by real path. The page can name any path in a request; only
 * what lies inside these is answered.
 */
export type Grants = {
  add(path: string): Promise<void>;
  /** Refuses with `outside_workspace`. */
  check(path: string): Promise<void>;
  allows(path: string): Promise<boolean>;
  /** Refuses with `outside_workspace` what lies in Galley's own data, and the folders that it lies in. */
  checkNotOwn(path: string): Promise<void>;
};

/** Starts with nothing granted. `own` is Galley's data folder, which is never granted, wherever it lies. */
export function createGrants(own: string): Grants {
  const granted = new Set<string>();
  const grants: Grants = {
    async add(path) {
      granted.add(await realPathOf(path));
    },
    async allows(path) {
      const real = await realPathOf(path);
      return [...granted].some((root) => isInside(root, real)) && !isInside(await realPathOf(own), real);
    },
    async checkNotOwn(path) {
      const real = await realPathOf(path);
      const ownPath = await realPathOf(own);
      if (!isInside(ownPath, real) && !isInside(real, ownPath)) return;
      throw ownData(path);
    },
    async check(path) {
      if (await grants.allows(path)) return;
      if (isInside(await realPathOf(own), await realPathOf(path))) throw ownData(path);
      throw new ToolError("outside_workspace", told.notOpened(path), {
        hint: told.notOpenedHint,
      });
    },
  };
  return grants;
}

const ownData = (path: string): ToolError => new ToolError("outside_workspace", told.ownData(path));

/** Whether `path` is `root` or inside it. Both are real paths. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** As many links as Linux follows. */
const MOST_LINKS = 40;

/**
 * The real path that `path` has, or would have once made: its nearest existing folder resolved. A link that leads to what is not there yet
 * counts as what it leads to: whoever writes there would make that.
 */
export function realPathOf(path: string): Promise<string> {
  return follow(path, { linksLeft: MOST_LINKS });
}

async function follow(path: string, asked: { linksLeft: number }): Promise<string> {
  let rest = "";
  // A `..` after a folder that is not there would stay in the answer, and lead out of it.
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      return (await realpath(at)) + rest;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== "ENOENT" && code !== "ENOTDIR") || dirname(at) === at) throw error;
      const parent = dirname(at);
      const target = await readlink(at).catch(() => null);
      if (target !== null) {
        // Over a folder that is not there (`gone/../a`) a link leads back to itself, of which the system knows nothing.
        if (asked.linksLeft-- <= 0) throw explain({ code: "ELOOP" }, { path, doing: "open" });
        return (await follow(resolve(await follow(parent, asked), target), asked)) + rest;
      }
      rest = at.slice(parent.endsWith(sep) ? parent.length - 1 : parent.length) + rest;
    }
  }
}

/** The real path, or the path itself where nothing is there. */
export function realPathSync(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
