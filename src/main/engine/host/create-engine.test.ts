import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { VersionEntry } from "../../../core/review/writer";
import { openContentLibrary } from "../library/sqlite-library";
import type { Caller } from "../ports/caller";
import { createMemory } from "../storage/files/memory";
import { memoryHistory } from "../tools/engine-for-tests";
import { assembleEngine, createEngine } from "./create-engine";
import type { Engine } from "./engine";

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "galley-engine-")));
const root = join(temporary, "workspace");
const dataDir = join(temporary, "data");
const caller: Caller = { id: "1", name: "Claude", roots: [root] };
const engines: Engine[] = [];

async function open(): Promise<Engine> {
  const engine = await createEngine({ dataDir });
  engines.push(engine);
  return engine;
}

const edit = (engine: Engine, args: Record<string, unknown>, as = caller) =>
  engine.run({ name: "text_editor", arguments: args, caller: as });

const historyOf = async (engine: Engine, path: string): Promise<VersionEntry[]> => {
  const { data } = await engine.run({ name: "doc_history", arguments: { path, limit: 1000 }, caller });
  return data?.["versions"] as VersionEntry[];
};

beforeAll(async () => {
  await mkdir(root);
});

afterAll(async () => {
  for (const engine of engines) await engine.close();
  rmSync(temporary, { recursive: true, force: true });
});

it("a library that could not be opened is opened by the next use", async () => {
  const openLibrary = vi
    .fn(async () => openContentLibrary({ dataDir: null, shipped: [] }))
    .mockRejectedValueOnce(new Error("busy"))
    .mockRejectedValueOnce(new Error("busy"));
  const engine = assembleEngine({}, { store: createMemory(), history: memoryHistory(), openLibrary });
  engines.push(engine);
  await expect(engine.library()).rejects.toThrow("busy");
  await expect(engine.libraryWork()).rejects.toThrow("busy");
  expect(await (await engine.libraryWork()).remove("tome")).toBeNull();
});

