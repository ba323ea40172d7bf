import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isTemporaryName, temporaryName } from "../files/temporary-files";
import { lockProcess } from "../locks/process-lock";
import { cleanUp } from "./clean-up";
import { removeAbandonedTemporaries } from "./remove-abandoned";
import { createTemporaries, makeTemporaryFolder, type RecordedTemporaries } from "./temporaries";

let folder: string;
let work: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-abandoned-")));
  work = join(folder, "w");
  mkdirSync(work);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const saves = () => join(folder, "saves");
const clean = () => removeAbandonedTemporaries(saves());
const put = (path: string) => {
  writeFileSync(path, "text");
  return path;
};

/** Leaves recorded temporaries in a folder, as a killed process does. */
function abandon(parent = work, names = [temporaryName()]): string[] {
  const temporaries = createTemporaries(saves());
  temporaries.begin(parent, names);
  const paths = names.map((name) => put(join(parent, name)));
  temporaries.close();
  return paths;
}

/** Leaves a record with arbitrary content; its process has ended. */
function forge(...lines: (Partial<RecordedTemporaries> | string)[]): void {
  const lock = lockProcess(saves());
  const usual = { folder: work, inode: "", names: [], at: Date.now() };
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify({ ...usual, ...line })));
  writeFileSync(join(saves(), `${lock.id}.temporaries`), text.join("\n"));
  lock.leave();
}

test("recorded temporaries of an ended process are removed, with the record and its lock", async () => {
  const [path = ""] = abandon(work, [temporaryName(), temporaryName()]);
  linkSync(path, join(work, "a.md"));
  put(join(work, temporaryName()));
  expect(readdirSync(saves())).toHaveLength(2);
  await clean();
  // The third temporary was not recorded.
  expect(readdirSync(work).filter((name) => !isTemporaryName(name))).toEqual(["a.md"]);
  expect(readdirSync(work)).toHaveLength(2);
  expect(readdirSync(saves())).toEqual([]);
});

test("the record of a temporary that is already gone is removed too", async () => {
  const [path = ""] = abandon();
  rmSync(path);
  await clean();
  expect(readdirSync(saves())).toEqual([]);
});

test("a folder that was being copied is removed with its content, and no link in it is followed", async () => {
  const name = temporaryName();
  mkdirSync(join(work, name, "deep"), { recursive: true });
  const mine = put(join(folder, "mine.md"));
  symlinkSync(folder, join(work, name, "deep", "link"));
  forge({ names: [name] });
  await clean();
  expect([readdirSync(work), existsSync(mine)]).toEqual([[], true]);
});

test("recorded temporaries of a running process stay, even if its number is in other records as well", async () => {
  const temporaries = createTemporaries(saves());
  const name = temporaryName();
  const end = temporaries.begin(work, [name]);
  put(join(work, name));
  abandon();
  await clean();
  expect(readdirSync(work)).toEqual([name]);
  await end(async () => rmSync(join(work, name)));
  temporaries.close();
  expect(readdirSync(saves())).toEqual([]);
});

test("a record is empty once its temporaries are gone; one that could not be removed is left to the next start", async () => {
  const temporaries = createTemporaries(saves());
  const first = temporaries.begin(work, [temporaryName()]);
  const name = temporaryName();
  const second = temporaries.begin(work, [put(join(work, name)) && name]);
  const record = () => readFileSync(join(saves(), `${temporaries.processId()}.temporaries`), "utf8");
  expect(record().trim().split("\n")).toHaveLength(2);
  await first(async () => {
    throw Object.assign(new Error("gone"), { code: "ENOENT" });
  });
  expect(JSON.parse(record())).toMatchObject({ folder: work, names: [name] });
  await second(async () => {
    throw Object.assign(new Error("the disk"), { code: "EIO" });
  });
  temporaries.close();
  await clean();
  expect([readdirSync(work), readdirSync(saves())]).toEqual([[], []]);
});

test("a save continues if no record can be written", async () => {
  writeFileSync(saves(), "a file where the folder should be");
  const temporaries = createTemporaries(saves());
  const end = temporaries.begin(work, [temporaryName()]);
  await end(async () => {});
  expect(temporaries.processId()).toBeNull();
  temporaries.close();
  await clean();
});

