/**
 * The programs that run for the panel, recorded in the data folder: one that does not end with its input would go on after a crash of Galley, and is ended
 * at the next start.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A folder of the data folder, with one file for each program, named after its process id. */
export const RUNNING_PROGRAMS = "running-programs";

/** The process ids recorded by this run: the clean-up at start may still be going on when the first of them starts. */
const own = new Set<number>();

/** Records a process that leads a group of its own. Returns a function that forgets it. */
export function recordRunning(dataDir: string, pid: number | undefined): () => void {
  if (pid === undefined || process.platform === "win32") return () => {};
  const path = join(dataDir, RUNNING_PROGRAMS, String(pid));
  let isGone = false;
  own.add(pid);
  void startOf(pid).then((start) => {
    if (isGone || start === null) return;
    try {
      mkdirSync(join(dataDir, RUNNING_PROGRAMS), { recursive: true });
      writeFileSync(path, start, { mode: 0o600 });
    } catch {
      // A full disk: it only would not be found after a crash.
    }
  });
  return () => {
    isGone = true;
    own.delete(pid);
    rmSync(path, { force: true });
  };
}

/** Ends what programs of an earlier run have left. This run's, and a process that only has the same number, are left alone. */
export async function endLeftoverPrograms(dataDir: string): Promise<void> {
  const folder = join(dataDir, RUNNING_PROGRAMS);
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = /^\d{1,10}$/.test(name) ? Number(name) : 0;
    const recorded = await readFile(join(folder, name), "utf8").catch(() => null);
    const start = pid > 1 && recorded ? await startOf(pid) : null;
    // Nothing is awaited from here on: no process of this run can take the number meanwhile.
    if (own.has(pid)) continue;
    if (start !== null && recorded === start) {
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // It has just ended.
      }
    }
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** When a process began, as the system says it; null if there is none. With its number it names one process. */
async function startOf(pid: number): Promise<string | null> {
  try {
    if (process.platform === "linux") {
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name before it may contain anything, also brackets; see proc_pid_stat(5).
      const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      return `${boot} ${start}`;
    }
    const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)], { timeout: 5000 });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
