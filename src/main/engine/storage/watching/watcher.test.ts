import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  watch as nodeWatch,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { versionOf } from "../files/version";
import { createDisk, type DiskStore } from "../saving/disk";
import { compareWithDisk } from "./testing/compare-with-disk";
import { type Watcher, type WatcherOptions, watchFiles } from "./watcher";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let folder: string;
let w: string;
let file: string;
/** Another watched file in the same folder. */
let marker: string;
let disk: DiskStore;
const open: Watcher[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-watch-")));
  w = join(folder, "w");
  mkdirSync(w);
  file = join(w, "a.md");
  writeFileSync(file, "one");
  marker = join(w, "marker");
  writeFileSync(marker, "0");
  disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
});
afterEach(() => {
  for (const watcher of open.splice(0)) watcher.close();
  disk.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What an editor of `file` would report: each version, or that the file is gone. */
function observed(more: Partial<WatcherOptions> = {}) {
  let known: string | null = versionOf(Buffer.from("one"));
  const reported: string[] = [];
  const folders: string[] = [];
  const checks: Promise<void>[] = [];
  let suspicions = 0;
  let marks = 0;
  let seenMarks = 0;
  const check = async (path: string): Promise<void> => {
    const comparison = await compareWithDisk(disk, path, known);
    // Two checks may run at once and find the same.
    const found = comparison.status === "changed" ? comparison.file.version : null;
    if (comparison.status === "unchanged" || found === known) return;
    known = found;
    reported.push(comparison.status === "gone" ? "gone" : Buffer.from(comparison.file.bytes).toString());
  };
  const others: string[] = [];
  const watcher = watchFiles({
    onOtherChange: (path) => others.push(path),
    onPossibleChange(path) {
      if (path === marker) {
        seenMarks = existsSync(marker) ? Number(readFileSync(marker, "utf8")) : 0;
        return;
      }
      suspicions++;
      checks.push(check(path));
    },
    onFolderChange: (path) => folders.push(path),
    pauses: { watched: 200, unwatched: 100 },
    ...more,
  });
  open.push(watcher);
  watcher.setFiles([file, marker]);
  /** Writes a marker and waits until it is reported. Events come in order, so all that came before has been reported and checked then. */
  const passed = async (): Promise<void> => {
    writeFileSync(marker, String(++marks));
    await until(() => seenMarks === marks);
    await Promise.all(checks);
  };
  return { watcher, reported, folders, others, passed, suspicions: () => suspicions };
}

async function until(condition: () => boolean, limit = 20_000): Promise<void> {
  for (const start = performance.now(); !condition() && performance.now() - start < limit; ) await pause(5);
}

const replaceBy = (text: string, atime: Date, mtime: Date) => {
  const other = join(folder, "other");
  writeFileSync(other, text);
  utimesSync(other, atime, mtime);
  renameSync(other, file);
};

const kinds: Record<string, () => void> = {
  "another size": () => writeFileSync(file, "other size"),
  "the same size, a newer time": () => writeFileSync(file, "two"),
  "an older time": () => {
    writeFileSync(file, "two");
    utimesSync(file, 1000, 1000);
  },
  "the same size and time": () => {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, "two");
    utimesSync(file, atime, mtime);
  },
  "replaced by a rename, of an older time": () => replaceBy("two", new Date(1000), new Date(1000)),
  "replaced by a rename, of the same size and time": () => replaceBy("two", new Date(), statSync(file).mtime),
  "a time in the future": () => {
    writeFileSync(file, "two");
    utimesSync(file, new Date(), new Date(Date.now() + 86_400_000));
  },
};

test.each(Object.entries(kinds))("an outside change is seen: %s", async (_, change) => {
  utimesSync(file, new Date(), new Date(Date.now() - 60_000));
  const { reported, passed } = observed();
  await passed();
  change();
  await passed();
  expect(reported).toEqual([change === kinds["another size"] ? "other size" : "two"]);
});

test("a touch, or another file in the folder, is not a change", async () => {
  const { reported, suspicions, passed } = observed();
  await passed();
  const before = suspicions();
  utimesSync(file, new Date(), new Date());
  await until(() => suspicions() > before);
  writeFileSync(join(w, "b.md"), "other");
  await passed();
  expect(reported).toEqual([]);
  expect(suspicions()).toBe(before + 1);
});

test("each of our own saves is reported once, and temporary files never", async () => {
  const { reported, passed } = observed();
  await passed();
  await disk.update(file, () => Buffer.from("two"));
  await passed();
  expect(reported).toEqual(["two"]);
});

test.each([0, 40])("a file deleted and made again after %i ms was never gone", async (gap) => {
  const { reported, passed } = observed();
  await passed();
  unlinkSync(file);
  await pause(gap);
  writeFileSync(file, "two");
  await until(() => reported.length > 0);
  await passed();
  expect(reported).toEqual(["two"]);
});

test("a file that is deleted for longer is gone, and is back once it is made again", async () => {
  const { reported, passed } = observed();
  await passed();
  unlinkSync(file);
  await until(() => reported.length === 1);
  writeFileSync(file, "two");
  await until(() => reported.length === 2);
  expect(reported).toEqual(["gone", "two"]);
});

test("a change between opening a file and watching it is seen", async () => {
  writeFileSync(file, "two");
  const { reported } = observed();
  await until(() => reported.length > 0);
  expect(reported).toEqual(["two"]);
});

test("a folder that is deleted and made again is watched again", async () => {
  const { reported } = observed();
  await pause(120);
  rmSync(w, { recursive: true });
  await until(() => reported.length === 1);
  mkdirSync(w);
  writeFileSync(file, "two");
  await until(() => reported.length === 2);
  await pause(250);
  writeFileSync(file, "three");
  await until(() => reported.length === 3);
  expect(reported).toEqual(["gone", "two", "three"]);
});

test("a replaced parent folder is detected, though it makes no event", async () => {
  const deep = join(w, "deep", "er");
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, "a.md"), "one");
  file = join(deep, "a.md");
  const { reported } = observed();
  await pause(120);
  renameSync(join(w, "deep"), join(w, "moved"));
  mkdirSync(deep, { recursive: true });
  writeFileSync(file, "two");
  await until(() => reported.length === 1);
  writeFileSync(file, "three");
  await until(() => reported.length === 2);
  expect(reported).toEqual(["two", "three"]);
});

