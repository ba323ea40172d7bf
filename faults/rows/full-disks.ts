import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestApp, FakePage, type TestApp } from "../../src/main/app/testing/test-app";
import { createEngine } from "../../src/main/engine/host/create-engine";
import { readPackage } from "../../src/main/engine/office/formats/read-package";
import type { Envelope } from "../../src/main/engine/ports/caller";
import { versionOf } from "../../src/main/engine/storage/files/version";
import { createDisk } from "../../src/main/engine/storage/saving/disk";
import { startChild } from "../../src/main/engine/testing/child-process";
import type { FaultReporter, FaultRow } from "../fault-row";
import { mountMissing, onSmallDisk } from "../small-disk";

const saver = new URL("../../src/main/engine/storage/saving/disk.child.ts", import.meta.url);
const wordFile = new URL("../../src/main/engine/office/samples/pandoc.docx", import.meta.url);

const text = (size: number, word: string): Buffer => Buffer.alloc(size, `${word} `);

/** Runs `act` and measures the time; returns its result or its error message. */
async function answered<Result>(
  act: () => Promise<Result>,
): Promise<{ ok: boolean; answer: string; result: Result | null; ms: number }> {
  const at = performance.now();
  return act().then(
    (result) => ({ ok: true, answer: "done", result, ms: performance.now() - at }),
    (error: unknown) => ({
      ok: false,
      result: null,
      answer: error instanceof Error ? error.message : String(error),
      ms: performance.now() - at,
    }),
  );
}

/** The error must name the disk and the file must be unchanged; once there is space the same save succeeds. */
const fullUnderSave = (how: "replacing" | "new" | "in place"): FaultRow => ({
  name: `A full disk under a save, ${how}`,
  covers: how === "in place" ? ["F4", "F8"] : ["F4"],
  how: "a file system of 256 KiB, filled to the last block; texts of 8 to 200 KB; then space is freed",
  bound: 15_000,
  missing: mountMissing,
  run: (reporter) =>
    onSmallDisk(join(reporter.folder, "disk"), 256, async (disk) => {
      const mountPoint = join(reporter.folder, "disk");
      const file = join(mountPoint, "a.md");
      const store = createDisk({
        locksFolder: join(reporter.folder, "locks"),
        savesFolder: join(reporter.folder, "saves"),
      });
      for (let run = 0; run < reporter.times(60, 4); run++) {
        const old = text(1000 + run * 100, "old");
        const wanted = text(8192 + ((run * 37_003) % 100_000), "new");
        disk.empty();
        for (const name of readdirSync(mountPoint)) rmSync(join(mountPoint, name));
        if (how !== "new") writeFileSync(file, old);
        if (how === "in place") linkSync(file, join(mountPoint, "b.md"));
        disk.fill(run % 3 === 0 ? 0 : 4096);
        const { ok, answer, result, ms } = await answered(() => store.update(file, () => wanted));
        const replaced = Buffer.from(result?.before?.bytes ?? []);
        const now = readIf(file);
        const isOld = how === "new" ? now === null : now?.equals(old) === true;
        const names = readdirSync(mountPoint).filter((name) => !["a.md", "b.md", ".ballast"].includes(name));
        disk.empty();
        const again = await answered(() => store.update(file, () => wanted));
        reporter.report({
          what: `${wanted.length} bytes`,
          ms,
          torn: !(isOld || now?.equals(wanted)),
          leftBehind: names.length > 0,
          // The old content is in the file, or the caller has it from the answer.
          lost: ok ? !now?.equals(wanted) || (how !== "new" && !replaced.equals(old)) : !isOld,
          isFalse: ok !== (now?.equals(wanted) === true) || (!ok && !answer.includes("is full")) || !again.ok,
          seen: `${answer}; then ${again.answer}; left ${names}`,
        });
      }
      store.close();
    }),
});

const readIf = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

const tooLargeForProcess: FaultRow = {
  name: "A process that may write no more",
  covers: ["F5"],
  how: "ulimit -f: EFBIG, and SIGXFSZ where nobody catches it",
  bound: 15_000,
  missing: () => (process.platform === "win32" ? "Windows has no such limit" : null),
  async run(reporter) {
    const work = join(reporter.folder, "w");
    mkdirSync(work);
    const target = join(work, "a.md");
    for (let run = 0; run < reporter.times(20, 1); run++) {
      writeFileSync(target, text(1000, "0\n"));
      const at = performance.now();
      const before = ["sh", "-c", 'ulimit -f 100; exec "$@"', "sh"];
      const args = [join(reporter.folder, "locks"), join(reporter.folder, "saves"), target, "300000", "1"];
      const one = startChild(saver, args, { before });
      const { code } = await one.ended;
      const answer = one.lines.find((line) => /^(saved|refused)/.test(line)) ?? "nothing";
      const isOld = readFileSync(target).equals(text(1000, "0\n"));
      reporter.report({
        what: `run ${run}`,
        ms: performance.now() - at,
        torn: !isOld,
        lost: !isOld,
        isFalse: code !== 0 || !answer.includes("larger than the disk or this process may write"),
        leftBehind: readdirSync(work).length > 1,
        seen: answer,
      });
    }
  },
};

/** There is space for the documents, but none for the app's data. */
const fullUnderJournal: FaultRow = {
  name: "A full disk under the app's own data while the user types",
  covers: ["F4", "F40"],
  how: "the data folder is a file system of 2 MiB, filled; the document lies on another disk",
  bound: 15_000,
  missing: mountMissing,
  async run(reporter) {
    for (let run = 0; run < reporter.times(20, 1); run++) await typeOnFullData(reporter, run);
  },
};

