import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FilesWithoutAttributes } from "../files/extended-attributes";
import { temporaryName } from "../files/temporary-files";
import { createDisk, type DiskOptions, type DiskStore } from "./disk";
import type { Moments } from "./durable-replace";

let folder: string;
let w: string;
const open: DiskStore[] = [];
const rescued: string[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-disk-")));
  w = join(folder, "w");
  mkdirSync(w);
  rescued.length = 0;
});
afterEach(() => {
  for (const disk of open.splice(0)) disk.close();
  rmSync(folder, { recursive: true, force: true });
});

function opened(moments: Moments = {}, more: Partial<DiskOptions> = {}): DiskStore {
  const disk = createDisk({
    locksFolder: join(folder, "locks"),
    savesFolder: join(folder, "saves"),
    onRescued: (_, bytes) => rescued.push(Buffer.from(bytes).toString()),
    moments,
    ...more,
  });
  open.push(disk);
  return disk;
}

const journal = () => readdirSync(join(folder, "saves")).filter((name) => name.endsWith(".save"));
const bytes = (text: string) => Buffer.from(text);
const put = (name: string, text = "old") => {
  const path = join(w, name);
  writeFileSync(path, text);
  return path;
};
const textAt = (path: string) => readFileSync(path, "utf8");

test("a save keeps mode, set-group folders and the order of times, and leaves no other file", async () => {
  const disk = opened();
  for (const mode of [0o640, 0o600, 0o664, 0o755]) {
    const path = put(`m${mode}.md`);
    chmodSync(path, mode);
    utimesSync(path, 1, 1);
    await disk.update(path, () => bytes("new"));
    expect(statSync(path).mode & 0o7777).toBe(mode);
    expect(statSync(path).mtimeMs).toBeGreaterThan(2000);
  }
  const shared = join(w, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o2775);
  await disk.update(join(shared, "a.md"), () => bytes("new"));
  expect(statSync(join(shared, "a.md")).gid).toBe(statSync(shared).gid);
  expect(readdirSync(shared)).toEqual(["a.md"]);
  expect(readdirSync(w).filter((name) => name.startsWith("."))).toEqual([]);
});

test("a new file gets what the user's umask leaves", async () => {
  const before = process.umask(0o027);
  try {
    await opened().update(join(w, "a.md"), () => bytes("new"));
    expect(statSync(join(w, "a.md")).mode & 0o777).toBe(0o640);
  } finally {
    process.umask(before);
  }
});

test.runIf(process.getuid?.() === 0)("the owner stays, where this user may give files away", async () => {
  const path = put("a.md");
  execFileSync("chown", ["65534:65534", path]);
  expect((await opened().update(path, () => bytes("new"))).notes).toEqual([]);
  expect([statSync(path).uid, statSync(path).gid]).toEqual([65534, 65534]);
});

const python = spawnSync("python3", ["-c", "import os; os.setxattr"]).status === 0;
test.runIf(python && process.platform === "linux")("extended attributes survive a save", async () => {
  const path = put("a.md");
  execFileSync("python3", ["-c", "import os,sys; os.setxattr(sys.argv[1], 'user.origin', b'scan 7')", path]);
  await opened().update(path, () => bytes("new"));
  const read = "import os,sys; print(os.getxattr(sys.argv[1], 'user.origin').decode())";
  expect(execFileSync("python3", ["-c", read, path], { encoding: "utf8" }).trim()).toBe("scan 7");
});

test.runIf(python && process.platform === "linux")(
  "what one process knows of a file's attributes others know",
  async () => {
    const path = put("a.md");
    const disk = opened();
    await disk.update(path, () => bytes("new"));
    const known = () => new FilesWithoutAttributes(join(folder, "locks")).has(path, statSync(path, { bigint: true }));
    expect(known()).toBe(true);
    execFileSync("python3", ["-c", "import os,sys; os.setxattr(sys.argv[1], 'user.origin', b'scan 8')", path]);
    expect(known()).toBe(false);
  },
);

