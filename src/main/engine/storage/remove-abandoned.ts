import { constants } from "node:fs";
import { lstat, open, readdir, rm, stat, unlink } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { codeOf } from "./disk-errors";
import { openFolder } from "./file-folder";
import { hasEnded, parseProcessId, removeLock } from "./process-lock";
import { type RecordedTemporaries, recordExtension } from "./temporaries";
import { makerOf } from "./temporary-files";

/** A record whose folder cannot be reached is kept for so long, in milliseconds: a volume may be mounted again. */
const longestKept = 90 * 24 * 60 * 60 * 1000;
/** No more records of ended processes than these are kept; the newest stay. */
const mostKept = 200;
/** The part of a record that is looked at; a process has a line or two under way. */
const mostBytes = 256 * 1024;
const mostNames = 4;

/**
 * Removes the temporaries that killed processes left, by their records in `folder`, and then the records. Those of living processes are
 * left alone. Only what has the name of a temporary of that very process is removed, from the folder on record, which must not be reached through a link.
 * A folder that is not there keeps the record for another start. Several processes may do this at once. Never fails.
 */
export async function removeAbandonedTemporaries(folder: string): Promise<void> {
  const kept: { id: string; at: number }[] = [];
  for (const name of await namesIn(folder)) {
    if (!name.endsWith(recordExtension)) continue;
    const id = name.slice(0, -recordExtension.length);
    // In this order: the record of a process that has ended does not change any more.
    if (!hasEnded(folder, id, name)) continue;
    const lines = await readRecord(join(folder, name));
    if (lines === null) continue;
    const left = await removeAll(id, lines);
    if (left.length > 0) kept.push({ id, at: Math.max(...left.map((line) => line.at)) });
    else await removeRecord(folder, id);
  }
  kept.sort((a, b) => b.at - a.at);
  for (const { id } of kept.slice(mostKept)) await removeRecord(folder, id);
  await removeLocks(folder);
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function removeRecord(folder: string, id: string): Promise<void> {
  await rm(join(folder, id + recordExtension), { force: true }).catch(() => {});
}

/** The locks of ended processes of which nothing else is left: without its lock a process whose number was given again would seem alive. */
async function removeLocks(folder: string): Promise<void> {
  const names = await namesIn(folder);
  for (const name of names) {
    const id = name.replace(/\.lock$/, "");
    const isNeeded = (other: string) => other.startsWith(`${id}.`) && other !== name && !other.endsWith(".damaged");
    if (id === name || names.some(isNeeded)) continue;
    if (hasEnded(folder, id, name)) removeLock(folder, id);
  }
}

/** Null for what cannot be read now. */
async function readRecord(path: string): Promise<RecordedTemporaries[] | null> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch(() => null);
  if (handle === null) return null;
  try {
    const bytes = Buffer.alloc(mostBytes);
    const { bytesRead } = await handle.read(bytes, 0, mostBytes, 0);
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
  if (!Array.isArray(names) || names.length > mostNames) return null;
  return names.every((name) => typeof name === "string") ? { folder, inode, names, at } : null;
}

/** Answers with the lines that have to be looked at again. */
async function removeAll(id: string, lines: readonly RecordedTemporaries[]): Promise<RecordedTemporaries[]> {
  const left: RecordedTemporaries[] = [];
  for (const line of lines) {
    const isDone = await removeLine(id, line).catch(() => false);
    if (!isDone && Math.abs(Date.now() - line.at) < longestKept) left.push(line);
  }
  return left;
}

/** Whether nothing is left of what the line names; false where that cannot be known yet. Throws where the folder cannot be reached. */
async function removeLine(id: string, { folder, inode, names }: RecordedTemporaries): Promise<boolean> {
  const own = names.filter((name) => isOf(id, name));
  if (own.length === 0) return true;
  const opened = await openFolder(folder);
  try {
    const outcomes = [];
    for (const name of own) outcomes.push(await removeTemporary(opened.at(name)));
    if (outcomes.includes("left")) return false;
    // An empty mount point holds no temporaries either.
    return outcomes.includes("removed") || String((await stat(opened.at("."), { bigint: true })).ino) === inode;
  } finally {
    await opened.close();
  }
}

/** Names of other processes may be those of a living one. */
function isOf(id: string, name: string): boolean {
  const owner = parseProcessId(id);
  const maker = makerOf(name);
  return owner !== null && maker !== null && owner.machine === maker.machine && owner.pid === maker.pid;
}

/** `none`: nothing of ours has that name. */
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
