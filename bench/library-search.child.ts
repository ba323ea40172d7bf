// Searches the content library, and MiniSearch and Fuse.js over the same entries. Prints JSON. Usage: quality | speed ENTRIES | memory ENTRIES
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fuse from "fuse.js";
import MiniSearch from "minisearch";
import type { EntryContent } from "../src/main/engine/library/entries/entry";
import { type ContentSearch, createContentSearch } from "../src/main/engine/library/search/content-search";
import { createEmbedder, type Embedder } from "../src/main/engine/library/search/embedder";
import { meaningHash, meaningsOf } from "../src/main/engine/library/search/meaning";
import { packVectors, unpackVectors } from "../src/main/engine/library/search/packed-vectors";
import { readShippedVectors } from "../src/main/engine/library/search/shipped-vectors";
import { dimensions, openVectorScan } from "../src/main/engine/library/search/vector-scan";
import { openContentLibrary } from "../src/main/engine/library/sqlite-library";
import { readSrd } from "../src/main/engine/library/srd/read-srd";
import { answers, type Question, questions } from "./library-questions";

type Named = { kind: string; name: string };
/** Returns the ten best results. */
type Contestant = (query: string) => Named[] | Promise<Named[]>;

const srd = readSrd();
const model = createEmbedder();
const everything = { kinds: null, documents: null } as const;

const [mode = "", size = "0"] = process.argv.slice(2);
if (mode === "quality") console.log(JSON.stringify(await quality()));
else if (mode === "speed") console.log(JSON.stringify(await speed(Number(size))));
else console.log(JSON.stringify(await memory(Number(size))));
model.close();

/** How often each contestant has a right answer first, and among five, for each half and group of questions. */
async function quality() {
  const library = openContentLibrary({ dataDir: null });
  const search = createContentSearch({ library, dataDir: null, embedder: model });
  const contestants: Record<string, Contestant> = {
    "MiniSearch, exact": miniSearch(srd.entries, {}),
    "MiniSearch, prefix and fuzzy": miniSearch(srd.entries, { prefix: true, fuzzy: 0.2 }),
    "Fuse.js, names": fuse(srd.entries, { keys: ["name"], threshold: 0.4, ignoreLocation: true }),
    "Fuse.js, names and texts": fuse(srd.entries, {
      keys: [{ name: "name", weight: 3 }, "text"],
      threshold: 0.4,
      ignoreLocation: true,
    }),
    "Fuse.js, words of both": fuse(srd.entries, {
      keys: [{ name: "name", weight: 3 }, "text"],
      threshold: 0.4,
      ignoreLocation: true,
      useTokenSearch: true,
    }),
    "Galley, full text": ours(search, { fuzzy: false, semantic: false }),
    "Galley, fuzzy": ours(search, { fuzzy: true, semantic: false }),
    "Galley, meaning alone": await byMeaning(),
    "Galley, merged": ours(search, { fuzzy: true, semantic: true }),
  };
  const rows: { name: string; half: string; group: string; first: number; five: number; count: number }[] = [];
  for (const [name, ask] of Object.entries(contestants)) {
    const found = new Map<Question, ReturnType<typeof judge>>();
    for (const question of questions) found.set(question, judge(question, (await ask(question.query)).slice(0, 10)));
    const groups = ["all", ...new Set(questions.map(({ group }) => group))];
    for (const half of ["tuning", "held_out"]) {
      for (const group of groups) {
        const asked = questions.filter((each) => each.half === half && (group === "all" || each.group === group));
        const mean = (key: "first" | "five") =>
          asked.reduce((sum, each) => sum + (found.get(each)?.[key] ?? 0), 0) / asked.length;
        rows.push({ name, half, group, first: mean("first"), five: mean("five"), count: asked.length });
      }
    }
  }
  search.close();
  library.close();
  return rows;
}

function judge(question: Question, found: readonly Named[]) {
  const right = found.map((entry) => answers(question, entry));
  const first = right.findIndex((answer) => answer !== undefined);
  const hits = new Set(right.filter((answer) => answer !== undefined)).size;
  return {
    recall: hits / Math.min(10, question.answers.length),
    first: Number(first === 0),
    five: Number(first >= 0 && first < 5),
  };
}

/** Milliseconds for each contestant's queries, alternating, over `count` entries: the bundled ones, and others derived from them. */
async function speed(count: number) {
  const entries = manyEntries(count);
  const { search, close } = await searchOver(entries);
  const misspelt = questions.filter(({ group }) => group === "misspelt");
  const asked = questions.filter(({ group }) => group !== "misspelt" && group !== "plain");
  const names = fuse(entries, { keys: ["name"], threshold: 0.4, ignoreLocation: true });
  const mini = miniSearch(entries, { prefix: true, fuzzy: 0.2 });
  const times: Record<string, number[]> = {};
  const recalls: Record<string, number> = {};
  const time = async <Result>(name: string, run: () => Result | Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await run();
    times[name] = [...(times[name] ?? []), performance.now() - start];
    return result;
  };
  const lexical = ours(search, { fuzzy: true, semantic: false });
  const merged = ours(search, { fuzzy: true, semantic: true });
  await merged("warm");
  await lexical("warm");
  for (const question of misspelt) {
    for (const [name, ask] of Object.entries({ "Fuse.js": names, MiniSearch: mini, Galley: lexical })) {
      const found = await time(`misspelt ${name}`, () => ask(question.query));
      const recall = judge(question, found.slice(0, 10)).recall / misspelt.length;
      recalls[name] = (recalls[name] ?? 0) + recall;
    }
  }
  for (const { query } of asked) {
    await time("embedding", () => model.embed(query));
    await time("merged", () => merged(query));
    await time("words", () => lexical(query));
    await time("MiniSearch", () => mini(query));
  }
  await close();
  return { times, recalls };
}

