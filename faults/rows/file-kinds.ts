import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createEngine } from "../../src/main/engine/host/create-engine";
import type { Engine } from "../../src/main/engine/host/engine";
import { versionOf } from "../../src/main/engine/storage/files/version";
import { createDisk } from "../../src/main/engine/storage/saving/disk";
import { startChild } from "../../src/main/engine/testing/child-process";
import type { FaultReporter, FaultRow } from "../fault-row";
import { mountMissing, onSmallDisk } from "../small-disk";

const saver = new URL("../../src/main/engine/storage/saving/disk.child.ts", import.meta.url);
const isLinux = process.platform === "linux";
const old = "old text\n";
const fresh = "new text\n";

const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
const succeeds = (...argv: string[]) => spawnSync(argv[0] ?? "", argv.slice(1)).status === 0;

/** Another user can be simulated only if root starts the process, and that user can read the checkout and its Electron. */
const nobodyMissing = (): string | null =>
  process.getuid?.() === 0 &&
  succeeds(...asNobody, "test", "-r", import.meta.filename) &&
  succeeds(...asNobody, "test", "-x", process.execPath)
    ? null
    : "another user cannot be played here";

/** Runs `act` and measures the time. */
async function timed<Result>(act: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const at = performance.now();
  const result = await act();
  return { result, ms: performance.now() - at };
}

async function saveAs(before: readonly string[], folder: string, target: string): Promise<string> {
  const one = startChild(saver, [join(folder, "locks"), join(folder, "saves"), target, "2000", "1"], { before });
  const { code, complaint } = await one.ended;
  return one.lines.find((line) => /^(saved|refused)/.test(line)) ?? `nothing (${code}) ${complaint}`;
}

const permissions: FaultRow = {
  name: "Files and folders that this user may not write",
  covers: ["F6"],
  how: "another user: a file of 0644, one of 0600, a folder of 0755 with a file of 0666, a new file in it",
  bound: 15_000,
  missing: nobodyMissing,
  async run(reporter) {
    const cases = [
      { file: 0o644, folder: 0o777, may: false },
      { file: 0o600, folder: 0o777, may: false },
      { file: 0o666, folder: 0o755, may: true },
      { file: 0o666, folder: 0o777, may: true },
    ];
    const content = Buffer.alloc(1000, "0\n");
    for (const [index, { file, folder, may }] of cases.entries()) {
      if (reporter.mode === "sample" && index !== 0) continue;
      const top = mkdtempSync(join(reporter.folder, "as-"));
      chmodSync(reporter.folder, 0o777);
      chmodSync(top, 0o777);
      const work = join(top, "w");
      mkdirSync(work);
      const target = join(work, "a.md");
      writeFileSync(target, content);
      chmodSync(target, file);
      chmodSync(work, folder);
      const { result: answer, ms } = await timed(() => saveAs(asNobody, top, target));
      const now = readFileSync(target);
      const isNew = now.equals(Buffer.alloc(2001, "1\n"));
      reporter.report({
        what: `file ${file.toString(8)} in folder ${folder.toString(8)}`,
        ms,
        torn: !isNew && !now.equals(content),
        leftBehind: readdirSync(work).length > 1,
        lost: answer.startsWith("saved") ? !isNew : !now.equals(content),
        isFalse: answer.startsWith("saved") !== isNew || isNew !== may || (!may && !answer.includes("permission")),
        seen: answer,
      });
    }
  },
};

const readOnlyDisk: FaultRow = {
  name: "A read-only disk, and an immutable file",
  covers: ["F6"],
  how: "a file system mounted again as read-only; chattr +i",
  bound: 15_000,
  missing: mountMissing,
  run: (reporter) =>
    onSmallDisk(join(reporter.folder, "disk"), 512, async (disk) => {
      const store = createDisk({
        locksFolder: join(reporter.folder, "locks"),
        savesFolder: join(reporter.folder, "saves"),
      });
      const target = join(reporter.folder, "disk", "a.md");
      const immutable = join(reporter.folder, "fixed.md");
      writeFileSync(target, old);
      writeFileSync(immutable, old);
      disk.readOnly();
      const isFixed = succeeds("chattr", "+i", immutable);
      for (const [path, expected] of [
        [target, "read-only disk"],
        [join(target, "..", "new.md"), "read-only disk"],
        ...(isFixed ? ([[immutable, "no permission"]] as const) : []),
      ] as const) {
        const { result: answer, ms } = await timed(() =>
          store.update(path, () => Buffer.from(fresh)).then(() => "saved", String),
        );
        const now = existsSync(path) ? readFileSync(path, "utf8") : old;
        reporter.report({
          what: path,
          ms,
          torn: now !== old,
          lost: now !== old,
          isFalse: !answer.includes(expected),
          seen: answer,
        });
      }
      if (isFixed) succeeds("chattr", "-i", immutable);
      disk.writable();
      await store.update(target, () => Buffer.from(fresh));
      const saved = readFileSync(target, "utf8");
      reporter.report({ what: "writable again", torn: saved !== old && saved !== fresh, lost: saved !== fresh });
      store.close();
    }),
};

