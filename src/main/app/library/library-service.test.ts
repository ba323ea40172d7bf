import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LibraryEntryView, LibraryQuery } from "../../../shared/library";
import { createTestApp, type TestApp } from "../testing/test-app";

const pack = (document: string, names: string[]) =>
  JSON.stringify({
    document,
    title: `Book ${document}`,
    entries: names.map((name) => ({ kind: "creature", name, type: "dragon", challenge_rating: 10, text: "Burns." })),
  });

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({
    "ash.json": pack("ash", ["Ash Dragon", "Cinder Wyrm"]),
    "ember.json": pack("ember", ["Ash Dragon"]),
    "shop.json": JSON.stringify({
      document: "shop",
      kinds: [{ kind: "product", plural: "Products", fields: [{ field: "price", type: "number" }] }],
      entries: [
        { kind: "product", name: "Matcha", price: 24, text: "Green tea." },
        { kind: "product", name: "Breakfast", price: 6, text: "Black tea." },
      ],
    }),
    "rules.md": "# House rules\n\n## Flanking\n\nTwo foes.\n",
    "bad.json": JSON.stringify({ document: "bad", title: "Bad", entries: [{ kind: "monster", name: "X" }] }),
    "picture.png": "no picture",
  });
  await begun();
});
afterEach(() => testApp.end());

async function begun(): Promise<void> {
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
}

const handlers = () => testApp.window.handlers;
async function add(...names: string[]) {
  const answer = await handlers()["library:add"](names.map((name) => testApp.path(name)));
  if (!answer.ok) throw new Error(answer.error.message);
  return answer;
}
async function search(query: Partial<LibraryQuery>) {
  const answer = await handlers()["library:search"]({
    query: "",
    kinds: ["creature"],
    filters: {},
    limit: 20,
    ...query,
  });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer;
}
const named = (entries: readonly LibraryEntryView[]) => entries.map(({ document, name }) => `${document}/${name}`);

test("entries of a declared kind are filtered by their fields, with and without a question", async () => {
  await add("shop.json");
  const cheap = await search({ kinds: ["product"], filters: { "price:from": 1, "price:to": 10 } });
  expect(named(cheap.entries)).toEqual(["shop/Breakfast"]);
  const asked = await search({ kinds: ["product"], query: "tea", filters: { "price:from": 10 } });
  expect(asked.entries).toMatchObject([{ name: "Matcha", fields: { price: 24 }, kind: "product" }]);
  const page = await handlers()["library:open"]({ document: "shop", entry: null });
  expect(page.ok && "document" in page && page.document.text).toContain("## Products\n\n- Matcha");
});

test("packs and rulebooks are added one by one; an error in one is reported and does not affect the others", async () => {
  const { files, shelf } = await add("ash.json", "bad.json", "picture.png", "rules.md");
  expect(files.map(({ name, added }) => [name, added?.title ?? null])).toEqual([
    ["ash.json", "Book ash"],
    ["bad.json", null],
    ["picture.png", null],
    ["rules.md", "House rules"],
  ]);
  expect(files[1]?.why?.message).toContain(
    'kind must be one of spell, creature, equipment, character_option, rule, not "monster"',
  );
  expect(files[2]?.why?.message).toContain("neither a pack (.json) nor a Markdown rulebook (.md)");
  expect(shelf.documents.map(({ document, source, isOn }) => [document, source, isOn])).toEqual([
    ["srd-5e", "shipped", true],
    ["ash", "pack", true],
    ["rules", "markdown", true],
  ]);
  expect(testApp.desktop.events("library:changed")).not.toEqual([]);
});

test("only a file that the user dropped or has in the open folder is read", async () => {
  const outside = `${testApp.folder}-outside.json`;
  await writeFile(outside, pack("outside", ["Spy"]));
  expect(await handlers()["library:add"]([outside])).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  await testApp.window.dropped(outside);
  expect(await handlers()["library:add"]([outside])).toMatchObject({ ok: true });
});

