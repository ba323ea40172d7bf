import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openConversations } from "../../src/main/app/assistant/conversations/conversation-store";
import { createTestApp, FakePage, type TestApp } from "../../src/main/app/testing/test-app";
import { openHistory } from "../../src/main/engine/history/sqlite-history";
import { createEngine } from "../../src/main/engine/host/create-engine";
import type { Envelope } from "../../src/main/engine/ports/caller";
import { versionOf } from "../../src/main/engine/storage/files/version";
import { damages } from "../damages";
import type { FaultReporter, FaultRow } from "../fault-row";
import { mountMissing, onSmallDisk } from "../small-disk";

type Ask = (name: string, args: Record<string, unknown>) => Promise<Envelope>;

/** Uses every store of the engine; returns the rejections and messages. */
async function useAll(
  dataDir: string,
  root: string,
  stamp: string,
): Promise<{ rejections: string[]; messages: string[] }> {
  const messages: string[] = [];
  const rejections: string[] = [];
  const { error } = console;
  console.error = (...parts: unknown[]) => void messages.push(parts.map(String).join(" "));
  try {
    const engine = await createEngine({ dataDir });
    const ask: Ask = async (name, args) => {
      const answer = await engine.run({ name, arguments: args, caller: { id: stamp, name: "fault", roots: [root] } });
      if (!answer.ok) rejections.push(`${name}: ${answer.message}`);
      return answer;
    };
    try {
      await ask("text_editor", { action: "read", path: "a.md" });
      await ask("text_editor", { action: "write", path: "a.md", content: `text ${stamp}\n\nanother paragraph\n` });
      await ask("grep", { pattern: "text", path: "a.md" });
      await ask("office_artifact", {
        action: "edit",
        path: "a.docx",
        operation: "append_text",
        content: `Line ${stamp}`,
      });
      await ask("read_chapter", { book: "novel", chapter: "1.md" });
      await engine.history.list(join(root, "a.md"));
    } finally {
      await engine.close();
    }
    const conversations = openConversations(dataDir, (sentence) => messages.push(sentence));
    conversations.list(null);
    conversations.close();
  } finally {
    console.error = error;
  }
  return { rejections, messages };
}

/** Whether only those writes were rejected whose old text could not be stored in the history first. */
const areJustified = (rejections: readonly string[]): boolean =>
  rejections.every((line) =>
    /^(text_editor|office_artifact): .* was not changed: .* kept in the history first/.test(line),
  );

/** Whether the history of a data folder has these bytes, read again from the disk. */
async function isInHistory(dataDir: string, bytes: Uint8Array): Promise<boolean> {
  const history = openHistory({ dataDir });
  try {
    return (await history.content(versionOf(bytes))) !== null;
  } finally {
    await history.close();
  }
}

function createRoot(root: string): void {
  mkdirSync(join(root, "novel"), { recursive: true });
  writeFileSync(join(root, "a.md"), "text\n\nanother paragraph\n");
  writeFileSync(join(root, "novel", "1.md"), "One.\n\nTwo.\n");
  writeFileSync(
    join(root, "a.docx"),
    readFileSync(new URL("../../src/main/engine/office/samples/pandoc.docx", import.meta.url)),
  );
}

const isStore = (name: string) => name.endsWith(".db");

