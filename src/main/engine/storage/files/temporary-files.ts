import { createHash, randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { readdir, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

const prefix = ".galley-";

/**
 * The machine (or container) that a process number belongs to: eight hex digits. A process of another machine that shares the folder is
 * never taken for dead.
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

/** A unique, hidden name for a temporary file of this process. Give it back with `releaseTemporary`. */
export function temporaryName(): string {
  const name = `${prefix}${machine}-${process.pid}-${randomBytes(6).toString("hex")}.tmp`;
  inUse.add(name);
  return name;
}

/** The file with this name is gone or no longer needed. */
export function releaseTemporary(name: string): void {
  inUse.delete(name);
}

const pattern = /^\.galley-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{12}\.tmp$/;

/** Whether a name is that of a Galley temporary, of any process and machine. */
export function isTemporaryName(name: string): boolean {
  return pattern.test(name);
}

/** The machine and process number in a temporary's name; null for another name. */
export function makerOf(name: string): { machine: string; pid: number } | null {
  const [, owner, pid] = pattern.exec(name) ?? [];
  return owner === undefined ? null : { machine: owner, pid: Number(pid) };
}

/** Whether a process of this machine is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes what dead processes of this machine left in a folder. Never throws: what cannot be removed stays. */
export async function removeStrayTemporaries(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    const maker = makerOf(name);
    if (maker?.machine !== machine || inUse.has(name)) continue;
    if (maker.pid !== process.pid && isAlive(maker.pid)) continue;
    await unlink(join(folder, name)).catch(() => {});
  }
}
