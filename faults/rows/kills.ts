import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { createEngine } from "../../src/main/engine/host/create-engine";
import { readPackage } from "../../src/main/engine/office/formats/read-package";
import { packageOf } from "../../src/main/engine/office/package/packages.fixture";
import { isTemporaryName } from "../../src/main/engine/storage/files/temporary-files";
import { createDisk } from "../../src/main/engine/storage/saving/disk";
import { removeAbandonedTemporaries } from "../../src/main/engine/storage/saving/remove-abandoned";
import { startChild, type TestChild } from "../../src/main/engine/testing/child-process";
import type { FaultReporter, FaultRow } from "../fault-row";

const saver = new URL("../../src/main/engine/storage/saving/disk.child.ts", import.meta.url);
const packageSaver = new URL("../../src/main/engine/tools/office/save-package.child.ts", import.meta.url);
const translator = new URL("../children/book.child.ts", import.meta.url);
const types = { NODE_OPTIONS: "--experimental-transform-types" };

/** The number of the save that a file holds; null if it is a mixture or cut off. */
function saveIn(path: string, size: number): number | null {
  const bytes = readFileSync(path);
  const number = Number.parseInt(bytes.toString("latin1", 0, 20), 10);
  return bytes.equals(Buffer.alloc(size + (number % 7), `${number}\n`)) ? number : null;
}

const lastSaved = (one: TestChild): number =>
  Math.max(
    0,
    ...one.lines.filter((line) => line.startsWith("saved ")).map((line) => Number.parseInt(line.slice(6), 10)),
  );

/** Runs a loop of kills several times in parallel, each in its own folder: the processes spend most of their time starting. */
async function inLanes(
  reporter: FaultReporter,
  counts: [number, number],
  loop: (lane: Lane) => Promise<void>,
): Promise<void> {
  const lanes = reporter.times(4, 1);
  const rounds = Math.ceil(reporter.times(...counts) / lanes);
  const each = Array.from({ length: lanes }, async (_, index) => {
    const folder = join(reporter.folder, `lane ${index}`);
    mkdirSync(folder);
    await loop({ folder, rounds, saw: reporter.report });
  });
  await Promise.all(each);
}

type Lane = { folder: string; rounds: number; saw: FaultReporter["report"] };

const killedInLoop = (
  size: number,
  label: string,
  counts: [number, number],
  how: "replacing" | "in place",
): FaultRow => ({
  name: `kill -9 in a loop of saves of ${label}${how === "in place" ? ", written in place" : ""}`,
  covers: how === "in place" ? ["F1", "F8"] : ["F1"],
  how: "SIGKILL from outside at a random moment of a process that saves without a pause; the next goes on at once",
  bound: 15_000,
  ...(counts[1] === 0 ? { onlyInFull: true as const } : {}),
  run: (reporter) => inLanes(reporter, counts, (lane) => killSaves(lane, size, how)),
});

async function killSaves(lane: Lane, size: number, how: "replacing" | "in place"): Promise<void> {
  const work = join(lane.folder, "w");
  mkdirSync(work);
  const target = join(work, "a.md");
  writeFileSync(target, Buffer.alloc(size, "0\n"));
  if (how === "in place") linkSync(target, join(work, "b.md"));
  const args = [join(lane.folder, "locks"), join(lane.folder, "saves"), target, String(size)];
  const standby = () => startChild(saver, args, { env: { GALLEY_TEST_WAITS: "once" } });
  let next = standby();
  try {
    for (let round = 0; round < lane.rounds; round++) {
      const one = next;
      await one.printed("ready");
      one.send("go");
      next = standby();
      await one.printed("saved");
      await sleep(Math.random() * 60);
      one.process.kill("SIGKILL");
      await one.ended;
      await judge(lane, { size, target, confirmed: lastSaved(one) });
    }
  } finally {
    next.process.kill("SIGKILL");
    await next.ended;
  }
  await removeAbandonedTemporaries(join(lane.folder, "saves"));
  const names = readdirSync(work).sort().join();
  const saves = join(lane.folder, "saves");
  const left = existsSync(saves) ? readdirSync(saves) : [];
  const wanted = how === "in place" ? "a.md,b.md" : "a.md";
  lane.saw({ what: "after all of them", leftBehind: names !== wanted || left.length > 0, seen: `${names}; ${left}` });
}

/** Checks what a new start finds after it has finished the interrupted save. */
async function judge(reporter: Lane, context: { size: number; target: string; confirmed: number }): Promise<void> {
  const { size, target, confirmed } = context;
  const at = performance.now();
  const disk = createDisk({ locksFolder: join(reporter.folder, "locks"), savesFolder: join(reporter.folder, "saves") });
  await disk.recover(async () => {});
  await removeAbandonedTemporaries(join(reporter.folder, "saves"));
  await disk.read(target);
  disk.close();
  const ms = performance.now() - at;
  const now = saveIn(target, size);
  reporter.saw({
    what: `killed after save ${confirmed}`,
    ms,
    torn: now === null,
    // A save may land without a confirmation; a confirmed save is never missing.
    lost: now !== null && now < confirmed,
    isFalse: now !== null && now > confirmed + 1,
    seen: `it holds save ${now}`,
  });
}

const killedAmidSave: FaultRow = {
  name: "kill -9 between the making of a temporary file and the rename, then a start and a read",
  covers: ["F1"],
  how: "SIGKILL from outside as soon as the temporary of a save of 2 MiB is there; kills that came too late are not counted",
  bound: 15_000,
  onlyInFull: true,
  run: (reporter) =>
    inLanes(reporter, [48, 4], async (lane) => {
      for (let landed = 0; landed < lane.rounds; ) if (await killAmidSave(lane)) landed++;
    }),
};

