import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isMixture } from "../files/torn-write";
import { lockProcess } from "../locks/process-lock";
import { createDisk } from "./disk";
import type { RecoveredSave } from "./recover";
import { removeAbandonedTemporaries } from "./remove-abandoned";
import { giveUp, isGivenUp, journalSave } from "./save-journal";

let folder: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-recover-"));
  mkdirSync(join(folder, "w"));
  target = join(folder, "w", "a.md");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const saves = () => join(folder, "saves");
const journal = () => ({ folder: saves(), owner: null });

/** Leaves a journal entry as an ended process would. */
async function leaveJournal(before: string, after: string): Promise<void> {
  await journalSave(journal(), { target, before: Buffer.from(before), after: Buffer.from(after) });
  for (const name of readdirSync(saves())) {
    renameSync(join(saves(), name), join(saves(), name.replace(`-${process.pid}-`, "-4194303-")));
  }
}

async function recover(keep: (save: RecoveredSave) => Promise<void> = async () => {}) {
  const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: saves() });
  try {
    return await disk.recover(keep);
  } finally {
    disk.close();
  }
}

test.each([
  ["new bytes at the end of the old text: finished", "old", "new text", "old text", "finished", "new text"],
  ["only some of the end: finished", "old", "new text", "old te", "finished", "new text"],
  ["a hole at the end after a power cut: finished", "old", "new text", "old\0\0ext", "finished", "new text"],
  ["half overwritten: finished", "old text, longer", "new", "nld text, longer", "finished", "new"],
  ["overwritten, not yet cut: finished", "old text, longer", "new", "new text, longer", "finished", "new"],
  ["the new text: landed", "old", "new", "new", "landed", "new"],
  ["the old text: not begun", "old", "new", "old", "not begun", "old"],
  ["another text: left alone", "old", "new", "theirs", "changed since", "theirs"],
  [
    "almost a mixture: left alone",
    "old text, longer",
    "new",
    "newt text, longer",
    "changed since",
    "newt text, longer",
  ],
])("%s", async (_, before, after, found, status, becomes) => {
  await leaveJournal(before, after);
  writeFileSync(target, found);
  const { recovered } = await recover();
  expect(recovered.map((save) => save.status)).toEqual([status]);
  expect(readFileSync(target, "utf8")).toBe(becomes);
  expect(readdirSync(saves())).toEqual([]);
});

test("the next save of a file finishes an interrupted one and builds on it", async () => {
  await leaveJournal("old", "new text");
  writeFileSync(target, "old te");
  const rescued: string[] = [];
  const disk = createDisk({
    locksFolder: join(folder, "locks"),
    savesFolder: saves(),
    onRescued: (_, bytes) => rescued.push(Buffer.from(bytes).toString()),
  });
  await disk.update(join(folder, "w", "other.md"), () => Buffer.from("x"));
  expect(readFileSync(target, "utf8")).toBe("old te");
  await disk.update(target, (current) => Buffer.from(`${Buffer.from(current?.bytes ?? [])}!`));
  disk.close();
  expect(readFileSync(target, "utf8")).toBe("new text!");
  expect(rescued).toEqual(["old", "new text"]);
  expect(readdirSync(saves())).toEqual([]);
});

/** Leaves an in-place write that failed in this process and could not be rolled back. */
async function leaveGivenUp(before: string, after: string, mixture: string): Promise<void> {
  const { file } = await journalSave(journal(), { target, before: Buffer.from(before), after: Buffer.from(after) });
  writeFileSync(target, mixture);
  giveUp({ file, target });
}

test("a mixture that this process could not roll back is finished before anyone reads it", async () => {
  await leaveGivenUp("old", "new text", "old te");
  const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: saves() });
  expect(Buffer.from((await disk.read(target))?.bytes ?? []).toString()).toBe("new text");
  expect([isGivenUp(target), readdirSync(saves())]).toEqual([false, []]);
  disk.close();
});

test("nothing builds on a mixture that this process could not roll back", async () => {
  await leaveGivenUp("old", "new text", "old te");
  const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: saves() });
  await disk.update(target, (current) => Buffer.from(`${Buffer.from(current?.bytes ?? [])}!`));
  expect(readFileSync(target, "utf8")).toBe("new text!");
  disk.close();
});

test("an entry that could only be emptied is not damage", async () => {
  await leaveJournal("old", "new text");
  for (const name of readdirSync(saves())) writeFileSync(join(saves(), name), "");
  expect(await recover()).toEqual({ recovered: [], damaged: [] });
  expect(readdirSync(saves())).toEqual([]);
});

test("a file that is gone is not made again, and its texts are handed over", async () => {
  await leaveJournal("old", "new");
  const kept: string[] = [];
  await recover(async ({ status, after }) => void kept.push(status, Buffer.from(after).toString()));
  expect(kept).toEqual(["gone", "new"]);
  expect(readdirSync(join(folder, "w"))).toEqual([]);
});

test("the journal entry stays until its texts are stored", async () => {
  await leaveJournal("old", "new text");
  writeFileSync(target, "new");
  await recover(async () => {
    throw new Error("history is full");
  });
  expect(readdirSync(saves()).length).toBe(1);
  expect((await recover()).recovered.length).toBe(1);
});

test("a running process's save is left alone", async () => {
  await journalSave(journal(), { target, before: Buffer.from("old"), after: Buffer.from("new text") });
  writeFileSync(target, "new");
  expect((await recover()).recovered).toEqual([]);
  expect(readFileSync(target, "utf8")).toBe("new");
});

test("a damaged journal entry is reported once, set aside, and changes no file", async () => {
  await leaveJournal("old", "new text");
  const [name = ""] = readdirSync(saves());
  const content = readFileSync(join(saves(), name));
  content[content.length - 1] = 0;
  writeFileSync(join(saves(), name), content);
  writeFileSync(target, "new");
  expect(await recover()).toEqual({ recovered: [], damaged: [join(saves(), name)] });
  expect(await recover()).toEqual({ recovered: [], damaged: [] });
  expect(readdirSync(saves())).toEqual([`${name}.damaged`]);
  expect(readFileSync(target, "utf8")).toBe("new");
});

test("only bytes of the old or the new text at their own offsets make a mixture", () => {
  const mixture = (now: string, before: string, after: string) =>
    isMixture(Buffer.from(now), Buffer.from(before), Buffer.from(after));
  expect(mixture("abCD", "abcd", "ABCD")).toBe(true);
  expect(mixture("aBcD", "abcd", "ABCD")).toBe(true);
  expect(mixture("abxd", "abcd", "ABCD")).toBe(false);
  expect(mixture("abc", "abcd", "ABCDE")).toBe(false);
  expect(mixture("ABCDEF", "abcd", "ABCDE")).toBe(false);
  expect(mixture("AB", "abcd", "AB")).toBe(true);
});

test("a mixture is finished even if the killed process's number was reused", async () => {
  const lock = lockProcess(saves());
  await journalSave(
    { folder: saves(), owner: lock.id },
    { target, before: Buffer.from("old"), after: Buffer.from("new text") },
  );
  writeFileSync(target, "old te");
  expect((await recover()).recovered).toEqual([]);
  // Its number is also that of this process.
  lock.leave();
  expect((await recover()).recovered).toMatchObject([{ status: "finished" }]);
  expect(readFileSync(target, "utf8")).toBe("new text");
  await removeAbandonedTemporaries(saves());
  expect(readdirSync(saves())).toEqual([]);
});