/** Runs `use` with an engine with one root, and a folder outside it. */
async function withEngine(
  reporter: FaultReporter,
  use: (given: { engine: Engine; root: string; outside: string; ask: Ask }) => Promise<void>,
): Promise<void> {
  const [root, outside] = [join(reporter.folder, "root"), join(reporter.folder, "outside")];
  for (const folder of [root, outside]) mkdirSync(folder);
  const engine = await createEngine({ dataDir: join(reporter.folder, "data") });
  let caller = 0;
  const ask: Ask = (name, given) =>
    // A new caller each time, so that earlier reads do not matter.
    engine.run({ name, arguments: given, caller: { id: `caller ${++caller}`, name: "fault", roots: [root] } });
  try {
    await use({ engine, root, outside, ask });
  } finally {
    await engine.close();
  }
}

type Ask = (name: string, given: Record<string, unknown>) => Promise<{ ok: boolean; message: string }>;

/** The tools that read a path, and those that write. */
const readers = (path: string): [string, Record<string, unknown>][] => [
  ["text_editor", { action: "read", path }],
  ["read_file", { path }],
  ["doc_toc", { file: path }],
  ["doc_find", { file: path, content: "text" }],
];
const writers = (path: string): [string, Record<string, unknown>][] => [
  ["text_editor", { action: "write", path, content: fresh }],
  ["text_editor", { action: "patch", path, old_text: "old", new_text: "new" }],
];

const links: FaultRow = {
  name: "Links of all kinds",
  covers: ["F7", "F8"],
  how: "a chain of links, one to nowhere, a loop, one out of the root, a linked folder out of it, a hard link; all tools",
  bound: 15_000,
  missing: () => (process.platform === "win32" ? "links need a privilege on Windows" : null),
  run: (reporter) =>
    withEngine(reporter, async ({ engine, root, outside, ask }) => {
      const at = (name: string) => join(root, name);
      const isOldInHistory = async () => (await engine.history.content(versionOf(Buffer.from(old)))) !== null;
      const setUp = () => {
        for (const name of readdirSync(root)) rmSync(at(name), { recursive: true, force: true });
        writeFileSync(join(outside, "secret.md"), old);
        writeFileSync(at("real.md"), old);
        for (let i = 0; i < 6; i++) symlinkSync(i === 0 ? "real.md" : `link${i - 1}.md`, at(`link${i}.md`));
        symlinkSync("nowhere.md", at("dangling.md"));
        symlinkSync("loop2.md", at("loop.md"));
        symlinkSync("loop.md", at("loop2.md"));
        symlinkSync(join(outside, "secret.md"), at("out.md"));
        symlinkSync(outside, at("outfolder"));
        linkSync(at("real.md"), at("hard.md"));
      };
      const kinds = [
        { name: "link5.md", target: at("real.md"), reads: true, writes: true },
        { name: "hard.md", target: at("real.md"), reads: true, writes: true },
        { name: "dangling.md", target: at("nowhere.md"), reads: false, writes: true },
        { name: "loop.md", target: at("real.md"), reads: false, writes: false },
        { name: "out.md", target: join(outside, "secret.md"), reads: false, writes: false },
        { name: "outfolder/secret.md", target: join(outside, "secret.md"), reads: false, writes: false },
        { name: "outfolder/new.md", target: join(outside, "new.md"), reads: false, writes: false },
        { name: "../outside/secret.md", target: join(outside, "secret.md"), reads: false, writes: false },
      ];
      for (const kind of kinds) {
        for (const [tool, given] of [...readers(kind.name), ...writers(kind.name)]) {
          setUp();
          const link = linkTo(at(kind.name));
          const isWriter = "action" in given && given["action"] !== "read";
          // A patch needs existing text; a dangling link has none.
          const may = isWriter ? kind.writes && !("old_text" in given && kind.name === "dangling.md") : kind.reads;
          const { result: answer, ms } = await timed(() => ask(tool, given));
          const now = existsSync(kind.target) ? readFileSync(kind.target, "utf8") : null;
          const wasThere = !["dangling.md", "outfolder/new.md"].includes(kind.name);
          const wanted = isWriter && may ? fresh : wasThere ? old : null;
          reporter.report({
            what: `${tool} ${given["action"] ?? ""} ${kind.name}`,
            ms,
            torn: now !== wanted,
            isFalse: answer.ok !== may,
            leftBehind: linkTo(at(kind.name)) !== link,
            lost:
              (wasThere && now !== old && !(await isOldInHistory())) ||
              (isWriter && answer.ok && now !== fresh) ||
              (isWriter && may && kind.name === "hard.md" && readFileSync(at("hard.md"), "utf8") !== fresh),
            seen: answer.message.slice(0, 200),
          });
        }
      }
    }),
};

const linkTo = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : "no link";

