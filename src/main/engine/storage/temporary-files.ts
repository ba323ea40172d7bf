import { createHash, randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { readdir, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

const prefix = ".galley-";

/**
 * Which machine (or container) a process number belongs to: eight hex digits. A process of another machine that shares the
 * folder is never taken for dead.
 */
export const machine: string = createHash("sha256")
  .update(`${hostname()}\n${processNamespace()}`)
  .digest("hex")
  .slice(0, 8);

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

const inUse = new Set<string>();

/** A name for a temporary file of this process, hidden, never used before. Give it back with `releaseTemporary`. */
export function temporaryName(): string {
  const name = `${prefix}${machine}-${process.pid}-${randomBytes(6).toString("hex")}.tmp`;
  inUse.add(name);
  return name;
}

/** The file of this name is gone, or is no longer needed. */
export function releaseTemporary(name: string): void {
  inUse.delete(name);
}

const pattern = /^\.galley-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}\.tmp$/;

/** Whether a name is that of a temporary file of Galley, of any process and machine. */
export function isTemporaryName(name: string): boolean {
  return pattern.test(name);
}

/** The machine and process number that a temporary's name begins with; null for a name of something else. */
export function makerOf(name: string): { machine: string; pid: number } | null {
  const [, owner, pid] = pattern.exec(name) ?? [];
  return owner === undefined ? null : { machine: owner, pid: Number(pid) };
}

/** Whether a process of this machine still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes what dead processes of this machine left in a folder. Never fails: what cannot be removed stays. */
export async function removeStrayTemporaries(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    const maker = makerOf(name);
    if (maker?.machine !== machine || inUse.has(name)) continue;
    if (maker.pid !== process.pid && isAlive(maker.pid)) continue;
    await unlink(join(folder, name)).catch(() => {});
  }
}
