import { mkdirSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../src/main/engine/host/engine";
import { createDisk } from "../../src/main/engine/storage/saving/disk";
import { breakFiles, type Fault, setPlan } from "../broken-files";
import { isLost } from "../is-lost";
import { bytesBelow, type FaultOperation, type OperationDeps, operations } from "./operations";

/** What the parent asks for. */
export type SweepRequest = {
  folder: string;
  operation: keyof typeof operations;
  /**
   * `once`: one call fails; `on`: it and all after it; `short`: each moves few bytes; `killed`: the process is killed there; `short, then
   * killed`: each call before it moves few bytes.
   */
  how: "once" | "on" | "short" | "killed" | "short, then killed";
  codes: string[];
  /** Every code at every call, or the codes in turn, one for each call. */
  codesAtCall: "all" | "in turn";
  /** The first call to fail, and the step to the next one. */
  from: number;
  step: number;
};

/** The outcome of one run, printed as a line of JSON. */
export type CallOutcome = {
  number: number;
  code: string;
  call: string;
  answer: string;
  ok: boolean;
  state: "old" | "new" | "torn";
  /** The old content, or confirmed new content, is in no file, nor in the journal, the history or the answer. */
  lost: boolean;
  ms: number;
  /** Files and handles that remain after a later, undisturbed run. */
  leftovers: string[];
  again: string;
};

/** Bytes that a short write or read moves; a write that moves nothing comes last. */
const pieces = [9973, 997, 211, 0];
/** Less than one record of temporaries. */
const MAX_SHORT_WRITE = 61;

const request = JSON.parse(process.argv[2] ?? "{}") as SweepRequest;
const operation: FaultOperation = operations[request.operation];
const deps: OperationDeps = createDeps();

// Created now, so that no fault hits it.
void process.stderr;
await breakFiles();
await rehearse();
console.log("ready");

for (let number = request.from; ; number += request.step) {
  const met = await atCall(number);
  if (!met) break;
}
console.log("end");
process.exit();

/** Runs once without a fault, so that work of the first time, such as opening databases, is done. */
async function rehearse(): Promise<void> {
  const folder = join(request.folder, "rehearsal");
  mkdirSync(folder);
  operation.setUp(folder);
  await operation.run(folder, deps);
  if (operation.inspect(folder) !== "new")
    throw new Error(`${request.operation} does not do what it should without a fault`);
}

async function atCall(number: number): Promise<boolean> {
  const codes = request.codesAtCall === "all" ? request.codes : [request.codes[number % request.codes.length] ?? "EIO"];
  let met = false;
  for (const code of codes) met = (await once(number, code)) || met;
  return met;
}

async function once(number: number, code: string): Promise<boolean> {
  const folder = join(request.folder, `${number}-${code}`);
  mkdirSync(folder);
  operation.setUp(folder);
  let met = "";
  const faultAt = (at: number, name: string): Fault => {
    if (request.how === "short, then killed" && at < number) return isWrite(name) ? { atMost: MAX_SHORT_WRITE } : null;
    const hits = request.how === "on" ? at >= number : request.how === "short" ? true : at === number;
    if (!hits) return null;
    if (met === "") met = name;
    if (request.how === "killed" || request.how === "short, then killed") return "killed";
    if (request.how === "short") return pieceOf(number, name);
    return { fails: code };
  };
  setPlan(({ number: at, name }) => faultAt(at, name));
  const started = performance.now();
  const { ok, answer, bytes } = await operation.run(folder, deps).then(
    (given) => ({ ok: true, answer: given.message, bytes: given.bytes ?? null }),
    (error: unknown) => ({ ok: false, answer: error instanceof Error ? error.message : String(error), bytes: null }),
  );
  const ms = performance.now() - started;
  setPlan(null);
  if (met === "" && request.how !== "short") return false;
  const state = operation.inspect(folder);
  const held = [...bytesBelow(folder, join(request.folder, "saves")), ...(bytes === null ? [] : [bytes])];
  for (const name of operation.names) held.push(...(await deps.versions(join(folder, name))));
  const lost = isLost(operation, { ok, available: held });
  // Unclosed handles of files in this folder.
  const open = openIn(folder).map((path) => `open: ${path}`);
  // Runs again on the result, as the user would continue: nothing may build on a mixture.
  const onTop =
    request.how === "on" && state === "torn"
      ? await operation.run(folder, deps).then(() => operation.inspect(folder), String)
      : "new";
  // Runs again from the beginning without a fault: it succeeds, and cleans up what the fault left.
  operation.setUp(folder);
  const again = await operation.run(folder, deps).then(
    () => "went well",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const others = readdirSync(folder).filter((name) => !operation.names.includes(name));
  const wanted = onTop === "new" && operation.inspect(folder) === "new";
  const after = wanted ? again : `${again}, and ${onTop}, then ${operation.inspect(folder)} is there`;
  const outcome: CallOutcome = {
    number,
    code,
    call: met,
    answer,
    ok,
    state,
    lost,
    ms,
    leftovers: [...others, ...open],
    again: after,
  };
  console.log(JSON.stringify(outcome));
  return request.how !== "short" || number < pieces.length;
}

function pieceOf(number: number, name: string): Fault {
  const atMost = pieces[number - 1] ?? 1;
  // A read of 0 bytes is the end of the file, not a fault.
  return atMost > 0 || isWrite(name) ? { atMost } : null;
}

function openIn(folder: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}

function createDeps(): OperationDeps {
  let engine: Promise<Engine> | null = null;
  const dataDir = join(request.folder, "data");
  return {
    disk: createDisk({ locksFolder: join(request.folder, "locks"), savesFolder: join(request.folder, "saves") }),
    engine() {
      // Imported only if needed: it loads most of the code.
      engine ??= import("../../src/main/engine/host/create-engine").then(({ createEngine }) =>
        createEngine({ dataDir }),
      );
      return engine;
    },
    async versions(path) {
      if (engine === null) return [];
      const { openHistory } = await import("../../src/main/engine/history/sqlite-history");
      const history = openHistory({ dataDir });
      try {
        const entries = await history.list(path);
        const found = await Promise.all(entries.map(({ version }) => history.content(version)));
        return found.filter((each) => each !== null);
      } finally {
        await history.close();
      }
    },
  };
}

function isWrite(name: string): boolean {
  return ["handle.write", "writeSync", "write"].includes(name);
}
