import { mkdirSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../src/main/engine/host/engine";
import { createDisk } from "../../src/main/engine/storage/disk";
import { breakFiles, type Fault, layPlan } from "../broken-files";
import { isLost } from "../is-lost";
import { bytesBelow, type Doing, doings, type Tools } from "./doings";

/** What the parent asks for. */
export type Asked = {
  folder: string;
  doing: keyof typeof doings;
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
export type Heard = {
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
  left: string[];
  again: string;
};

/** Bytes that a short write or read moves; a write that moves nothing comes last. */
const pieces = [9973, 997, 211, 0];
/** Less than one record of temporaries. */
const fewBytes = 61;

const asked = JSON.parse(process.argv[2] ?? "{}") as Asked;
const doing: Doing = doings[asked.doing];
const tools: Tools = lazily();

// Created now, so that no fault hits it.
void process.stderr;
await breakFiles();
await rehearse();
console.log("ready");

for (let number = asked.from; ; number += asked.step) {
  const met = await atCall(number);
  if (!met) break;
}
console.log("end");
process.exit();

/** Runs once without a fault, so that work of the first time, such as opening databases, is done. */
async function rehearse(): Promise<void> {
  const place = join(asked.folder, "rehearsal");
  mkdirSync(place);
  doing.lay(place);
  await doing.act(place, tools);
  if (doing.look(place) !== "new") throw new Error(`${asked.doing} does not do what it should without a fault`);
}

async function atCall(number: number): Promise<boolean> {
  const codes = asked.codesAtCall === "all" ? asked.codes : [asked.codes[number % asked.codes.length] ?? "EIO"];
  let met = false;
  for (const code of codes) met = (await once(number, code)) || met;
  return met;
}

async function once(number: number, code: string): Promise<boolean> {
  const place = join(asked.folder, `${number}-${code}`);
  mkdirSync(place);
  doing.lay(place);
  let met = "";
  const faultAt = (at: number, name: string): Fault => {
    if (asked.how === "short, then killed" && at < number) return isWrite(name) ? { atMost: fewBytes } : null;
    const hits = asked.how === "on" ? at >= number : asked.how === "short" ? true : at === number;
    if (!hits) return null;
    if (met === "") met = name;
    if (asked.how === "killed" || asked.how === "short, then killed") return "killed";
    if (asked.how === "short") return pieceOf(number, name);
    return { fails: code };
  };
  layPlan(({ number: at, name }) => faultAt(at, name));
  const started = performance.now();
  const { ok, answer, bytes } = await doing.act(place, tools).then(
    (given) => ({ ok: true, answer: given.said, bytes: given.bytes ?? null }),
    (error: unknown) => ({ ok: false, answer: error instanceof Error ? error.message : String(error), bytes: null }),
  );
  const ms = performance.now() - started;
  layPlan(null);
  if (met === "" && asked.how !== "short") return false;
  const state = doing.look(place);
  const held = [...bytesBelow(place, join(asked.folder, "saves")), ...(bytes === null ? [] : [bytes])];
  for (const name of doing.names) held.push(...(await tools.versions(join(place, name))));
  const lost = isLost(doing, { ok, held });
  // Unclosed handles of files in this folder.
  const open = openIn(place).map((path) => `open: ${path}`);
  // Runs again on the result, as the user would continue: nothing may build on a mixture.
  const onTop =
    asked.how === "on" && state === "torn"
      ? await doing.act(place, tools).then(() => doing.look(place), String)
      : "new";
  // Runs again from the beginning without a fault: it succeeds, and cleans up what the fault left.
  doing.lay(place);
  const again = await doing.act(place, tools).then(
    () => "went well",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const others = readdirSync(place).filter((name) => !doing.names.includes(name));
  const wanted = onTop === "new" && doing.look(place) === "new";
  const after = wanted ? again : `${again}, and ${onTop}, then ${doing.look(place)} is there`;
  const heard: Heard = {
    number,
    code,
    call: met,
    answer,
    ok,
    state,
    lost,
    ms,
    left: [...others, ...open],
    again: after,
  };
  console.log(JSON.stringify(heard));
  return asked.how !== "short" || number < pieces.length;
}

function pieceOf(number: number, name: string): Fault {
  const atMost = pieces[number - 1] ?? 1;
  // A read of 0 bytes is the end of the file, not a fault.
  return atMost > 0 || isWrite(name) ? { atMost } : null;
}

function openIn(place: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(place) ? [path] : [];
    } catch {
      return [];
    }
  });
}

function lazily(): Tools {
  let engine: Promise<Engine> | null = null;
  const dataDir = join(asked.folder, "data");
  return {
    disk: createDisk({ locksFolder: join(asked.folder, "locks"), savesFolder: join(asked.folder, "saves") }),
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
