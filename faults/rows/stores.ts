import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openJobs } from "../../src/main/app/books/jobs/job-store";
import { createTestApp, FakePage, type TestApp } from "../../src/main/app/testing/test-app";
import { createEngine } from "../../src/main/engine/host/create-engine";
import { damages } from "../damages";
import type { FaultReporter, FaultRow } from "../fault-row";
import { mountMissing, onSmallDisk } from "../small-disk";

/** The result of using stores: rejections and other failures, messages to the user, and the stores' output. */
type StoreUse = { rejections: string[]; messages: string[]; output: string };

/** Stores of one kind: where their files are, and how to use all of them. */
type Stores = {
  setUp(base: string): void;
  /** The folder of the databases, relative to the base folder; always the same. */
  folder: string;
  names: readonly string[];
  use(base: string, stamp: string): Promise<StoreUse>;
  /** Whether the output is right although the store was lost, so that it was made again or starts empty. */
  isRight(output: string): boolean;
};

/** Runs `act` and collects what it prints to console.error. */
async function captureErrors<Result>(act: (messages: string[]) => Promise<Result>): Promise<Result> {
  const messages: string[] = [];
  const { error } = console;
  console.error = (...parts: unknown[]) => void messages.push(parts.map(String).join(" "));
  try {
    return await act(messages);
  } finally {
    console.error = error;
  }
}

const chunk = {
  number: 1,
  chapter: "1.md",
  title: "One",
  index: 0,
  ids: ["a"],
  task: null,
  state: "waiting" as const,
  done: 0,
  reasons: [],
};

/** The content library, its search index, and the jobs on books. */
const libraryAndJobs: Stores = {
  setUp: (base) => mkdirSync(join(base, "root"), { recursive: true }),
  folder: "data",
  names: ["library.db", "library-search.db", "jobs.db"],
  isRight: (output) => /Fireball/.test(output),
  use: (base, stamp) =>
    captureErrors(async (messages) => {
      const dataDir = join(base, "data");
      const rejections: string[] = [];
      const engine = await createEngine({ dataDir });
      const caller = { id: stamp, name: "fault", roots: [join(base, "root")] };
      const ask = async (name: string, given: Record<string, unknown>) => {
        const answer = await engine.run({ name, arguments: given, caller });
        if (!answer.ok) rejections.push(`${name}: ${answer.message}`);
        return answer.message;
      };
      let output = "";
      try {
        output += await ask("lookup_spell", { name: "Fireball" });
        output += await ask("search_dnd_content", { query: "a ball of fire", enable_semantic: false });
        output += await ask("list_documents", {});
      } finally {
        await engine.close();
      }
      const jobs = openJobs(dataDir, (sentence) => messages.push(sentence));
      try {
        jobs.saveChunks(stamp, [chunk]);
        if (jobs.chunks(stamp).length !== 1) rejections.push("a job that was saved is not there");
        jobs.list();
      } finally {
        jobs.close();
      }
      return { rejections, messages, output };
    }),
};

/** The work on a book, stored beside it. */
const bookWork: Stores = {
  setUp(base) {
    mkdirSync(join(base, "root", "novel"), { recursive: true });
    writeFileSync(join(base, "root", "novel", "1.md"), "One sentence.\n\nAnother one.\n");
  },
  folder: "root/novel/.galley",
  names: ["book.db"],
  isRight: (output) => output.includes("One sentence."),
  use: (base, stamp) =>
    captureErrors(async (messages) => {
      const rejections: string[] = [];
      const engine = await createEngine({ dataDir: join(base, "data") });
      const caller = { id: stamp, name: "fault", roots: [join(base, "root")] };
      const ask = async (name: string, given: Record<string, unknown>) => {
        const answer = await engine.run({ name, arguments: given, caller });
        if (!answer.ok) rejections.push(`${name}: ${answer.message}`);
        if (/damaged/.test(answer.message)) messages.push(answer.message);
        return answer;
      };
      try {
        await ask("read_chapter", { book: "novel", chapter: "1.md" });
        const opened = await ask("open_task", { book: "novel", type: "polishing" });
        const task_id = opened.data?.["task_id"];
        if (task_id !== undefined) await ask("release_task", { book: "novel", task_id });
        const read = await ask("read_chapter", { book: "novel", chapter: "1.md" });
        return { rejections, messages, output: JSON.stringify(read.data ?? read.message) };
      } finally {
        await engine.close();
      }
    }),
};

const damaged = (subject: string, stores: Stores): FaultRow => ({
  name: `Damaged databases: ${subject}`,
  covers: ["F40"],
  how: `each between two starts: ${Object.keys(damages).join(", ")}; then each is used, and once more`,
  bound: 30_000,
  onlyInFull: true,
  async run(reporter) {
    const seed = join(reporter.folder, "seed");
    await begin(stores, seed);
    for (const name of stores.names) {
      for (const [damage, act] of Object.entries(damages)) {
        const base = join(reporter.folder, "place");
        rmSync(base, { recursive: true, force: true });
        cpSync(seed, base, { recursive: true });
        const path = join(base, stores.folder, name);
        for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
        act(path);
        await usedAgain(reporter, { stores, base, what: `${name} ${damage}`, path });
      }
    }
  },
});

async function begin(stores: Stores, base: string): Promise<void> {
  stores.setUp(base);
  const { rejections, output } = await stores.use(base, "first");
  const missing = stores.names.filter((name) => !existsSync(join(base, stores.folder, name)));
  if (rejections.length > 0 || missing.length > 0 || !stores.isRight(output))
    throw new Error(`without a fault: ${rejections.join("; ")} ${missing.join(" and ")} ${output.slice(0, 200)}`);
}