test("a link stays a link and its target changes, also through chains and to a file that does not exist yet", async () => {
  const disk = opened();
  const path = put("target.md");
  symlinkSync("target.md", join(w, "one.md"));
  symlinkSync(join(w, "one.md"), join(w, "two.md"));
  symlinkSync("later/made.md", join(w, "dangling.md"));
  expect((await disk.update(join(w, "two.md"), () => bytes("new"))).realPath).toBe(path);
  expect(textAt(path)).toBe("new");
  expect([readlinkSync(join(w, "one.md")), readlinkSync(join(w, "two.md"))]).toEqual(["target.md", join(w, "one.md")]);
  expect((await disk.update(join(w, "dangling.md"), () => bytes("made"))).realPath).toBe(join(w, "later", "made.md"));
  expect(readlinkSync(join(w, "dangling.md"))).toBe("later/made.md");
  expect(textAt(join(w, "later", "made.md"))).toBe("made");
});

test("a link that leads back to itself is rejected at once [A18]", async () => {
  symlinkSync("b", join(w, "a"));
  symlinkSync("a", join(w, "b"));
  const disk = opened();
  const start = performance.now();
  await expect(disk.read(join(w, "a"))).rejects.toMatchObject({ code: "failed", message: /leads back to itself/ });
  await expect(disk.update(join(w, "a"), () => bytes("x"))).rejects.toMatchObject({ message: /leads back to itself/ });
  // This takes about 10 ms; 20 s mean that it hangs, also on a slow machine.
  expect(performance.now() - start).toBeLessThan(20_000);
});

test("pipes, devices, sockets and folders are rejected at once, without hanging or using memory [A18]", async () => {
  execFileSync("mkfifo", [join(w, "pipe")]);
  const server = createServer().listen(join(w, "socket"));
  await new Promise((resolve) => server.on("listening", resolve));
  const disk = opened();
  const start = performance.now();
  for (const [path, kind] of [
    [join(w, "pipe"), "a named pipe"],
    [join(w, "socket"), "a socket"],
    ["/dev/zero", "a device"],
    [w, "a folder"],
  ] as const) {
    const error = { code: "unsupported", message: `${path} is ${kind}, not a file` };
    await expect(disk.read(path)).rejects.toMatchObject(error);
    await expect(disk.update(path, () => bytes("x"))).rejects.toMatchObject(error);
  }
  // This takes about 10 ms; 20 s mean that it hangs, also on a slow machine.
  expect(performance.now() - start).toBeLessThan(20_000);
  server.close();
});

test("files that report size 0 are read to their end", async () => {
  const file = await opened().read("/proc/self/status");
  expect(Buffer.from(file?.bytes ?? []).toString()).toMatch(/^Name:/);
});

test("all names of a hard-linked file see the new text, the journal is empty afterwards, and a note says so", async () => {
  const disk = opened();
  for (const text of ["longer than what was there before", "", "x"]) {
    const path = existsSync(join(w, "a.md")) ? join(w, "a.md") : put("a.md");
    if (!existsSync(join(w, "b.md"))) linkSync(path, join(w, "b.md"));
    const written = await disk.update(path, () => bytes(text));
    expect(textAt(join(w, "b.md"))).toBe(text);
    expect(written.notes).toEqual([
      "written in place, because it has other names (hard links), which stay the same file this way",
    ]);
    expect(journal()).toEqual([]);
  }
});

test("updates through two names of one file run one after the other", async () => {
  const disk = opened();
  put("a.md", "");
  linkSync(join(w, "a.md"), join(w, "b.md"));
  const updates = Array.from({ length: 10 }, (_, i) =>
    disk.update(join(w, i % 2 ? "a.md" : "b.md"), (current) => bytes(`${Buffer.from(current?.bytes ?? [])}${i};`)),
  );
  await Promise.all(updates);
  expect(textAt(join(w, "a.md")).split(";").length).toBe(11);
});

