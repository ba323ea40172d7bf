// Saves alternately in the plain durable way (temporary file, fsync, rename) and as Galley does. Prints the milliseconds of each as JSON.
// Usage: bytes rounds
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHistory } from "../src/main/engine/history/sqlite-history";
import { versionOf } from "../src/main/engine/storage/files/version";
import { createDisk } from "../src/main/engine/storage/saving/disk";

const [size = "0", rounds = "0"] = process.argv.slice(2);
const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
await mkdir(join(folder, "w"));
await writeFile(join(folder, "w", "plain.md"), "");
const disk = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
const history = openHistory({ dataDir: join(folder, "data") });

const text = (round: number) =>
  Buffer.from(`${round}\n${"A line of text, as long as lines are.\n".repeat(Number(size) / 38)}`);

async function plain(bytes: Buffer): Promise<void> {
  const temporary = join(folder, "w", ".plain.tmp");
  const handle = await open(temporary, "wx");
  await handle.writeFile(bytes);
  await handle.sync();
  await handle.close();
  await rename(temporary, join(folder, "w", "plain.md"));
}

/** A plain save that also reads what it replaces, as every save that detects conflicts must. */
async function plainWithBase(bytes: Buffer): Promise<void> {
  versionOf(await readFile(join(folder, "w", "plain.md")));
  await plain(bytes);
  versionOf(bytes);
}

const ours = (bytes: Buffer) => disk.update(join(folder, "w", "ours.md"), () => bytes);

const times = { plain: [] as number[], plainWithBase: [] as number[], ours: [] as number[], history: [] as number[] };
const timed = async (list: number[], task: () => Promise<unknown>) => {
  const start = performance.now();
  await task();
  list.push(performance.now() - start);
};
for (let round = 0; round < Number(rounds) + 3; round++) {
  const bytes = text(round);
  const tasks = [
    () => timed(times.plain, () => plain(bytes)),
    () => timed(times.plainWithBase, () => plainWithBase(bytes)),
    () => timed(times.ours, () => ours(bytes)),
  ];
  for (const task of round % 2 ? tasks : tasks.reverse()) await task();
  const entry = {
    realPath: "/w/a.md",
    bytes,
    version: versionOf(bytes),
    by: { kind: "you", name: "you" },
    reason: "bench",
  };
  await timed(times.history, () => history.record(entry as Parameters<typeof history.record>[0]));
}
for (const list of Object.values(times)) list.splice(0, 3);
console.log(JSON.stringify(times));
await history.close();
disk.close();
await rm(folder, { recursive: true, force: true });