test("a document that is off in a folder is found by nobody there: not by the user, not in a call of the assistant's", async () => {
  await add("ash.json", "ember.json");
  expect(named((await search({ query: "ash dragon", filters: { type: "dragon" } })).entries)).toEqual([
    "ash/Ash Dragon",
    "ember/Ash Dragon",
  ]);
  const turned = await handlers()["library:switch"]({ documents: ["ASH"], isOn: false });
  expect(turned.ok && turned.shelf.documents.map(({ isOn }) => isOn)).toEqual([true, false, true]);
  expect(named((await search({ filters: { type: "dragon", challenge_rating: 10 } })).entries)).toEqual([
    "ember/Ash Dragon",
    "srd-5e/Young Gold Dragon",
    "srd-5e/Young Red Dragon",
  ]);
  const service = await testApp.app.library();
  const call = { name: "lookup_creature", arguments: { type: "dragon" } };
  expect(await service.within(call, testApp.folder)).toEqual({ type: "dragon", documents: ["srd-5e", "ember"] });
  const asked = { name: "lookup_creature", arguments: { documents: ["ash", "ember", "unknown"] } };
  // An unknown key stays, so that the tool can report it.
  expect(await service.within(asked, testApp.folder)).toEqual({ documents: ["ember", "unknown"] });
  const other = { name: "grep", arguments: { regex: "x" } };
  expect(await service.within(other, testApp.folder)).toBe(other.arguments);
  expect(await service.within(call, "/another/folder")).toBe(call.arguments);
});

test("switches are stored by folder, and survive a crash", async () => {
  await add("ash.json");
  await handlers()["library:switch"]({ documents: ["ash"], isOn: false });
  await (await testApp.app.library()).idle();
  testApp = await testApp.crash();
  await begun();
  // The library of this test app is in memory, so only the switches survive a restart.
  await add("ash.json");
  const shelf = await handlers()["library:shelf"](undefined);
  expect(shelf.ok && shelf.shelf.documents.find(({ document }) => document === "ash")?.isOn).toBe(false);
  await handlers()["workspace:close"](undefined);
  const without = await handlers()["library:shelf"](undefined);
  expect(without.ok && without.shelf.documents.every(({ isOn }) => isOn)).toBe(true);
});