test("a file that can be written but not replaced, such as a mount point, is written in place", async () => {
  const path = put("a.md");
  // Renaming over a mount point fails with EBUSY. Mounting needs a privilege that not every machine grants.
  put("source.md", "old");
  const mounted = spawnSync("mount", ["--bind", join(w, "source.md"), path]).status === 0;
  if (!mounted) return;
  try {
    const written = await opened().update(path, () => bytes("new"));
    expect(written.notes.join()).toMatch(
      /written in place, because the system does not let it be replaced \(E(BUSY|XDEV)\)/,
    );
    expect(textAt(join(w, "source.md"))).toBe("new");
    expect(readdirSync(w).sort()).toEqual(["a.md", "source.md"]);
  } finally {
    spawnSync("umount", [path]);
  }
});

test("the next save removes temporary files of dead processes; those of running processes and other files stay", async () => {
  const path = put("a.md");
  const mine = temporaryName();
  const dead = mine.replace(/-\d+-/, "-4194303-");
  const living = mine.replace(/-\d+-/, "-1-");
  const elsewhere = dead.replace(/-[0-9a-f]{8}-/, "-00000000-");
  for (const name of [mine, dead, living, elsewhere, ".galley-notes.tmp"]) put(name);
  await opened().update(path, () => bytes("new"));
  const left = readdirSync(w);
  expect(left).not.toContain(dead);
  for (const name of [mine, living, elsewhere, ".galley-notes.tmp"]) expect(left).toContain(name);
  expect((await opened().list(w)).map(({ name }) => name).sort()).toEqual([".galley-notes.tmp", "a.md"]);
});

test("a second name left by a killed save is not a reason to write in place", async () => {
  const path = put("a.md");
  linkSync(path, join(w, temporaryName().replace(/-\d+-/, "-4194303-")));
  expect((await opened().update(path, () => bytes("new"))).notes).toEqual([]);
  expect(readdirSync(w)).toEqual(["a.md"]);
});

/** Simulates another program that runs `act` once, at a given moment. */
function once(moment: keyof Moments, act: () => void): Moments {
  let hasRun = false;
  return {
    [moment]: () => {
      if (hasRun) return;
      hasRun = true;
      act();
    },
  };
}

const added = (current: { bytes: Uint8Array } | null) => bytes(`${Buffer.from(current?.bytes ?? [])}+ours`);

test("an edit is applied to what another program writes while the edit is computed", async () => {
  const path = put("a.md");
  let rounds = 0;
  const written = await opened().update(path, (current) => {
    if (rounds++ === 0) writeFileSync(path, "theirs");
    return added(current);
  });
  expect([textAt(path), rounds]).toEqual(["theirs+ours", 2]);
  expect(Buffer.from(written.before?.bytes ?? []).toString()).toBe("theirs");
});

test("a replaced file with the same bytes counts as another file, so that its mode is kept", async () => {
  const path = put("a.md");
  let rounds = 0;
  await opened().update(path, (current) => {
    if (rounds++ === 0) {
      put("other.md");
      chmodSync(join(w, "other.md"), 0o600);
      renameSync(join(w, "other.md"), path);
    }
    return added(current);
  });
  expect([textAt(path), statSync(path).mode & 0o777]).toEqual(["old+ours", 0o600]);
});

test("what another program writes between the last check and the rename is found, restored, and edited again", async () => {
  const path = put("a.md");
  const disk = opened(once("beforeRename", () => writeFileSync(path, "theirs, in the last moment")));
  await disk.update(path, added);
  expect(textAt(path)).toBe("theirs, in the last moment+ours");
  expect(readdirSync(w)).toEqual(["a.md"]);
});

test("if the edit rejects what another program wrote in the last moment, exactly that is on disk", async () => {
  const path = put("a.md");
  const disk = opened(once("beforeRename", () => writeFileSync(path, "theirs")));
  const error = new Error("stale");
  const update = disk.update(path, (current) => {
    if (Buffer.from(current?.bytes ?? []).toString() !== "old") throw error;
    return bytes("ours");
  });
  await expect(update).rejects.toBe(error);
  expect(textAt(path)).toBe("theirs");
});