/** Megabytes by which the process grows for the lexical index, then for the model, then for the vectors. */
async function memory(count: number) {
  const usedMemory = () => {
    for (let again = 0; again < 4; again++) globalThis.gc?.();
    return process.memoryUsage().rss / 1e6;
  };
  const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
  // Building the index in this process would distort the measurement.
  const prepared = await searchOver(manyEntries(count), folder);
  await prepared.close();
  model.close();
  const before = usedMemory();
  const library = openContentLibrary({ dataDir: folder, shipped: [] });
  const search = createContentSearch({ library, dataDir: folder, embedder: model });
  const ask = (semantic: boolean) => ours(search, { fuzzy: true, semantic })("fireball");
  await ask(false);
  const withWords = usedMemory();
  await model.embed("fireball");
  const withModel = usedMemory();
  await ask(true);
  const all = usedMemory();
  search.close();
  library.close();
  await rm(folder, { recursive: true });
  return { words: withWords - before, model: withModel - withWords, vectors: all - withModel };
}

async function searchOver(entries: readonly EntryContent[], dataDir: string | null = null) {
  const library = openContentLibrary({ dataDir, shipped: [] });
  await library.replace({
    document: "many",
    title: "Many",
    license: null,
    publisher: null,
    credit: null,
    source: "pack",
    markdown: null,
    entries,
  });
  const shipped = await readShippedVectors();
  const asked = new Set(questions.map(({ query }) => query));
  // Questions use the model's real vectors; for a hundred thousand generated texts any vectors will do.
  const embedder: Embedder = {
    embed: async (text) =>
      asked.has(text) || !text.includes(". ") ? model.embed(text) : anyVector(shipped.size + text.length),
    close: () => {},
  };
  const search = createContentSearch({ library, dataDir, embedder });
  for (;;) {
    const { notes } = await search.search({ ...everything, query: "ready", fuzzy: true, semantic: true, limit: 1 });
    if (notes.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    search,
    async close() {
      search.close();
      library.close();
    },
  };
}

function anyVector(seed: number): Float32Array {
  let state = seed;
  const vector = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The bundled entries, then the same entries with two more words in their names, up to `count`. */
function manyEntries(count: number): EntryContent[] {
  const before = "Ashen Gilded Hollow Silent Broken Crimson Elder Frozen Sunken Verdant".split(" ");
  const after = "Dawn Dusk Embers Glass Iron Mists Ruin Salt Thorns Whispers".split(" ");
  const entries: EntryContent[] = [...srd.entries];
  for (let round = 0; entries.length < count; round++) {
    const [first, last] = [before[round % 10], after[Math.floor(round / 10) % 10]];
    for (const entry of srd.entries) {
      if (entries.length >= count) break;
      entries.push({ ...entry, key: `${entry.key}--${round}`, name: `${first} ${entry.name} of ${last}` });
    }
  }
  return entries.slice(0, count);
}

function miniSearch(entries: readonly EntryContent[], options: { prefix?: boolean; fuzzy?: number }): Contestant {
  const index = new MiniSearch<Named & { id: number; text: string; facts: string }>({
    fields: ["name", "text", "facts"],
    storeFields: ["kind", "name"],
    searchOptions: { boost: { name: 4 }, ...options },
  });
  index.addAll(
    entries.map(({ kind, name, text, fields }, id) => ({ id, kind, name, text, facts: JSON.stringify(fields) })),
  );
  return (query) => index.search(query).map((found) => ({ kind: found["kind"], name: found["name"] }));
}

function fuse(
  entries: readonly EntryContent[],
  options: ConstructorParameters<typeof Fuse<EntryContent>>[1],
): Contestant {
  const index = new Fuse(entries, options);
  return (query) => index.search(query, { limit: 10 }).map(({ item }) => item);
}

function ours(search: ContentSearch, options: { fuzzy: boolean; semantic: boolean }): Contestant {
  return async (query) => (await search.search({ ...everything, ...options, query, limit: 10 })).entries;
}

/** Nearest-vector search and nothing else. */
async function byMeaning(): Promise<Contestant> {
  const shipped = await readShippedVectors();
  const hashes = srd.entries.map((entry) => meaningHash(meaningsOf(entry)[0] ?? ""));
  const vectors = hashes.map((hash) => ({ hash, values: new Uint8Array(dimensions), step: 0, ...shipped.get(hash) }));
  const scan = openVectorScan(unpackVectors(packVectors(vectors)));
  return async (query) => {
    const cosines = scan.cosines(await model.embed(query));
    return [...srd.entries.keys()]
      .sort((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0))
      .slice(0, 10)
      .flatMap((index) => srd.entries[index] ?? []);
  };
}
