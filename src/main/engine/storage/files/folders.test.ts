import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dataFolder, ensurePrivateFolder } from "./folders";

describe("the data folder", () => {
  it("is the system's folder for application data", () => {
    expect(dataFolder({}, "linux", "/home/ann")).toBe("/home/ann/.local/share/galley");
    expect(dataFolder({ XDG_DATA_HOME: "/data" }, "linux", "/home/ann")).toBe("/data/galley");
    expect(dataFolder({}, "darwin", "/Users/ann")).toBe("/Users/ann/Library/Application Support/Galley");
    expect(dataFolder({ APPDATA: "D:\\Ann\\Roaming" }, "win32", "C:\\Users\\Ann")).toBe("D:\\Ann\\Roaming\\Galley");
    expect(dataFolder({}, "win32", "C:\\Users\\Ann")).toBe("C:\\Users\\Ann\\AppData\\Roaming\\Galley");
  });

  it("is GALLEY_DATA if set, made absolute", () => {
    expect(dataFolder({ GALLEY_DATA: "/elsewhere", XDG_DATA_HOME: "/data" }, "linux", "/home/ann")).toBe("/elsewhere");
    expect(dataFolder({ GALLEY_DATA: "near" }, "linux", "/home/ann")).toBe(join(process.cwd(), "near"));
  });

  it("ignores a relative XDG path", () => {
    expect(dataFolder({ XDG_DATA_HOME: "data" }, "linux", "/home/ann")).toBe("/home/ann/.local/share/galley");
  });
});

describe.runIf(process.platform !== "win32")("a private folder", () => {
  let above: string;
  beforeEach(async () => {
    above = await mkdtemp(join(tmpdir(), "galley-folders-"));
  });
  afterEach(() => rm(above, { recursive: true, force: true }));

  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  it("is made for this user alone, also if it exists [A30]", async () => {
    const folder = join(above, "a", "b");
    await ensurePrivateFolder(folder);
    await ensurePrivateFolder(folder);
    expect(await modeOf(folder)).toBe(0o700);
  });

  it("is closed to other users if it was open [A30]", async () => {
    const folder = join(above, "open");
    await mkdir(folder);
    await chmod(folder, 0o777);
    await ensurePrivateFolder(folder);
    expect(await modeOf(folder)).toBe(0o700);
  });

  it("is rejected if it is a link, and the link's target stays as it was [A30]", async () => {
    const target = join(above, "target");
    await mkdir(target);
    await chmod(target, 0o755);
    await symlink(target, join(above, "link"));
    await expect(ensurePrivateFolder(join(above, "link"))).rejects.toMatchObject({ code: "denied" });
    expect(await modeOf(target)).toBe(0o755);
  });

  it("is rejected if it is a file [A30]", async () => {
    await writeFile(join(above, "file"), "");
    await expect(ensurePrivateFolder(join(above, "file"))).rejects.toMatchObject({ code: "denied" });
    await expect(ensurePrivateFolder(join(above, "file", "in"))).rejects.toMatchObject({ code: "denied" });
  });

  // Only root can give a folder to another user. For anyone else on Linux, the first process's folder in /proc is another user's.
  it.runIf(process.platform === "linux")("is rejected if it belongs to another user", async () => {
    const folder = process.getuid?.() === 0 ? join(above, "given") : "/proc/1";
    if (folder !== "/proc/1") {
      await mkdir(folder);
      await chown(folder, 4242, 4242);
    }
    await expect(ensurePrivateFolder(folder)).rejects.toThrow("belongs to user");
  });
});
