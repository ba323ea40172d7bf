import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordAttempts } from "../../../../shared/testing/record-attempts";
import type { FileStore } from "../../ports/file-store";
import { createDisk, type DiskStore } from "../saving/disk";
import { guarded } from "./guarded";

let folder: string;
let disk: DiskStore;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-guard-")));
  disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "data", "saves") });
  for (const name of ["root", "root-evil", "out", "root/sub"]) mkdirSync(join(folder, name));
  for (const name of ["root/a.md", "root-evil/a.md", "out/a.md"]) writeFileSync(join(folder, name), name);
});
afterEach(() => {
  disk.close();
  rmSync(folder, { recursive: true, force: true });
});

const inRoot = (roots = [join(folder, "root")]): FileStore =>
  guarded(disk, { roots, forbidden: [join(folder, "data")] });
const outside = { code: "outside_workspace" };

test("no path leads outside: dots, similar names, links to files and folders, other names of the root [A18]", async () => {
  symlinkSync("../out/a.md", join(folder, "root", "link.md"));
  symlinkSync(join(folder, "out"), join(folder, "root", "linked"));
  symlinkSync("../out/new.md", join(folder, "root", "dangling.md"));
  symlinkSync("../out/none", join(folder, "root", "dangling"));
  const store = inRoot();
  for (const way of [
    "../out/a.md",
    "sub/../../out/a.md",
    "../root-evil/a.md",
    "link.md",
    "linked/a.md",
    "linked/new.md",
    "dangling.md",
    "dangling/deep/new.md",
    "linked/../a.md/../../out/a.md",
    `/proc/self/root${folder}/out/a.md`,
    "/etc/passwd",
    "..",
  ]) {
    const path = way.startsWith("/") ? way : `${folder}/root/${way}`;
    await expect(store.read(path), way).rejects.toMatchObject(outside);
    await expect(
      store.update(path, () => Buffer.from("x")),
      way,
    ).rejects.toMatchObject(outside);
    await expect(store.makeFolder(path), way).rejects.toMatchObject(outside);
    await expect(store.list(path), way).rejects.toMatchObject(outside);
    await expect(store.move(join(folder, "root", "a.md"), path), way).rejects.toMatchObject(outside);
    await expect(store.move(path, join(folder, "root", "stolen.md")), way).rejects.toMatchObject(outside);
    recordAttempts(6);
  }
  expect(readFileSync(join(folder, "out", "a.md"), "utf8")).toBe("out/a.md");
});

test("the error names the path, its real path, and the roots", async () => {
  symlinkSync("../out/a.md", join(folder, "root", "link.md"));
  const path = join(folder, "root", "link.md");
  await expect(inRoot().read(path)).rejects.toMatchObject({
    message: `${path} (really ${folder}/out/a.md) is outside the workspace; open to this caller: ${folder}/root`,
  });
});

test("links that stay inside, and roots that are links, work", async () => {
  symlinkSync("a.md", join(folder, "root", "link.md"));
  symlinkSync("root", join(folder, "alias"));
  for (const store of [inRoot(), inRoot([join(folder, "alias")]), inRoot([`/proc/self/root${folder}/root`])]) {
    expect((await store.read(join(folder, "root", "link.md")))?.realPath).toBe(join(folder, "root", "a.md"));
    expect((await store.read(join(folder, "alias", "a.md")))?.realPath).toBe(join(folder, "root", "a.md"));
  }
});

test("a root may be a single file, or one that does not exist yet; files beside it are outside", async () => {
  const store = inRoot([join(folder, "root", "a.md"), join(folder, "root", "new.md")]);
  expect((await store.read(join(folder, "root", "a.md")))?.bytes.length).toBe(9);
  await store.update(join(folder, "root", "new.md"), () => Buffer.from("new"));
  await expect(store.read(join(folder, "root", "b.md"))).rejects.toMatchObject(outside);
  await expect(store.read(join(folder, "root"))).rejects.toMatchObject(outside);
});

test("names that begin with dots are inside", async () => {
  await inRoot().update(join(folder, "root", "..a.md"), () => Buffer.from("x"));
  await inRoot().update(join(folder, "root", "...", "b"), () => Buffer.from("x"));
});

test("Galley's own data is rejected even inside a root, and through a link [A18 A23]", async () => {
  symlinkSync("../data", join(folder, "root", "data"));
  const store = inRoot([folder]);
  await expect(store.update(join(folder, "data", "settings.json"), () => Buffer.from("x"))).rejects.toMatchObject(
    outside,
  );
  await expect(store.read(join(folder, "root", "data", "settings.json"))).rejects.toMatchObject(outside);
});

test("without any root everything is outside [A18]", async () => {
  await expect(inRoot([]).read(join(folder, "root", "a.md"))).rejects.toMatchObject(outside);
});

test("swapping a folder for a link after the check does not lead outside [A18]", async () => {
  const real = join(folder, "root", "sub");
  writeFileSync(join(real, "a.md"), "inside");
  const swap = () => {
    renameSync(real, join(folder, "root", "moved"));
    symlinkSync(join(folder, "out"), real);
  };
  const unswap = () => {
    rmSync(real);
    renameSync(join(folder, "root", "moved"), real);
  };
  // The guard has checked the path; the real path that it passes on has just become a link.
  const late: FileStore = {
    ...disk,
    read(path, options) {
      swap();
      return disk.read(path, options);
    },
    update(path, edit, options) {
      swap();
      return disk.update(path, edit, options);
    },
  };
  const store = guarded(late, { roots: [join(folder, "root")] });
  await expect(store.read(join(real, "a.md"))).rejects.toMatchObject(outside);
  unswap();
  await expect(store.update(join(real, "a.md"), () => Buffer.from("x"))).rejects.toMatchObject(outside);
  unswap();
  await expect(store.update(join(real, "new.md"), () => Buffer.from("x"))).rejects.toMatchObject(outside);
  expect(readFileSync(join(folder, "out", "a.md"), "utf8")).toBe("out/a.md");
});

test("swapping a folder for a link during the save does not lead outside [A18]", async () => {
  const real = join(folder, "root", "sub");
  writeFileSync(join(real, "a.md"), "inside");
  writeFileSync(join(folder, "out", "a.md"), "inside");
  let swapped = false;
  const swapping = createDisk({
    locksFolder: join(folder, "locks"),
    savesFolder: join(folder, "data", "saves"),
    moments: {
      beforeRename() {
        if (swapped) return;
        swapped = true;
        renameSync(real, join(folder, "root", "moved"));
        symlinkSync(join(folder, "out"), real);
      },
    },
  });
  const store = guarded(swapping, { roots: [join(folder, "root")] });
  await store.update(join(real, "a.md"), () => Buffer.from("changed")).catch(() => {});
  swapping.close();
  expect(readFileSync(join(folder, "out", "a.md"), "utf8")).toBe("inside");
});

test("a hard link to a file outside cannot be distinguished from a file, and counts as inside", async () => {
  linkSync(join(folder, "out", "a.md"), join(folder, "root", "hard.md"));
  expect((await inRoot().read(join(folder, "root", "hard.md")))?.realPath).toBe(join(folder, "root", "hard.md"));
});