describe("the engine on the real disk", () => {
  it("reads, writes, patches, lists and restores", async () => {
    const engine = await open();
    await writeFile(join(root, "a.md"), "one\r\n");
    expect((await edit(engine, { action: "read", path: "a.md" })).message).toContain("   1 one");
    expect((await edit(engine, { action: "patch", path: "a.md", old_text: "one", new_text: "two" })).ok).toBe(true);
    const versions = await historyOf(engine, "a.md");
    expect(versions.map(({ by, reason }) => `${by.name}: ${reason}`)).toEqual([
      "Claude: patch",
      "another program: found on disk",
    ]);
    const restored = await engine.run({
      name: "doc_restore",
      arguments: { path: "a.md", version_id: versions[1]?.version_id },
      caller,
    });
    expect(restored.ok).toBe(true);
    expect(await readFile(join(root, "a.md"), "latin1")).toBe("one\r\n");
  });

  it("a caller whose root is a single file can reach only that file, by its name [A18]", async () => {
    const engine = await open();
    await writeFile(join(root, "only.md"), "text\n");
    const narrow = { ...caller, id: "narrow", roots: [join(root, "only.md")] };
    expect((await edit(engine, { action: "read", path: "only.md" }, narrow)).ok).toBe(true);
    expect((await edit(engine, { action: "read", path: "a.md" }, narrow)).error?.code).toBe("outside_workspace");
    expect((await edit(engine, { action: "write", path: "only.md/b.md", content: "" }, narrow)).ok).toBe(false);
  });

  it("a caller that has not read a file of secrets does not write over it: its texts are not kept", async () => {
    const engine = await open();
    await writeFile(join(root, ".env"), "KEY=1\n");
    const stranger = { ...caller, id: "stranger" };
    const answer = await edit(engine, { action: "write", path: ".env", content: "KEY=2\n" }, stranger);
    expect(answer.error?.code).toBe("stale");
    expect(await readFile(join(root, ".env"), "utf8")).toBe("KEY=1\n");
    await edit(engine, { action: "read", path: ".env" }, stranger);
    expect((await edit(engine, { action: "write", path: ".env", content: "KEY=2\n" }, stranger)).ok).toBe(true);
  });

  it("a caller without roots can reach nothing", async () => {
    const engine = await open();
    const callerWithoutRoots = { ...caller, id: "nobody", roots: [] };
    for (const path of ["a.md", join(root, "a.md"), "/etc/passwd"])
      expect((await edit(engine, { action: "read", path }, callerWithoutRoots)).error?.code).toBe("outside_workspace");
  });

  it("Galley's own data cannot be reached, even inside a root [A23]", async () => {
    const engine = await open();
    const wide = { ...caller, id: "wide", roots: [temporary] };
    const answer = await edit(engine, { action: "write", path: "data/history.db", content: "x" }, wide);
    expect(answer.error?.code).toBe("outside_workspace");
  });

  it("two engines on one folder share one history, with every version under its writer in the order they landed", async () => {
    const [one, two] = [await open(), await open()];
    await writeFile(join(root, "both.md"), "top\n");
    const call = (engine: Engine, name: string, index: number) =>
      edit(
        engine,
        { action: "patch", path: "both.md", patch_text: `@@ top\n+${name} ${index}` },
        { ...caller, id: name, name },
      );
    const calls = Array.from({ length: 8 }, (_, index) => [call(one, "one", index), call(two, "two", index)]).flat();
    for (const answer of await Promise.all(calls)) expect(answer.message).toContain("patched 1 edits");
    const versions = (await historyOf(one, "both.md")).reverse();
    expect(versions.map(({ by }) => by.kind)).toEqual(["program", ...Array.from({ length: 16 }, () => "agent")]);
    // Each text is the one before plus a line that names its writer.
    let before = "top\n";
    for (const { version_id, by } of versions.slice(1)) {
      const bytes = await one.history.read(join(root, "both.md"), version_id);
      const text = Buffer.from(bytes ?? []).toString();
      const added = text.split("\n")[1] ?? "";
      expect(added.startsWith(`${by.name} `)).toBe(true);
      expect(text).toBe(before.replace("top\n", `top\n${added}\n`));
      before = text;
    }
    expect(await readFile(join(root, "both.md"), "utf8")).toBe(before);
  });

  it("documents can be read and written even if the data folder cannot", async () => {
    await writeFile(join(temporary, "a file"), "");
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const engine = await createEngine({ dataDir: join(temporary, "a file", "data") });
    engines.push(engine);
    expect((await edit(engine, { action: "write", path: "kept.md", content: "text\n" })).ok).toBe(true);
    expect(await readFile(join(root, "kept.md"), "utf8")).toBe("text\n");
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });

  it("its data is readable only by this user [A30]", async () => {
    const own = join(temporary, "new", "data");
    engines.push(await createEngine({ dataDir: own }));
    expect((await stat(own)).mode & 0o777).toBe(0o700);
  });

  it("after closing it writes nothing more, and says so", async () => {
    const engine = await createEngine({ dataDir });
    await engine.close();
    const answer = await edit(engine, { action: "write", path: "late.md", content: "" });
    expect(answer).toMatchObject({ ok: false, error: { code: "failed" } });
    expect(await stat(join(root, "late.md")).catch(() => null)).toBeNull();
  });

  it("the read log of a caller that left is empty", async () => {
    const engine = await open();
    await edit(engine, { action: "read", path: "a.md" });
    engine.forget(caller.id);
    const answer = await edit(engine, { action: "patch", path: "a.md", edits: [{ from: 1, to: 1, content: "x" }] });
    expect(answer.message).toBe("read file before patching - line numbers unknown");
  });
});

it("no caller can reach its data or its locks, even if the folder above is a root [A18 A23]", async () => {
  const engine = await open();
  const above: Caller = { ...caller, roots: [temporary] };
  for (const path of ["data/locks/00.lock", "data/locks/new.md", "data/history.db", "data/settings.json"]) {
    const { error } = await edit(engine, { action: "write", path, content: "mine" }, above);
    expect([path, error?.code]).toEqual([path, "outside_workspace"]);
  }
});
