import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isTemporaryName } from "../../src/main/engine/storage/files/temporary-files";
import { createDisk } from "../../src/main/engine/storage/saving/disk";
import { removeAbandonedTemporaries } from "../../src/main/engine/storage/saving/remove-abandoned";
import { startChild, type TestChild } from "../../src/main/engine/testing/child-process";
import type { CallOutcome, SweepRequest } from "../children/calls.child";
import { bytesBelow, operations } from "../children/operations";
import type { FaultReporter, FaultRow } from "../fault-row";

const child = new URL("../children/calls.child.ts", import.meta.url);
/** Error codes of disks, network drives and systems. */
const allCodes = ["EIO", "ENOSPC", "EACCES", "EMFILE", "EROFS", "EDQUOT", "EPERM", "EBUSY", "EINVAL"];

const descriptions: Record<SweepRequest["operation"], string> = {
  naive: "A save that truncates and writes",
  replace: "A save that replaces a file",
  new: "A save that makes a file and its folders",
  "in place": "A save in place, of a file with two names",
  move: "A rename",
  read: "A read",
  settings: "The settings are kept",
  journal: "The journal of unsaved typing is kept",
  tool: "A tool writes a document, with history and review",
  office: "A tool edits a Word document",
};

/** Starts the child that runs the operation with faults. */
function start(folder: string, request: Omit<SweepRequest, "folder">): TestChild {
  mkdirSync(folder, { recursive: true });
  // The engine's modules need their types stripped or transformed.
  const env = { NODE_OPTIONS: "--experimental-transform-types" };
  return startChild(child, [JSON.stringify({ ...request, folder })], { env });
}

const outcomesOf = (one: TestChild): CallOutcome[] =>
  one.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as CallOutcome);

/** Whether an answer is impossible: no other program writes here, and every code has a name. */
const claimsTooMuch = (answer: string) =>
  /another program (?:wrote|changed|removed)|by another program faster|Unknown system error|FALSE/.test(answer);

async function sweep(
  reporter: FaultReporter,
  request: Pick<SweepRequest, "operation" | "how">,
  folder = reporter.folder,
): Promise<CallOutcome[]> {
  const isFull = reporter.mode === "full";
  const codesAtCall = isFull && request.how === "once" ? "all" : "in turn";
  // An operation through a tool makes many calls, most of them those of a save.
  const step = isFull ? 1 : ["tool", "office"].includes(request.operation) ? 17 : request.how === "on" ? 3 : 1;
  const one = start(folder, { ...request, codes: allCodes, codesAtCall, from: step, step });
  const ended = await one.ended;
  if (ended.code !== 0 || one.lines.at(-1) !== "end") throw new Error(`the child ended early: ${ended.complaint}`);
  return outcomesOf(one);
}

function judge(reporter: FaultReporter, outcome: CallOutcome, operation: SweepRequest["operation"]): void {
  const { number, code, call, answer, ok, state, lost, ms, leftovers, again } = outcome;
  // A read changes nothing, whatever the answer.
  const isFalse = (operation !== "read" && ok !== (state === "new")) || claimsTooMuch(answer);
  reporter.report({
    what: `${operation}: ${code} at call ${number} (${call})`,
    ms,
    isFalse,
    lost,
    torn: state === "torn",
    leftBehind: leftovers.length > 0 || again !== "went well",
    seen: `answered "${answer}", then ${again}${leftovers.length > 0 ? `; left ${leftovers.join(", ")}` : ""}`,
  });
}

const oneCallFails = (
  operation: SweepRequest["operation"],
  covers: string[],
  more: Pick<FaultRow, "onlyInFull"> = {},
): FaultRow => ({
  ...more,
  name: `${descriptions[operation]}: each of its system calls fails in turn`,
  covers,
  how: `a wrapper of node:fs lets the nth call fail, for every n: ${allCodes.join(", ")}`,
  bound: 15_000,
  async run(reporter) {
    for (const outcome of await sweep(reporter, { operation, how: "once" })) judge(reporter, outcome, operation);
  },
});

const allCallsFail = (
  operation: SweepRequest["operation"],
  covers: string[],
  more: Pick<FaultRow, "onlyInFull"> = {},
): FaultRow => ({
  ...more,
  name: `${descriptions[operation]}: the disk dies in the middle, then is back`,
  covers,
  how: "from the nth call on, for every n, all calls fail; then none does, and it is tried again",
  bound: 15_000,
  async run(reporter) {
    for (const outcome of await sweep(reporter, { operation, how: "on" })) {
      // What could not be rolled back while the disk was gone is reported to be in the journal: the next run finishes it first.
      const isReported = !outcome.ok && outcome.answer.includes("both texts are kept in");
      judge(reporter, isReported ? { ...outcome, state: "old" } : outcome, operation);
    }
  },
});

const shortCalls: FaultRow = {
  name: "The system takes and gives less than it is asked to",
  covers: ["F3"],
  how: "every write and read moves at most so many bytes, from ten thousand down to hundreds",
  bound: 15_000,
  async run(reporter) {
    const short = ["replace", "in place"] as const;
    for (const operation of reporter.mode === "full" ? ([...short, "new", "settings", "journal"] as const) : short) {
      for (const outcome of await sweep(reporter, { operation, how: "short" }, join(reporter.folder, operation)))
        judge(reporter, outcome, operation);
    }
  },
};

