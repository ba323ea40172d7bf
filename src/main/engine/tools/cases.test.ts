import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ContentLibrary } from "../library/entries/content-library";
import { readPack } from "../library/packs/read-pack";
import { readRulebook } from "../library/packs/read-rulebook";
import { openContentLibrary } from "../library/sqlite-library";
import type { Envelope } from "../ports/caller";
import type { FileStore } from "../ports/file-store";
import { createMemory } from "../storage/files/memory";
import { createDisk } from "../storage/saving/disk";
import { type EngineForTests, engineForTests } from "./engine-for-tests";
import { type GoldenCase, readCases, type Step } from "./read-cases";
import { tools } from "./registry";

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "galley-cases-")));
const disk = createDisk({ locksFolder: join(temporary, "locks"), savesFolder: join(temporary, "saves") });
let folders = 0;

/** The library of all cases; each removes what it added. Opened by the first case that needs it. */
let opened: ContentLibrary | undefined;
const openLibrary = (): ContentLibrary => (opened ??= openContentLibrary({ dataDir: null }));

afterAll(() => {
  opened?.close();
  disk.close();
  rmSync(temporary, { recursive: true, force: true });
});

const caseFiles = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".cases.md"))
  .sort();

type StoreFixture = { store: FileStore; root: string; library?: ContentLibrary; remove(path: string): Promise<void> };

const fixtures: Record<string, () => StoreFixture> = {
  "in memory": () => {
    const gone = new Set<string>();
    const store = createMemory();
    return {
      root: "/w",
      store,
      async remove(path) {
        await store.makeFolder("/gone");
        await store.move(path, `/gone/${gone.add(path).size}`);
      },
    };
  },
  "on disk": () => ({ root: join(temporary, String(++folders)), store: disk, remove: (path) => rm(path) }),
};

/** A case file is beside its tool and has the same name. */
const toolOf = (file: string): string =>
  file
    .replace(/^.*[\\/]/, "")
    .replace(".cases.md", "")
    .replaceAll("-", "_");

it("every tool has a file of cases", () => {
  expect(caseFiles.map(toolOf).sort()).toEqual(tools.map(({ name }) => name).sort());
});

for (const file of caseFiles) {
  const tool = toolOf(file);
  const cases = readCases(readFileSync(join(import.meta.dirname, file), "utf8"));
  describe.each(Object.entries(fixtures))(`${file} %s`, (name, fixture) => {
    const chosen = name === "on disk" && !process.env["GALLEY_LONG"] ? cases.filter((_, at) => at % 12 === 0) : cases;
    it.each(chosen.map((each) => [each.title, each] as const))("%s", async (_title, golden) => {
      const added = golden.steps.filter(({ kind }) => kind === "pack" || kind === "rulebook");
      try {
        for (const { kind, about, text } of added)
          await openLibrary().replace((kind === "pack" ? readPack : readRulebook)(text, { file: about }));
        await play(golden, tool, { ...fixture(), ...(/^library\b/.test(file) && { library: openLibrary() }) });
      } finally {
        for (const { about } of added) openLibrary().remove(about.replace(/\.\w+$/, ""));
      }
    });
  });
}

async function play({ steps }: GoldenCase, tool: string, { remove, ...parts }: StoreFixture): Promise<void> {
  expect(steps.length).toBeGreaterThan(1);
  const { root, store } = parts;
  await store.makeFolder(root);
  const on = engineForTests({}, parts);
  const answers: Envelope[] = [];
  for (const written of steps) {
    const step = { ...written, text: filled(written.text, answers, root) };
    const words = step.about.split(" ");
    const last = answers.at(-1);
    switch (step.kind) {
      case "pack":
      case "rulebook":
        break;
      case "before":
      case "outside":
        await on.outside(words[0] ?? "", contentOf(step));
        break;
      case "gone":
        if ((await on.bytesOf(words[0] ?? "")) !== null) await remove(join(root, words[0] ?? ""));
        break;
      case "missing":
        expect(await on.bytesOf(words[0] ?? "")).toBeNull();
        break;
      case "args":
        answers.push(await call(on, tool, step));
        break;
      case "message":
        expect(last?.ok, last?.message).toBe(true);
        expectText(last?.message, step, step.about === "with");
        break;
      case "summary":
        expectText(last?.summary, step, false);
        break;
      case "refused":
        expect(last?.error?.code, last?.message).toBe(words[0]);
        expectText(last?.message, step, words[1] === "with");
        break;
      case "data":
        expect(last?.data).toMatchObject(JSON.parse(step.text));
        break;
      case "after":
        expect(await on.bytesOf(words[0] ?? "")).toBe(contentOf(step).toString("latin1"));
        break;
      default:
        throw new RangeError(`no such step: ${step.kind}`);
    }
  }
  expect(on.logged).toEqual([]);
}

/** Runs one step. Its heading is `args`, `args of NAME` (another caller) or `args for TOOL` (another tool). */
async function call(on: EngineForTests, tool: string, { about, text }: Step): Promise<Envelope> {
  const [, of, name] = /^(of|for) (\w+)$/.exec(about) ?? [];
  return on.call(of === "for" ? String(name) : tool, JSON.parse(text), of === "of" ? name : undefined);
}

/** Fills in values that only the run knows: from the data of earlier answers, and the folder. */
function filled(text: string, answers: readonly Envelope[], root: string): string {
  const dataOf = (index: string) => answers[Number(index) - 1]?.data ?? {};
  return text
    .replaceAll(/\{version (\d+)\}/g, (_, index: string) => String(dataOf(index)["version"]))
    .replaceAll(/\{entry (\d+) (\d+)\}/g, (_, index: string, row: string) => {
      const versions = dataOf(index)["versions"] as { version_id: string }[];
      return String(versions[Number(row) - 1]?.version_id);
    })
    .replaceAll(/\{data (\d+) ([\w.]+)\}/g, (_, index: string, path: string) => String(valueAt(dataOf(index), path)))
    .replaceAll("{root}", root);
}

/** The value at a path such as `paragraphs.2.id`. */
const valueAt = (data: unknown, path: string): unknown =>
  path.split(".").reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], data);

function contentOf({ about, text }: Step): Buffer {
  if (about.endsWith(" as JSON")) return Buffer.from(JSON.parse(text) as string);
  if (about.endsWith(" as hex")) return Buffer.from(text.replaceAll(/\s/g, ""), "hex");
  return Buffer.from(text);
}

function expectText(found: string | undefined, { text }: Step, inPart: boolean): void {
  if (!inPart) expect(found).toBe(text.replace(/\n$/, ""));
  else for (const part of text.split("\n").filter((line) => line !== "")) expect(found).toContain(part);
}
