import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leaveDataFolderPointer, usedDataFolder } from "./data-folder-pointer";

let home: string;
const bare = () => join(home, ".local/share/galley");
const own = () => join(home, "elsewhere", "galley");
const xdg = () => ({ XDG_DATA_HOME: join(home, "elsewhere") });

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "galley-pointer-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe.runIf(process.platform === "linux")("the data folder of a process without GALLEY_DATA", () => {
  it("is that of the app that was started last, even if only the app has XDG_DATA_HOME", () => {
    mkdirSync(own(), { recursive: true });
    expect(usedDataFolder({}, home)).toBe(bare());
    leaveDataFolderPointer(xdg(), home);
    expect(usedDataFolder({}, home)).toBe(own());
    expect(usedDataFolder(xdg(), home)).toBe(own());
    leaveDataFolderPointer({}, home);
    expect(usedDataFolder({}, home)).toBe(bare());
  });

  it("is the one its own environment names, whatever the pointer says", () => {
    mkdirSync(own(), { recursive: true });
    leaveDataFolderPointer(xdg(), home);
    expect(usedDataFolder({ XDG_DATA_HOME: "/other" }, home)).toBe("/other/galley");
    expect(usedDataFolder({ GALLEY_DATA: bare() }, home)).toBe(bare());
  });

  it("does not follow an app that was started with GALLEY_DATA", () => {
    mkdirSync(own(), { recursive: true });
    leaveDataFolderPointer({ ...xdg(), GALLEY_DATA: own() }, home);
    expect(usedDataFolder({}, home)).toBe(bare());
  });

  it.each<[string, (pointer: string) => void]>([
    ["leads nowhere", (pointer) => writeFileSync(pointer, "/nowhere/at/all")],
    ["is relative", (pointer) => writeFileSync(pointer, "elsewhere/galley")],
    ["is a link", (pointer) => symlinkSync("/etc/hostname", pointer)],
    ["is a folder", (pointer) => mkdirSync(pointer)],
    ["is empty", (pointer) => writeFileSync(pointer, "")],
    ["is far too long", (pointer) => writeFileSync(pointer, `/${"x/".repeat(5000)}`)],
    [
      "leads to another user's folder",
      (pointer) => writeFileSync(pointer, process.getuid?.() === 0 ? "/proc/self/fd/0" : "/"),
    ],
  ])("does not follow a pointer that %s", (_what, put) => {
    mkdirSync(bare(), { recursive: true });
    put(join(bare(), "data-folder"));
    expect(usedDataFolder({}, home)).toBe(bare());
  });
});