/** False if the save ended before the kill. */
async function killAmidSave(lane: Lane): Promise<boolean> {
  const size = 2 * 1024 * 1024;
  const [work, saves] = [join(lane.folder, "w"), join(lane.folder, "saves")];
  const target = join(work, "a.md");
  mkdirSync(work, { recursive: true });
  if (!existsSync(target)) writeFileSync(target, Buffer.alloc(size, "0\n"));
  const temporaries = () => readdirSync(work).filter(isTemporaryName);
  const one = startChild(saver, [join(lane.folder, "locks"), saves, target, String(size)], {
    env: { GALLEY_TEST_WAITS: "once" },
  });
  await one.printed("ready");
  one.send("go");
  while (temporaries().length === 0 && one.process.exitCode === null) await nextTurn();
  await sleep(Math.random() * 3);
  one.process.kill("SIGKILL");
  await one.ended;
  if (temporaries().length === 0) return false;
  const at = performance.now();
  const disk = createDisk({ locksFolder: join(lane.folder, "locks"), savesFolder: saves });
  await disk.recover(async () => {});
  await removeAbandonedTemporaries(saves);
  await disk.read(target);
  disk.close();
  const left = [...readdirSync(work).filter((name) => name !== "a.md"), ...readdirSync(saves)];
  const isWhole = saveIn(target, size) !== null;
  lane.saw({
    what: "killed amid a save",
    ms: performance.now() - at,
    torn: !isWhole,
    lost: !isWhole,
    leftBehind: left.length > 0,
    seen: left.join(", "),
  });
  return true;
}

const killedPackages: FaultRow = {
  name: "kill -9 while Word documents are saved",
  covers: ["E1", "F1"],
  how: "SIGKILL at a random moment of a process that edits a package of half a megabyte without a pause",
  bound: 15_000,
  run: (reporter) => inLanes(reporter, [40, 1], killPackages),
};

async function killPackages(lane: Lane): Promise<void> {
  const target = join(lane.folder, "a.docx");
  for (let round = 0; round < lane.rounds; round++) {
    const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    writeFileSync(
      target,
      packageOf({
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": `<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>save 0.</w:t></w:r></w:p></w:body></w:document>`,
        "word/media/image1.bin": "picture".repeat(80_000),
      }),
    );
    const one = startChild(packageSaver, [join(lane.folder, "data"), target]);
    await one.printed("saved 1");
    await sleep(Math.random() * 80);
    one.process.kill("SIGKILL");
    await one.ended;
    const confirmed = lastSaved(one);
    let text = "no package";
    try {
      ({ text } = readPackage(readFileSync(target), "docx", "a.docx"));
    } catch (error) {
      text = String(error);
    }
    const now = Number(/^save (\d+)\.$/.exec(text)?.[1] ?? Number.NaN);
    lane.saw({
      what: `killed after save ${confirmed}`,
      torn: Number.isNaN(now),
      lost: now < confirmed,
      isFalse: now > confirmed + 1,
      seen: text.slice(0, 80),
    });
  }
}

const killedBook: FaultRow = {
  name: "kill -9 while translations are handed in",
  covers: ["F1", "F33"],
  how: "SIGKILL at a random moment of a process that writes batches of 60 paragraphs into a book's .galley/book.db",
  bound: 15_000,
  run: (reporter) => inLanes(reporter, [30, 1], killBooks),
};

async function killBooks(lane: Lane): Promise<void> {
  const { folder } = lane;
  const root = join(folder, "root");
  mkdirSync(join(root, "novel"), { recursive: true });
  const lines = Array.from({ length: 60 }, (_, index) => `Sentence number ${index}.\n`);
  writeFileSync(join(root, "novel", "1.md"), lines.join("\n"));
  const engine = await createEngine({ dataDir: join(folder, "reader") });
  let task = "";
  for (let round = 0; round < lane.rounds; round++) {
    const one = startChild(translator, [join(folder, "data"), root], { env: { ...types, GALLEY_TEST_TASK: task } });
    task = (await one.printed("task ")).slice(5);
    await one.printed("accepted");
    await sleep(Math.random() * 80);
    one.process.kill("SIGKILL");
    await one.ended;
    const confirmed = one.lines.filter((line) => line.startsWith("accepted")).length;
    const at = performance.now();
    const answer = await engine.run({
      name: "read_chapter",
      arguments: { book: "novel", chapter: "1.md" },
      caller: { id: String(round), name: "reader", roots: [root] },
    });
    const ms = performance.now() - at;
    const rows = (answer.data?.["paragraphs"] ?? []) as { id: string; translation: string | null }[];
    const handedIn = rows.filter(({ id }) => task.split(" ").includes(id));
    const turns = new Set(handedIn.map(({ translation }) => translation?.split(" ")[0] ?? "none"));
    const [turn = "none"] = turns;
    const number = Number(turn.split("-")[1]);
    lane.saw({
      what: `killed after batch ${confirmed}`,
      ms,
      torn: turns.size !== 1,
      lost: !(number >= confirmed),
      isFalse: number > confirmed + 1,
      seen: [...turns].join(),
    });
  }
  await engine.close();
}

/** Processes that end during a write. */
export const killRows: FaultRow[] = [
  killedInLoop(1024, "1 KiB", [100, 0], "replacing"),
  killedInLoop(1024 * 1024, "1 MiB", [200, 3], "replacing"),
  killedInLoop(20 * 1024 * 1024, "20 MiB", [30, 0], "replacing"),
  killedInLoop(1024 * 1024, "1 MiB", [60, 2], "in place"),
  killedAmidSave,
  killedPackages,
  killedBook,
];
