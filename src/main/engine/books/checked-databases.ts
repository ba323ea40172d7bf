import { existsSync, statSync } from "node:fs";
import type { Packages } from "../office/jobs/packages";
import { ToolError } from "../ports/tool-error";
import { WorkerEnded } from "../worker/worker-client";

/** The databases that come with a folder: each is checked in a process that may be ended, before this one asks it anything. */
export type CheckedDatabases = {
  /**
   * Has the database at `path` checked, unless this very file was found to be sound. Does nothing where there is none. Rejects with
   * `failed` if the check came to no end: its process may have been ended for another reason, so that the file is not called damaged.
   */
  check(path: string): Promise<void>;
  /** What was found to be wrong with the file that is at `path` now; null where nothing was. */
  problemOf(path: string): string | null;
};

/** None checked yet. */
export function createCheckedDatabases(packages: Packages): CheckedDatabases {
  const sound = new Set<string>();
  const problems = new Map<string, string>();
  const underWay = new Map<string, Promise<void>>();

  async function found(path: string): Promise<string | null> {
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
    if (file === null || problems.has(file.state)) return;
    // What a journal puts back was not looked at.
    if (sound.has(file.identity) && !hasJournal(path)) return;
    const problem = await found(path);
    if (problem === null) sound.add(file.identity);
    else problems.set(fileAt(path)?.state ?? file.state, problem);
  }

  return {
    check(path) {
      const checking = underWay.get(path) ?? check(path).finally(() => underWay.delete(path));
      underWay.set(path, checking);
      return checking;
    },
    problemOf: (path) => problems.get(fileAt(path)?.state ?? "") ?? null,
  };
}

/** A file by what stays the same while it is written, and by its `state`, which does not. */
function fileAt(path: string): { identity: string; state: string } | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found?.isFile()) return null;
  const identity = `${found.dev} ${found.ino} ${found.birthtimeNs}`;
  return { identity, state: `${identity} ${found.size} ${found.mtimeNs}` };
}

const hasJournal = (path: string): boolean => existsSync(`${path}-journal`) || existsSync(`${path}-wal`);
