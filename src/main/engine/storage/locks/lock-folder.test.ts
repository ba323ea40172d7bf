import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lockFolder } from "./lock-folder";

let top: string;
let dataDir: string;

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "galley-locks-")));
  dataDir = join(top, "data");
  vi.stubEnv("HOME", join(top, "home"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(top, { recursive: true, force: true });
});

describe.runIf(process.platform !== "win32")("the locks folder", () => {
  it("is in the data folder, for this user alone, whatever the environment says", async () => {
    const folders = new Set<string>();
    for (const session of [undefined, join(top, "session")]) {
      vi.stubEnv("XDG_RUNTIME_DIR", session);
      vi.stubEnv("TMPDIR", session);
      folders.add(await lockFolder(dataDir));
    }
    expect([...folders]).toEqual([join(dataDir, "locks")]);
    expect((await stat(join(dataDir, "locks"))).mode & 0o777).toBe(0o700);
  });

  it("is one local folder of this user if the data folder cannot be made, the same for every environment", async () => {
    await writeFile(join(top, "a file"), "");
    const impossible = join(top, "a file", "data");
    const folders = new Set<string>();
    for (const session of [undefined, join(top, "session")]) {
      vi.stubEnv("XDG_RUNTIME_DIR", session);
      vi.stubEnv("TMPDIR", session);
      folders.add(await lockFolder(impossible));
    }
    expect(folders.size).toBe(1);
    const [found = ""] = folders;
    for (const folder of [found, dirname(found)]) {
      const { uid, mode } = await stat(folder);
      expect([uid, mode & 0o077]).toEqual([process.getuid?.(), 0]);
    }
  });

  it("is never behind a link, nor in another user's folder [A30]", async () => {
    const elsewhere = join(top, "elsewhere");
    await mkdir(elsewhere);
    await mkdir(dataDir);
    await symlink(elsewhere, join(dataDir, "locks"));
    await chmod(elsewhere, 0o777);
    const found = await lockFolder(dataDir);
    expect(found.startsWith(dataDir)).toBe(false);
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o777);
    expect(found.startsWith(homedir()) || found.startsWith("/run/user/") || found.startsWith("/tmp/galley-")).toBe(
      true,
    );
  });
});
