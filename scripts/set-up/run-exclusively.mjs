import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { printLine, root } from "./project.mjs";

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

const holderOf = (folder) => {
  try {
    return Number(readFileSync(join(folder, "pid"), "utf8"));
  } catch {
    return undefined;
  }
};

/** A lock whose process has ended, or that got no process id within ten seconds, is abandoned. */
const isAbandoned = (folder) => {
  const pid = holderOf(folder);
  if (pid) return !isAlive(pid);
  try {
    return Date.now() - statSync(folder).mtimeMs > 10_000;
  } catch {
    return false;
  }
};

/** The folder whose existence is the lock. Its name includes the user and the checkout, because several of both may share a machine. */
export function lockFolder(purpose) {
  const checkout = createHash("sha256").update(root).digest("hex").slice(0, 12);
  return join(tmpdir(), `galley-${purpose}-${process.getuid?.() ?? ""}-${checkout}`);
}

/**
 * Runs `work` while no other process of this user runs it for this checkout: several agents may start `bin/galley` at the same time in a fresh clone,
 * and only one may install or build.
 */
export async function runExclusively(work, purpose = "set-up") {
  const folder = lockFolder(purpose);
  for (let hasPrinted = false; ; await sleep(100)) {
    try {
      mkdirSync(folder, { mode: 0o700 });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
    else if (!hasPrinted) {
      hasPrinted = true;
      printLine(`Set-up: waiting for process ${holderOf(folder) ?? "…"}, which is setting up this folder.`);
    }
  }
  try {
    writeFileSync(join(folder, "pid"), String(process.pid));
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
