import { realpathSync } from "node:fs";
import { readlink, realpath } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { ToolError } from "../../engine/ports/tool-error";
import { explain, isWithin } from "../../engine/storage";
import { t } from "./messages";

/**
 * The folders and files that the user has opened, by real path. The renderer can name any path in a request; only paths
 * inside these are served.
 */
export type Grants = {
  add(path: string): Promise<void>;
  /** Throws `outside_workspace` if the path is not granted. */
  check(path: string): Promise<void>;
  allows(path: string): Promise<boolean>;
  /** Throws `outside_workspace` for a path inside Galley's data folder, or a folder that contains it. */
  checkNotOwn(path: string): Promise<void>;
};

/** Nothing is granted at first. `own` is Galley's data folder, which is never granted, even inside a granted folder. */
export function createGrants(own: string): Grants {
  const granted = new Set<string>();
  const grants: Grants = {
    async add(path) {
      granted.add(await realPathOf(path));
    },
    async allows(path) {
      const real = await realPathOf(path);
      return [...granted].some((root) => isWithin(real, root)) && !isWithin(real, await realPathOf(own));
    },
    async checkNotOwn(path) {
      const real = await realPathOf(path);
      const ownPath = await realPathOf(own);
      if (!isWithin(real, ownPath) && !isWithin(ownPath, real)) return;
      throw ownData(path);
    },
    async check(path) {
      if (await grants.allows(path)) return;
      if (isWithin(await realPathOf(path), await realPathOf(own))) throw ownData(path);
      throw new ToolError("outside_workspace", t.notOpened(path), {
        hint: t.notOpenedHint,
      });
    },
  };
  return grants;
}

const ownData = (path: string): ToolError => new ToolError("outside_workspace", t.ownData(path));

/** The same limit as Linux. */
const MAX_LINKS = 40;

/**
 * The real path of `path`, or the one that it would have if it were created: the nearest existing folder is resolved. A
 * dangling link resolves to its target, since a write would create that.
 */
export function realPathOf(path: string): Promise<string> {
  return follow(path, { linksLeft: MAX_LINKS });
}

async function follow(path: string, budget: { linksLeft: number }): Promise<string> {
  let rest = "";
  // A `..` after a missing folder would stay in the result and could lead out of it.
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      return (await realpath(at)) + rest;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== "ENOENT" && code !== "ENOTDIR") || dirname(at) === at) throw error;
      const parent = dirname(at);
      const target = await readlink(at).catch(() => null);
      if (target !== null) {
        // With a missing folder in it (`gone/../a`), a link can lead back to itself without the system reporting a
        // loop.
        if (budget.linksLeft-- <= 0) throw explain({ code: "ELOOP" }, { path, operation: "open" });
        return (await follow(resolve(await follow(parent, budget), target), budget)) + rest;
      }
      rest = at.slice(parent.endsWith(sep) ? parent.length - 1 : parent.length) + rest;
    }
  }
}

/** The real path, or the path itself if nothing exists there. */
export function realPathSync(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