const killedAmidShortCalls: FaultRow = {
  name: "The system takes less than it is asked to, and then the process is killed",
  covers: ["F1", "F3"],
  how: "every write moves 61 bytes at most, until SIGKILL to itself instead of the nth call",
  bound: 15_000,
  async run(reporter) {
    for (let number = 100; number < reporter.times(1700, 101); number += 53)
      await killedAt(reporter, "replace", number, "short, then killed");
  },
};

/** Kills the process at its nth call, for every n, and checks the state then and after the next start. */
const killedAtCalls = (
  operation: "replace" | "new" | "in place" | "move",
  more: Pick<FaultRow, "onlyInFull"> = {},
): FaultRow => ({
  ...more,
  name: `${descriptions[operation]}: the process is killed at each of its system calls`,
  covers: ["F1"],
  how: "SIGKILL to itself instead of the nth call of node:fs, for every n; then a new start recovers",
  bound: 15_000,
  async run(reporter) {
    const step = reporter.times(1, operation === "replace" ? 20 : 1000);
    const beside = reporter.times(4, 1);
    for (let number = reporter.times(1, 18), isOver = false; !isOver; number += step * beside) {
      // Several at once, each in its own folder: they spend most of their time starting.
      const numbers = Array.from({ length: beside }, (_, index) => number + index * step);
      const killed = await Promise.all(numbers.map((each) => killedAt(reporter, operation, each)));
      isOver = killed.includes(false);
    }
  },
});

/** False if the process ended by itself, since it makes fewer calls. */
async function killedAt(
  reporter: FaultReporter,
  operation: SweepRequest["operation"],
  number: number,
  how: "killed" | "short, then killed" = "killed",
): Promise<boolean> {
  const folder = join(reporter.folder, String(number));
  const faults = { operation, how, codesAtCall: "in turn", from: number, step: 100_000 } as const;
  const { signal, complaint, code } = await start(folder, { ...faults, codes: ["EIO"] }).ended;
  if (signal === null && code !== 0) throw new Error(complaint);
  if (signal === null) return false;
  const what = `${operation}: ${how} before call ${number}`;
  await judgeAfterKill(reporter, { what, workFolder: join(folder, `${number}-EIO`), folder, operation });
  return true;
}

async function judgeAfterKill(
  reporter: FaultReporter,
  {
    what,
    workFolder,
    folder,
    operation,
  }: { what: string; workFolder: string; folder: string; operation: SweepRequest["operation"] },
): Promise<void> {
  const at = performance.now();
  const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
  await disk.recover(async () => {});
  await removeAbandonedTemporaries(join(folder, "saves"));
  const beside = readdirSync(workFolder, { recursive: true }).filter((name) => isTemporaryName(basename(String(name))));
  const ms = performance.now() - at;
  const state = operations[operation].inspect(workFolder);
  // A rename that is interrupted between its two steps leaves both names for one file: nothing is lost.
  const isTorn = state === "torn" && operation !== "move";
  // There was no answer. The new content may be in place, since it was requested.
  const held = bytesBelow(workFolder, join(folder, "saves"));
  const { before, after } = operations[operation].matchers;
  const lost = state !== "new" && before !== null && !held.some(before) && !(after !== null && held.some(after));
  operations[operation].setUp(workFolder);
  const noEngine = { engine: () => Promise.reject(new Error("no engine")), versions: async () => [] };
  const again = await operations[operation].run(workFolder, { disk, ...noEngine }).then(
    () => "went well",
    (error: unknown) => String(error),
  );
  disk.close();
  const names = operations[operation].names as readonly string[];
  const left = [
    ...beside,
    ...readdirSync(workFolder).filter((name) => !names.includes(name)),
    ...filesIn(join(folder, "saves")),
  ];
  reporter.report({
    what,
    ms,
    lost,
    torn: isTorn,
    leftBehind: left.length > 0 || again !== "went well",
    seen: `${again}; left ${left.join(", ")}`,
  });
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** How most programs save, which must fail. */
export const naiveRow: FaultRow = oneCallFails("naive", []);

/** Every system call of every operation that writes. */
export const callRows: FaultRow[] = [
  oneCallFails("replace", ["F3", "F4", "F6"]),
  oneCallFails("new", ["F3", "F4", "F6"]),
  oneCallFails("in place", ["F3", "F8"]),
  oneCallFails("move", ["F3", "F11"]),
  oneCallFails("read", ["F3"]),
  oneCallFails("settings", ["F3", "F40"], { onlyInFull: true }),
  oneCallFails("journal", ["F3", "F4"]),
  oneCallFails("tool", ["F3"]),
  oneCallFails("office", ["F3", "E1"]),
  allCallsFail("replace", ["F3"]),
  allCallsFail("new", ["F3"], { onlyInFull: true }),
  allCallsFail("in place", ["F3", "F8"]),
  allCallsFail("tool", ["F3"], { onlyInFull: true }),
  allCallsFail("office", ["F3", "E1"], { onlyInFull: true }),
  shortCalls,
  killedAmidShortCalls,
  killedAtCalls("replace"),
  killedAtCalls("new", { onlyInFull: true }),
  killedAtCalls("in place"),
  killedAtCalls("move", { onlyInFull: true }),
];