test("a program that opened the old file before the rename and writes after it loses nothing", async () => {
  const path = put("a.md");
  const moments: Moments = {
    ...once("afterRename", () => {
      const [kept] = readdirSync(w).filter((name) => name.endsWith(".tmp"));
      if (kept) writeFileSync(join(w, kept), "theirs, into the old file");
    }),
  };
  await opened(moments).update(path, added);
  expect(textAt(path)).toBe("theirs, into the old file+ours");
});

test("a new file never replaces one that another program makes in the last moment", async () => {
  const path = join(w, "a.md");
  const disk = opened(once("beforeRename", () => writeFileSync(path, "theirs")));
  await disk.update(path, added);
  expect(textAt(path)).toBe("theirs+ours");
});

test("an edit is run again with a missing file if the file is deleted meanwhile", async () => {
  const path = put("a.md");
  const seen: (string | null)[] = [];
  await opened().update(path, (current) => {
    seen.push(current && Buffer.from(current.bytes).toString());
    if (seen.length === 1) unlinkSync(path);
    return current ? bytes("ours") : null;
  });
  expect(seen).toEqual(["old", null]);
  expect(existsSync(path)).toBe(false);
});

test("an in-place write also edits what another program wrote first", async () => {
  const path = put("a.md");
  linkSync(path, join(w, "b.md"));
  let rounds = 0;
  await opened().update(path, (current) => {
    if (rounds++ === 0) writeFileSync(path, "theirs");
    return added(current);
  });
  expect(textAt(join(w, "b.md"))).toBe("theirs+ours");
});

test("what another program writes during an in-place write stays, and the save starts again from it", async () => {
  const path = put("a.md");
  linkSync(path, join(w, "b.md"));
  let rounds = 0;
  const disk = opened({
    amidWrite() {
      if (rounds++ === 0) writeFileSync(join(w, "b.md"), "theirs");
    },
  });
  await disk.update(path, added);
  expect(textAt(path)).toBe("theirs+ours");
  expect(rounds).toBe(2);
  expect(journal()).toEqual([]);
});

for (const moment of ["beforeGrowth", "amidWrite"] as const)
  test(`what another program appends in place is kept once, and nothing of ours beside it: ${moment}`, async () => {
    const path = put("a.md");
    linkSync(path, join(w, "b.md"));
    const seen: string[] = [];
    const disk = opened({
      [moment]() {
        if (seen.length === 1) appendFileSync(join(w, "b.md"), "theirs");
      },
    });
    await disk.update(path, (current) => {
      seen.push(Buffer.from(current?.bytes ?? []).toString());
      return bytes(`${seen.at(-1)} and much more of ours`);
    });
    expect(seen).toEqual(["old", "oldtheirs"]);
    expect(textAt(path)).toBe("oldtheirs and much more of ours");
    expect(journal()).toEqual([]);
  });

test("a file that another program empties before it is made longer in place is that program's", async () => {
  const path = put("a.md");
  linkSync(path, join(w, "b.md"));
  const seen: string[] = [];
  const disk = opened({
    beforeGrowth() {
      if (seen.length === 1) truncateSync(join(w, "b.md"), 0);
    },
  });
  await disk.update(path, (current) => {
    seen.push(Buffer.from(current?.bytes ?? []).toString());
    return bytes(`${seen.at(-1)} and ours`);
  });
  expect(seen).toEqual(["old", ""]);
});

test("when another program writes a few bytes into a large file during an in-place write, only those bytes remain of that round", async () => {
  const path = put("a.md", "old ".repeat(100_000));
  linkSync(path, join(w, "b.md"));
  const seen: string[] = [];
  const disk = opened({
    amidWrite() {
      if (seen.length > 1) return;
      const theirs = openSync(path, "r+");
      writeSync(theirs, "THEIRS", 300_000);
      closeSync(theirs);
    },
  });
  await disk.update(path, (current) => {
    seen.push(Buffer.from(current?.bytes ?? []).toString());
    return bytes(`${seen.at(-1)}`.replaceAll("old", "new").concat(" and more"));
  });
  // The pieces written first were rolled back: the second round saw the old text with theirs in it, and none of ours.
  const withTheirs = `${"old ".repeat(75_000)}THEIRS${"old ".repeat(25_000).slice(6)}`;
  expect(seen[1] === withTheirs).toBe(true);
  expect(textAt(path) === withTheirs.replaceAll("old", "new").concat(" and more")).toBe(true);
});

