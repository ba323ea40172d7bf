import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openJobs } from "../../src/main/app/books/jobs/job-store";
import { createWorld, FakePage, type World } from "../../src/main/app/testing/test-app";
import { createEngine } from "../../src/main/engine/host/create-engine";
import { damages } from "../damages";
import type { FaultRow, Witness } from "../fault-row";
import { mountMissing, onSmallDisk } from "../small-disk";

/** The result of using stores: rejections and other failures, messages to the user, and the stores' output. */
type Used = { refused: string[]; told: string[]; says: string };

/** Stores of one kind: where their files are, and how to use all of them. */
type Stores = {
  lay(place: string): void;
  /** The folder of the databases, relative to the base folder; always the same. */
  folder: string;
  names: readonly string[];
  use(place: string, stamp: string): Promise<Used>;
  /** Whether the output is right although the store was lost, so that it was made again or starts empty. */
  isRight(says: string): boolean;
};

/** Runs `act` and collects what it prints to console.error. */
async function listening<Result>(act: (told: string[]) => Promise<Result>): Promise<Result> {
  const told: string[] = [];
  const { error } = console;
  console.error = (...said: unknown[]) => void told.push(said.map(String).join(" "));
  try {
    return await act(told);
  } finally {
    console.error = error;
  }
}

const chunk = {
  ...{ number: 1, chapter: "1.md", title: "One", index: 0, ids: ["a"] },
  ...{ task: null, state: "waiting" as const, done: 0, reasons: [] },
};

/** The content library, its search index, and the jobs on books. */
const libraryAndJobs: Stores = {
  lay: (place) => mkdirSync(join(place, "root"), { recursive: true }),
  folder: "data",
  names: ["library.db", "library-search.db", "jobs.db"],
  isRight: (says) => /Fireball/.test(says),
  use: (place, stamp) =>
    listening(async (told) => {
      const dataDir = join(place, "data");
      const refused: string[] = [];
      const engine = await createEngine({ dataDir });
      const caller = { id: stamp, name: "fault", roots: [join(place, "root")] };
      const ask = async (name: string, given: Record<string, unknown>) => {
        const answer = await engine.run({ name, arguments: given, caller });
        if (!answer.ok) refused.push(`${name}: ${answer.message}`);
        return answer.message;
      };
      let says = "";
      try {
        says += await ask("lookup_spell", { name: "Fireball" });
        says += await ask("search_dnd_content", { query: "a ball of fire", enable_semantic: false });
        says += await ask("list_documents", {});
      } finally {
        await engine.close();
      }
      const jobs = openJobs(dataDir, (sentence) => told.push(sentence));
      try {
        jobs.saveChunks(stamp, [chunk]);
        if (jobs.chunks(stamp).length !== 1) refused.push("a job that was saved is not there");
        jobs.list();
      } finally {
        jobs.close();
      }
      return { refused, told, says };
    }),
};

/** The work on a book, stored beside it. */
const bookWork: Stores = {
  lay(place) {
    mkdirSync(join(place, "root", "novel"), { recursive: true });
    writeFileSync(join(place, "root", "novel", "1.md"), "One sentence.\n\nAnother one.\n");
  },
  folder: "root/novel/.galley",
  names: ["book.db"],
  isRight: (says) => says.includes("One sentence."),
  use: (place, stamp) =>
    listening(async (told) => {
      const refused: string[] = [];
      const engine = await createEngine({ dataDir: join(place, "data") });
      const caller = { id: stamp, name: "fault", roots: [join(place, "root")] };
      const ask = async (name: string, given: Record<string, unknown>) => {
        const answer = await engine.run({ name, arguments: given, caller });
        if (!answer.ok) refused.push(`${name}: ${answer.message}`);
        if (/damaged/.test(answer.message)) told.push(answer.message);
        return answer;
      };
      try {
        await ask("read_chapter", { book: "novel", chapter: "1.md" });
        const opened = await ask("open_task", { book: "novel", type: "polishing" });
        const task_id = opened.data?.["task_id"];
        if (task_id !== undefined) await ask("release_task", { book: "novel", task_id });
        const read = await ask("read_chapter", { book: "novel", chapter: "1.md" });
        return { refused, told, says: JSON.stringify(read.data ?? read.message) };
      } finally {
        await engine.close();
      }
    }),
};

const damaged = (words: string, stores: Stores): FaultRow => ({
  name: `Damaged databases: ${words}`,
  covers: ["F40"],
  how: `each between two starts: ${Object.keys(damages).join(", ")}; then each is used, and once more`,
  bound: 30_000,
  onlyInFull: true,
  async run(witness) {
    const seed = join(witness.folder, "seed");
    await begin(stores, seed);
    for (const name of stores.names) {
      for (const [damage, act] of Object.entries(damages)) {
        const place = join(witness.folder, "place");
        rmSync(place, { recursive: true, force: true });
        cpSync(seed, place, { recursive: true });
        const path = join(place, stores.folder, name);
        for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
        act(path);
        await usedAgain(witness, { stores, place, what: `${name} ${damage}`, path });
      }
    }
  },
});

