import { lstat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isSharedPath } from "../../../core/sharing/document-name";
import { isBinaryName, officeFormatOf } from "../../../core/text/format";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { realPathOf } from "../core/grants";
import { MAX_GUEST_FILES } from "../core/limits";
import { t } from "../core/messages";

/** Milliseconds for which a list of the files is used again. */
const FRESH_MS = 5000;
/** Files that are looked at together. */
const BATCH = 200;

/** What guests may see of a folder: the texts that its members share, and no other file. */
export type GuestFolder = {
  /** The folder's real path. */
  readonly root: string;
  /** The shared texts: relative paths with `/`. */
  files(): Promise<ReadonlySet<string>>;
  /** Whether a relative path with `/` is a shared text. */
  has(path: string): Promise<boolean>;
  /** The real path of a shared text. Throws `outside_workspace` for any other path, whether or not there is something. */
  check(path: string): Promise<string>;
  allows(path: string): Promise<boolean>;
  /** Whether a folder, by its absolute path, is the root or holds a shared text. */
  holds(path: string): Promise<boolean>;
  /** Forgets the list, because files were made, moved or deleted. */
  changed(): void;
};

/** `root` is a real path. */
export function createGuestFolder(root: string, engine: Engine): GuestFolder {
  const caller = { id: "guests", name: "guests", roots: [root] };
  let listed: { at: number; files: Promise<ReadonlySet<string>> } | null = null;

  async function list(): Promise<ReadonlySet<string>> {
    const { signal } = new AbortController();
    const keeps = (path: string) => !isBinaryName(path) && officeFormatOf(path) === null && !holdsSecrets(path);
    const { files } = await engine.listFiles({ caller, signal, most: MAX_GUEST_FILES, keeps });
    const shared = files.filter(isSharedPath);
    const isFile: boolean[] = [];
    // Links are left out: a guest reaches a file by its own name, or not at all.
    for (let at = 0; at < shared.length; at += BATCH)
      isFile.push(...(await Promise.all(shared.slice(at, at + BATCH).map((name) => isOwnFile(guestPath(root, name))))));
    return new Set(shared.filter((_, index) => isFile[index]));
  }

  function files(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (listed !== null && now - listed.at < FRESH_MS) return listed.files;
    listed = { at: now, files: list() };
    listed.files.catch(() => {
      listed = null;
    });
    return listed.files;
  }

  const nameOf = (realPath: string): string => relative(root, realPath).split(sep).join("/");

  async function find(path: string): Promise<string | null> {
    // The real path counts: a link in the folder may lead to a file that is not shared.
    const real = await realPathOf(path).catch(() => null);
    if (real === null || real === root || !isWithin(real, root)) return null;
    return (await folder.has(nameOf(real))) ? real : null;
  }

  const folder: GuestFolder = {
    root,
    files,
    has: async (path) => isSharedPath(path) && (await files()).has(path),
    allows: async (path) => (await find(path)) !== null,
    async check(path) {
      const real = await find(path);
      if (real === null) throw new ToolError("outside_workspace", t.guests.notShared);
      return real;
    },
    async holds(path) {
      const real = await realPathOf(path).catch(() => null);
      if (real === root) return true;
      if (real === null || !isWithin(real, root)) return false;
      const name = nameOf(real);
      if (!isSharedPath(name)) return false;
      const inside = `${name}/`;
      for (const file of await files()) if (file.startsWith(inside)) return true;
      return false;
    },
    changed() {
      listed = null;
    },
  };
  return folder;
}

const isOwnFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The absolute path of a shared text by its relative one. */
export const guestPath = (root: string, name: string): string => join(root, ...name.split("/"));
