import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeFoldersInPlace, removeEmptyFolders } from "./make-folders-in-place";

/** What another program does just before the next folder is made or removed. */
const meanwhile = vi.hoisted(() => ({ act: () => {} }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const after =
    <Args extends unknown[], Result>(call: (...given: Args) => Result) =>
    (...given: Args): Result => {
      meanwhile.act();
      return call(...given);
    };
  return { ...fs, mkdirSync: after(fs.mkdirSync as (path: string) => void), rmdirSync: after(fs.rmdirSync) };
});

let top: string;
let root: string;
let outside: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "galley-in-place-")));
  [root, outside] = [join(top, "root"), join(top, "outside")];
  for (const folder of [root, outside, join(root, "a")]) mkdirSync(folder);
});
afterEach(() => {
  meanwhile.act = () => {};
  rmSync(top, { recursive: true, force: true });
});

/** Once: moves a folder away and puts a link to the outside in its place. */
const swap = (folder: string) => {
  meanwhile.act = () => {
    meanwhile.act = () => {};
    renameSync(folder, `${folder}-moved`);
    symlinkSync(outside, folder);
  };
};

test("missing folders are made, the first of them is returned, and they are removed again", () => {
  expect(makeFoldersInPlace(join(root, "a/b/c"))).toBe(join(root, "a/b"));
  expect(makeFoldersInPlace(join(root, "a/b/c"))).toBeUndefined();
  removeEmptyFolders(join(root, "a/b/c"), join(root, "a/b"));
  expect(readdirSync(join(root, "a"))).toEqual([]);
});

test("a folder that has content by now is not removed", () => {
  makeFoldersInPlace(join(root, "a/b/c"));
  writeFileSync(join(root, "a/b/x.md"), "x");
  removeEmptyFolders(join(root, "a/b/c"), join(root, "a/b"));
  expect(readdirSync(join(root, "a/b"))).toEqual(["x.md"]);
});

test("a file in the path is an error, and nothing is made", () => {
  writeFileSync(join(root, "file"), "");
  expect(() => makeFoldersInPlace(join(root, "file/b"))).toThrow(/ENOTDIR/);
});

describe.runIf(process.platform === "linux")("swapping a folder for a link", () => {
  test("just before a folder is made in it does not lead outside [A18]", () => {
    swap(join(root, "a"));
    expect(() => makeFoldersInPlace(join(root, "a/b/c"))).toThrow();
    expect(readdirSync(outside)).toEqual([]);
  });

  test("after the path was checked does not lead outside [A18]", () => {
    rmSync(join(root, "a"), { recursive: true });
    symlinkSync(outside, join(root, "a"));
    expect(() => makeFoldersInPlace(join(root, "a/b"))).toThrow();
    expect(readdirSync(outside)).toEqual([]);
  });

  test("before it is removed leaves the folder outside alone [A18]", () => {
    makeFoldersInPlace(join(root, "a/b"));
    mkdirSync(join(outside, "b"));
    swap(join(root, "a"));
    removeEmptyFolders(join(root, "a/b"), join(root, "a/b"));
    expect(existsSync(join(outside, "b"))).toBe(true);
  });
});