test("what another program writes right after an in-place write is kept for the history as it was found", async () => {
  const path = put("a.md");
  linkSync(path, join(w, "b.md"));
  const disk = opened({ afterRename: () => writeFileSync(path, "theirs") });
  const { notes } = await disk.update(path, () => bytes("ours"));
  expect(rescued).toEqual(["theirs"]);
  expect(notes).toContain("another program changed the file while it was being saved");
  expect(textAt(path)).toBe("theirs");
});

test("a file that another program changes all the time is rejected as stale and keeps its bytes", async () => {
  const path = put("a.md");
  let round = 0;
  const update = opened().update(path, () => {
    writeFileSync(path, `theirs ${++round}`);
    return bytes("ours");
  });
  await expect(update).rejects.toMatchObject({
    code: "stale",
    message: /faster than it can be saved; nothing was written/,
  });
  expect(textAt(path)).toBe(`theirs ${round}`);
  expect(readdirSync(w)).toEqual(["a.md"]);
});

test("a failed in-place write restores the old bytes", async () => {
  const path = put("a.md", "the old text");
  linkSync(path, join(w, "b.md"));
  const disk = opened({
    amidWrite() {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    },
  });
  await expect(disk.update(path, () => bytes("a new text that is longer"))).rejects.toMatchObject({
    message: `the disk that holds ${w} is full; the file is as it was`,
  });
  expect(textAt(path)).toBe("the old text");
  expect(journal()).toEqual([]);
});

test("if the journal cannot be stored nothing is written in place, and the error names the folder", async () => {
  const path = put("a.md");
  linkSync(path, join(w, "b.md"));
  writeFileSync(join(folder, "no-folder"), "");
  const disk = opened({}, { savesFolder: join(folder, "no-folder", "saves") });
  await expect(disk.update(path, () => bytes("new"))).rejects.toMatchObject({
    message: /could not be kept in .*no-folder\/saves \(ENOTDIR\); the file is as it was/,
  });
  expect(textAt(path)).toBe("old");
});

test("moving a link moves the link itself, and a change of case alone is a move", async () => {
  const disk = opened();
  put("a.md");
  symlinkSync("a.md", join(w, "link.md"));
  await disk.move(join(w, "link.md"), join(w, "moved.md"));
  expect(lstatSync(join(w, "moved.md")).isSymbolicLink()).toBe(true);
  await disk.move(join(w, "a.md"), join(w, "A.md"));
  expect(readdirSync(w).sort()).toEqual(["A.md", "moved.md"]);
});

test("folders made for a file that could not be saved are removed again", async () => {
  const disk = opened({
    beforeRename() {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    },
  });
  await expect(disk.update(join(w, "x", "y", "a.md"), () => bytes("new"))).rejects.toMatchObject({ code: "failed" });
  expect(readdirSync(w)).toEqual([]);
});

test("a save waits for another process's save of the same file and starts from its result", async () => {
  // The two stores share only the lock, like two processes.
  const [one, other] = [opened(), opened()];
  const path = put("a.md");
  let ends: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    ends = resolve;
  });
  let begun: () => void = () => {};
  const isHeld = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = one.update(path, async () => {
    begun();
    await held;
    return bytes("one");
  });
  await isHeld;
  const seen: string[] = [];
  const second = other.update(path, (current) => {
    seen.push(Buffer.from(current?.bytes ?? []).toString());
    return bytes("one and other");
  });
  // A later write of another file is done, so the one before it waits for the lock alone. By chance a file may share its lock file.
  const others = ["x", "y", "z", "w"].map((name) => other.update(`${path}.${name}`, () => bytes("other")));
  await Promise.any(others);
  expect(seen).toEqual([]);
  ends();
  await Promise.all([first, second, ...others]);
  expect(seen).toEqual(["one"]);
  expect(textAt(path)).toBe("one and other");
});
