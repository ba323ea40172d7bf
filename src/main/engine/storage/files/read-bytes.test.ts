import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFolder } from "./file-folder";
import { readBeginning, readBytes } from "./read-bytes";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-read-")));
  mkdirSync(join(folder, "outside", "deep"), { recursive: true });
  writeFileSync(join(folder, "outside", "a.md"), "not for you\n");
  mkdirSync(join(folder, "root"));
  // As if the folder had been swapped since the path was checked.
  symlinkSync(join(folder, "outside"), join(folder, "root", "swapped"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isLinux = process.platform === "linux";

test.runIf(isLinux)("a file behind a folder that was swapped for a link is not read [A18]", async () => {
  const path = join(folder, "root", "swapped", "a.md");
  const moved = { code: "outside_workspace", message: expect.stringContaining("moved to") };
  await expect(readBytes(path, 1000)).rejects.toMatchObject(moved);
  await expect(readBeginning(path, { bytes: 4, over: 2, limit: 1000 })).rejects.toMatchObject(moved);
});

test.runIf(isLinux)("nothing is made in a folder behind one that was swapped for a link [A18]", async () => {
  await expect(openFolder(join(folder, "root", "swapped", "deep"))).rejects.toMatchObject({
    message: expect.stringContaining("moved to"),
  });
  await (await openFolder(join(folder, "outside", "deep"))).close();
});

test("a file that another program has just emptied is read when it is filled again", async () => {
  const path = join(folder, "outside", "a.md");
  // The clock of a disk shows a few milliseconds late that the file was not made empty.
  await sleep(30);
  truncateSync(path);
  const reading = readBytes(path, 1000);
  // Longer than any read takes, and shorter than an emptied file is waited for.
  await sleep(60);
  writeFileSync(path, "filled again\n");
  expect((await reading)?.bytes.toString()).toBe("filled again\n");
});

test("a file that stays empty is read as empty", async () => {
  const path = join(folder, "outside", "a.md");
  truncateSync(path);
  expect((await readBytes(path, 1000))?.bytes.length).toBe(0);
});
