import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLibraryService } from "./library-service";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-touched-"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** The library with an own entry in `drake.md`, and what was asked of it and sent to views. */
function service() {
  const asked: string[] = [];
  const sent: string[] = [];
  const entry = { document: "tome", kind: "spell", key: "x", name: "X", text: "It burns.", fields: {} };
  const library = {
    documents: () => [],
    lookup: () => ({ entries: [entry], total: 1 }),
    generation: () => 1,
    shipped: [],
    isPersistent: true,
    takeNotices: () => [],
  };
  const engine = {
    library: async () => {
      asked.push("library");
      return library;
    },
    folderLibrary: async () => {
      asked.push("folder");
      return { library, key: null, problems: [], files: [join(folder, "drake.md")] };
    },
  };
  const created = createLibraryService({ engine: async () => engine, reportError: () => {} } as never, {
    dataDir: folder,
    broadcast: (name) => sent.push(name) > 0,
  });
  return { ...created, asked, sent };
}

it("views of the library are notified of files that are, were or become entries, and of no others", async () => {
  write("note.md", "# A note\n\nThe kind: none\n");
  write("new.md", "---\nkind: spell\n---\n");
  const { shelf, touched, sent } = service();
  const areNotified = async (name: string) => {
    sent.length = 0;
    await touched(folder, join(folder, name));
    vi.runAllTimers();
    return sent.includes("library:changed");
  };
  expect(await areNotified("new.md")).toBe(false);
  await shelf(folder);
  expect(await areNotified("note.md")).toBe(false);
  expect(await areNotified("gone.md")).toBe(false);
  expect(await areNotified("new.md")).toBe(true);
  // It is deleted.
  expect(await areNotified("drake.md")).toBe(true);
});

it("links with a colon create no library, and ask it only for what it declares", async () => {
  const { linked, isEntryLink, names, asked } = service();
  const all = async () => [
    await linked(folder, "rfc:2119"),
    await isEntryLink("rfc:2119"),
    await names(folder, { kind: "rfc", name: "" }),
  ];
  expect(await all()).toEqual([null, false, { names: [], isAll: true }]);
  expect(asked).toEqual([]);
  write("library.db", "");
  await all();
  expect(new Set(asked)).toEqual(new Set(["library"]));
});

it("what documents show of entries does not search the folder again until one changes", async () => {
  const { linked, embedded, touched, asked } = service();
  for (let times = 1; times <= 3; times++) {
    const found = await linked(folder, "spell:X");
    if (!found?.entry) throw new Error("no entry");
    expect(await embedded(folder, found.entry)).toContain("It burns.");
  }
  expect(asked).toEqual(["folder"]);
  await touched(folder, join(folder, "drake.md"));
  await linked(folder, "spell:X");
  expect(asked).toEqual(["folder", "folder"]);
});
