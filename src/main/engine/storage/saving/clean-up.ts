import { lstat, readdir, realpath, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeAbandonedTemporaries } from "./remove-abandoned";

/** Galley's own writes in the data folder take less than this, in milliseconds. */
const LONGEST_WRITE = 10 * 60 * 1000;

/**
 * Removes what killed Galley processes left: recorded temporaries in the user's folders, and in the data folder half-written files of a
 * certain age. Runs once after each start, when nothing waits for it. Never throws.
 */
export async function cleanUp(dataDir: string): Promise<void> {
  await removeAbandonedTemporaries(join(dataDir, "saves"));
  // If settings.json is a link, its target is what gets replaced.
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
    if (found?.isFile() && Math.abs(Date.now() - found.mtimeMs) > LONGEST_WRITE) await unlink(path).catch(() => {});
  }
}
