// Times lookups by name in a library of many entries, and in MiniSearch and Fuse.js over the same names in memory. Prints
// milliseconds for each lookup and for the import, as JSON. Usage: entries rounds
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fuse from "fuse.js";
import MiniSearch from "minisearch";
import type { EntryContent } from "../src/main/engine/library/entries/entry";
import { withKeys } from "../src/main/engine/library/entries/unique-keys";
import { openContentLibrary } from "../src/main/engine/library/sqlite-library";
import { readSrd } from "../src/main/engine/library/srd/read-srd";

const [count = 0, rounds = 0] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));

// Real names and texts, repeated with a different first word.
const srd = readSrd();
const words = [
  "",
  "Ancient",
  "Lesser",
  "Greater",
  "Dread",
  "Gilded",
  "Hollow",
  "Storm",
  "Ember",
  "Silent",
  "Iron",
  "Pale",
];
const entries: EntryContent[] = withKeys(
  Array.from({ length: count }, (_, index) => {
    const { name, ...entry } = srd.entries[index % srd.entries.length] as EntryContent;
    const round = Math.floor(index / srd.entries.length);
    const before = [words[round % words.length], words[Math.floor(round / words.length)]].join(" ");
    return { ...entry, name: `${before} ${name}`.trim() };
  }),
);

const library = openContentLibrary({ dataDir: folder, shipped: [] });
const start = performance.now();
const head = { document: "many", title: "Many", license: null, publisher: null, credit: null } as const;
await library.replace({ ...head, source: "pack", markdown: null, entries });
const coming = performance.now() - start;

const spells = entries.map(({ name, kind }, id) => ({ id, name, kind })).filter(({ kind }) => kind === "spell");
const mini = new MiniSearch<{ id: number; name: string }>({ fields: ["name"] });
mini.addAll(spells);
const fuse = new Fuse(spells, { keys: ["name"], threshold: 0, ignoreLocation: true });

const names = ["fireball", "wall", "cure wounds", "light", "dread fireball", "ray of"];
const by = (name: string, more = {}) =>
  library.lookup({ kind: "spell", name, conditions: [], documents: null, limit: 20, ...more });
const conditions = [{ column: "level", from: 3, to: 3 } as const, { column: "class_key", is: "wizard" } as const];

const contestants: Record<string, (name: string) => unknown> = {
  miniSearch: (name) => mini.search(name, { prefix: true, combineWith: "AND" }).slice(0, 20),
  fuse: (name) => fuse.search(name, { limit: 20 }),
  byName: (name) => by(name),
  filtered: (name) => by(name, { documents: ["many"], conditions }),
  byFields: () => library.lookup({ kind: "spell", conditions, documents: null, limit: 20 }),
};

const runs: Record<string, number[]> = {};
for (let round = 0; round < rounds; round++)
  for (const [contestant, ask] of Object.entries(contestants)) {
    // At least 60 ms of work in each run, because the clock has a coarse resolution.
    let times = 0;
    const from = performance.now();
    while (performance.now() - from < 60) for (const name of names) times += ask(name) === undefined ? 0 : 1;
    runs[contestant] = [...(runs[contestant] ?? []), (performance.now() - from) / times];
  }
library.close();
await rm(folder, { recursive: true, force: true });
console.log(JSON.stringify({ coming, runs }));
