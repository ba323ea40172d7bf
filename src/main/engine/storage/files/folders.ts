import { chmod, lstat } from "node:fs/promises";
import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import { ToolError } from "../../ports/tool-error";
import { makeFolders } from "./make-folders";

type Env = Readonly<Record<string, string | undefined>>;

const pathsOf = (platform: NodeJS.Platform) => (platform === "win32" ? win32 : posix);

/**
 * The folder for history, journal and settings: `GALLEY_DATA`, else the system's folder for application data. Absolute. By the XDG rules a
 * variable with a relative path counts as unset.
 */
export function dataFolder(env: Env = process.env, platform = process.platform, home = homedir()): string {
  const { join, resolve, isAbsolute } = pathsOf(platform);
  if (env["GALLEY_DATA"]) return resolve(env["GALLEY_DATA"]);
  if (platform === "darwin") return join(home, "Library", "Application Support", "Galley");
  if (platform === "win32") return join(env["APPDATA"] || join(home, "AppData", "Roaming"), "Galley");
  const shared = env["XDG_DATA_HOME"];
  return join(shared && isAbsolute(shared) ? shared : join(home, ".local", "share"), "galley");
}

/** Not from `os.userInfo()`, which throws for a user without a name, as in a container or a user namespace. */
export const ownNumber = (): number => process.getuid?.() ?? 0;

/**
 * Makes `folder` for this user alone (0700), with the folders above it. Rejects a link, a file, or another user's folder: in a shared
 * temporary folder anyone could have put it there. Windows has its own access rules.
 */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  const reject = (what: string): never => {
    throw new ToolError("denied", `${folder} ${what}, so Galley does not use it.`, {
      hint: "Remove it, or change its owner and permissions so that only you can use it.",
    });
  };
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") reject("is not a folder");
    throw error;
  }
  const found = await lstat(folder);
  if (found.isSymbolicLink()) reject("is a link");
  if (process.platform === "win32") return;
  const user = ownNumber();
  if (found.uid !== user) reject(`belongs to user ${found.uid}, not to you (${user})`);
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/** Whether this is a folder, not a link, that belongs to this user and that no one else may enter. */
export const isPrivateFolder = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isDirectory()) return false;
  return process.platform === "win32" || (found.uid === ownNumber() && (found.mode & 0o077) === 0);
};
