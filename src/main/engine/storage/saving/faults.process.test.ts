import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild, type TestChild } from "../../testing/child-process";

const child = new URL("./disk.child.ts", import.meta.url);
const long = process.env["GALLEY_LONG"] !== undefined;
const isRoot = process.getuid?.() === 0;
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
let folder: string;
let w: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-faults-"));
  w = join(folder, "w");
  mkdirSync(w);
  target = join(w, "a.md");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const textOfSave = (number: number, size: number) => Buffer.alloc(size + (number % 7), `${number}\n`);
const isSave = (number: number, size: number) => readFileSync(target).equals(textOfSave(number, size));

function start(size: number, times: number, more: Parameters<typeof startChild>[2] = {}): TestChild {
  return startChild(child, [join(folder, "locks"), join(folder, "saves"), target, String(size), String(times)], more);
}

/** Runs one save of a child process; returns the line that it printed. */
async function oneSave(size: number, more: Parameters<typeof startChild>[2] = {}): Promise<string> {
  const one = start(size, 1, more);
  const ended = await one.ended;
  expect(ended, ended.complaint).toMatchObject({ code: 0, signal: null });
  return one.lines.find((line) => /^(saved|refused)/.test(line)) ?? "nothing";
}

/** Attaches strace to a running child with all its threads; the calls that `inject` names fail from then on. */
async function attach(one: TestChild, calls: string, how: string): Promise<ChildProcess> {
  const fault = ["-e", `trace=${calls}`, "-e", `inject=${calls}:${how}`];
  const strace = spawn("strace", ["-f", "-p", String(one.process.pid), "-o", "/dev/null", ...fault]);
  let output = "";
  await new Promise<void>((resolve) => {
    strace.on("close", () => resolve());
    strace.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.includes("attached")) setTimeout(resolve, 30);
    });
  });
  return strace;
}

// The first calls of each kind that a save makes; with GALLEY_LONG all of them.
const calls = ["openat", "pwrite64", "fsync", "rename", "link", "unlink", "fchmod", "fstat,statx,newfstatat"];
const counts = long ? Array.from({ length: 16 }, (_, i) => i + 1) : [1];
const sweep: Fault[] = [
  ...calls.flatMap((call) => counts.map((when) => [call, when, "EIO"] as Fault)),
  ...(long
    ? []
    : ([
        ["openat", 4, "EIO"],
        ["fsync", 2, "EIO"],
        ["openat", 7, "EIO"],
      ] as const)),
  // Fails only the first close: a close that fails under strace does not close, so pipes to other programs would never end. No real system
  // does that.
  ["close", 1, "EIO"] as const,
  ["pwrite64", 1, "ENOSPC"] as const,
  ["fsync", 1, "EDQUOT"] as const,
];

type Fault = readonly [call: string, when: number, error: string];

/** Saves a file twice in a child process, the first time with a fault. Returns the answer of the first save. */
async function saveWithFault([call, when, error]: Fault, names: readonly string[]): Promise<"saved" | "refused"> {
  const size = 100_000;
  const caseFolder = mkdtempSync(join(folder, "one-"));
  const [file = "", ...others] = names.map((name) => join(caseFolder, name));
  writeFileSync(file, textOfSave(0, size));
  for (const other of others) linkSync(file, other);
  const saves = join(caseFolder, "..", `saves of ${basename(caseFolder)}`);
  // One thread for files, so that calls of one kind are counted in sequence.
  const env = { UV_THREADPOOL_SIZE: "1", GALLEY_TEST_WAITS: "always" };
  const one = startChild(child, [join(folder, "locks"), saves, file, String(size), "2"], { env });
  await one.printed("ready");
  const strace = await attach(one, call, `error=${error}:when=${when}`);
  one.send("go");
  const answer = await Promise.race([one.printed("saved"), one.printed("refused")]).catch(async () => {
    throw new Error(`${call} ${when} ${error}: ended without an answer, ${JSON.stringify(await one.ended)}`);
  });
  strace.kill("SIGINT");
  const bytes = readFileSync(file);
  const which = bytes.equals(textOfSave(1, size)) ? "new" : bytes.equals(textOfSave(0, size)) ? "old" : "torn";
  const what = `${call} ${when} ${error}: ${answer}`;
  const status = answer.startsWith("saved") ? "saved" : "refused";
  expect(which, what).toBe(status === "saved" ? "new" : "old");
  expect(what).not.toMatch(/another program|Unknown system error/);
  // Without the fault the next save works and cleans up.
  await new Promise((resolve) => strace.on("close", resolve));
  one.send("go");
  expect(await one.ended, what).toMatchObject({ code: 0 });
  expect(one.lines.at(-2), what).toMatch(/^saved/);
  expect(readdirSync(caseFolder).sort(), what).toEqual([...names].sort());
  // If even removing the journal's entry fails, the entry is emptied.
  for (const name of existsSync(saves) ? readdirSync(saves) : [])
    expect(statSync(join(saves, name)).size, what).toBe(0);
  return status;
}

async function sweepFaults(
  faults: readonly Fault[],
  names: readonly string[],
): Promise<Record<"saved" | "refused", number>> {
  const seen = { saved: 0, refused: 0 };
  for (let i = 0; i < faults.length; i += 3) {
    const statuses = await Promise.all(faults.slice(i, i + 3).map((fault) => saveWithFault(fault, names)));
    for (const status of statuses) seen[status]++;
  }
  return seen;
}

test.runIf(has("strace"))(
  "whichever system call of a save fails, the file is whole, the answer is true, and the process goes on",
  { timeout: 900_000 },
  async () => {
    const seen = await sweepFaults(sweep, ["a.md"]);
    // A sweep without any failed call would prove nothing.
    expect(seen.refused).toBeGreaterThan(3);
    expect(seen.saved).toBeGreaterThan(0);
  },
);