async function typeOnFullData(reporter: FaultReporter, run: number): Promise<void> {
  const before = "one\ntwo\n";
  const app = createTestApp({ "a.md": before });
  let last: TestApp = app;
  try {
    await onSmallDisk(app.dataDir, 2048, async (disk) => {
      await app.start();
      const page = new FakePage(app, await app.open("a.md"));
      disk.fill();
      page.type(`${before}${"typed on a full disk, number ".repeat(900)}${run}\n`);
      const journal = await answered(() => page.journal());
      // A failed journal is reported. What matters is that the text can still be saved to its own file.
      const at = performance.now();
      const saved = await page.save();
      const ms = performance.now() - at;
      const isThere = app.read("a.md") === page.text;
      disk.empty();
      const later = page.type(`${page.text}and on\n`);
      if (saved.status === "saved") page.saved(saved.version, app.read("a.md"));
      const again = await answered(() => app.window.handlers["document:typed"]({ ...later, ...page.unsavedEdits() }));
      reporter.report({
        what: `run ${run}`,
        ms,
        torn: !isThere && app.read("a.md") !== before,
        lost: !isThere,
        isFalse:
          (saved.status === "saved") !== isThere || (!journal.ok && !/full|space/i.test(journal.answer)) || !again.ok,
        seen: `the journal ${journal.answer}; saved ${JSON.stringify(saved).slice(0, 200)}; then ${again.answer}`,
      });
      // Everything in that file system is closed before it is unmounted.
      last = await app.crash();
    });
  } finally {
    await last.end();
  }
}

/** Documents on a full disk, with the engine's data on another one. */
const fullUnderTools: FaultRow = {
  name: "A full disk under Word documents and the work on a book",
  covers: ["F4", "E1"],
  how: "tools edit a package and hand in translations on a file system of 4 MiB, filled; then space is freed",
  bound: 20_000,
  missing: mountMissing,
  run: (reporter) =>
    onSmallDisk(join(reporter.folder, "disk"), 4096, async (disk) => {
      const root = join(reporter.folder, "disk");
      const engine = await createEngine({ dataDir: join(reporter.folder, "data") });
      const ask = (name: string, args: Record<string, unknown>) =>
        engine.run({ name, arguments: args, caller: { id: "1", name: "fault", roots: [root] } });
      mkdirSync(join(root, "novel"));
      writeFileSync(join(root, "novel", "1.md"), Array.from({ length: 40 }, (_, i) => `Sentence ${i}.\n`).join("\n"));
      writeFileSync(join(root, "a.docx"), readFileSync(wordFile));
      const opened = await ask("open_task", { book: "novel", type: "translation", chunk_size: 100 });
      const task_id = opened.data?.["task_id"];
      const ids = opened.data?.["assigned"] as string[];
      for (const status of ["preparing", "working"]) await ask("update_task_status", { task_id, status });
      for (let run = 0; run < reporter.times(20, 2); run++) {
        const before = readFileSync(join(root, "a.docx"));
        const line = `A line, number ${run}.`;
        const edit = () =>
          ask("office_artifact", { action: "edit", path: "a.docx", operation: "append_text", content: line });
        disk.fill();
        const at = performance.now();
        const edited = await edit();
        const now = readFileSync(join(root, "a.docx"));
        const isNew = holdsLine(now, line);
        const batch = {
          task_id,
          book: "novel",
          paragraphs: ids.map((id) => ({ paragraph_id: id, translated_text: `run ${run} ${"long ".repeat(200)}` })),
        };
        const handedIn = await ask("add_translation_batch", batch);
        const ms = performance.now() - at;
        const read = await ask("read_chapter", { book: "novel", chapter: "1.md" });
        const done = countOf(read, run);
        const isOldKept = now.equals(before) || (await engine.history.content(versionOf(before))) !== null;
        disk.empty();
        const readLater = await ask("read_chapter", { book: "novel", chapter: "1.md" });
        // The last accepted submission: this run's, or the one before if it was rejected.
        const last = handedIn.ok ? run : run - 1;
        const isWorkKept = last < 0 || countOf(readLater, last) === ids.length;
        const [editAgain, batchAgain] = [isNew ? null : await edit(), await ask("add_translation_batch", batch)];
        reporter.report({
          what: `run ${run}`,
          ms,
          lost: !isOldKept || (edited.ok && !isNew) || !isWorkKept,
          torn: !(now.equals(before) || isNew) || (done !== 0 && done !== ids.length),
          isFalse:
            edited.ok !== isNew ||
            handedIn.ok !== (done === ids.length) ||
            editAgain?.ok === false ||
            !batchAgain.ok ||
            (!edited.ok && !edited.message.includes("full")),
          leftBehind: readdirSync(root).some((name) => name.startsWith(".galley-")),
          seen: [edited, handedIn, editAgain, batchAgain].map((each) => each?.message ?? "").join("; "),
        });
      }
      await engine.close();
    }),
};

/** How many paragraphs of a chapter have the translation of this run. */
function countOf(read: Envelope, run: number): number {
  const rows = (read.data?.["paragraphs"] ?? []) as { translation: string | null }[];
  return rows.filter(({ translation }) => translation?.startsWith(`run ${run} `)).length;
}

function holdsLine(bytes: Buffer, line: string): boolean {
  try {
    return readPackage(bytes, "docx", "a.docx").text.includes(line);
  } catch {
    return false;
  }
}

/** Disks without free space. */
export const fullRows: FaultRow[] = [
  fullUnderSave("replacing"),
  fullUnderSave("new"),
  fullUnderSave("in place"),
  tooLargeForProcess,
  fullUnderJournal,
  fullUnderTools,
];
