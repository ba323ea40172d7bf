import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startAgent } from "./agent-process";
import { endLeftoverPrograms, RUNNING_PROGRAMS } from "./running-programs";

const others: ChildProcess[] = [];
afterEach(() => {
  for (const each of others.splice(0)) each.kill("SIGKILL");
});

/** These tests may run in Electron. */
const env = { ELECTRON_RUN_AS_NODE: "1" };
const folder = () => mkdtempSync(join(tmpdir(), "galley-running-"));
/** The clean-up of a later process, which knows only the folder. */
async function later(dataDir: string): Promise<void> {
  vi.resetModules();
  const { endLeftoverPrograms: endThem } = await import("./running-programs");
  await endThem(dataDir);
}
const recorded = (dataDir: string) =>
  existsSync(join(dataDir, RUNNING_PROGRAMS)) ? readdirSync(join(dataDir, RUNNING_PROGRAMS)) : [];

/** A program that does not end with its input, and has a child of its own. */
const stubborn = (ticks: string) => ({
  command: process.execPath,
  args: [
    "-e",
    `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);
     require("child_process").spawn(process.execPath, ["-e", "setInterval(() => require('fs').appendFileSync('${ticks}', '.'), 20)"]);`,
  ],
});

it("what runs when Galley is killed is ended with its children at the next start", async () => {
  const dataDir = folder();
  const ticks = join(dataDir, "ticks");
  const agent = startAgent(stubborn(ticks), { cwd: dataDir, env, dataDir });
  await expect.poll(() => existsSync(ticks)).toBe(true);
  await expect.poll(() => recorded(dataDir)).toHaveLength(1);
  await later(dataDir);
  expect(await agent.ended).toMatchObject({ signal: "SIGKILL" });
  expect(recorded(dataDir)).toEqual([]);
});

it("a clean-up that goes on while the first agent starts leaves that agent and its record alone", async () => {
  const dataDir = folder();
  const agent = startAgent(stubborn(join(dataDir, "ticks")), { cwd: dataDir, env, endMs: 100, dataDir });
  await expect.poll(() => recorded(dataDir)).toHaveLength(1);
  const [record] = recorded(dataDir);
  await endLeftoverPrograms(dataDir);
  expect(recorded(dataDir)).toEqual([record]);
  // It would be gone otherwise, and so would its group.
  expect(() => process.kill(-Number(record), 0)).not.toThrow();
  await agent.end();
  await expect.poll(() => recorded(dataDir)).toEqual([]);
});

it("what has ended is not recorded, and a process that only has the same number is left alone", async () => {
  const dataDir = folder();
  const agent = startAgent(stubborn(join(dataDir, "ticks")), { cwd: dataDir, env, endMs: 100, dataDir });
  await expect.poll(() => recorded(dataDir)).toHaveLength(1);
  await agent.end();
  await expect.poll(() => recorded(dataDir)).toEqual([]);

  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    detached: true,
    stdio: "ignore",
    env,
  });
  others.push(other);
  await once(other, "spawn");
  const records = join(dataDir, RUNNING_PROGRAMS);
  mkdirSync(records, { recursive: true });
  for (const name of [String(other.pid), "0", "1", "-1", "x"]) writeFileSync(join(records, name), "another start");
  await endLeftoverPrograms(dataDir);
  other.kill("SIGTERM");
  expect(await once(other, "exit")).toEqual([null, "SIGTERM"]);
  expect(recorded(dataDir)).toEqual([]);
});
