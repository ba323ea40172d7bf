import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openHistory } from "../../src/main/engine/history/sqlite-history";
import { createEngine } from "../../src/main/engine/host/create-engine";
import { versionOf } from "../../src/main/engine/storage/files/version";
import { startChild } from "../../src/main/engine/testing/child-process";
import type { FaultReporter, FaultRow } from "../fault-row";

const child = new URL("../children/durable.child.ts", import.meta.url);
const old = "an old text that is nowhere else\n";

const straceMissing = (): string | null =>
  spawnSync("strace", ["--version"]).status === 0 ? null : "strace is not installed";

/** A system call of SQLite: its name, the count from which it fails, and the error. */
type Fault = { call: string; when: string; code: string };

function faultsOf({ mode }: FaultReporter, nth: number): Fault[] {
  const calls = ["pwrite64", "fsync,fdatasync", "ftruncate"];
  const moments = ["1", "2", "3", "5", "8", "1+", "2+", "4+", "8+"];
  const all = calls.flatMap((call) =>
    moments.flatMap((when) => ["EIO", "ENOSPC"].map((code): Fault => ({ call, when, code }))),
  );
  // In the sample each database gets one or two of them.
  return mode === "full" ? all : all.filter((_, index) => index % 29 === (nth * 5) % 29);
}

/** Runs the write in a separate process in which calls on the files of one database fail; null: none fails. */
async function write(
  folder: string,
  { kind, files, fault }: { kind: string; files: readonly string[]; fault: Fault | null },
): Promise<{ answer: string; ms: number; isMet: boolean }> {
  const { call, when, code } = fault ?? { call: "", when: "", code: "" };
  const paths = files.flatMap((file) => ["-P", join(folder, file)]);
  const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:error=${code}:when=${when}`];
  const trace = join(folder, "trace");
  const before = fault === null ? [] : ["strace", "-f", "--seccomp-bpf", "-qq", "-o", trace, ...paths, ...inject];
  const env = { NODE_OPTIONS: "--experimental-transform-types", GALLEY_RUNTIME: join(folder, "run") };
  const at = performance.now();
  const one = startChild(child, [kind, join(folder, "data"), join(folder, "w")], { before, env });
  const { code: ended, signal, complaint } = await one.ended;
  const answer = one.lines.find((line) => /^(confirmed|refused)/.test(line));
  const ms = performance.now() - at;
  const isMet = fault !== null && readFileSync(trace, "utf8").includes("(INJECTED)");
  return { answer: answer ?? `nothing (${ended ?? signal}) ${complaint.slice(0, 300)}`, ms, isMet };
}

/** Runs each fault on a copy of a folder in which the databases exist. */
async function withFaults(
  reporter: FaultReporter,
  { kind, files, nth }: { kind: string; files: readonly string[]; nth: number },
  judge: (folder: string, answer: string) => Promise<{ lost: boolean; isFalse: boolean; torn: boolean }>,
): Promise<void> {
  const seed = join(reporter.folder, "seed");
  for (const folder of ["w/novel", "w/other", "data"]) mkdirSync(join(seed, folder), { recursive: true });
  writeFileSync(join(seed, "w/novel/1.md"), "One.\n\nTwo.\n");
  await write(seed, { kind: "new", files, fault: null });
  const faults = faultsOf(reporter, nth);
  let rejected = 0;
  let met = 0;
  for (const [index, fault] of faults.entries()) {
    const folder = join(reporter.folder, `place ${index}`);
    cpSync(seed, folder, { recursive: true });
    writeFileSync(join(folder, "w/a.md"), old);
    const { answer, ms, isMet } = await write(folder, { kind, files, fault });
    // Fewer such calls were made, so nothing was tested.
    if (!isMet) continue;
    met++;
    if (answer.startsWith("refused")) rejected++;
    const judged = await judge(folder, answer);
    // The next process continues without a fault.
    const after = await write(folder, { kind: "again", files, fault: null });
    reporter.report({
      what: `${fault.code} at ${fault.call} ${fault.when}`,
      ms,
      ...judged,
      leftBehind: after.answer !== "confirmed",
      seen: `${answer}; then ${after.answer}`,
    });
    rmSync(folder, { recursive: true, force: true });
  }
  reporter.note(`${rejected} of ${met} writes were refused, the others were confirmed`);
}

async function isInHistory(dataDir: string, text: string): Promise<boolean> {
  const history = openHistory({ dataDir });
  try {
    return (await history.content(versionOf(Buffer.from(text)))) !== null;
  } finally {
    await history.close();
  }
}

const onText = (name: "history" | "review", nth: number, more: Pick<FaultRow, "onlyInFull"> = {}): FaultRow => ({
  ...more,
  name: `SQLite's own calls fail under an agent's write: the ${name}'s database`,
  covers: ["F3", "F40"],
  how: `strace fails pwrite64, fsync and ftruncate of ${name}.db and its log with EIO and ENOSPC, once or from then on; the old text must be in the file or in the history`,
  bound: 60_000,
  patience: 1200,
  missing: straceMissing,
  run: (reporter) =>
    withFaults(
      reporter,
      { kind: "write", files: ["", "-wal", "-journal"].map((suffix) => `data/${name}.db${suffix}`), nth },
      async (folder, answer) => {
        const now = readFileSync(join(folder, "w/a.md"), "utf8");
        const isConfirmed = answer === "confirmed";
        const isOldKept = now === old || (await isInHistory(join(folder, "data"), old));
        return {
          lost: !isOldKept || (isConfirmed && now !== "new\n"),
          torn: now !== old && now !== "new\n",
          isFalse: isConfirmed !== (now === "new\n") || !/^(confirmed|refused)/.test(answer),
        };
      },
    ),
});

const onBook: FaultRow = {
  onlyInFull: true,
  name: "SQLite's own calls fail under the work on a book",
  covers: ["F3"],
  how: "strace fails pwrite64, fsync and ftruncate of book.db and its journal with EIO and ENOSPC, once or from then on; what was confirmed must be there at the next start",
  bound: 60_000,
  patience: 1200,
  missing: straceMissing,
  run: (reporter) =>
    withFaults(
      reporter,
      { kind: "book", files: ["", "-journal"].map((suffix) => `w/novel/.galley/book.db${suffix}`), nth: 2 },
      async (folder, answer) => {
        const engine = await createEngine({ dataDir: join(folder, "reader") });
        const caller = { id: "reader", name: "reader", roots: [join(folder, "w")] };
        const read = await engine.run({ name: "read_chapter", arguments: { book: "novel", chapter: "1.md" }, caller });
        await engine.close();
        const rows = (read.data?.["paragraphs"] ?? []) as { translation: string | null }[];
        const done = rows.filter(({ translation }) => translation === "translated").length;
        const isConfirmed = answer === "confirmed";
        return {
          lost: isConfirmed && done !== 2,
          torn: done !== 0 && done !== 2,
          isFalse: (isConfirmed && done !== 2) || !/^(confirmed|refused)/.test(answer),
        };
      },
    ),
};

/** SQLite's system calls, which a wrapper of node:fs cannot intercept. */
export const databaseRows: FaultRow[] = [onText("history", 0), onText("review", 1, { onlyInFull: true }), onBook];
