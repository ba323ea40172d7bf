import { lstat, readdir, realpath, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeAbandonedTemporaries } from "./remove-abandoned";

/** Writes of ours in the data folder take less than this, in milliseconds. */
const longestWrite = 10 * 60 * 1000;

/**
 * Removes what killed processes of Galley left: temporaries in the user's folders by their records, and in the data folder, whose folders are
 * known, what has been half written for a while. For every start, once nobody waits for it. Never fails.
 */
export async function cleanUp(dataDir: string): Promise<void> {
  await removeAbandonedTemporaries(join(dataDir, "saves"));
  // A settings file that is a link is replaced where it really is.
  const settings = await realpath(join(dataDir, "settings.json")).catch(() => join(dataDir, "settings.json"));
  await removeOld(dirname(settings), /^\.settings\.json\.\d+\.tmp$/);
  for (const folder of [dataDir, join(dataDir, "mends"), join(dataDir, "run")])
    await removeOld(folder, /^\.[\w.-]+\.\d+\.tmp$/);
  await removeOld(join(dataDir, "objects"), /^\.\d+-[0-9a-f]{12}\.part$/);
  await removeOld(join(dataDir, "handed"), /^[0-9a-f-]{36}\.json$/);
}

async function removeOld(folder: string, pattern: RegExp): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((each) => pattern.test(each))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() && Math.abs(Date.now() - found.mtimeMs) > longestWrite) await unlink(path).catch(() => {});
  }
}
