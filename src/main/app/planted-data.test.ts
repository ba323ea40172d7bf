import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, FakePage, type World } from "./testing/test-app";

let world: World;
beforeEach(() => {
  world = createWorld({ "a.md": "one\n", "b.md": "other\n" });
});
afterEach(() => world.end());

/** What is planted in the place of a file of ours. */
const contents: Record<string, (path: string) => void> = {
  "an empty file": (path) => writeFileSync(path, ""),
  "random bytes": (path) =>
    writeFileSync(path, Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 7919) % 251))),
  "arrays 200,000 deep": (path) => writeFileSync(path, "[".repeat(200_000) + "]".repeat(200_000)),
  "another shape": (path) =>
    writeFileSync(
      path,
      JSON.stringify({ __proto__: null, windows: [{ tabs: 7 }], documents: "x", theme: [], names: {} }),
    ),
  "the header of a database, and nothing behind it": (path) =>
    writeFileSync(path, "SQLite format 3\0".padEnd(4096, "\0")),
  "a folder": (path) => mkdirSync(join(path, "in it"), { recursive: true }),
};

/** Files of ours, and whether the start itself reads them, so that it has something to say. */
const files: [string, boolean][] = [
  ["session.json", true],
  ["settings.json", true],
  ["recent.json", true],
  ["agents.json", true],
  ["history.db", false],
  ["review.db", false],
  ["conversations.db", false],
  ["library.db", false],
  ["jobs.db", false],
  ["journal/planted.json", false],
  ["opening/planted.json", false],
  ["mends/planted.json", false],
];

/** An empty settings file says nothing wrong, and JSON may be nested: those need no notice. */
const isSilent = (name: string, what: string): boolean => name === "settings.json" && what === "an empty file";

test.each(files.flatMap(([name, isRead]) => Object.keys(contents).map((what) => ({ name, what, isRead }))))(
  "$what at $name is told where the start reads it, and the unsaved text, the other documents and their edits are there [A19]",
  async ({ name, what, isRead }) => {
    await world.start();
    const page = new FakePage(world, await world.open("a.md"));
    page.type("one\nmy words");
    await page.journal();
    await world.app.settle();
    const path = join(world.dataDir, name);
    for (const beside of ["", "-wal", "-shm"]) rmSync(path + beside, { recursive: true, force: true });
    mkdirSync(join(path, ".."), { recursive: true });
    contents[what]?.(path);
    world = await world.crash();

    const state = await world.start();
    if (isRead && !isSilent(name, what)) expect(state.notices.length).toBeGreaterThan(0);
    const texts = state.documents.map((document) => new FakePage(world, document).text);
    expect(texts).toContain("one\nmy words");
    const other = new FakePage(world, await world.open("b.md"));
    other.type("other\nmore");
    expect(await other.save()).toMatchObject({ status: "saved" });
    expect(world.read("b.md")).toBe("other\nmore");
  },
);