test("a folder for one conversion is recorded until it is removed", async () => {
  const temporaries = createTemporaries(saves());
  const made = await makeTemporaryFolder(temporaries);
  put(join(made.path, "document.docx"));
  await made.remove();
  expect(existsSync(made.path)).toBe(false);
  const killed = await makeTemporaryFolder(temporaries);
  put(join(killed.path, "document.docx"));
  temporaries.close();
  await clean();
  expect(existsSync(killed.path)).toBe(false);
  expect(readdirSync(saves())).toEqual([]);
});

describe("the record of a missing folder", () => {
  test("is kept until the folder is back", async () => {
    const [path = ""] = abandon();
    renameSync(work, `${work} away`);
    await clean();
    expect(readdirSync(saves())).toHaveLength(2);
    renameSync(`${work} away`, work);
    await clean();
    expect([existsSync(path), readdirSync(saves())]).toEqual([false, []]);
  });

  test("is kept while an empty folder is in its place, as for an unmounted volume", async () => {
    const [path = ""] = abandon();
    renameSync(work, `${work} away`);
    mkdirSync(work);
    await clean();
    expect(readdirSync(saves())).toHaveLength(2);
    rmSync(work, { recursive: true });
    renameSync(`${work} away`, work);
    await clean();
    expect([existsSync(path), readdirSync(saves())]).toEqual([false, []]);
  });

  test("is removed after three months", async () => {
    const days = (count: number) => Date.now() - count * 24 * 60 * 60 * 1000;
    forge({ folder: join(folder, "gone"), names: [temporaryName()], at: days(89) });
    forge({ folder: join(folder, "gone"), names: [temporaryName()], at: days(91) });
    await clean();
    expect(readdirSync(saves()).filter((name) => name.endsWith(".temporaries"))).toHaveLength(1);
  });

  test("is removed if there are more than two hundred, oldest first", async () => {
    for (let at = 0; at < 203; at++) {
      forge({ folder: join(folder, "gone"), names: [temporaryName()], at: Date.now() - 1000 + at });
    }
    await clean();
    const kept = readdirSync(saves()).filter((name) => name.endsWith(".temporaries"));
    expect(kept).toHaveLength(200);
    expect(readdirSync(saves())).toHaveLength(400);
    const oldest = Math.min(...kept.map((name) => JSON.parse(readFileSync(join(saves(), name), "utf8")).at));
    expect(oldest).toBeGreaterThan(Date.now() - 1000 - 60_000);
  });
});

