import { constants } from "node:fs";
import { lstat, open, readdir, rm, stat, unlink } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { MAX_SAVE_RECORD_BYTES } from "../../ports/limits";
import { codeOf } from "../files/disk-errors";
import { openFolder } from "../files/file-folder";
import { makerOf } from "../files/temporary-files";
import { hasEnded, parseProcessId, removeLock } from "../locks/process-lock";
import { type RecordedTemporaries, recordExtension } from "./temporaries";

/** Milliseconds that a record whose folder cannot be reached is kept: a volume may be mounted again. */
const MAX_RECORD_AGE = 90 * 24 * 60 * 60 * 1000;
/** The maximum number of records of ended processes that are kept; the newest stay. */
const MAX_RECORDS = 200;
const MAX_NAMES = 4;

/**
 * Removes the temporaries that killed processes left, by their records in `folder`, and then the records. Those of running processes are
 * left alone. Only files with a temporary's name of that very process are removed, from the recorded folder, which must not be reached
 * through a link. If the folder is missing, the record stays for another start. Safe in several processes at once. Never throws.
 */
export async function removeAbandonedTemporaries(folder: string): Promise<void> {
  const kept: { id: string; at: number }[] = [];
  for (const name of await namesIn(folder)) {
    if (!name.endsWith(recordExtension)) continue;
    const id = name.slice(0, -recordExtension.length);
    // In this order: the record of an ended process no longer changes.
    if (!hasEnded(folder, id, name)) continue;
    const lines = await readRecord(join(folder, name));
    if (lines === null) continue;
    const left = await removeAll(id, lines);
    if (left.length > 0) kept.push({ id, at: Math.max(...left.map((line) => line.at)) });
    else await removeRecord(folder, id);
  }
  kept.sort((a, b) => b.at - a.at);
  for (const { id } of kept.slice(MAX_RECORDS)) await removeRecord(folder, id);
  await removeLocks(folder);
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function removeRecord(folder: string, id: string): Promise<void> {
  await rm(join(folder, id + recordExtension), { force: true }).catch(() => {});
}

/** The locks of ended processes that have no other files left. Without its lock, a process whose number was reused would seem to run. */
async function removeLocks(folder: string): Promise<void> {
  const names = await namesIn(folder);
  for (const name of names) {
    const id = name.replace(/\.lock$/, "");
    const isNeeded = (other: string) => other.startsWith(`${id}.`) && other !== name && !other.endsWith(".damaged");
    if (id === name || names.some(isNeeded)) continue;
    if (hasEnded(folder, id, name)) removeLock(folder, id);
  }
}

/** Null if the record cannot be read now. */
async function readRecord(path: string): Promise<RecordedTemporaries[] | null> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch(() => null);
  if (handle === null) return null;
  try {
    const bytes = Buffer.alloc(MAX_SAVE_RECORD_BYTES);
    const { bytesRead } = await handle.read(bytes, 0, MAX_SAVE_RECORD_BYTES, 0);
    const lines = bytes.toString("utf8", 0, bytesRead).split("\n");
    return lines.flatMap((line) => parseLine(line) ?? []);
  } catch {
    return null;
  } finally {
    await handle.close().catch(() => {});
  }
}

function parseLine(text: string): RecordedTemporaries | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof found !== "object" || found === null) return null;
  const { folder, inode, names, at } = found as { [Key in keyof RecordedTemporaries]?: unknown };
  if (typeof folder !== "string" || !isAbsolute(folder) || folder.includes("\0")) return null;
  if (typeof inode !== "string" || typeof at !== "number" || !Number.isFinite(at)) return null;
  if (!Array.isArray(names) || names.length > MAX_NAMES) return null;
  return names.every((name) => typeof name === "string") ? { folder, inode, names, at } : null;
}

/** Returns the lines that have to be tried again. */
async function removeAll(id: string, lines: readonly RecordedTemporaries[]): Promise<RecordedTemporaries[]> {
  const left: RecordedTemporaries[] = [];
  for (const line of lines) {
    const isDone = await removeLine(id, line).catch(() => false);
    if (!isDone && Math.abs(Date.now() - line.at) < MAX_RECORD_AGE) left.push(line);
  }
  return left;
}

/** Whether nothing is left of the temporaries in a line; false if that cannot be known yet. Throws if the folder cannot be reached. */
async function removeLine(id: string, { folder, inode, names }: RecordedTemporaries): Promise<boolean> {
  const own = names.filter((name) => isOf(id, name));
  if (own.length === 0) return true;
  const opened = await openFolder(folder);
  try {
    const outcomes = [];
    for (const name of own) outcomes.push(await removeTemporary(opened.at(name)));
    if (outcomes.includes("left")) return false;
    // If nothing was found, the folder may be an empty mount point in place of the one that had the files: then its inode is another.
    return outcomes.includes("removed") || String((await stat(opened.at("."), { bigint: true })).ino) === inode;
  } finally {
    await opened.close();
  }
}

/** A name of another process may belong to one that runs. */
function isOf(id: string, name: string): boolean {
  const owner = parseProcessId(id);
  const maker = makerOf(name);
  return owner !== null && maker !== null && owner.machine === maker.machine && owner.pid === maker.pid;
}

/** `none`: no temporary of Galley has that name. */
async function removeTemporary(path: string): Promise<"removed" | "none" | "left"> {
  try {
    const found = await lstat(path);
    if (found.isFile()) await unlink(path);
    // A folder that was being copied.
    else if (found.isDirectory()) await rm(path, { recursive: true });
    else return "none";
    return "removed";
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "none" : "left";
  }
}
