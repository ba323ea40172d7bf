import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { difference } from "../../src/core/diff/difference";
import { mergeChanges } from "../../src/core/diff/merge";
import { applyChanges } from "../../src/core/text/change";
import { createTestApp, FakePage } from "../../src/main/app/testing/test-app";
import { createDisk } from "../../src/main/engine/storage/saving/disk";
import { startChild } from "../../src/main/engine/testing/child-process";
import type { FaultReporter, FaultRow } from "../fault-row";

const writer = new URL("../../src/main/engine/storage/saving/external-writer.child.ts", import.meta.url);

/** Saves as fast as possible, each time with one mark more, while another program writes its own texts. */
const race = (how: "crudely" | "by-rename"): FaultRow => ({
  name: `Another program ${how === "crudely" ? "writes into" : "replaces"} a file that is being saved without a pause`,
  covers: ["F13"],
  how: "another process writes at random moments and reports which of its texts are neither in the file nor in the history",
  bound: 15_000,
  ...(how === "by-rename"
    ? {
        known: {
          lost: (runs: number) => Math.max(3, Math.ceil(runs / 250)),
          why: "In the microseconds between the last check and the rename Node can prevent nothing: it has no exchanging rename (decision 5).",
        },
      }
    : {}),
  async run(reporter) {
    const rounds = reporter.times(1000, 30);
    const work = join(reporter.folder, "w");
    mkdirSync(work);
    const file = join(work, "a.md");
    writeFileSync(file, "outside 0.");
    const rescued: string[] = [];
    const disk = createDisk({
      locksFolder: join(reporter.folder, "locks"),
      savesFolder: join(reporter.folder, "saves"),
      onRescued: (_, bytes) => rescued.push(Buffer.from(bytes).toString()),
    });
    const outside = startChild(writer, [file, String(rounds), how]);
    await outside.printed("ready");
    let going = true;
    void outside.ended.then(() => {
      going = false;
    });
    let saves = 0;
    let worst = 0;
    while (going) {
      const at = performance.now();
      await disk
        .update(file, (current) => {
          const text = Buffer.from(current?.bytes ?? []).toString();
          return Buffer.from(text.length > 200 ? text.slice(0, 20) : `${text}+`);
        })
        .then(
          () => saves++,
          () => {},
        );
      worst = Math.max(worst, performance.now() - at);
    }
    disk.close();
    const { code, complaint } = await outside.ended;
    if (code !== 0 || saves < rounds / 8) throw new Error(`only ${saves} saves; ${complaint}`);
    const inHistory = (number: number) => rescued.some((text) => text.startsWith(`outside ${number}.`));
    const lost = new Map(
      outside.lines
        .filter((line) => line.startsWith("lost"))
        .map((line) => [Number.parseInt(line.slice(5), 10), line] as const)
        .filter(([number]) => !inHistory(number)),
    );
    const names = readdirSync(work).join();
    for (let round = 1; round <= rounds; round++) {
      const [ms, left] = round === rounds ? [worst, names !== "a.md"] : [0, false];
      reporter.report({
        what: `round ${round}`,
        ms,
        leftBehind: left,
        lost: lost.has(round),
        seen: `${lost.get(round) ?? ""} ${names}`,
      });
    }
  },
});

/** The worst moments, forced: the other program writes right before the rename, right after it, or during an in-place write. */
const worstMoment: FaultRow = {
  name: "Another program writes between the last check and the rename, or right after it",
  covers: ["F16"],
  how: "the save is held at that moment while the other one writes into the file, or replaces it",
  bound: 15_000,
  async run(reporter) {
    for (let run = 0; run < reporter.times(60, 1); run++) {
      for (const moment of ["beforeRename", "afterRename"] as const)
        for (const how of ["into", "by rename"] as const) await atMoment(reporter, { run, moment, how });
    }
  },
};

