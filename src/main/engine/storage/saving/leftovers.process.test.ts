import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild, type TestChild } from "../../testing/child-process";
import { isTemporaryName } from "../files/temporary-files";
import { cleanUp } from "./clean-up";
import { createDisk } from "./disk";

const child = new URL("./disk.child.ts", import.meta.url);
const kills = process.env["GALLEY_LONG"] === undefined ? 3 : 48;
const size = 2 * 1024 * 1024;
let folder: string;
let work: string;
let target: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-leftovers-")));
  work = join(folder, "w");
  mkdirSync(work);
  target = join(work, "a.md");
  writeFileSync(target, Buffer.alloc(size, "0\n"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = () => join(folder, "data");
const saves = () => join(dataDir(), "saves");
const temporaries = () => readdirSync(work).filter(isTemporaryName);
const records = () => (existsSync(saves()) ? readdirSync(saves()) : []);

/** Starts a process and waits until the temporary of its first save exists. */
async function amidSave(...times: string[]): Promise<TestChild> {
  const args = [join(folder, "locks"), saves(), target, String(size), ...times];
  const one = startChild(child, args, { env: { GALLEY_TEST_WAITS: "once" } });
  await one.printed("ready");
  one.send("go");
  const deadline = Date.now() + 10_000;
  while (temporaries().length === 0 && Date.now() < deadline) await new Promise(setImmediate);
  return one;
}

/** Simulates the next start of a process, then a read. */
async function startAndRead(): Promise<void> {
  const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: saves() });
  await disk.recover(async () => {});
  await cleanUp(dataDir());
  await disk.read(target);
  disk.close();
}

function expectComplete(): void {
  const text = readFileSync(target);
  const number = Number.parseInt(text.toString("latin1", 0, 20), 10);
  expect(text.equals(Buffer.alloc(number === 0 ? size : size + (number % 7), `${number}\n`))).toBe(true);
}

test(`after ${kills} kills during saves of 2 MB, the next start and a read leave nothing beside the file`, {
  timeout: 600_000,
}, async () => {
  for (let landed = 0, tries = 0; landed < kills; tries++) {
    expect(tries, "kills that came too late").toBeLessThan(kills * 10);
    const one = await amidSave();
    await sleep(Math.random() * 3);
    one.process.kill("SIGKILL");
    await one.ended;
    if (temporaries().length > 0) landed++;
    await startAndRead();
    expect(readdirSync(work)).toEqual(["a.md"]);
    expect(records()).toEqual([]);
    expectComplete();
  }
});

test("the temporary of another process's running save is left alone", async () => {
  for (let landed = false, tries = 0; !landed; tries++) {
    expect(tries, "saves that ended too early").toBeLessThan(20);
    const one = await amidSave("1");
    one.process.kill("SIGSTOP");
    // The signal takes a moment.
    await sleep(50);
    const there = temporaries();
    landed = there.length > 0;
    await cleanUp(dataDir());
    expect(temporaries()).toEqual(there);
    one.process.kill("SIGCONT");
    expect(await one.ended).toMatchObject({ code: 0, complaint: "" });
    expect(one.lines.filter((line) => line.startsWith("saved") || line.startsWith("refused"))).toEqual([
      expect.stringMatching(/^saved \d+$/),
    ]);
  }
  expect(readdirSync(work)).toEqual(["a.md"]);
  expect(records()).toEqual([]);
});

test("several processes that clean up at once leave nothing, and no process's save fails", async () => {
  const killed = await amidSave();
  killed.process.kill("SIGKILL");
  await killed.ended;
  const saver = await amidSave("20");
  for (let round = 0; round < 10; round++) {
    await Promise.all([cleanUp(dataDir()), cleanUp(dataDir()), cleanUp(dataDir())]);
    await sleep(10);
  }
  expect(await saver.ended).toMatchObject({ code: 0, complaint: "" });
  expect(saver.lines.filter((line) => line.startsWith("saved "))).toHaveLength(20);
  await cleanUp(dataDir());
  expect(readdirSync(work)).toEqual(["a.md"]);
  expect(records()).toEqual([]);
});
