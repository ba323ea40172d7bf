import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { createDisk } from "../../src/main/engine/storage/disk";
import { removeAbandonedTemporaries } from "../../src/main/engine/storage/remove-abandoned";
import { isTemporaryName } from "../../src/main/engine/storage/temporary-files";
import { startChild, type TestChild } from "../../src/main/engine/testing/child-process";
import type { Asked, Heard } from "../children/calls.child";
import { bytesBelow, doings } from "../children/doings";
import type { FaultRow, Witness } from "../fault-row";

const child = new URL("../children/calls.child.ts", import.meta.url);
/** Error codes of disks, network drives and systems. */
const allCodes = ["EIO", "ENOSPC", "EACCES", "EMFILE", "EROFS", "EDQUOT", "EPERM", "EBUSY", "EINVAL"];

const doingsInWords: Record<Asked["doing"], string> = {
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
function start(folder: string, asked: Omit<Asked, "folder">): TestChild {
  mkdirSync(folder, { recursive: true });
  // The engine's modules need their types stripped or transformed.
  const env = { NODE_OPTIONS: "--experimental-transform-types" };
  return startChild(child, [JSON.stringify({ ...asked, folder })], { env });
}

const heardIn = (one: TestChild): Heard[] =>
  one.lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Heard);

/** Whether an answer is impossible: no other program writes here, and every code has a name. */
const claimsTooMuch = (answer: string) =>
  /another program (?:wrote|changed|removed)|by another program faster|Unknown system error|FALSE/.test(answer);

async function sweep(witness: Witness, asked: Pick<Asked, "doing" | "how">, folder = witness.folder): Promise<Heard[]> {
  const isFull = witness.mode === "full";
  const codesAtCall = isFull && asked.how === "once" ? "all" : "in turn";
  // An operation through a tool makes many calls, most of them those of a save.
  const step = isFull || !["tool", "office"].includes(asked.doing) ? 1 : 5;
  const one = start(folder, { ...asked, codes: allCodes, codesAtCall, from: step, step });
  const ended = await one.ended;
  if (ended.code !== 0 || one.lines.at(-1) !== "end") throw new Error(`the child ended early: ${ended.complaint}`);
  return heardIn(one);
}

function judge(witness: Witness, heard: Heard, doing: Asked["doing"]): void {
  const { number, code, call, answer, ok, state, lost, ms, left, again } = heard;
  // A read changes nothing, whatever the answer.
  const isFalse = (doing !== "read" && ok !== (state === "new")) || claimsTooMuch(answer);
  witness.saw({
    what: `${doing}: ${code} at call ${number} (${call})`,
    ...{ ms, isFalse, lost, torn: state === "torn", left: left.length > 0 || again !== "went well" },
    seen: `answered "${answer}", then ${again}${left.length > 0 ? `; left ${left.join(", ")}` : ""}`,
  });
}

const oneCallFails = (doing: Asked["doing"], covers: string[], more: Pick<FaultRow, "onlyInFull"> = {}): FaultRow => ({
  ...more,
  name: `${doingsInWords[doing]}: each of its system calls fails in turn`,
  covers,
  how: `a wrapper of node:fs lets the nth call fail, for every n: ${allCodes.join(", ")}`,
  bound: 15_000,
  async run(witness) {
    for (const heard of await sweep(witness, { doing, how: "once" })) judge(witness, heard, doing);
  },
});

const allCallsFail = (doing: Asked["doing"], covers: string[], more: Pick<FaultRow, "onlyInFull"> = {}): FaultRow => ({
  ...more,
  name: `${doingsInWords[doing]}: the disk dies in the middle, then is back`,
  covers,
  how: "from the nth call on, for every n, all calls fail; then none does, and it is tried again",
  bound: 15_000,
  async run(witness) {
    for (const heard of await sweep(witness, { doing, how: "on" })) {
      // What could not be rolled back while the disk was gone is reported to be in the journal: the next run finishes it first.
      const isTold = !heard.ok && heard.answer.includes("both texts are kept in");
      judge(witness, isTold ? { ...heard, state: "old" } : heard, doing);
    }
  },
});

