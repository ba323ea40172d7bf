import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

const MOST_BYTES = 2 * 1024 * 1024;

/** The log in `<data>/logs/galley.log`; one older file is kept beside it. Never throws: a full disk must not end us. */
export function createLog(dataDir: string): (line: string) => void {
  const folder = join(dataDir, "logs");
  const path = join(folder, "galley.log");
  return (line) => {
    try {
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MOST_BYTES) renameSync(path, join(folder, "galley.old.log"));
      appendFileSync(path, `${new Date().toISOString()} ${line.slice(0, 20_000)}\n`, { mode: 0o600 });
    } catch {
      console.error(line);
    }
  };
}
