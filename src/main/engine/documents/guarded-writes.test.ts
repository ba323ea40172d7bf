import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openHistory } from "../history/sqlite-history";
import { assembleEngine } from "../host/create-engine";
import type { Engine } from "../host/engine";
import type { Caller, WriteGuard } from "../ports/caller";
import { createMemory } from "../storage/files/memory";

const dataDir = mkdtempSync(join(tmpdir(), "galley-guarded-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const caller: Caller = { id: "panel", name: "model", roots: ["/notes"] };

function engineOver(files: Record<string, string>): { engine: Engine; textOf(path: string): Promise<string> } {
  const store = createMemory(files);
  const engine = assembleEngine({}, { store, history: openHistory({ dataDir }), log: () => {} });
  return { engine, textOf: async (path) => (await engine.documents.read(path, ["/notes"])).text };
}

const denyAll: WriteGuard = { allows: () => false, landed: () => {} };
const writes = {
  write: { name: "text_editor", arguments: { action: "write", path: "a.md", content: "other\n" } },
  patch: { name: "text_editor", arguments: { action: "patch", path: "a.md", old_text: "one", new_text: "two" } },
  replace: { name: "doc_replace", arguments: { file: "a.md", section: "A", content: "new words" } },
  insert: { name: "doc_insert", arguments: { file: "a.md", anchor: "A", content: "# B\n" } },
  delete: { name: "doc_delete", arguments: { file: "a.md", section: "A" } },
  create: { name: "text_editor", arguments: { action: "write", path: "new/b.md", content: "x" } },
};

describe("a guarded call", () => {
  it.each(Object.entries(writes))("writes nothing that was not granted: %s [A20]", async (_, call) => {
    const { engine, textOf } = engineOver({ "/notes/a.md": "# A\n\none\n" });
    const envelope = await engine.run({ ...call, caller, guard: denyAll });
    expect(envelope).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(await textOf("/notes/a.md")).toBe("# A\n\none\n");
    await expect(textOf("/notes/new/b.md")).rejects.toThrow("does not exist");
  });

  it("writes only the granted file, and reports which versions", async () => {
    const { engine, textOf } = engineOver({ "/notes/a.md": "# A\n\none\n", "/notes/b.md": "one\n" });
    const landed: unknown[] = [];
    const guard: WriteGuard = { allows: (path) => path === "/notes/a.md", landed: (write) => landed.push(write) };
    expect((await engine.run({ ...writes.patch, caller, guard })).ok).toBe(true);
    const other = { name: "text_editor", arguments: { ...writes.patch.arguments, path: "b.md" } };
    expect((await engine.run({ ...other, caller, guard })).error?.code).toBe("denied");
    expect(await textOf("/notes/a.md")).toBe("# A\n\ntwo\n");
    expect(await textOf("/notes/b.md")).toBe("one\n");
    expect(landed).toEqual([
      {
        id: expect.any(String),
        realPath: "/notes/a.md",
        from: expect.stringMatching(/^[0-9a-f]{64}$/),
        to: expect.any(String),
      },
    ]);
  });

  it("writes only from the granted version", async () => {
    const { engine, textOf } = engineOver({ "/notes/a.md": "# A\n\none\n" });
    const { writes: planned } = await engine.plan({ ...writes.patch, caller });
    const { from } = await engine.documents.read("/notes/a.md", ["/notes"]).then(({ version }) => ({ from: version }));
    expect(planned).toMatchObject([{ from, to: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const guard: WriteGuard = { allows: (_, version) => version === from, landed: () => {} };
    await engine.run({ ...writes.insert, caller: { ...caller, id: "other" } });
    expect((await engine.run({ ...writes.patch, caller, guard })).error?.code).toBe("denied");
    expect(await textOf("/notes/a.md")).toContain("one");
  });

  it("needs no grant for an edit that changes nothing", async () => {
    const { engine } = engineOver({ "/notes/a.md": "# A\n\none\n" });
    const same = { action: "write", path: "a.md", content: "# A\n\none\n" };
    expect(await engine.run({ name: "text_editor", arguments: same, caller, guard: denyAll })).toMatchObject({
      ok: true,
    });
  });
});

describe("a planned call", () => {
  it.each(Object.entries(writes))("says what it would write, and leaves the disk as it is: %s", async (_, call) => {
    const { engine, textOf } = engineOver({ "/notes/a.md": "# A\n\none\n" });
    const { writes: planned } = await engine.plan({ ...call, caller });
    expect(planned).toHaveLength(1);
    expect(planned[0]?.after).not.toBe(planned[0]?.before);
    expect(await textOf("/notes/a.md")).toBe("# A\n\none\n");
    await expect(textOf("/notes/new/b.md")).rejects.toThrow("does not exist");
    // The real run does what the plan said.
    const guard: WriteGuard = { allows: () => true, landed: () => {} };
    expect((await engine.run({ ...call, caller, guard })).ok).toBe(true);
    expect(await textOf(planned[0]?.realPath ?? "")).toBe(planned[0]?.after);
  });

  it("gives the real answer if nothing is written: a read, or an error", async () => {
    const { engine } = engineOver({ "/notes/a.md": "one\n" });
    const read = await engine.plan({ name: "text_editor", arguments: { action: "read", path: "a.md" }, caller });
    expect(read).toMatchObject({ envelope: { ok: true }, writes: [] });
    const wrong = { ...writes.patch.arguments, old_text: "absent" };
    const rejected = await engine.plan({ name: "text_editor", arguments: wrong, caller });
    expect(rejected).toMatchObject({ envelope: { ok: false, error: { code: "not_found" } }, writes: [] });
    const outside = { action: "write", path: "/etc/passwd", content: "x" };
    const left = await engine.plan({ name: "text_editor", arguments: outside, caller });
    expect(left).toMatchObject({ envelope: { error: { code: "outside_workspace" } }, writes: [] });
  });
});
