import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rename, truncate, unlink } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "../files/file-folder";
import { makeFolders } from "../files/make-folders";
import { machine } from "../files/temporary-files";
import { versionOf } from "../files/version";
import { writeAll } from "../files/write-all";
import { hasEnded } from "../locks/process-lock";

/** An in-place write that is about to happen, or was interrupted. */
export type JournaledSave = {
  /** The path of the journal entry. */
  file: string;
  /** The real path of the target file. */
  target: string;
  before: Buffer;
  after: Buffer;
};

const extension = ".save";

/** The journal's folder, and the locked id of this process; null if it could not be locked. */
export type JournalLocation = { folder: string; owner: string | null };

let entries = 0;

/** Stores both texts of an in-place write, durably. Remove the entry when the write is done. */
export async function journalSave(
  { folder, owner }: JournalLocation,
  save: { target: string; before: Uint8Array; after: Uint8Array },
): Promise<{ file: string; remove(): Promise<void> }> {
  makeFolders(folder, 0o700);
  const name = owner ? `${owner}.${++entries}` : `${machine}-${process.pid}-${randomBytes(6).toString("hex")}`;
  const temporary = join(folder, `${name}.part`);
  const file = join(folder, name + extension);
  const header = Buffer.from(`${JSON.stringify(headerOf(save))}\n`);
  const handle = await open(temporary, "wx", 0o600);
  try {
    try {
      await writeAll(handle, Buffer.concat([header, save.before, save.after]));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  // A leftover entry would later be taken for an interrupted save; an empty one is not.
  const remove = () => unlink(file).catch(() => truncate(file).catch(() => {}));
  try {
    const opened = await openFolder(folder);
    await opened.sync().finally(() => opened.close());
  } catch (error) {
    await remove();
    throw error;
  }
  return { file, remove };
}

/** Writes of this process that a disk error interrupted: journal entry to target. */
const givenUp = new Map<string, string>();

/** Marks that the target holds a mixture that could not be rolled back: it must be finished before anyone reads it or builds on it. */
export function giveUp({ file, target }: { file: string; target: string }): void {
  givenUp.set(file, target);
}

/** Whether this process has left a mixture of old and new bytes in the target. */
export function isGivenUp(target: string): boolean {
  return [...givenUp.values()].includes(target);
}

/** Forgets a mixture of old and new bytes that has been repaired. */
export function clearGivenUp(file: string): void {
  givenUp.delete(file);
}

type Header = { target: string; sizes: [number, number]; versions: [string, string] };

const headerOf = ({ target, before, after }: { target: string; before: Uint8Array; after: Uint8Array }): Header => ({
  target,
  sizes: [before.length, after.length],
  versions: [versionOf(before), versionOf(after)],
});

/** The journal entries of ended processes, and of writes that this process gave up. Entries that cannot be read are listed apart. */
export async function unfinishedSaves(folder: string): Promise<{ saves: JournaledSave[]; damaged: string[] }> {
  const names = await readdir(folder).catch((): string[] => []);
  const saves: JournaledSave[] = [];
  const damaged: string[] = [];
  for (const name of names) {
    const [, owner = "", kind] = /^([0-9a-f]{8}-\d+-[0-9a-f]{12})(?:\.\d+)?\.(save|part)$/.exec(name) ?? [];
    const file = join(folder, name);
    if (kind === undefined) continue;
    if (!givenUp.has(file) && !hasEnded(folder, owner, name)) continue;
    // A `.part` was never finished, so its write never began.
    if (kind === "part") await unlink(file).catch(() => {});
    else {
      const content = await readFile(file).catch(() => null);
      const save = content && parse(file, content);
      if (save) saves.push(save);
      else if (content?.length === 0) await unlink(file).catch(() => {});
      else if (content) damaged.push(file);
    }
  }
  return { saves, damaged };
}

function parse(file: string, content: Buffer): JournaledSave | null {
  const end = content.indexOf(10);
  if (end < 0) return null;
  let header: Header;
  try {
    header = JSON.parse(content.toString("utf8", 0, end)) as Header;
  } catch {
    return null;
  }
  if (typeof header?.target !== "string" || !Array.isArray(header.sizes)) return null;
  const middle = end + 1 + header.sizes[0];
  const before = content.subarray(end + 1, middle);
  const after = content.subarray(middle, middle + header.sizes[1]);
  const whole = versionOf(before) === header.versions?.[0] && versionOf(after) === header.versions?.[1];
  return whole ? { file, target: header.target, before, after } : null;
}
