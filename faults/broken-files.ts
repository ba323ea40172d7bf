import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { constants, tmpdir } from "node:os";

/** A call of node:fs that the code under test is about to make. */
export type FileCall = {
  /** Counted from 1, since the plan was set. */
  number: number;
  /** `open`, `rename`, `handle.write`, `lstatSync` … */
  name: string;
};

/**
 * What happens to a call: it fails with a code and does nothing; it moves at most `atMost` bytes; the process is killed instead. Null: the
 * call is made as usual.
 */
export type Fault = { fails: string } | { atMost: number } | "killed" | null;

/** Decides about each call. */
export type Plan = (call: FileCall) => Fault;

/** Functions that make no system call. */
const ignoredNames = [
  "Dir",
  "Dirent",
  "FileReadStream",
  "FileWriteStream",
  "ReadStream",
  "Stats",
  "Utf8Stream",
  "WriteStream",
].concat(["_toUnixTimestamp", "constructor", "getAsyncId", "unwatchFile"]);

/** Functions whose calls a plan cannot judge one by one. Code under test that uses one is ended, and its test fails. */
const unsupportedCalls = [
  "cp",
  "cpSync",
  "createReadStream",
  "createWriteStream",
  "glob",
  "globSync",
  "mkdtempDisposable",
].concat(
  ["mkdtempDisposableSync", "openAsBlob", "opendir", "opendirSync", "pull", "readLines", "readableWebStream", "readv"],
  ["readvSync", "watch", "watchFile", "writer", "writev", "writevSync"],
);

let plan: Plan | null = null;
let calls = 0;

/** From now on `next` decides about every call of node:fs in this process; null: all calls are made as usual, and none is counted. */
export function setPlan(next: Plan | null): void {
  plan = next;
  calls = 0;
}

type AnyFunction = ((...args: unknown[]) => unknown) & { native?: AnyFunction };
type Functions = Record<string, AnyFunction>;

/** How a function answers: returns or throws, calls back, or returns a promise. */
type Answers = "now" | "by callback" | "later";

/**
 * Wraps all of node:fs for this process, permanently; functions that modules have imported by name change too. Call it before any module
 * under test keeps a function of node:fs for itself. Functions that Node adds later are wrapped as well.
 */
export async function breakFiles(): Promise<void> {
  const handle = await fs.promises.open(tmpdir());
  const ofHandle = Object.getPrototypeOf(handle) as Functions;
  await handle.close();
  const promises = fs.promises as unknown as Functions;
  const direct = fs as unknown as Functions;
  for (const key of functionsOf(promises)) wrap(promises, key, { name: key, answers: "later" });
  const open = promises["open"];
  // `close` is a property of each handle, not of its class.
  promises["open"] = async (...args) => {
    const opened = (await open?.apply(promises, args)) as Functions;
    wrap(opened, "close", { name: "handle.close", answers: "later" });
    return opened;
  };
  for (const key of functionsOf(direct)) {
    wrap(direct, key, { name: key, answers: key.endsWith("Sync") ? "now" : "by callback" });
  }
  for (const key of functionsOf(ofHandle)) wrap(ofHandle, key, { name: `handle.${key}`, answers: "later" });
  syncBuiltinESMExports();
}

function functionsOf(owner: Functions): string[] {
  const keys = Object.getOwnPropertyNames(owner).filter((key) => !ignoredNames.includes(key));
  return keys.filter((key) => typeof Object.getOwnPropertyDescriptor(owner, key)?.value === "function");
}

function wrap(owner: Functions, key: string, call: { name: string; answers: Answers }): void {
  const real = owner[key];
  if (real === undefined) throw new RangeError(`node:fs has no ${call.name}`);
  owner[key] = wrapped(real, key, call);
}

function wrapped(real: AnyFunction, key: string, { name, answers }: { name: string; answers: Answers }): AnyFunction {
  function intercepted(this: unknown, ...args: unknown[]): unknown {
    if (plan === null) return real.apply(this, args);
    if (unsupportedCalls.includes(key)) return notWrapped(name);
    const fault = plan({ number: ++calls, name });
    if (fault === null) return real.apply(this, args);
    if (fault === "killed") return killed();
    if ("atMost" in fault) return real.apply(this, isPiecewise(name) ? cut(name, args, fault.atMost) : args);
    const error = failure(fault.fails, name);
    // A close that fails has still closed the file, on every known system.
    if (key === "close" && answers === "later") return Promise.resolve(real.apply(this, args)).then(() => fail(error));
    if (name === "closeSync") real.apply(this, args);
    if (name === "existsSync") return false;
    if (answers === "later") return Promise.reject(error);
    if (answers === "now") return fail(error);
    const callback = args.at(-1) as AnyFunction;
    if (name === "close") return real.call(this, args[0], () => callback(error));
    return process.nextTick(callback, name === "exists" ? false : error);
  }
  // Copies `realpathSync.native`, and the symbols that promisify uses.
  const owned = Object.fromEntries(
    Reflect.ownKeys(real)
      .filter((own) => !["length", "name", "prototype"].includes(String(own)))
      .map((own) => [own, Object.getOwnPropertyDescriptor(real, own) ?? {}]),
  );
  Object.defineProperties(intercepted, owned);
  if (real.native)
    Object.assign(intercepted, { native: wrapped(real.native, key, { name: `${name}.native`, answers }) });
  return intercepted;
}

const isPiecewise = (name: string): boolean =>
  ["handle.read", "handle.write", "read", "readSync", "write", "writeSync"].includes(name);

/** The arguments of a read or write limited to `atMost` bytes, for every form of the call. */
function cut(name: string, args: readonly unknown[], atMost: number): unknown[] {
  const [file, rest] = name.startsWith("handle.") ? [[], args] : [args.slice(0, 1), args.slice(1)];
  const callback = ["read", "write"].includes(name) ? rest.slice(-1) : [];
  const [data, ...more] = callback.length > 0 ? rest.slice(0, -1) : rest;
  if (typeof data === "string") {
    const [position = null, encoding] = more as [number?, BufferEncoding?];
    const bytes = Buffer.from(data, encoding);
    return [...file, bytes, 0, Math.min(bytes.length, atMost), position, ...callback];
  }
  if (!ArrayBuffer.isView(data)) return notWrapped(`${name} without bytes`);
  const isNamed = typeof more[0] === "object" && more[0] !== null;
  const named = (isNamed ? more[0] : { offset: more[0], length: more[1], position: more[2] }) as Cut;
  const offset = named.offset ?? 0;
  const length = named.length ?? data.byteLength - offset;
  return [...file, data, offset, Math.min(length, atMost), named.position ?? null, ...callback];
}

type Cut = { offset?: number; length?: number; position?: number };

function notWrapped(name: string): never {
  plan = null;
  fs.writeSync(2, `node:fs ${name} is used by the code under test, and no fault can meet it\n`);
  process.exit(3);
}

/** The code after it never runs: the signal arrives before the call returns. */
function killed(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

function failure(code: string, name: string): Error {
  const errno = (constants.errno as Record<string, number>)[code] ?? 5;
  // Node has no name for this code.
  const known = code === "EDQUOT" ? `Unknown system error -${errno}` : code;
  return Object.assign(new Error(`${known}: played, ${name}`), { code: known, errno: -errno, syscall: name });
}

function fail(error: Error): never {
  throw error;
}