describe("a hostile or damaged record", () => {
  const all = () => [readdirSync(folder), readdirSync(work)];

  test.each<[string, () => (Partial<RecordedTemporaries> | string)[]]>([
    ["names of other files", () => [{ names: ["a.md", ".galley-notes.tmp", ".git", ".", "..", ""] }]],
    ["paths for names", () => [{ names: ["../mine.md", `../w/${temporaryName()}`, `/${work}/a.md`, "x/../a.md"] }]],
    ["a name with more behind it", () => [{ names: [`${temporaryName()}\n`, `${temporaryName()}/../a.md`] }]],
    ["a temporary of another process", () => [{ names: [temporaryOf(1)] }]],
    ["a temporary of another machine", () => [{ names: [temporaryOf(process.pid, "00000000")] }]],
    ["a link of a temporary's name", () => [{ names: [linked()] }]],
    ["a folder that is a link", () => [{ folder: join(folder, "link"), names: [planted()] }]],
    ["a folder below a link", () => [{ folder: join(folder, "up", "w"), names: [planted()] }]],
    ["a path that is not absolute", () => [{ folder: "w", names: [planted()] }]],
    ["a path with dots", () => [{ folder: `${work}/../link`, names: [planted()] }]],
    ["a zero in the path", () => [{ folder: `${work}\0`, names: [planted()] }]],
    ["a file for a folder", () => [{ folder: join(work, "a.md"), names: [planted()] }]],
    ["more names than a process has", () => [{ names: Array.from({ length: 5 }, planted) }]],
    ["other types", () => [{ names: { 0: planted() } as never }, { folder: 7 as never }, "null", "[]", "7"]],
    ["no JSON", () => ["{", "\0\0\0\0", "ÿ".repeat(300_000), "[".repeat(100_000)]],
  ])("deletes nothing: %s", async (_, lines) => {
    put(join(work, "a.md"));
    put(join(work, ".galley-notes.tmp"));
    put(join(folder, "mine.md"));
    mkdirSync(join(work, ".git"));
    symlinkSync(work, join(folder, "link"));
    symlinkSync(folder, join(folder, "up"));
    forge(...lines());
    const before = all();
    await clean();
    expect(all()).toEqual(before);
  });

  const temporaryOf = (pid: number, owner?: string) => {
    const [, machine, , rest] = temporaryName().slice(1).split("-");
    const name = `.galley-${owner ?? machine}-${pid}-${rest}`;
    put(join(work, name));
    return name;
  };
  const planted = () => basename(put(join(work, temporaryName())));
  const linked = () => {
    const name = temporaryName();
    symlinkSync(join(folder, "mine.md"), join(work, name));
    return name;
  };

  test("a record that is a link or a pipe, or names no process, is not read", async () => {
    const name = planted();
    const other = join(folder, "other");
    writeFileSync(other, JSON.stringify({ folder: work, inode: "", names: [name], at: Date.now() }));
    const lock = lockProcess(saves());
    lock.leave();
    symlinkSync(other, join(saves(), `${lock.id}.temporaries`));
    writeFileSync(join(saves(), "x.temporaries"), readFileSync(other));
    mkdirSync(join(saves(), "folder.temporaries"));
    await clean();
    expect(readdirSync(work)).toEqual([name]);
  });

  test("a lock that is a link is neither opened nor followed", async () => {
    const [path = ""] = abandon();
    const lock = readdirSync(saves()).find((name) => name.endsWith(".lock")) ?? "";
    rmSync(join(saves(), lock));
    symlinkSync(put(join(folder, "mine.md")), join(saves(), lock));
    await clean();
    // It has the id of this process, which is still running.
    expect([existsSync(path), readFileSync(join(folder, "mine.md"), "utf8")]).toEqual([true, "text"]);
  });

  test("valid lines between damaged ones count", async () => {
    const name = planted();
    forge("{", { names: [name] }, '{"folder":"/x');
    await clean();
    expect([readdirSync(work), readdirSync(saves())]).toEqual([[], []]);
  });
});

test("another machine's leftovers are removed after a while if nobody holds their lock", async () => {
  const lock = lockProcess(saves());
  lock.leave();
  const other = lock.id.replace(/^[0-9a-f]{8}/, "00000000");
  const name = temporaryName().replace(/-[0-9a-f]{8}-/, "-00000000-");
  put(join(work, name));
  const record = join(saves(), `${other}.temporaries`);
  writeFileSync(record, JSON.stringify({ folder: work, inode: "", names: [name], at: Date.now() }));
  renameSync(join(saves(), `${lock.id}.lock`), join(saves(), `${other}.lock`));
  await clean();
  expect(readdirSync(work)).toEqual([name]);
  const before = Date.now() / 1000 - 2 * 60 * 60;
  for (const each of readdirSync(saves())) utimesSync(join(saves(), each), before, before);
  await clean();
  expect([readdirSync(work), readdirSync(saves())]).toEqual([[], []]);
});

test("half-written files in the data folder are removed after a while, and nothing else", async () => {
  mkdirSync(join(folder, "objects", "ab"), { recursive: true });
  const old = [".settings.json.123.tmp", ".recent.json.9.tmp", "objects/.123-0123456789ab.part"];
  const others = ["settings.json", ".hidden.tmp", "objects/ab/.123-0123456789ab.part", "notes.tmp"];
  for (const name of [...old, ...others]) utimesSync(put(join(folder, name)), 1, 1);
  const fresh = put(join(folder, ".assistant.json.5.tmp"));
  await cleanUp(folder);
  expect(old.filter((name) => existsSync(join(folder, name)))).toEqual([]);
  expect([...others.map((name) => join(folder, name)), fresh].filter((path) => !existsSync(path))).toEqual([]);
});
