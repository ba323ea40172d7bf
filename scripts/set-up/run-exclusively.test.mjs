import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { lockFolder, runExclusively } from "./run-exclusively.mjs";

it("the second process starts only when the first has ended, even if that one failed", async () => {
  const steps = [];
  const work = (name) => async () => {
    steps.push(`${name} starts`);
    await sleep(30);
    steps.push(`${name} ends`);
    if (name === "first") throw new Error("broken");
  };
  const first = runExclusively(work("first"), "test-in-turn").catch(() => {});
  await Promise.all([first, runExclusively(work("second"), "test-in-turn")]);
  expect(steps).toEqual(["first starts", "first ends", "second starts", "second ends"]);
});

it("the lock of a killed process is taken over", async () => {
  const folder = lockFolder("test-killed");
  mkdirSync(folder, { recursive: true });
  // The id of a process that has just ended.
  const pid = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).trim();
  writeFileSync(join(folder, "pid"), pid);
  expect(await runExclusively(() => "done", "test-killed")).toBe("done");
  expect(existsSync(folder)).toBe(false);
});
