import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { FileStore } from "../../ports/file-store";
import { createDisk } from "../saving/disk";
import { guarded } from "./guarded";
import { createMemory } from "./memory";
import { versionOf } from "./version";

/** One contract for every store: the disk, its stand-in in memory, and both behind a guard. */
type StoreFixture = { store: FileStore; root: string; leave(): void };

const fixtures: Record<string, () => StoreFixture> = {
  memory: () => {
    const store = createMemory();
    void store.makeFolder("/w");
    return { store, root: "/w", leave() {} };
  },
  disk: onDisk,
  "guarded disk": () => {
    const fixture = onDisk();
    return { ...fixture, store: guarded(fixture.store, { roots: [fixture.root] }) };
  },
  "guarded memory": () => {
    const store = createMemory();
    void store.makeFolder("/w");
    return { store: guarded(store, { roots: ["/w"] }), root: "/w", leave() {} };
  },
};

function onDisk(): StoreFixture {
  const folder = mkdtempSync(join(tmpdir(), "galley-store-"));
  mkdirSync(join(folder, "w"));
  const store = createDisk({ locksFolder: join(folder, "locks"), savesFolder: join(folder, "saves") });
  return {
    store,
    root: join(folder, "w"),
    leave() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const bytes = (text: string) => Buffer.from(text);
const text = (file: { bytes: Uint8Array } | null) => file && Buffer.from(file.bytes).toString();

describe.each(Object.entries(fixtures))("%s", (name, make) => {
  let fixture: StoreFixture | null = null;
  const at = (): StoreFixture => {
    fixture ??= make();
    return fixture;
  };
  afterEach(() => {
    fixture?.leave();
    fixture = null;
  });

  test("a missing file reads as null, and is made with its folders", async () => {
    const { store, root } = at();
    const path = join(root, "a", "b", "c.md");
    expect(await store.read(path)).toBeNull();
    const written = await store.update(path, (current) => bytes(current === null ? "new" : "old"));
    expect(written).toMatchObject({
      status: "written",
      realPath: path,
      before: null,
      version: versionOf(bytes("new")),
    });
    expect(await store.read(path)).toMatchObject({ realPath: path, version: written.version, writable: true });
    expect(text(await store.read(path))).toBe("new");
  });

  test("an update sees the present file and returns what was there before", async () => {
    const { store, root } = at();
    const path = join(root, "a.md");
    await store.update(path, () => bytes("one"));
    const written = await store.update(path, (current) => bytes(`${text(current)} two`));
    expect(text(written.before)).toBe("one");
    expect(text(await store.read(path))).toBe("one two");
  });

  test("an edit that returns null or the same bytes changes nothing", async () => {
    const { store, root } = at();
    const path = join(root, "a.md");
    await store.update(path, () => bytes("one"));
    const version = versionOf(bytes("one"));
    expect(await store.update(path, () => null)).toMatchObject({ status: "unchanged", version });
    expect(await store.update(path, () => bytes("one"))).toMatchObject({ status: "unchanged", version });
    expect(await store.update(join(root, "none.md"), () => null)).toMatchObject({ status: "unchanged", before: null });
    expect(await store.read(join(root, "none.md"))).toBeNull();
  });

  test("an empty file is a file", async () => {
    const { store, root } = at();
    const path = join(root, "a.md");
    await store.update(path, () => bytes(""));
    expect((await store.read(path))?.bytes.length).toBe(0);
    await store.update(path, (current) => bytes(current ? "was empty" : "was missing"));
    expect(text(await store.read(path))).toBe("was empty");
  });

  test("an error in the edit is rethrown unchanged, and nothing is written", async () => {
    const { store, root } = at();
    const path = join(root, "deep", "a.md");
    const error = new Error("mine");
    await expect(
      store.update(path, () => {
        throw error;
      }),
    ).rejects.toBe(error);
    expect(await store.read(path)).toBeNull();
    expect(await store.list(root)).toEqual([]);
  });

  test("updates of one file run one after the other and lose nothing", async () => {
    const { store, root } = at();
    const path = join(root, "a.md");
    await store.update(path, () => bytes(""));
    const updates = Array.from({ length: 20 }, (_, i) =>
      store.update(path, async (current) => {
        await new Promise((resolve) => setTimeout(resolve, i % 3));
        return bytes(`${text(current)}${i},`);
      }),
    );
    await Promise.all(updates);
    const landed = (text(await store.read(path)) ?? "").split(",").slice(0, -1).map(Number);
    expect([...landed].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    // A guard checks each path first, and so may change the order of the calls.
    if (!name.startsWith("guarded")) expect(landed).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  test("reading or making a file over the limit is rejected with both numbers", async () => {
    const { store, root } = at();
    const path = join(root, "a.md");
    await store.update(path, () => bytes("x".repeat(3 * 1024 * 1024)));
    await expect(store.read(path, { limit: 2 * 1024 * 1024 })).rejects.toMatchObject({
      code: "too_large",
      message: `${path} has 3 MiB; the limit is 2 MiB`,
    });
    await expect(store.update(join(root, "b.md"), () => bytes("abc"), { limit: 2 })).rejects.toMatchObject({
      code: "too_large",
    });
    expect(await store.read(join(root, "b.md"))).toBeNull();
  });

  test("reading a folder and listing a file are rejected with an error that says which it is", async () => {
    const { store, root } = at();
    await store.update(join(root, "a.md"), () => bytes("a"));
    await expect(store.read(root)).rejects.toMatchObject({
      code: "unsupported",
      message: `${root} is a folder, not a file`,
    });
    await expect(store.update(root, () => bytes(""))).rejects.toMatchObject({ code: "unsupported" });
    await expect(store.read(join(root, "a.md", "b.md"))).rejects.toMatchObject({ code: "not_found" });
    await expect(store.update(join(root, "a.md", "b.md"), () => bytes(""))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(store.list(join(root, "none"))).rejects.toMatchObject({ code: "not_found" });
    await expect(store.list(join(root, "a.md"))).rejects.toMatchObject({ code: "not_found" });
    await expect(store.makeFolder(join(root, "a.md"))).rejects.toBeInstanceOf(Error);
    expect(text(await store.read(join(root, "a.md")))).toBe("a");
  });

  test("listing a folder returns its entries", async () => {
    const { store, root } = at();
    await store.makeFolder(join(root, "sub", "deeper"));
    await store.makeFolder(join(root, "sub"));
    await store.update(join(root, "a b.md"), () => bytes("a"));
    const entries = await store.list(root);
    expect(entries.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: "a b.md", kind: "file" },
      { name: "sub", kind: "folder" },
    ]);
  });

  test("files and folders can be moved, but never onto an existing one", async () => {
    const { store, root } = at();
    await store.update(join(root, "d", "a.md"), () => bytes("a"));
    await store.update(join(root, "b.md"), () => bytes("b"));
    await expect(store.move(join(root, "b.md"), join(root, "d", "a.md"))).rejects.toMatchObject({ code: "failed" });
    await expect(store.move(join(root, "none"), join(root, "x"))).rejects.toMatchObject({ code: "not_found" });
    await expect(store.move(join(root, "b.md"), join(root, "none", "b.md"))).rejects.toMatchObject({
      code: "not_found",
    });
    expect([text(await store.read(join(root, "b.md"))), text(await store.read(join(root, "d", "a.md")))]).toEqual([
      "b",
      "a",
    ]);
    await store.move(join(root, "d"), join(root, "e"));
    await store.move(join(root, "b.md"), join(root, "e", "c.md"));
    expect(text(await store.read(join(root, "e", "a.md")))).toBe("a");
    expect(text(await store.read(join(root, "e", "c.md")))).toBe("b");
    expect((await store.list(root)).map(({ name }) => name)).toEqual(["e"]);
  });

  test("unusual names work like any other", async () => {
    const { store, root } = at();
    for (const name of [
      "with space.md",
      "a&b$(c);'\"`.md",
      "-rf",
      "日本語の文書.md",
      "e\u0301.md",
      "\u00e9.md",
      "~",
      "%2e%2e",
      "x\ny.md",
    ]) {
      await store.update(join(root, name), () => bytes(name));
      expect(text(await store.read(join(root, name)))).toBe(name);
    }
    await expect(store.read(join(root, "a\0b"))).rejects.toMatchObject({ code: "bad_arguments" });
  });
});