async function atMoment(
  reporter: FaultReporter,
  { run, moment, how }: { run: number; moment: "beforeRename" | "afterRename"; how: "into" | "by rename" },
): Promise<void> {
  const folder = join(reporter.folder, `${run} ${moment} ${how}`);
  const work = join(folder, "w");
  mkdirSync(work, { recursive: true });
  const file = join(work, "a.md");
  writeFileSync(file, "old");
  const rescued: string[] = [];
  let hasRun = false;
  const disk = createDisk({
    locksFolder: join(folder, "locks"),
    savesFolder: join(folder, "saves"),
    onRescued: (_, bytes) => rescued.push(Buffer.from(bytes).toString()),
    moments: {
      [moment]: () => {
        if (hasRun) return;
        hasRun = true;
        if (how === "into") writeFileSync(file, "theirs");
        else {
          writeFileSync(join(folder, "other"), "theirs");
          renameSync(join(folder, "other"), file);
        }
      },
    },
  });
  const at = performance.now();
  const texts: string[] = [];
  const answer = await disk
    .update(file, (current) => {
      texts.push(Buffer.from(current?.bytes ?? []).toString());
      return Buffer.from(`${texts.at(-1)} and ours`);
    })
    .then(
      ({ notes }) => ["saved", ...notes].join("; "),
      (error: unknown) => String(error),
    );
  const ms = performance.now() - at;
  disk.close();
  const now = readFileSync(file, "utf8");
  const isSaved = answer.startsWith("saved");
  reporter.report({
    what: `${moment}, ${how}`,
    ms,
    torn: !["old", "theirs", "old and ours", "theirs and ours"].includes(now),
    lost: !now.startsWith("theirs") && !rescued.includes("theirs"),
    // Our text is in place, or the answer says that another program has changed the file.
    isFalse: isSaved && !now.endsWith("and ours") && !answer.includes("another program"),
    leftBehind: readdirSync(work).length > 1,
    seen: `${answer}: ${now}`,
  });
}

const day = 86_400_000;
const before = "one\n\ntwo\n\nthree\n";
const theirs = "ONE\n\ntwo\n\nthree\n";

/** How another program can change a file's size and times; `touch` changes nothing. */
const changes: Record<string, (path: string) => void> = {
  "another size": (path) => writeFileSync(path, theirs.replace("ONE", "ONE AND MORE")),
  "the same size, a newer time": (path) => writeFileSync(path, theirs),
  "an older time, as a restored copy has": (path) => setTime(path, Date.now() - 400 * day),
  "the time that it had, as rsync -t keeps it": (path) => {
    const { atime, mtime } = statSync(path);
    writeFileSync(path, theirs);
    utimesSync(path, atime, mtime);
  },
  "replaced by a file with an older time": (path) => {
    writeFileSync(`${path}.new`, theirs);
    utimesSync(`${path}.new`, new Date(0), new Date(0));
    renameSync(`${path}.new`, path);
  },
  "a time a day ahead": (path) => setTime(path, Date.now() + day),
  "a time of 1970": (path) => setTime(path, 0),
  "a time in whole two seconds, as FAT has": (path) => setTime(path, Math.floor(Date.now() / 2000) * 2000),
  "only touched": (path) => utimesSync(path, new Date(Date.now() + day), new Date(Date.now() - day)),
};

function setTime(path: string, time: number): void {
  writeFileSync(path, theirs);
  utimesSync(path, new Date(time), new Date(time));
}

const clocks: FaultRow = {
  name: "Clocks that jump: outside changes with newer, older, kept and impossible times",
  covers: ["F14", "F39"],
  how: `${Object.keys(changes).join("; ")}; each under a page with and without unsaved typing`,
  bound: 15_000,
  async run(reporter) {
    const all = Object.entries(changes);
    for (let run = 0; run < reporter.times(3, 1); run++) {
      for (const [index, [what, change]] of all.entries()) {
        for (const isTyping of [true, false]) {
          if (reporter.mode === "sample" && (index + (isTyping ? 0 : 1)) % 4 !== 0) continue;
          await outsideChange(reporter, { what: `${what}${isTyping ? ", under typing" : ""}`, change, isTyping });
        }
      }
    }
  },
};