async function begin(stores: Stores, place: string): Promise<void> {
  stores.lay(place);
  const { refused, says } = await stores.use(place, "first");
  const missing = stores.names.filter((name) => !existsSync(join(place, stores.folder, name)));
  if (refused.length > 0 || missing.length > 0 || !stores.isRight(says))
    throw new Error(`without a fault: ${refused.join("; ")} ${missing.join(" and ")} ${says.slice(0, 200)}`);
}

async function usedAgain(
  witness: Witness,
  { stores, place, what, path }: { stores: Stores; place: string; what: string; path: string },
): Promise<void> {
  const bytes = existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null;
  const at = performance.now();
  const { refused, told, says } = await stores.use(place, "second");
  const ms = performance.now() - at;
  const after = await stores.use(place, "third");
  const folder = join(place, stores.folder);
  const asides = readdirSync(folder).filter((name) => name.includes(".damaged-") && name.endsWith(".db"));
  const isIt = (name: string) =>
    bytes === null ? statSync(join(folder, name)).isDirectory() : readFileSync(join(folder, name)).equals(bytes);
  const isKept = asides.length === 0 || asides.some(isIt);
  witness.saw({
    what,
    ms,
    lost: !isKept || !stores.isRight(says) || !stores.isRight(after.says),
    isFalse: refused.length + after.refused.length > 0 || (asides.length > 0 && told.length === 0),
    left: asides.length > 1,
    seen: [...refused, ...after.refused, ...told, ...asides, says.slice(0, 100)].join("; ").slice(0, 600),
  });
}

const locked = (words: string, stores: Stores): FaultRow => ({
  name: `Databases that another process has locked: ${words}`,
  covers: ["F40"],
  how: "BEGIN EXCLUSIVE on each of them from another connection; what needs it is answered without it or rejected with an error, never hangs, and works again afterwards",
  bound: 60_000,
  onlyInFull: true,
  async run(witness) {
    const place = join(witness.folder, "place");
    await begin(stores, place);
    for (const name of stores.names) {
      const other = new DatabaseSync(join(place, stores.folder, name));
      other.exec("BEGIN EXCLUSIVE");
      const at = performance.now();
      const { refused, told } = await stores
        .use(place, name)
        .catch((error: unknown): Used => ({ refused: [String(error)], told: [], says: "" }));
      const ms = performance.now() - at;
      other.exec("ROLLBACK");
      other.close();
      const after = await stores.use(place, `${name} again`);
      witness.saw({
        what: name,
        ms,
        lost: !stores.isRight(after.says),
        // A rejection must say what the problem is.
        isFalse: refused.some((line) => !/busy|locked|another|not there/i.test(line)) || after.refused.length > 0,
        left: readdirSync(join(place, stores.folder)).some((each) => each.includes(".damaged-")),
        seen: [...refused, ...after.refused, ...told].join("; ").slice(0, 600),
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
  async run(witness) {
    for (let run = 0; run < witness.times(10, 1); run++) await typeOnReadOnlyData(witness, run);
  },
};

async function typeOnReadOnlyData(witness: Witness, run: number): Promise<void> {
  const before = "one\ntwo\n";
  let world = createWorld({ "a.md": before });
  let last: World = world;
  try {
    await onSmallDisk(world.dataDir, 8192, async (disk) => {
      await world.start();
      new FakePage(world, await world.open("a.md"));
      world = await world.crash();
      disk.readOnly();
      const at = performance.now();
      await world.start();
      const page = new FakePage(world, await world.open("a.md"));
      const theme = run % 2 === 0 ? "dark" : "light";
      page.type(`${before}typed ${run}\n`);
      const journal = await answered(() => page.journal());
      const saved = await page.save();
      const ms = performance.now() - at;
      const isThere = world.read("a.md") === page.text;
      const settings = await answered(() => world.window.handlers["app:save-settings"]({ theme }));
      // Each failure to store something is reported with a message.
      const said = world.desktop.events("app:notice").map(({ message }) => message);
      const isTold = [/journal/i, /settings/i].every((part) =>
        said.some((line) => part.test(line) && /read-only disk/.test(line)),
      );
      disk.writable();
      if (saved.status === "saved") page.saved(saved.version, page.text);
      page.type(`${page.text}and on\n`);
      const later = await answered(() => page.journal());
      const again = await page.save();
      const settingsAgain = await answered(() => world.window.handlers["app:save-settings"]({ theme }));
      witness.saw({
        what: `run ${run}`,
        ms,
        torn: !isThere && world.read("a.md") !== before,
        lost: !isThere || world.read("a.md") !== page.text,
        isFalse:
          (saved.status === "saved") !== isThere ||
          again.status !== "saved" ||
          !later.ok ||
          !settingsAgain.ok ||
          !isTold,
        seen: `journal ${journal.answer}; settings ${settings.ok}; saved ${saved.status}; later ${later.answer}; ${said.join("; ")}`,
      });
      last = await world.crash();
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
