import { setImmediate as macrotask } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { createOfficeLocks, type OfficeLocks } from "./office-locks";

let isLocked: boolean;
let time: number;
let locks: OfficeLocks;
beforeEach(() => {
  isLocked = false;
  time = 0;
  locks = createOfficeLocks({ isLocked: async () => isLocked, log: expect.unreachable, now: () => time });
});

const touch = async (path: string) => {
  locks.touched(path, () => ["/w/a.docx", "/w/letter to ann.docx"]);
  await macrotask();
};

for (const [lock, document] of [
  ["/w/.~lock.a.docx#", "/w/a.docx"],
  ["/w/~$tter to ann.docx", "/w/letter to ann.docx"],
] as const)
  test(`a lock that was seen counts for some seconds after it is gone: ${lock}`, async () => {
    isLocked = true;
    await touch(lock);
    isLocked = false;
    time = 3_600_000;
    expect(await locks.check(document)).toBe("lately");
    time += 5000;
    expect(await locks.check(document)).toBe("lately");
    time += 1;
    expect(await locks.check(document)).toBe("none");
  });

test("a lock that was found by others counts, even if the watcher only notices that it is gone", async () => {
  locks.seen("/w/a.docx");
  await touch("/w/.~lock.a.docx#");
  expect(await locks.check("/w/a.docx")).toBe("lately");
});

test("a lock that is there is held, and one that was never seen does not count", async () => {
  expect(await locks.check("/w/a.docx")).toBe("none");
  await touch("/w/.~lock.a.docx#");
  expect(await locks.check("/w/a.docx")).toBe("none");
  isLocked = true;
  await touch("/w/notes.md");
  isLocked = false;
  expect(await locks.check("/w/a.docx")).toBe("none");
  isLocked = true;
  expect(await locks.check("/w/a.docx")).toBe("held");
});

test("of a document that is no longer followed, nothing is remembered: nobody sees its lock file go", async () => {
  isLocked = true;
  await locks.check("/w/a.docx");
  locks.keepOnly(new Set());
  isLocked = false;
  expect(await locks.check("/w/a.docx")).toBe("none");
});
