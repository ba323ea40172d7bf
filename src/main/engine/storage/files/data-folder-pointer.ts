import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { dataFolder, ownNumber } from "./folders";
import { makeFolders } from "./make-folders";

/**
 * Programs that start agents' servers pass on HOME, PATH and little else, so such a server does not see XDG_DATA_HOME. An app whose data
 * folder comes from that variable therefore leaves a pointer in the default data folder, and a process without the variable follows it.
 */

type Env = Readonly<Record<string, string | undefined>>;

const pointerIn = (folder: string): string => join(folder, "data-folder");

/** The data folder without XDG_DATA_HOME. On Windows APPDATA is passed on; on macOS only HOME counts. */
export const bareDataFolder = (env: Env = process.env, home = homedir()): string =>
  dataFolder({ APPDATA: env["APPDATA"] }, process.platform, home);

/** For an app without GALLEY_DATA: leads processes without XDG_DATA_HOME to its data folder. The app that started last wins. Never throws. */
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
    // The home folder cannot be written: those servers then use the default folder.
  }
}

/** The data folder of a process without GALLEY_DATA: the one its environment names, else the one the pointer names. */
export function usedDataFolder(env: Env = process.env, home = homedir()): string {
  const named = dataFolder(env, process.platform, home);
  const bare = bareDataFolder(env, home);
  return (!env["GALLEY_DATA"] && named === bare && pointedFolder(bare)) || named;
}

/** Null if there is no pointer, if it or its target could belong to another user, or if its target does not exist. */
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