test("new, renamed and deleted entries of a listed folder are reported, changed bytes are not", async () => {
  const { watcher, folders, passed } = observed();
  watcher.setFolders([w]);
  await passed();
  writeFileSync(file, "two");
  // Two markers take at least as long as the pause before a folder is reported.
  await passed();
  await passed();
  expect(folders).toEqual([]);
  writeFileSync(join(w, "b.md"), "");
  await until(() => folders.length === 1);
  renameSync(join(w, "b.md"), join(w, "c.md"));
  await until(() => folders.length === 2);
  symlinkSync("c.md", join(w, "d.md"));
  await until(() => folders.length === 3);
  expect(new Set(folders)).toEqual(new Set([w]));
});

test("what is written into another entry of a listed folder is reported, also by a rename, and nothing of other folders", async () => {
  const { watcher, others, passed } = observed();
  const path = join(w, "b.md");
  writeFileSync(path, "one");
  writeFileSync(file, "two");
  await passed();
  expect(others).toEqual([]);
  watcher.setFolders([w]);
  writeFileSync(path, "two");
  await until(() => others.length > 0);
  replaceBy("three", new Date(), new Date());
  renameSync(file, path);
  await until(() => others.length > 1);
  expect(new Set(others)).toEqual(new Set([path]));
});

test.each(["ENOSPC", "EMFILE"])(
  "if the system cannot watch more (%s), it is reported, and polling replaces the watch",
  async (code) => {
    let full = true;
    const { reported, watcher } = observed({
      watch(path, notify) {
        if (full) throw Object.assign(new Error(code), { code });
        return observedWatch(path, notify);
      },
    });
    await pause(120);
    expect(watcher.limited()).toMatch(/limit for watched folders is reached/);
    writeFileSync(file, "two");
    await until(() => reported.length === 1);
    writeFileSync(file, "three");
    watcher.checkAll();
    await until(() => reported.length === 2);
    expect(reported).toEqual(["two", "three"]);
    full = false;
    await until(() => watcher.limited() === null);
    expect(watcher.limited()).toBeNull();
  },
);

const observedWatch: NonNullable<WatcherOptions["watch"]> = (path, notify) => {
  const watcher = nodeWatch(path, (event, name) => notify(event, name));
  return watcher;
};

test("a watch that fails is started again", async () => {
  let fail: ((error: Error) => void) | null = null;
  let starts = 0;
  const { reported } = observed({
    watch(path, notify) {
      starts++;
      const watcher = observedWatch(path, notify);
      fail = (error) => void (watcher as NodeJS.EventEmitter & typeof watcher).emit("error", error);
      return watcher;
    },
  });
  await pause(120);
  (fail as ((error: Error) => void) | null)?.(Object.assign(new Error("overflow"), { code: "EIO" }));
  await until(() => starts === 2);
  await pause(30);
  writeFileSync(file, "two");
  await until(() => reported.length === 1);
  expect(reported).toEqual(["two"]);
});

test("after a flood of events everything is checked, since some may have been dropped", async () => {
  let notify: ((event: string, name: string | null) => void) | null = null;
  const { reported } = observed({
    pauses: { watched: 60_000, unwatched: 60_000 },
    watch(path, listener) {
      notify = listener;
      return observedWatch(path, () => {});
    },
  });
  await pause(120);
  writeFileSync(file, "two");
  for (let i = 0; i < 2500; i++)
    (notify as ((event: string, name: string | null) => void) | null)?.("change", "other.md");
  await until(() => reported.length === 1);
  expect(reported).toEqual(["two"]);
});