const caseRenames: FaultRow = {
  name: "Renames that change only case or Unicode form; names that differ in nothing else",
  covers: ["F10"],
  how: "a.md to A.md and back, é composed and decomposed, with another file of the other form beside it",
  bound: 15_000,
  async run(reporter) {
    const store = createDisk({
      locksFolder: join(reporter.folder, "locks"),
      savesFolder: join(reporter.folder, "saves"),
    });
    const pairs = [
      ["a.md", "A.md"],
      ["caf\u00e9.md", "cafe\u0301.md"],
      ["ΣΑΣ.md", "σας.md"],
      ["straße.md", "STRASSE.md"],
    ] as const;
    for (let run = 0; run < reporter.times(20, 1); run++) {
      for (const [from, to] of pairs) {
        const folder = mkdtempSync(join(reporter.folder, "case-"));
        writeFileSync(join(folder, from), old);
        const moved = await timed(() => store.move(join(folder, from), join(folder, to)).then(() => "moved", String));
        const names = readdirSync(folder);
        reporter.report({
          what: `${from} becomes ${to}`,
          ms: moved.ms,
          lost: names.length !== 1 || readFileSync(join(folder, to), "utf8") !== old,
          isFalse: moved.result !== "moved" || !names.includes(to),
          seen: `${moved.result}: ${names}`,
        });
        // These are two files on a disk that distinguishes them; on others the rename is rejected.
        const saved = await timed(() =>
          Promise.all([from, to].map((name) => store.update(join(folder, name), () => Buffer.from(name)))),
        );
        const texts = new Set(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")));
        const moveResult = await store.move(join(folder, from), join(folder, to)).then(() => "moved", String);
        const isOne = readdirSync(folder).length === 1;
        reporter.report({
          what: `${from} beside ${to}`,
          ms: saved.ms,
          torn: texts.size !== readdirSync(folder).length,
          lost: !isOne && !(texts.has(from) && texts.has(to)),
          isFalse: !isOne && !moveResult.includes("exists already"),
          seen: `${[...texts]}; ${moveResult}`,
        });
      }
    }
    store.close();
  },
};

const hostile: FaultRow = {
  name: "Special files, and files without end",
  covers: ["F25", "F26"],
  how: "a FIFO, /dev/zero by link and as a node, a socket, a folder, NUL bytes, a picture named .md, 0 bytes, 1 GiB of nothing; all tools",
  bound: 15_000,
  missing: () => (isLinux ? null : "made with Linux's tools"),
  run: (reporter) =>
    withEngine(reporter, async ({ root, ask }) => {
      const at = (name: string) => join(root, name);
      execFileSync("mkfifo", [at("fifo.md")]);
      symlinkSync("/dev/zero", at("zero.md"));
      const hasNode = succeeds("mknod", at("node.md"), "c", "1", "5");
      mkdirSync(at("folder.md"));
      writeFileSync(at("nul.md"), Buffer.from("text\0with a NUL\n"));
      writeFileSync(at("picture.md"), Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
      writeFileSync(at("empty.md"), "");
      writeFileSync(at("huge.md"), "");
      truncateSync(at("huge.md"), 2 ** 30);
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(at("socket.md"), resolve));
      const names = [
        "fifo",
        "zero",
        ...(hasNode ? ["node"] : []),
        "folder",
        "nul",
        "picture",
        "huge",
        "socket",
        "empty",
      ];
      for (const name of names) {
        const path = `${name}.md`;
        const before = kindOf(at(path));
        const content = contentOf(at(path));
        const memory = process.memoryUsage.rss();
        for (const [tool, given] of [...readers(path), ...writers(path)]) {
          // A complete text may replace any file, but nothing that is not a file.
          if (given["action"] === "write" && ["nul", "picture", "empty", "huge"].includes(name)) continue;
          const { result: answer, ms } = await timed(() => ask(tool, given));
          const grown = process.memoryUsage.rss() - memory;
          const mayWell = name === "empty" && !("old_text" in given);
          reporter.report({
            what: `${tool} ${given["action"] ?? ""} ${path}`,
            ms,
            torn: kindOf(at(path)) !== before,
            leftBehind: grown > 300 * 2 ** 20,
            lost: contentOf(at(path)) !== content,
            isFalse: answer.ok && !mayWell,
            seen: `${answer.message.slice(0, 160)}; ${Math.round(grown / 2 ** 20)} MiB`,
          });
        }
      }
      server.close();
    }),
};

const kindOf = (path: string): string => {
  const found = lstatSync(path);
  return [found.mode, found.size, found.ino].join();
};

/** The content of a file; for a special or endless file only what it is. */
const contentOf = (path: string): string => {
  const found = lstatSync(path);
  return found.isFile() && found.size < 2 ** 20 ? readFileSync(path, "latin1") : kindOf(path);
};

/** Files by location, kind, and permissions. */
export const fileKindRows: FaultRow[] = [permissions, readOnlyDisk, links, caseRenames, hostile];
