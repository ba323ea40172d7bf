import { spawn } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild, type TestChild } from "../../testing/child-process";
import { createDisk } from "./disk";
import type { RecoveredSave } from "./recover";
import { removeAbandonedTemporaries } from "./remove-abandoned";

const child = new URL("./disk.child.ts", import.meta.url);
const long = process.env["GALLEY_LONG"] !== undefined;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let folder: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-kill-"));
  mkdirSync(join(folder, "w"));
  target = join(folder, "w", "a.md");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const args = (size: number): string[] => [join(folder, "locks"), join(folder, "saves"), target, String(size)];
const start = (size: number, ...more: string[]): TestChild => startChild(child, [...args(size), ...more]);

/** The number of the save that the file holds; throws if it is cut off or a mixture of several. */
function numberIn(file: string, size: number): number {
  const bytes = readFileSync(file);
  const number = Number.parseInt(bytes.toString("latin1", 0, 20), 10);
  if (!bytes.equals(Buffer.alloc(size + (number % 7), `${number}\n`))) throw new Error(`torn at save ${number}`);
  return number;
}

const lastSaved = (one: TestChild): number =>
  Math.max(
    0,
    ...one.lines.filter((line) => line.startsWith("saved ")).map((line) => Number(line.slice(6).split(";")[0])),
  );

async function killInLoop(size: number, rounds: number): Promise<{ saves: number }> {
  writeFileSync(target, Buffer.alloc(size, "0\n"));
  // The next child starts while this one works, and waits for its turn.
  const standby = () => startChild(child, [...args(size)], { env: { GALLEY_TEST_WAITS: "once" } });
  let next = standby();
  for (let round = 0; round < rounds; round++) {
    const one = next;
    await one.printed("ready");
    one.send("go");
    const began = performance.now();
    next = standby();
    await one.printed("saved");
    // On a slow machine too the kill comes at any moment of the saves that follow.
    await pause(Math.random() * Math.max(60, 2 * (performance.now() - began)));
    one.process.kill("SIGKILL");
    await one.ended;
    const confirmed = lastSaved(one);
    const found = numberIn(target, size);
    // A save may land without a confirmation; a confirmed save is never missing.
    expect(found).toBeGreaterThanOrEqual(confirmed);
    expect(found).toBeLessThanOrEqual(confirmed + 1);
  }
  next.process.kill("SIGKILL");
  await next.ended;
  const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
  const written = await disk.update(target, () => Buffer.from("last"));
  disk.close();
  expect(written.notes).toEqual([]);
  expect(readdirSync(join(folder, "w"))).toEqual(["a.md"]);
  return { saves: Number.parseInt(Buffer.from(written.before?.bytes ?? []).toString("latin1", 0, 20), 10) };
}

test("after kill -9 at any moment of a save of 4 MiB the file is complete, no confirmed save is lost, and no file is left behind", {
  timeout: 600_000,
}, async () => {
  const rounds = long ? 500 : 4;
  const { saves } = await killInLoop(4 * 1024 * 1024, rounds);
  expect(saves).toBeGreaterThan(rounds);
});

test.runIf(long)("kill -9 at any moment of a save of 1 KiB and of 20 MiB", { timeout: 600_000 }, async () => {
  await killInLoop(1024, 200);
  await killInLoop(20 * 1024 * 1024, 200);
});

test("several processes that save one file lose no save while they are killed and restarted", async () => {
  writeFileSync(target, "0\n");
  const size = 20_000;
  const steady = [start(size, "25"), start(size, "25")];
  const killed: TestChild[] = [];
  for (let i = 0; i < (long ? 3 : 2); i++) {
    const one = start(size);
    killed.push(one);
    await one.printed("saved");
    await pause(Math.random() * 40);
    one.process.kill("SIGKILL");
    await one.ended;
  }
  for (const one of steady) expect(await one.ended).toMatchObject({ code: 0, complaint: "" });
  const saves = [...steady, ...killed].flatMap((one) => one.lines.filter((line) => line.startsWith("saved ")));
  // Each number occurs once: no process built on a text that another had replaced meanwhile.
  expect(new Set(saves).size).toBe(saves.length);
  const found = numberIn(target, size);
  expect(found).toBeGreaterThanOrEqual(saves.length);
  expect(found).toBeLessThanOrEqual(saves.length + killed.length);
});

test.skipIf(process.platform === "win32")(
  "a killed in-place write is finished even if its process number now belongs to a running program",
  async () => {
    const size = 50_000;
    writeFileSync(target, Buffer.alloc(size, "0\n"));
    linkSync(target, join(folder, "w", "b.md"));
    const one = start(size, "1", "amid");
    await one.printed("amid");
    const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
    // While this process runs, its journal belongs to it.
    expect((await disk.recover(async () => {})).recovered).toEqual([]);
    one.process.kill("SIGKILL");
    await one.ended;
    const stranger = spawn("sleep", ["60"]);
    try {
      const saves = join(folder, "saves");
      for (const name of readdirSync(saves))
        renameSync(join(saves, name), join(saves, name.replace(`-${one.process.pid}-`, `-${stranger.pid}-`)));
      expect(readdirSync(saves).filter((name) => name.includes(`-${stranger.pid}-`))).not.toEqual([]);
      expect((await disk.recover(async () => {})).recovered).toMatchObject([{ status: "finished" }]);
      expect(numberIn(target, size)).toBe(1);
      await removeAbandonedTemporaries(saves);
      expect(readdirSync(saves)).toEqual([]);
    } finally {
      stranger.kill();
      disk.close();
    }
  },
);

test("an in-place write that is killed halfway is finished by the next start, once", async () => {
  const size = 50_000;
  writeFileSync(target, Buffer.alloc(size, "0\n"));
  linkSync(target, join(folder, "w", "b.md"));
  const one = start(size, "1", "amid");
  await one.printed("amid");
  one.process.kill("SIGKILL");
  await one.ended;
  expect(() => numberIn(target, size)).toThrow("torn");

  const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
  const kept: string[] = [];
  const keep = async ({ status, before, after }: RecoveredSave) => {
    kept.push(status, Buffer.from(before).toString("latin1", 0, 2), Buffer.from(after).toString("latin1", 0, 2));
  };
  await disk.recover(keep);
  expect(kept).toEqual(["finished", "0\n", "1\n"]);
  expect([numberIn(target, size), numberIn(join(folder, "w", "b.md"), size)]).toEqual([1, 1]);
  await removeAbandonedTemporaries(join(folder, "saves"));
  expect(readdirSync(join(folder, "saves"))).toEqual([]);
  expect((await disk.recover(keep)).recovered).toEqual([]);
  disk.close();
});
