// Adds a generated pack, searches it for the first time, and removes it, as the app does. Prints JSON: milliseconds of each step, the
// longest time that the main thread was held meanwhile, and MiniSearch's time for an index of the same entries. Usage: ENTRIES
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import MiniSearch from "minisearch";
import type { EntryContent } from "../src/main/engine/library/entries/entry";
import { readSrd } from "../src/main/engine/library/srd/read-srd";
import { libraryWithThread } from "../src/main/engine/library/thread/open-with-thread";

const [size = "100000"] = process.argv.slice(2);
const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
const path = join(folder, "many.json");
await writeFile(path, packOf(manyEntries(Number(size))));
globalThis.gc?.();

let last = performance.now();
let held = 0;
const beat = (): void => {
  const now = performance.now();
  held = Math.max(held, now - last);
  last = now;
  // A loop without a pause would take the other threads' processor.
  setTimeout(beat, 2);
};
beat();

const steps: Record<string, { time: number; held: number }> = {};
async function step<Result>(name: string, run: () => Result | Promise<Result>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  held = 0;
  const start = performance.now();
  const result = await run();
  const time = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 5));
  steps[name] = { time, held };
  return result;
}

const runner = new URL("../src/main/engine/testing/run-ts.mjs", import.meta.url);
const parts = libraryWithThread({
  dataDir: folder,
  notice: console.error,
  startWorker: (module, workerData) =>
    new Worker(runner, {
      execArgv: ["--no-warnings", "--experimental-transform-types"],
      argv: [fileURLToPath(module)],
      workerData,
    }),
});
const library = await step("opening", () => parts.openLibrary());
const search = await parts.openContentSearch(library);
const work = parts.openLibraryWork(library);
const addFile = async () =>
  work.add(
    await readFile(path),
    { file: "many.json" },
    { mayReplace: true, progress: () => {}, signal: new AbortController().signal },
  );
const ask = (query: string, semantic: boolean) =>
  search.search({ query, semantic, kinds: null, documents: null, fuzzy: true, limit: 20 });
await step("import", addFile);
await step("first search", () => ask("gilded fireball", false));
await step("second search", () => ask("elder dragon", false));
await step("first search by meaning", () => ask("luring song", true));
await step("computing vectors for 5 s", () => new Promise((resolve) => setTimeout(resolve, 5000)));
await step("lookup by name", () =>
  library.lookup({ kind: "spell", name: "fire", conditions: [], documents: null, limit: 20 }),
);
await step("lookup by level", () =>
  library.lookup({ kind: "spell", conditions: [{ column: "level", from: 3, to: 3 }], documents: null, limit: 20 }),
);
await step("import again", addFile);
await step("removal", () => work.remove("many"));
await parts.close();
library.close();
const entries = manyEntries(Number(size));
await step("MiniSearch", () => {
  const index = new MiniSearch({ fields: ["name", "text", "facts"] });
  index.addAll(entries.map(({ name, text, fields }, id) => ({ id, name, text, facts: JSON.stringify(fields) })));
});
console.log(JSON.stringify(steps));
await rm(folder, { recursive: true });
process.exit();

function packOf(all: readonly EntryContent[]): string {
  return JSON.stringify({
    document: "many",
    title: "Many",
    entries: all.map(({ fields, ...entry }) => ({ ...fields, ...entry })),
  });
}

/** The bundled entries with other names and shorter texts, so that all fit into one pack. */
function manyEntries(count: number): EntryContent[] {
  const words = "Ashen Gilded Hollow Silent Broken Crimson Elder Frozen Sunken Verdant".split(" ");
  const srd = readSrd().entries.filter(
    ({ kind, fields }) => kind !== "creature" || JSON.stringify(fields).length < 1500,
  );
  return Array.from({ length: count }, (_, at) => {
    const entry = srd[at % srd.length] as EntryContent;
    const round = Math.floor(at / srd.length);
    const name = `${words[round % 10]} ${entry.name} of ${words[Math.floor(round / 10)]}`;
    return {
      ...entry,
      key: `${entry.key}--${round}`,
      name,
      text: entry.text.slice(0, 250),
      fields: round % 2 ? entry.fields : {},
    };
  });
}