test.runIf(has("strace"))(
  "whichever system call of a write in place fails, all names hold the old or the new text, as was answered",
  { timeout: 900_000 },
  async () => {
    const calls = long ? ["pwrite64", "fsync", "ftruncate", "rename", "openat", "unlink"] : ["pwrite64"];
    const faults = calls.flatMap((call) => counts.map((when): Fault => [call, when, "EIO"]));
    const seen = await sweepFaults(
      [...faults, ["pwrite64", 2, "EIO"], ["fsync", 2, "EIO"], ["fsync", 3, "EIO"]],
      ["a.md", "b.md"],
    );
    expect(seen.refused).toBeGreaterThan(2);
  },
);

function smallDisk(kibibytes: number): boolean {
  return isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", w]).status === 0;
}

test.runIf(isRoot)(
  "on a full disk the old file stays, the error names the disk, and a save works once space is free",
  async () => {
    if (!smallDisk(256)) return;
    try {
      writeFileSync(target, textOfSave(0, 100_000));
      expect(await oneSave(200_000)).toBe(`refused 1 the disk that holds ${w} is full; the file is as it was`);
      expect(isSave(0, 100_000)).toBe(true);
      expect(readdirSync(w)).toEqual(["a.md"]);
      writeFileSync(target, textOfSave(0, 1000));
      expect(await oneSave(100_000)).toBe("saved 1");
    } finally {
      spawnSync("umount", [w]);
    }
  },
);

test.runIf(isRoot)("on a full disk a hard-linked file stays as it was too", async () => {
  if (!smallDisk(256)) return;
  try {
    writeFileSync(target, textOfSave(0, 100_000));
    linkSync(target, join(w, "b.md"));
    expect(await oneSave(300_000)).toBe(`refused 1 the disk that holds ${w} is full; the file is as it was`);
    expect(isSave(0, 100_000)).toBe(true);
    expect(readdirSync(join(folder, "saves"))).toEqual([]);
  } finally {
    spawnSync("umount", [w]);
  }
});

test.runIf(process.platform === "linux")(
  "a process with a file size limit gets an error and is not killed",
  async () => {
    writeFileSync(target, textOfSave(0, 1000));
    // 100 blocks of 512 bytes or 1 KiB, depending on the shell.
    const answer = await oneSave(300_000, { before: ["sh", "-c", 'ulimit -f 100; exec "$@"', "sh"] });
    expect(answer).toBe(
      `refused 1 ${target} would be larger than the disk or this process may write; the file is as it was`,
    );
    expect(isSave(0, 1000)).toBe(true);
    expect(readdirSync(w)).toEqual(["a.md"]);
  },
);

const nobody = { before: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] };

/** Another user can be simulated only if everyone can read the checkout and its Electron. */
const hasNobody =
  isRoot &&
  has("setpriv") &&
  spawnSync("setpriv", [...nobody.before.slice(1), "test", "-r", import.meta.filename]).status === 0 &&
  spawnSync("setpriv", [...nobody.before.slice(1), "test", "-x", process.execPath]).status === 0;

test.runIf(hasNobody)("without permission nothing is written, whatever the folder allows", async () => {
  chmodSync(folder, 0o777);
  chmodSync(w, 0o777);
  writeFileSync(target, textOfSave(0, 1000));
  chmodSync(target, 0o644);
  // The folder would let anyone replace the file, but the file itself is not writable for this user.
  expect(await oneSave(2000, nobody)).toBe(
    `refused 1 this user has no permission to write ${target}; the file is as it was`,
  );
  chmodSync(target, 0o600);
  expect(await oneSave(2000, nobody)).toBe(`refused 0 this user has no permission to read ${target}`);
  expect(isSave(0, 1000)).toBe(true);
});

test.runIf(hasNobody)("a file in a folder that cannot be written is written in place", async () => {
  chmodSync(folder, 0o777);
  writeFileSync(target, textOfSave(0, 1000));
  chmodSync(target, 0o666);
  chmodSync(w, 0o755);
  expect(await oneSave(2000, nobody)).toBe("saved 1; written in place, because its folder cannot be written to");
  expect(isSave(1, 2000)).toBe(true);
  rmSync(target);
  expect(await oneSave(2000, nobody)).toBe(
    `refused 1 this user has no permission to write ${target}; the file is as it was`,
  );
});

test.runIf(hasNobody)("a file of another user keeps its owner", async () => {
  chmodSync(folder, 0o777);
  chmodSync(w, 0o777);
  writeFileSync(target, textOfSave(0, 1000));
  chmodSync(target, 0o666);
  expect(await oneSave(2000, nobody)).toBe("saved 1; written in place, because it belongs to another user");
  expect(statSync(target).uid).toBe(0);
  expect(isSave(1, 2000)).toBe(true);
});

test.runIf(isRoot)("the error for a read-only disk says that it is read-only", async () => {
  if (!smallDisk(256)) return;
  try {
    writeFileSync(target, textOfSave(0, 1000));
    execFileSync("mount", ["-o", "remount,ro", w]);
    expect(await oneSave(2000)).toBe(`refused 1 ${target} is on a read-only disk; the file is as it was`);
  } finally {
    spawnSync("umount", [w]);
  }
});

test.runIf(isRoot && process.platform === "linux")("an immutable file is rejected", async () => {
  writeFileSync(target, textOfSave(0, 1000));
  if (spawnSync("chattr", ["+i", target]).status !== 0) return;
  try {
    expect(await oneSave(2000)).toMatch(/^refused 1 this user has no permission to write/);
  } finally {
    spawnSync("chattr", ["-i", target]);
  }
});