test("an entry is Markdown for the renderer, in a document that cannot be edited", async () => {
  const { entries } = await search({ query: "Goblin", filters: { type: "humanoid" } });
  const goblin = entries.find(({ name }) => name === "Goblin");
  if (!goblin) throw new Error("no goblin");
  expect(goblin.fields).toMatchObject({ armor_class: 15, challenge_rating: 0.25 });
  const { document, kind, key, name } = goblin;
  const markdown = await handlers()["library:markdown"]({ document, kind, key, name });
  expect(markdown.ok && markdown.markdown).toMatch(/^## Goblin\n/);
  const opened = await handlers()["library:open"]({ document, entry: { document, kind, key, name } });
  if (!opened.ok || !("document" in opened)) throw new Error("not opened");
  expect(opened.document).toMatchObject({ path: null, name: "Goblin" });
  expect(opened.document.readOnly).toContain("part of the library");
  const gone = await handlers()["library:markdown"]({ document, kind, key: "none", name });
  expect(gone).toMatchObject({ ok: false, error: { code: "not_found" } });
});

test("a pack that shipped with Galley can be removed and put back; a rulebook opens as it was added", async () => {
  await add("rules.md");
  const book = await handlers()["library:open"]({ document: "rules", entry: null });
  expect(book.ok && "document" in book && book.document.text).toBe(testApp.read("rules.md"));
  const removed = await handlers()["library:remove"]("srd-5e");
  expect(removed.ok && removed.shelf).toMatchObject({ missing: ["srd-5e"], documents: [{ document: "rules" }] });
  expect(await handlers()["library:remove"]("srd-5e")).toMatchObject({ ok: false, error: { code: "not_found" } });
  const back = await handlers()["library:restore"]("srd-5e");
  expect(back.ok && back.shelf.missing).toEqual([]);
});

test("an empty query without a kind lists nothing, and an impossible filter is rejected with a reason", async () => {
  expect(await search({ kinds: [] })).toMatchObject({ entries: [], total: 0 });
  const refused = await handlers()["library:search"]({
    query: "",
    kinds: ["spell"],
    filters: { hit_points_min: 3 },
    limit: 5,
  });
  expect(refused).toMatchObject({ ok: false, error: { code: "bad_arguments" } });
});

test("a file that would replace a document is added only if the user agrees, most of all an empty one [8.8]", async () => {
  await add("ash.json");
  await writeFile(testApp.path("ash.json"), pack("ash", ["Ash Wyrm"]));
  await writeFile(testApp.path("empty.json"), pack("ASH", []));
  const { files } = await add("ash.json", "empty.json", "ember.json");
  const before = { document: "ash", title: "Book ash", entryCount: 2 };
  expect(files).toEqual([
    { name: "ash.json", added: null, replaces: { ...before, isNowEmpty: false }, why: null },
    { name: "empty.json", added: null, replaces: { ...before, isNowEmpty: true }, why: null },
    { name: "ember.json", added: expect.anything(), replaces: null, why: null },
  ]);
  expect(named((await search({ query: "ash", filters: { challenge_rating: 10 } })).entries)).toContain(
    "ash/Ash Dragon",
  );
  const replaced = await handlers()["library:replace"](["ash.json"]);
  expect(replaced.ok && replaced.files).toMatchObject([{ name: "ash.json", added: { entryCount: 1 } }]);
  expect(named((await search({ query: "ash wyrm", filters: { challenge_rating: 10 } })).entries)).toEqual([
    "ash/Ash Wyrm",
  ]);
  // Agreed once, not forever; and only to what was offered.
  const again = await handlers()["library:replace"](["ash.json", "rules.md"]);
  expect(again.ok && again.files).toEqual([]);
});

test("an entry copied from the library is a file of the folder with its licence, found beside the others", async () => {
  await add("ash.json");
  const [entry] = (await search({ query: "Ash Dragon" })).entries;
  if (!entry) throw new Error("no entry");
  const { document, kind, key, name } = entry;
  const copied = await handlers()["library:copy-entry"]({ document, kind, key, name });
  expect(copied).toEqual({ ok: true, path: testApp.path("Entries/Ash Dragon.md") });
  expect(testApp.read("Entries/Ash Dragon.md")).toBe(
    "---\nkind: creature\nname: Ash Dragon\ntype: dragon\nchallenge_rating: 10\ncopied_from: Book ash (ash)\n---\n\nBurns.\n",
  );
  const found = (await search({ query: "Ash Dragon", filters: { type: "dragon" } })).entries;
  expect(found.map(({ document, file }) => [document, file])).toEqual([
    ["ash", null],
    ["folder", "Entries/Ash Dragon.md"],
  ]);
  await handlers()["library:switch"]({ documents: ["folder"], isOn: false });
  expect(named((await search({ query: "Ash Dragon" })).entries)).not.toContain("folder/Ash Dragon");
  await handlers()["library:switch"]({ documents: ["folder"], isOn: true });
  const made = await handlers()["library:new-entry"]({ kind: "creature", name: "Ash: Dragon" });
  expect(made).toEqual({ ok: true, path: testApp.path("Entries/Ash- Dragon.md") });
  const again = await handlers()["library:new-entry"]({ kind: "creature", name: "Ash: Dragon" });
  expect(again).toEqual({ ok: true, path: testApp.path("Entries/Ash- Dragon 2.md") });
});

test("whatever an entry is called, its file has a name that links and all systems take, below the folder", async () => {
  const fileOf = async (name: string) => {
    const made = await handlers()["library:new-entry"]({ kind: "spell", name });
    return made.ok ? made.path.replace(testApp.path("Entries/"), "") : made.error.message;
  };
  expect(await fileOf("../../x")).toBe("-..-x.md");
  expect(await fileOf("Con")).toBe("Entry Con.md");
  expect(await fileOf("Aux.x")).toBe("Entry Aux.x.md");
  expect(await fileOf("a\u202edm.exe\u200b")).toBe("adm.exe.md");
  expect(await fileOf("\u200b\u2067")).toBe("Entry.md");
  expect(await fileOf("C# [x]^y")).toBe("C- -x-y.md");
  expect(await fileOf("می\u200cخواهم")).toBe("می\u200cخواهم.md");
  for (const long of ["x", "龙", "🐉"])
    expect(Buffer.byteLength(await fileOf(long.repeat(Math.floor(300 / long.length))))).toBeLessThan(245);
});

test("a file that has the name of the folder of new entries is left alone, and the error names it", async () => {
  await writeFile(testApp.path("Entries"), "my list");
  const made = await handlers()["library:new-entry"]({ kind: "spell", name: "Ash" });
  expect(made).toMatchObject({ ok: false, error: { code: "conflict" } });
  expect(made.ok ? "" : made.error.message).toContain("“Entries”, but that is a file");
  expect(await readFile(testApp.path("Entries"), "utf8")).toBe("my list");
});

test("favourites are found by their words, and survive that their pack is replaced", async () => {
  await add("ash.json");
  const [entry] = (await search({ query: "Cinder Wyrm" })).entries;
  if (!entry) throw new Error("no entry");
  const { document, kind, key, name } = entry;
  await handlers()["library:favourite"]({ entry: { document, kind, key, name }, isFavourite: true });
  const [marked] = (await search({ kinds: [], favourites: true })).entries;
  expect(named(marked ? [marked] : [])).toEqual(["ash/Cinder Wyrm"]);
  expect(marked?.fields).not.toHaveProperty("id");
  expect(named((await search({ query: "burns wyrm", favourites: true })).entries)).toEqual(["ash/Cinder Wyrm"]);
  expect((await search({ query: "dragon", favourites: true })).entries).toEqual([]);
  const rekeyed = pack("ash", ["Ash Dragon"]).replace(
    "]}",
    ',{"kind":"creature","key":"other","name":"Cinder Wyrm"}]}',
  );
  await writeFile(testApp.path("ash.json"), rekeyed);
  await add("ash.json");
  await handlers()["library:replace"](["ash.json"]);
  const { entries } = await search({ kinds: ["creature"], favourites: true });
  expect(entries.map(({ key }) => key)).toEqual(["other"]);
  await handlers()["library:favourite"]({ entry: { document, kind, key: "other", name }, isFavourite: false });
  expect((await search({ kinds: [], favourites: true })).entries).toEqual([]);
});

test("a wiki link with a kind leads to the entry of that name, unless a file has that name", async () => {
  await add("ash.json", "ember.json", "shop.json");
  const opened = await testApp.window.handlers["document:open"](testApp.path("rules.md"));
  if (!opened.ok || opened.document === null) throw new Error("not opened");
  const { doc } = opened.document;
  const place = async (target: string) => {
    const answer = await handlers()["links:place"]({ doc, kind: "wiki", target });
    return answer.ok ? answer.place : answer.error;
  };
  expect(await place("creature:ash dragon")).toMatchObject({ status: "entry", entry: { document: "ash" } });
  expect(await place("creature:ember/Ash Dragon")).toMatchObject({ entry: { document: "ember" } });
  expect(await place("product:Matcha")).toMatchObject({ entry: { kind: "product", document: "shop" } });
  expect(await place("creature:Ash")).toMatchObject({ status: "entry", entry: null });
  expect(await place("brew:Matcha")).toMatchObject({ status: "missing" });
  await handlers()["library:copy-entry"]({ document: "ash", kind: "creature", key: "ash-dragon", name: "Ash Dragon" });
  expect(await place("creature:Ash Dragon")).toMatchObject({ entry: { document: "folder" } });
  const part = await handlers()["links:embed"]({ doc, target: "creature:Cinder Wyrm" });
  expect(part.ok && part.part.text).toContain("Cinder Wyrm");
  await writeFile(
    testApp.path("rules.md"),
    "[[creature:Ash Dragon]] [[creature:Nobody]] [[product:X]] [[brew:X]] [[x]]\n",
  );
  const unresolved = await handlers()["index:unresolved"]("all");
  expect(unresolved.ok && unresolved.links.map(({ target }) => target)).toEqual(["brew:X", "x"]);
  await writeFile(testApp.path("creature:Ash Dragon.md"), "mine\n");
  expect(await place("creature:Ash Dragon")).toMatchObject({ status: "file" });
});