const shortCalls: FaultRow = {
  name: "The system takes and gives less than it is asked to",
  covers: ["F3"],
  how: "every write and read moves at most so many bytes, from ten thousand down to hundreds",
  bound: 15_000,
  async run(witness) {
    const short = ["replace", "in place"] as const;
    for (const doing of witness.mode === "full" ? ([...short, "new", "settings", "journal"] as const) : short) {
      for (const heard of await sweep(witness, { doing, how: "short" }, join(witness.folder, doing)))
        judge(witness, heard, doing);
    }
  },
};

const killedAmidShortCalls: FaultRow = {
  name: "The system takes less than it is asked to, and then the process is killed",
  covers: ["F1", "F3"],
  how: "every write moves 61 bytes at most, until SIGKILL to itself instead of the nth call",
  bound: 15_000,
  async run(witness) {
    for (let number = 100; number < witness.times(1700, 101); number += 53)
      await killedAt(witness, "replace", number, "short, then killed");
  },
};

/** Kills the process at its nth call, for every n, and checks the state then and after the next start. */
const killedAtCalls = (
  doing: "replace" | "new" | "in place" | "move",
  more: Pick<FaultRow, "onlyInFull"> = {},
): FaultRow => ({
  ...more,
  name: `${doingsInWords[doing]}: the process is killed at each of its system calls`,
  covers: ["F1"],
  how: "SIGKILL to itself instead of the nth call of node:fs, for every n; then a new start recovers",
  bound: 15_000,
  async run(witness) {
    const step = witness.times(1, doing === "replace" ? 20 : 1000);
    const beside = witness.times(4, 1);
    for (let number = witness.times(1, 18), isOver = false; !isOver; number += step * beside) {
      // Several at once, each in its own folder: they spend most of their time starting.
      const numbers = Array.from({ length: beside }, (_, index) => number + index * step);
      const killed = await Promise.all(numbers.map((each) => killedAt(witness, doing, each)));
      isOver = killed.includes(false);
    }
  },
});

/** False if the process ended by itself, since it makes fewer calls. */
async function killedAt(
  witness: Witness,
  doing: Asked["doing"],
  number: number,
  how: "killed" | "short, then killed" = "killed",
): Promise<boolean> {
  const folder = join(witness.folder, String(number));
  const faults = { doing, how, codesAtCall: "in turn", from: number, step: 100_000 } as const;
  const { signal, complaint, code } = await start(folder, { ...faults, codes: ["EIO"] }).ended;
  if (signal === null && code !== 0) throw new Error(complaint);
  if (signal === null) return false;
  const what = `${doing}: ${how} before call ${number}`;
  await judgeAfterKill(witness, { what, place: join(folder, `${number}-EIO`), folder, doing });
  return true;
}

async function judgeAfterKill(
  witness: Witness,
  { what, place, folder, doing }: { what: string; place: string; folder: string; doing: Asked["doing"] },
): Promise<void> {
  const at = performance.now();
  const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
  await disk.recover(async () => {});
  await removeAbandonedTemporaries(join(folder, "saves"));
  const beside = readdirSync(place, { recursive: true }).filter((name) => isTemporaryName(basename(String(name))));
  const ms = performance.now() - at;
  const state = doings[doing].look(place);
  // A rename that is interrupted between its two steps leaves both names for one file: nothing is lost.
  const isTorn = state === "torn" && doing !== "move";
  // There was no answer. The new content may be in place, since it was requested.
  const held = bytesBelow(place, join(folder, "saves"));
  const { before, after } = doings[doing].words;
  const lost = state !== "new" && before !== null && !held.some(before) && !(after !== null && held.some(after));
  doings[doing].lay(place);
  const noEngine = { engine: () => Promise.reject(new Error("no engine")), versions: async () => [] };
  const again = await doings[doing].act(place, { disk, ...noEngine }).then(
    () => "went well",
    (error: unknown) => String(error),
  );
  disk.close();
  const names = doings[doing].names as readonly string[];
  const left = [
    ...beside,
    ...readdirSync(place).filter((name) => !names.includes(name)),
    ...filesIn(join(folder, "saves")),
  ];
  witness.saw({
    what,
    ...{ ms, lost, torn: isTorn, left: left.length > 0 || again !== "went well" },
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
