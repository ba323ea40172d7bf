import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { dataFolder, ownNumber } from "./folders";
import { makeFolders } from "./make-folders";

/**
 * Programs that start agents' servers hand on HOME and PATH and little else: such a server never hears of XDG_DATA_HOME. So an app that
 * keeps its data where that variable says leaves a pointer in the folder that is used without it, and a process without it goes there.
 */

type Env = Readonly<Record<string, string | undefined>>;

const pointerIn = (folder: string): string => join(folder, "data-folder");

/** What the environment says nothing about. On Windows APPDATA is handed on; on macOS nothing counts but HOME. */
export const bareDataFolder = (env: Env = process.env, home = homedir()): string =>
  dataFolder({ APPDATA: env["APPDATA"] }, process.platform, home);

/** For an app that was not told its data folder: leads processes without XDG_DATA_HOME to it. The app that starts last counts. Never fails. */
export function leaveDataFolderPointer(env: Env = process.env, home = homedir()): void {
  if (env["GALLEY_DATA"]) return;
  const [own, bare] = [dataFolder(env, process.platform, home), bareDataFolder(env, home)];
  try {
    if (own === bare) rmSync(pointerIn(bare), { force: true });
    else {
      makeFolders(bare, 0o700);
      const temporary = join(bare, `.data-folder.${process.pid}.tmp`);
      writeFileSync(temporary, own, { mode: 0o600 });
      renameSync(temporary, pointerIn(bare));
    }
  } catch {
    // A home that cannot be written: servers that hear of nothing then use the folder there.
  }
}

/** The data folder for a process that was not told one: what its environment names, else where the pointer leads. */
export function usedDataFolder(env: Env = process.env, home = homedir()): string {
  const named = dataFolder(env, process.platform, home);
  const bare = bareDataFolder(env, home);
  return (!env["GALLEY_DATA"] && named === bare && pointedFolder(bare)) || named;
}

/** Null where there is no pointer, where it or its target could be another user's, or where it leads nowhere. */
function pointedFolder(bare: string): string | null {
  try {
    const pointer = pointerIn(bare);
    const found = lstatSync(pointer);
    if (!found.isFile() || found.size > 4096 || !isOwn(found)) return null;
    const folder = readFileSync(pointer, "utf8");
    if (!isAbsolute(folder) || folder.includes("\0")) return null;
    const target = statSync(folder);
    return target.isDirectory() && isOwn(target) ? folder : null;
  } catch {
    return null;
  }
}

const isOwn = ({ uid }: { uid: number }): boolean => process.platform === "win32" || uid === ownNumber();