async function outsideChange(
  reporter: FaultReporter,
  { what, change, isTyping }: { what: string; change: (path: string) => void; isTyping: boolean },
): Promise<void> {
  const app = createTestApp({ "a.md": before });
  try {
    await app.start();
    const page = new FakePage(app, await app.open("a.md"));
    // The initial check of the watcher is over.
    await sleep(250);
    if (isTyping) {
      page.type(`${before}typed\n`);
      await page.journal();
    }
    change(app.path("a.md"));
    const now = app.read("a.md");
    const isTouch = now === before;
    const at = performance.now();
    const isReported = () => app.desktop.events("document:changed").length > 0;
    while (!isReported() && performance.now() - at < (isTouch ? 700 : 8000)) await sleep(10);
    const ms = isTouch ? 0 : performance.now() - at;
    const isSeen = isReported();
    if (isTyping) await saveAsPages(page);
    const final = app.read("a.md");
    reporter.report({
      what,
      ms,
      // Both must be there: the other program's text and the typed text.
      lost: (isTyping && !final.includes("typed")) || (!isTouch && !final.startsWith("ONE")),
      isFalse: isSeen === isTouch,
      seen: `${isSeen ? "seen" : "not seen"}: ${JSON.stringify(final)}`,
    });
  } finally {
    await app.end();
  }
}

/** Saves as the window does: merges other writes and saves again, at most a few times. */
async function saveAsPages(page: FakePage): Promise<"saved" | "conflict" | "other"> {
  for (let round = 0; round < 5; round++) {
    const answer = await page.save();
    if (answer.status === "saved") {
      page.saved(answer.version, page.text);
      return "saved";
    }
    if (answer.status !== "stale") return "other";
    const { change } = answer;
    const base = change.changes === null ? null : applyChanges(page.base, change.changes);
    if (base === null) return "other";
    const merged = mergeChanges({
      base: page.base,
      mine: difference(page.base, page.text),
      theirs: difference(page.base, base),
    });
    if (merged.conflicts.length > 0) return "conflict";
    const text = applyChanges(page.text, merged.mineToMerged);
    page.saved(change.to, base);
    page.type(text);
  }
  return "other";
}

const gitMissing = (): string | null => (spawnSync("git", ["--version"]).status === 0 ? null : "there is no git here");

const checkouts: FaultRow = {
  name: "Git checks out, stashes and resets under an open document",
  covers: ["F15"],
  how: "git checkout of another branch, stash, reset --hard and back, under typing and without, in the folder that is open",
  bound: 15_000,
  missing: gitMissing,
  async run(reporter) {
    const acts = [["checkout", "-f", "other"], ["stash"], ["reset", "--hard", "other"]] as const;
    for (let run = 0; run < reporter.times(12, 1); run++) {
      for (const [index, act] of acts.entries()) {
        for (const isTyping of [true, false]) {
          if (reporter.mode === "sample" && (index > 0 || !isTyping)) continue;
          await checkout(reporter, { act, isTyping });
        }
      }
    }
  },
};

async function checkout(reporter: FaultReporter, { act, isTyping }: { act: readonly string[]; isTyping: boolean }) {
  const app = createTestApp({ "a.md": before });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "init.defaultBranch=main", ...args], {
      cwd: app.folder,
      stdio: "pipe",
    });
  try {
    git("init", "-q");
    git("add", "a.md");
    git("commit", "-qm", "one");
    git("checkout", "-qb", "other");
    writeFileSync(app.path("a.md"), theirs);
    git("commit", "-qam", "two");
    git("checkout", "-q", "main");
    if (act[0] === "stash") writeFileSync(app.path("a.md"), theirs);
    const shown = app.read("a.md");
    await app.start();
    const page = new FakePage(app, await app.open("a.md"));
    if (isTyping) {
      page.type(`${shown}typed\n`);
      await page.journal();
    }
    const at = performance.now();
    git(...act);
    const wanted = act[0] === "stash" ? before : theirs;
    const isReported = () => app.desktop.events("document:changed").length > 0;
    while (!isReported() && performance.now() - at < 8000) await sleep(10);
    const ms = performance.now() - at;
    // The old text is never written back unasked.
    const isKept = app.read("a.md") === wanted;
    const saved = isTyping ? await saveAsPages(page) : "saved";
    const final = app.read("a.md");
    reporter.report({
      what: `git ${act.join(" ")}${isTyping ? ", under typing" : ""}`,
      ms,
      lost:
        !isKept || (isTyping && saved === "saved" && !final.includes("typed")) || !final.startsWith(wanted.trimEnd()),
      isFalse: !isReported() || saved === "other",
      seen: `${saved}: ${JSON.stringify(final)}`,
    });
  } finally {
    await app.end();
  }
}

/** Other programs that write. */
export const outsideRows: FaultRow[] = [race("crudely"), race("by-rename"), worstMoment, clocks, checkouts];
