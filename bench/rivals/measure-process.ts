/** Wall-clock time and peak memory of a process from its start to its end. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

// Node cannot report the peak memory of a child process; Python can. The output of the child is discarded.
const script = `
import json, resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
taken = time.perf_counter() - start
print(json.dumps([taken * 1000, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000]))`;

/** Milliseconds and megabytes; null if the command or Python is not installed. */
export async function measureProcess(command: string, args: string[]): Promise<[ms: number, megabytes: number] | null> {
  try {
    const { stdout } = await promisify(execFile)("python3", ["-c", script, command, ...args]);
    return JSON.parse(stdout) as [number, number];
  } catch (error) {
    if (/ENOENT|FileNotFoundError/.test(String(error))) return null;
    throw error;
  }
}
