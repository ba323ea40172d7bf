import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { constants, tmpdir } from "node:os";

/** A call of node:fs that the code under test is about to make. */
export type FileCall = {
  /** From 1, since the plan was laid. */
  number: number;
  /** `open`, `rename`, `handle.write`, `lstatSync` … */
  name: string;
};

/**
 * What becomes of a call: it fails with a code and does nothing; it takes or gives so many bytes at most; the process is killed instead.
 * Null: it goes well.
 */
export type Fault = { fails: string } | { atMost: number } | "killed" | null;

/** Decides on each call. */
export type Plan = (call: FileCall) => Fault;

const inPromises = [
  ...["access", "chmod", "copyFile", "link", "lstat", "mkdir", "open", "readdir", "readFile", "readlink", "realpath"],
  ...["rename", "rm", "rmdir", "stat", "symlink", "truncate", "unlink", "utimes", "writeFile"],
] as const;
const atOnce = [
  ...["accessSync", "closeSync", "existsSync", "fsyncSync", "lstatSync", "mkdirSync", "openSync", "readFileSync"],
  ...["renameSync", "statSync", "unlinkSync", "writeFileSync", "writeSync"],
] as const;
const ofHandles = [
  ...["appendFile", "chmod", "chown", "datasync", "read", "readFile", "stat", "sync", "truncate"],
  ...["utimes", "write", "writeFile"],
] as const;

let plan: Plan | null = null;
let calls = 0;

/** From now on every call of node:fs in this process is judged by the plan; null: all go well, and none is counted. */
export function layPlan(next: Plan | null): void {
  plan = next;
  calls = 0;
}

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * Puts the wrapper round node:fs, for this whole process and for good: what modules have imported by name changes with it. Before any
 * module under test keeps a function of node:fs for itself.
 */
export async function breakFiles(): Promise<void> {
  const handle = await fs.promises.open(tmpdir());
  const ofHandle = Object.getPrototypeOf(handle) as Record<string, AnyFunction>;
  await handle.close();
  const promises = fs.promises as unknown as Record<string, AnyFunction>;
  const direct = fs as unknown as Record<string, AnyFunction>;
  for (const name of inPromises) wrap(promises, name, name, "later");
  const open = promises["open"];
  // A handle has a close of its own, not its class's.
  promises["open"] = async (...args) => {
    const opened = (await open?.apply(promises, args)) as Record<string, AnyFunction>;
    wrap(opened, "close", "handle.close", "later");
    return opened;
  };
  for (const name of atOnce) wrap(direct, name, name, "now");
  for (const name of ofHandles) wrap(ofHandle, name, `handle.${name}`, "later");
  syncBuiltinESMExports();
}

function wrap(owner: Record<string, AnyFunction>, key: string, name: string, answers: "now" | "later"): void {
  const real = owner[key];
  if (real === undefined) throw new RangeError(`node:fs has no ${name}`);
  owner[key] = function (this: unknown, ...args: unknown[]): unknown {
    if (plan === null) return real.apply(this, args);
    const fault = plan({ number: ++calls, name });
    if (fault === null) return real.apply(this, args);
    if (fault === "killed") return killed();
    if ("fails" in fault) {
      // A close that fails has closed all the same, on every system that we know.
      if (name === "handle.close") return Promise.resolve(real.apply(this, args)).then(() => fail(fault.fails, name));
      if (name === "closeSync") real.apply(this, args);
      if (answers === "later") return Promise.reject(failure(fault.fails, name));
      if (name === "existsSync") return false;
      return fail(fault.fails, name);
    }
    const [bytes, offset, length, position] = args as [Uint8Array, number, number, number];
    if (name !== "handle.write" && name !== "handle.read") return real.apply(this, args);
    return real.call(this, bytes, offset, Math.min(length, fault.atMost), position);
  };
}

/** The rest of the program is never reached: a signal to oneself arrives before the call returns. */
function killed(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

function failure(code: string, name: string): Error {
  const errno = (constants.errno as Record<string, number>)[code] ?? 5;
  // As Node says it of a code that it has no name for.
  const known = code === "EDQUOT" ? `Unknown system error -${errno}` : code;
  return Object.assign(new Error(`${known}: played, ${name}`), { code: known, errno: -errno, syscall: name });
}

function fail(code: string, name: string): never {
  throw failure(code, name);
}