async function usedAgain(
  reporter: FaultReporter,
  { stores, base, what, path }: { stores: Stores; base: string; what: string; path: string },
): Promise<void> {
  const bytes = existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null;
  const at = performance.now();
  const { rejections, messages, output } = await stores.use(base, "second");
  const ms = performance.now() - at;
  const after = await stores.use(base, "third");
  const folder = join(base, stores.folder);
  const asides = readdirSync(folder).filter((name) => name.includes(".damaged-") && name.endsWith(".db"));
  const isIt = (name: string) =>
    bytes === null ? statSync(join(folder, name)).isDirectory() : readFileSync(join(folder, name)).equals(bytes);
  const isKept = asides.length === 0 || asides.some(isIt);
  reporter.report({
    what,
    ms,
    lost: !isKept || !stores.isRight(output) || !stores.isRight(after.output),
    isFalse: rejections.length + after.rejections.length > 0 || (asides.length > 0 && messages.length === 0),
    leftBehind: asides.length > 1,
    seen: [...rejections, ...after.rejections, ...messages, ...asides, output.slice(0, 100)].join("; ").slice(0, 600),
  });
}

const locked = (subject: string, stores: Stores): FaultRow => ({
  name: `Databases that another process has locked: ${subject}`,
  covers: ["F40"],
  how: "BEGIN EXCLUSIVE on each of them from another connection; what needs it is answered without it or rejected with an error, never hangs, and works again afterwards",
  bound: 60_000,
  onlyInFull: true,
  async run(reporter) {
    const base = join(reporter.folder, "place");
    await begin(stores, base);
    for (const name of stores.names) {
      const other = new DatabaseSync(join(base, stores.folder, name));
      other.exec("BEGIN EXCLUSIVE");
      const at = performance.now();
      const { rejections, messages } = await stores
        .use(base, name)
        .catch((error: unknown): StoreUse => ({ rejections: [String(error)], messages: [], output: "" }));
      const ms = performance.now() - at;
      other.exec("ROLLBACK");
      other.close();
      const after = await stores.use(base, `${name} again`);
      reporter.report({
        what: name,
        ms,
        lost: !stores.isRight(after.output),
        // A rejection must say what the problem is.
        isFalse: rejections.some((line) => !/busy|locked|another|not there/i.test(line)) || after.rejections.length > 0,
        leftBehind: readdirSync(join(base, stores.folder)).some((each) => each.includes(".damaged-")),
        seen: [...rejections, ...after.rejections, ...messages].join("; ").slice(0, 600),
      });
    }
  },
});

const readOnlyUnderApp: FaultRow = {
  name: "The app is started with read-only data, and the user types",
  covers: ["F6", "F40"],
  how: "the data folder is mounted again as read-only between two starts; settings are changed, a text is typed and saved, then it can be written again",
  bound: 20_000,
  onlyInFull: true,
  missing: mountMissing,
  async run(reporter) {
    for (let run = 0; run < reporter.times(10, 1); run++) await typeOnReadOnlyData(reporter, run);
  },
};

async function typeOnReadOnlyData(reporter: FaultReporter, run: number): Promise<void> {
  const before = "one\ntwo\n";
  let app = createTestApp({ "a.md": before });
  let last: TestApp = app;
  try {
    await onSmallDisk(app.dataDir, 8192, async (disk) => {
      await app.start();
      new FakePage(app, await app.open("a.md"));
      app = await app.crash();
      disk.readOnly();
      const at = performance.now();
      await app.start();
      const page = new FakePage(app, await app.open("a.md"));
      const theme = run % 2 === 0 ? "dark" : "light";
      page.type(`${before}typed ${run}\n`);
      const journal = await answered(() => page.journal());
      const saved = await page.save();
      const ms = performance.now() - at;
      const isThere = app.read("a.md") === page.text;
      const settings = await answered(() => app.window.handlers["app:save-settings"]({ theme }));
      // Each failure to store something is reported with a message.
      const notices = app.desktop.events("app:notice").map(({ message }) => message);
      const isReported = [/journal/i, /settings/i].every((part) =>
        notices.some((line) => part.test(line) && /read-only disk/.test(line)),
      );
      disk.writable();
      if (saved.status === "saved") page.saved(saved.version, page.text);
      page.type(`${page.text}and on\n`);
      const later = await answered(() => page.journal());
      const again = await page.save();
      const settingsAgain = await answered(() => app.window.handlers["app:save-settings"]({ theme }));
      reporter.report({
        what: `run ${run}`,
        ms,
        torn: !isThere && app.read("a.md") !== before,
        lost: !isThere || app.read("a.md") !== page.text,
        isFalse:
          (saved.status === "saved") !== isThere ||
          again.status !== "saved" ||
          !later.ok ||
          !settingsAgain.ok ||
          !isReported,
        seen: `journal ${journal.answer}; settings ${settings.ok}; saved ${saved.status}; later ${later.answer}; ${notices.join("; ")}`,
      });
      last = await app.crash();
    });
  } finally {
    await last.end();
  }
}

async function answered(act: () => Promise<unknown>): Promise<{ ok: boolean; answer: string }> {
  try {
    return { ok: true, answer: JSON.stringify(await act()) ?? "done" };
  } catch (error) {
    return { ok: false, answer: error instanceof Error ? error.message : String(error) };
  }
}

/** More of Galley's own data: content library, jobs, work on books; and data that becomes read-only while Galley runs. */
export const storeRows: FaultRow[] = [
  damaged("content library, its index, jobs", libraryAndJobs),
  damaged("the work on a book", bookWork),
  locked("content library, its index, jobs", libraryAndJobs),
  locked("the work on a book", bookWork),
  readOnlyUnderApp,
];
