import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openHistory } from "../history/sqlite-history";
import { assembleEngine } from "../host/create-engine";
import type { Engine } from "../host/engine";
import type { Caller } from "../ports/caller";
import { createMemory } from "../storage/files/memory";

const dataDir = mkdtempSync(join(tmpdir(), "galley-no-session-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const roots = ["/notes"];
/** Two windows of one program over HTTP: Galley cannot tell them apart. */
const shared: Caller = { id: "1", name: "editor", roots, hasNoSession: true };
const session: Caller = { id: "2", name: "editor", roots };
let engine: Engine;

beforeEach(() => {
  engine = assembleEngine(
    {},
    { store: createMemory({ "/notes/a.md": "# A\n\none\n" }), history: openHistory({ dataDir }), log: () => {} },
  );
});

const edit = (args: Record<string, unknown>, caller: Caller = shared, name = "text_editor") =>
  engine.run({ name, arguments: args, caller });
const read = async (caller: Caller = shared) =>
  (await edit({ action: "read", path: "a.md" }, caller)).data as { version: string };
const textNow = async () => (await engine.documents.read("/notes/a.md", roots)).text;

describe("a caller without a session", () => {
  it("cannot replace a document that another window of its program wrote, and reads that it must name a version", async () => {
    const { version } = await read();
    const other = await edit({ action: "write", path: "a.md", content: "# A\n\nunseen\n", version });
    expect(other).toMatchObject({ ok: true });
    const rejected = await edit({ action: "write", path: "a.md", content: "# A\n\nmine\n" });
    expect(rejected).toMatchObject({ ok: false, error: { code: "stale" } });
    expect(rejected.message).toContain("name the `version` of that answer");
    expect(await edit({ action: "write", path: "a.md", content: "x", version })).toMatchObject({ ok: false });
    expect(await textNow()).toBe("# A\n\nunseen\n");
    const again = await read();
    const done = await edit({ action: "write", path: "a.md", content: "# A\n\nmine\n", version: again.version });
    expect(done).toMatchObject({ ok: true });
  });

  it("cannot restore a full version over one that it has not named", async () => {
    const { version } = await read();
    await edit({ action: "write", path: "a.md", content: "two\n", version });
    const { versions } = (await edit({ path: "a.md" }, shared, "doc_history")).data as {
      versions: { version_id: string }[];
    };
    const args = { path: "a.md", version_id: versions.at(-1)?.version_id };
    expect(await edit(args, shared, "doc_restore")).toMatchObject({ ok: false, error: { code: "stale" } });
    const now = await read();
    expect(await edit({ ...args, version: now.version }, shared, "doc_restore")).toMatchObject({ ok: true });
  });

  it("creates new files, patches by current text, and edits lines of the version that it names", async () => {
    expect(await edit({ action: "write", path: "new.md", content: "x" })).toMatchObject({ ok: true });
    const patched = await edit({ action: "patch", path: "a.md", old_text: "one", new_text: "two" });
    expect(patched).toMatchObject({ ok: true });
    const lines = { action: "patch", path: "a.md", edits: [{ from: 3, to: 3, content: "three" }] };
    expect(await edit(lines)).toMatchObject({ ok: false, error: { code: "stale" } });
    const { version } = await read();
    expect(await edit({ ...lines, version })).toMatchObject({ ok: true });
    expect(await textNow()).toBe("# A\n\nthree\n");
  });

  it("edits, adds and deletes sections only of the version that it names", async () => {
    const section = { file: "a.md", section: "A" };
    const calls = [
      ["doc_replace", { ...section, content: "mine" }],
      ["doc_insert", { file: "a.md", anchor: "A", content: "## B", position: "last_child" }],
      ["doc_delete", section],
    ] as const;
    const { version } = await read();
    const other = await edit({ action: "write", path: "a.md", content: "# A\n\nunseen\n", version });
    expect(other).toMatchObject({ ok: true });
    for (const [name, args] of calls)
      for (const more of [{}, { dry_run: true }, { version }]) {
        const rejected = await edit({ ...args, ...more }, shared, name);
        expect(rejected, name).toMatchObject({ ok: false, error: { code: "stale" } });
        if (!("version" in more)) expect(rejected.message).toContain("name the `version` of that answer");
      }
    expect(await textNow()).toBe("# A\n\nunseen\n");
    for (const [name, args] of calls)
      expect(await edit({ ...args, version: (await read()).version }, shared, name), name).toMatchObject({ ok: true });
    expect(await textNow()).toBe("");
  });

  it("has its reads counted for coverage", async () => {
    await read();
    expect((await edit({ path: "a.md" }, shared, "coverage")).message).toContain("2 of 2 paragraphs read");
  });

  it("needs the version for cells and slides, but not to replace text", async () => {
    const office = (args: object) => edit({ path: "b.xlsx", ...args }, shared, "office_artifact");
    expect(await office({ action: "create", content: "| a |\n| --- |\n| 1 |\n" })).toMatchObject({ ok: true });
    const cells = { action: "edit", operation: "set_cells", cells: { "Sheet1!A2": 2 } };
    expect(await office(cells)).toMatchObject({ ok: false, error: { code: "stale" } });
    const { version } = (await office({ action: "read" })).data as { version: string };
    expect(await office({ ...cells, version })).toMatchObject({ ok: true });
    const find = { action: "edit", operation: "replace_text", find: "a", replace: "b" };
    expect(await office(find)).toMatchObject({ ok: true });
  });
});

it("a caller with a session may overwrite what it never read, and is stale after writes of others", async () => {
  expect(await edit({ action: "write", path: "a.md", content: "first\n" }, session)).toMatchObject({ ok: true });
  const { version } = await read();
  await edit({ action: "write", path: "a.md", content: "by others\n", version });
  const rejected = await edit({ action: "write", path: "a.md", content: "second\n" }, session);
  expect(rejected).toMatchObject({ ok: false, error: { code: "stale" } });
});
