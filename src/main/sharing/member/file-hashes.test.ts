import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_WHOLE_BYTES } from "../../../core/limits";
import { findFile, type HashedFile } from "./file-hashes";

let root: string;
let remembered: Map<string, HashedFile>;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "galley-hashes-")));
  remembered = new Map();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const find = (path: string) =>
  findFile(
    { root, path, folders: new Map() },
    {
      of: (realPath) => remembered.get(realPath) ?? null,
      keep: (realPath, file) => void remembered.set(realPath, file),
      forget: (realPath) => void remembered.delete(realPath),
    },
  );
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const inTenSeconds = () => vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);

test("a file is read again only if it was written since, and one that was just written is not remembered", async () => {
  const path = join(root, "a.png");
  writeFileSync(path, "one");
  expect(await find("a.png")).toEqual({ is: "file", hash: hashOf("one"), size: 3, isFresh: true });
  expect(remembered.size).toBe(0);
  inTenSeconds();
  expect(await find("a.png")).toEqual({ is: "file", hash: hashOf("one"), size: 3, isFresh: false });
  const stamp = remembered.get(path)?.stamp ?? "";
  remembered.set(path, { stamp, hash: "as remembered" });
  expect(await find("a.png")).toMatchObject({ hash: "as remembered" });
  writeFileSync(path, "two");
  expect(await find("a.png")).toMatchObject({ hash: hashOf("two") });
  rmSync(path);
  expect([await find("a.png"), remembered.size]).toEqual([{ is: "missing" }, 0]);
});

test("what is behind a link, a folder, and a file that is too large are not shared, and none of them counts as missing", async () => {
  mkdirSync(join(root, "folder.png"));
  mkdirSync(join(root, "real"));
  writeFileSync(join(root, "real", "a.png"), "a");
  symlinkSync(join(root, "real"), join(root, "linked"));
  symlinkSync(join(root, "real", "a.png"), join(root, "b.png"));
  writeFileSync(join(root, "large.png"), "");
  truncateSync(join(root, "large.png"), MAX_WHOLE_BYTES + 1);
  const why = async (path: string) => {
    const found = await find(path);
    return found.is === "unfit" ? found.why : found.is;
  };
  expect(await why("folder.png")).toBe("it is not a file");
  expect(await why("large.png")).toBe("it has more than 50 MiB");
  for (const path of ["linked/a.png", "b.png"]) expect(await why(path)).toMatch(/^it is a link/);
  expect(await why("real/a.png")).toBe("file");
});
