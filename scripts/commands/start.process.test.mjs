import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProject } from "../set-up/project.mjs";

const parentOf = (pid) => {
  try {
    return /\nPPid:\t(\d+)\n/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
};

/** All descendant processes of `pid`; process ids as strings. */
function processesBelow(pid) {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const below = all.filter((one) => parentOf(one) === String(pid));
  return [...below, ...below.flatMap(processesBelow)];
}

const isRunning = (pid) => {
  try {
    return !/\nState:\tZ/.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

/** The process may have ended since it was listed. */
function killIfThere(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

describe.runIf(process.platform === "linux")("npm start without a display", () => {
  let folder;
  let started;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "galley-start-"));
    writeFileSync(join(folder, "letter.md"), "# Letter\n");
  });
  afterEach(() => {
    for (const pid of started ? processesBelow(started.child.pid) : []) killIfThere(Number(pid));
    started?.child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the app as `npm start` does, and waits until it prints that it is running. */
  async function start() {
    const env = { ...process.env };
    for (const name of ["DISPLAY", "WAYLAND_DISPLAY", "ELECTRON_RUN_AS_NODE", "NODE_OPTIONS"]) delete env[name];
    const args = [inProject("scripts/run.mjs"), "start", folder, "--data", join(folder, ".data")];
    const child = spawn("node", args, { env, stdio: ["ignore", "ignore", "pipe"] });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    let output = "";
    await new Promise((resolve, reject) => {
      child.stderr.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (output.includes("Press Ctrl+C to quit.")) resolve();
      });
      child.once("exit", (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
    });
    started = { child, ended, output };
    return started;
  }

  it("says so, writes a screenshot and shows how to connect an agent", async () => {
    const { output } = await start();
    expect(output).toContain("No display");
    const [, path] = /Screenshot: (.+)/.exec(output) ?? [];
    expect(readFileSync(path).subarray(1, 4).toString()).toBe("PNG");
    expect(output).toContain(JSON.stringify(inProject("bin/galley")));
    expect(output).toContain(JSON.stringify(folder));
  });

  // SIGKILL tests what is left to the app itself.
  it.each(process.env.GALLEY_LONG ? ["SIGTERM", "SIGINT", "SIGKILL"] : ["SIGTERM"])(
    "ends the app and the display when it gets %s",
    async (signal) => {
      const { child, ended } = await start();
      const below = processesBelow(child.pid);
      expect(below.length).toBeGreaterThan(2);
      child.kill(signal);
      await ended;
      for (let waited = 0; below.some(isRunning) && waited < 10_000; waited += 50) await sleep(50);
      expect(below.filter(isRunning)).toEqual([]);
    },
  );
});