/** The relative path of every file below a folder. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile());

const damagedStores: FaultRow = {
  name: "Damaged databases: history, ids, review, books, conversations",
  covers: ["F40"],
  how: `each between two starts: ${Object.keys(damages).join(", ")}; then every store is used`,
  bound: 20_000,
  async run(reporter) {
    const { folder } = reporter;
    const [seed, seedRoot] = [join(folder, "seed"), join(folder, "seed-root")];
    createRoot(seedRoot);
    await useAll(seed, seedRoot, "first");
    const stores = readdirSync(seed).filter(isStore);
    if (stores.length < 4) throw new Error(`only ${stores} were made`);
    let turn = 0;
    for (const store of stores) {
      for (const [index, [damage, act]] of Object.entries(damages).entries()) {
        // In the sample each store gets a different kind of damage.
        if (reporter.mode === "sample" && index !== (turn * 3) % Object.keys(damages).length) continue;
        await damagedStore(reporter, { seed, seedRoot, store, damage, act });
      }
      turn++;
    }
  },
};

type Damaged = { seed: string; seedRoot: string; store: string; damage: string; act: (path: string) => void };

async function damagedStore(reporter: FaultReporter, { seed, seedRoot, store, damage, act }: Damaged): Promise<void> {
  const [data, root] = [join(reporter.folder, "data"), join(reporter.folder, "root")];
  for (const [from, to] of [
    [seed, data],
    [seedRoot, root],
  ] as const) {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  }
  for (const suffix of ["-wal", "-shm"]) rmSync(join(data, store + suffix), { force: true });
  act(join(data, store));
  const bytes =
    existsSync(join(data, store)) && statSync(join(data, store)).isFile() ? readFileSync(join(data, store)) : null;
  const at = performance.now();
  const { rejections, messages } = await useAll(data, root, "second");
  const ms = performance.now() - at;
  const after = await useAll(data, root, "third");
  const text = readFileSync(join(root, "a.md"), "utf8");
  // A file that was set aside is reported, and still has all its bytes.
  const asides = readdirSync(data).filter((name) => name.includes(".damaged-") && isStore(name));
  const isKept =
    asides.length === 0 || asides.some((name) => bytes !== null && readFileSync(join(data, name)).equals(bytes));
  reporter.report({
    what: `${store} ${damage}`,
    ms,
    torn: !/^text( (first|second|third))?\n\nanother paragraph\n$/.test(text),
    lost: !isKept || (after.rejections.length === 0 && !text.startsWith("text third\n")),
    isFalse: !areJustified([...rejections, ...after.rejections]) || (asides.length > 0 && messages.length === 0),
    leftBehind: asides.length > 1,
    seen: [...rejections, ...after.rejections, ...messages, ...asides].join("; ").slice(0, 600),
  });
}

const lockedStores: FaultRow = {
  name: "Databases that another process has locked, and does not let go",
  covers: ["F40"],
  how: "BEGIN EXCLUSIVE on each of them from another connection, while a document is saved",
  bound: 30_000,
  async run(reporter) {
    const { folder } = reporter;
    const [data, root] = [join(folder, "data"), join(folder, "root")];
    createRoot(root);
    await useAll(data, root, "first");
    const stores = readdirSync(data).filter(isStore);
    for (const store of reporter.mode === "full" ? stores : stores.slice(0, 1)) {
      const other = new DatabaseSync(join(data, store));
      other.exec("BEGIN EXCLUSIVE");
      const before = readFileSync(join(root, "a.md"));
      const at = performance.now();
      const { rejections, messages } = await useAll(data, root, store);
      const ms = performance.now() - at;
      other.exec("ROLLBACK");
      other.close();
      const after = await useAll(data, root, `${store} again`);
      const text = readFileSync(join(root, "a.md"), "utf8");
      reporter.report({
        what: store,
        lost: !(await isInHistory(data, before)),
        ms,
        torn: !text.startsWith(`text ${store} again\n`),
        isFalse: rejections.some((line) => line.startsWith("text_editor")) || after.rejections.length > 0,
        leftBehind: readdirSync(data).some((name) => name.includes(".damaged-")),
        seen: [...rejections, ...after.rejections, ...messages].join("; ").slice(0, 600),
      });
    }
  },
};

const readOnlyData: FaultRow = {
  name: "The app's data is on a read-only disk",
  covers: ["F40"],
  how: "the data folder is mounted again as read-only between two starts; documents lie elsewhere",
  bound: 30_000,
  missing: mountMissing,
  async run(reporter) {
    const root = join(reporter.folder, "root");
    const data = join(reporter.folder, "data");
    createRoot(root);
    await onSmallDisk(data, 8192, async (disk) => {
      await useAll(data, root, "first");
      for (let run = 0; run < reporter.times(6, 1); run++) {
        const before = readFileSync(join(root, "a.md"));
        disk.readOnly();
        const at = performance.now();
        const { rejections, messages } = await useAll(data, root, `run ${run}`);
        const ms = performance.now() - at;
        disk.writable();
        const after = await useAll(data, root, `after ${run}`);
        reporter.report({
          what: `run ${run}`,
          ms,
          lost: !(await isInHistory(data, before)),
          torn: !readFileSync(join(root, "a.md"), "utf8").startsWith(`text after ${run}\n`),
          isFalse: !areJustified(rejections) || after.rejections.length > 0 || messages.length === 0,
          leftBehind: readdirSync(data).some((name) => name.includes(".damaged-")),
          seen: [...rejections, ...after.rejections, ...messages].join("; ").slice(0, 600),
        });
      }
    });
  },
};

const damagedFiles: FaultRow = {
  name: "Damaged small files: settings, session, recent documents, journal of unsaved typing",
  covers: ["F40"],
  how: `each between two starts of the app: ${Object.keys(damages).join(", ")}`,
  bound: 20_000,
  async run(reporter) {
    const names = ["settings.json", "session.json", "recent.json", "journal"];
    for (const [turn, name] of names.entries()) {
      for (const [index, [damage, act]] of Object.entries(damages).entries()) {
        if (reporter.mode === "sample" && index !== (turn * 3 + 1) % Object.keys(damages).length) continue;
        await damagedFile(reporter, { name, damage, act });
      }
    }
  },
};

async function damagedFile(
  reporter: FaultReporter,
  { name, damage, act }: { name: string; damage: string; act: (path: string) => void },
): Promise<void> {
  const before = "one\ntwo\n";
  let app: TestApp = createTestApp({ "a.md": before });
  try {
    await app.start();
    const page = new FakePage(app, await app.open("a.md"));
    await app.window.handlers["app:save-settings"]({ theme: "dark" });
    page.type(`${before}typed\n`);
    await page.journal();
    app = await app.crash();
    const path = name === "journal" ? journalOf(app, page.doc) : join(app.dataDir, name);
    if (!existsSync(path)) writeFileSync(path, '{"kept": "so that there is something to damage"}\n');
    act(path);
    const bytes = existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null;
    const at = performance.now();
    const state = await app.start();
    const ms = performance.now() - at;
    const back = state.documents.find((each) => each.path?.endsWith("a.md"));
    const shown = back ? new FakePage(app, back).text : "";
    const opened = back ?? (await app.open("a.md"));
    const again = new FakePage(app, opened);
    again.type(`${again.text}more\n`);
    const saved = await again.save();
    const final = app.read("a.md");
    const isJournal = name === "journal";
    // If the journal itself is damaged, its remains are kept.
    const isKept =
      bytes === null ||
      bytes.length === 0 ||
      filesBelow(app.dataDir).some((file) => readFileSync(join(app.dataDir, file)).equals(bytes));
    reporter.report({
      what: `${name} ${damage}`,
      ms,
      torn: !final.startsWith(before) || !final.endsWith("more\n"),
      lost: isJournal ? !isKept : !shown.includes("typed") && !final.includes("typed"),
      isFalse: saved.status !== "saved",
      seen: `${saved.status}: ${JSON.stringify(final)}; ${filesBelow(app.dataDir)
        .filter((file) => !file.startsWith("objects"))
        .join()}`.slice(0, 500),
    });
  } finally {
    await app.end();
  }
}

const journalOf = (app: TestApp, doc: string): string => join(app.dataDir, "journal", `${doc}.json`);

/** Data that Galley keeps for itself. */
export const dataRows: FaultRow[] = [damagedStores, lockedStores, readOnlyData, damagedFiles];
