import { existsSync, statSync } from "node:fs";
import type { Packages } from "../office/jobs/packages";
import { ToolError } from "../ports/tool-error";
import { WorkerEnded } from "../worker/worker-client";

/** Checks databases that come with a folder. Each is checked in a separate process that can be ended, before this process queries it. */
export type CheckedDatabases = {
  /**
   * Checks the database at `path`, unless this very file was found sound before. Does nothing if it does not exist. Rejects with `failed`
   * if the check did not finish: its process may have ended for another reason, so the file is not called damaged.
   */
  check(path: string): Promise<void>;
  /** What is wrong with the file that is at `path` now; null if nothing was found. */
  damageOf(path: string): string | null;
};

/** No database is checked yet. */
export function createCheckedDatabases(packages: Packages): CheckedDatabases {
  const sound = new Set<string>();
  const damageByState = new Map<string, string>();
  const underWay = new Map<string, Promise<void>>();

  async function runCheck(path: string): Promise<string | null> {
    try {
      return await packages.run("database", { path, name: path });
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      throw new ToolError(
        "failed",
        `${path} could not be checked: the process that read it was ended; nothing was changed`,
        {
          hint: "Try again. If it happens again, restore the file from a backup or move it out of its folder: a damaged database can keep its reader busy for good.",
          cause: error,
        },
      );
    }
  }

  async function check(path: string): Promise<void> {
    const file = fileAt(path);
    if (file === null || damageByState.has(file.state)) return;
    // The check does not cover what a journal will restore.
    if (sound.has(file.identity) && !hasJournal(path)) return;
    const damage = await runCheck(path);
    if (damage === null) sound.add(file.identity);
    else damageByState.set(fileAt(path)?.state ?? file.state, damage);
  }

  return {
    check(path) {
      const checking = underWay.get(path) ?? check(path).finally(() => underWay.delete(path));
      underWay.set(path, checking);
      return checking;
    },
    damageOf: (path) => damageByState.get(fileAt(path)?.state ?? "") ?? null,
  };
}

/** Identifies a file by what stays the same while it is written; `state` also changes with its content. */
function fileAt(path: string): { identity: string; state: string } | null {
  const runCheck = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!runCheck?.isFile()) return null;
  const identity = `${runCheck.dev} ${runCheck.ino} ${runCheck.birthtimeNs}`;
  return { identity, state: `${identity} ${runCheck.size} ${runCheck.mtimeNs}` };
}

const hasJournal = (path: string): boolean => existsSync(`${path}-journal`) || existsSync(`${path}-wal`);
