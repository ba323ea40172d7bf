import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { FolderQuery, FolderSearchPage } from "../../../shared/contract";
import { createTestApp, eventually, FakePage, type TestApp } from "../testing/test-app";

let testApp: TestApp;
afterEach(() => testApp.end());

const ask = (text: string): FolderQuery => ({
  text,
  regex: false,
  caseSensitive: false,
  wholeWord: false,
  include: "",
  exclude: "",
});

async function begin(files: Record<string, string>, open = true) {
  testApp = createTestApp(files);
  await testApp.start();
  if (open) {
    await testApp.window.dropped(testApp.folder);
    await testApp.window.handlers["workspace:open"](testApp.folder);
  }
}

const begun = (text: string, search: number, more: Partial<FolderQuery> = {}) =>
  testApp.window.handlers["search:begin"]({ ...ask(text), ...more, search, unsaved: "included" });

/** Collects all pages of a search, like the renderer. */
async function findAll(text: string, search = 1): Promise<FolderSearchPage["files"]> {
  const { handlers } = testApp.window;
  const files: FolderSearchPage["files"] = [];
  let answer = await begun(text, search);
  for (;;) {
    if (!answer.ok) throw new Error(answer.error.message);
    if (!answer.page) throw new Error("another search has begun");
    files.push(...answer.page.files);
    if (answer.page.status !== "more") return files;
    answer = await handlers["search:more"](search);
  }
}

describe("the renderer's search of the folder", () => {
  it("finds matches in the open folder, and nowhere else", async () => {
    await begin({ "a.md": "an apple\n", "b.md": "a pear\n" });
    writeFileSync(`${testApp.dataDir}/secret.md`, "apple\n");
    expect((await findAll("apple")).map(({ name, path }) => [name, path])).toEqual([["a.md", testApp.path("a.md")]]);
    const outside = await testApp.window.handlers["search:files"]({
      query: ask("apple"),
      paths: [`${testApp.dataDir}/secret.md`, testApp.path("a.md"), testApp.path("b.md")],
    });
    expect(outside).toMatchObject({ ok: true, files: [{ name: "a.md" }] });
  });

  it("is rejected with a sentence if no folder is open, and for a bad pattern", async () => {
    await begin({ "a.md": "apple\n" }, false);
    const { handlers } = testApp.window;
    expect(await begun("apple", 1)).toMatchObject({
      ok: false,
      error: { code: "not_found", message: "No folder is open." },
    });
    expect(await handlers["search:files"]({ query: ask("apple"), paths: [] })).toMatchObject({ ok: false });
    await testApp.window.dropped(testApp.folder);
    await handlers["workspace:open"](testApp.folder);
    expect(await begun("(", 2, { regex: true })).toMatchObject({
      ok: false,
      error: { code: "bad_arguments" },
    });
  });

  it("ends the search before it, also one that is still running", async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}.md`, "apple\n\npear\n"]));
    await begin(many);
    const { handlers } = testApp.window;
    const first = await begun("apple", 1);
    expect(first).toMatchObject({ ok: true, page: { status: "more" } });
    const more = handlers["search:more"](1);
    const second = begun("pear", 2);
    expect(await more).toEqual({ ok: true, page: null });
    expect(await second).toMatchObject({ ok: true, page: { status: "more" } });
    expect(await handlers["search:more"](1)).toEqual({ ok: true, page: null });
    await handlers["search:stop"](undefined);
    expect(await handlers["search:more"](2)).toEqual({ ok: true, page: null });
    const both = await Promise.all([begun("apple", 3), begun("pear", 4)]);
    expect(both[0]).toEqual({ ok: true, page: null });
    expect(both[1]).toMatchObject({ ok: true, page: { status: "more" } });
  });

  it("tells the renderer which files were written, by tools and by other programs", async () => {
    await begin({ "a.md": "apple\n", "b.md": "pear\n" });
    await findAll("apple");
    const caller = { id: "t", name: "agent", roots: [testApp.folder] };
    await (await testApp.engine()).run({
      name: "text_editor",
      arguments: { action: "write", path: "new.md", content: "apple\n" },
      caller,
    });
    const touched = () => testApp.desktop.events("search:touched").flatMap(({ paths }) => paths);
    await eventually(() => expect(touched()).toContain(testApp.path("new.md")));
    // Found files are watched shortly afterwards and checked once.
    await eventually(() => expect(touched()).toContain(testApp.path("a.md")));
    const before = touched().length;
    testApp.write("a.md", "apples\n");
    await eventually(() => expect(touched().slice(before)).toContain(testApp.path("a.md")));
    rmSync(testApp.path("a.md"));
    mkdirSync(testApp.path("sub"));
    await eventually(() =>
      expect(
        touched()
          .slice(before)
          .filter((path) => path === testApp.path("a.md")),
      ).toHaveLength(2),
    );
  });

  it("watches a result only once it was found again, such as a file that an agent has just created", async () => {
    await begin({ "a.md": "apple\n" });
    await findAll("apple");
    const touched = () => testApp.desktop.events("search:touched").flatMap(({ paths }) => paths);
    await eventually(() => expect(touched()).toContain(testApp.path("a.md")));
    testApp.write("new.md", "apple\n");
    await testApp.window.handlers["search:files"]({ query: ask("apple"), paths: [testApp.path("new.md")] });
    await eventually(() => expect(touched()).toContain(testApp.path("new.md")));
    const before = touched().length;
    testApp.write("new.md", "apples\n");
    await eventually(() => expect(touched().slice(before)).toContain(testApp.path("new.md")));
  });

  it("saves unsaved edits before it searches, but not when it searches again", async () => {
    await begin({ "a.md": "pear\n" });
    const page = new FakePage(testApp, await testApp.open("a.md"));
    page.type("pear and apple\n");
    await page.journal();
    const query = ask("apple");
    const answer = await testApp.window.handlers["search:files"]({ query, paths: [testApp.path("a.md")] });
    expect(answer).toMatchObject({ ok: true, files: [] });
    expect(testApp.read("a.md")).toBe("pear\n");
    expect((await findAll("apple")).map(({ name }) => name)).toEqual(["a.md"]);
    expect(testApp.read("a.md")).toBe("pear and apple\n");
  });

  it("searches given files again without ending the running search", async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}.md`, "apple\n"]));
    await begin(many);
    const { handlers } = testApp.window;
    await begun("apple", 1);
    testApp.write("7.md", "apple and apple\n");
    const answer = await handlers["search:files"]({ query: ask("apple"), paths: [testApp.path("7.md")] });
    expect(answer.ok && answer.files[0]?.paragraphs[0]?.excerpt.filter(({ kind }) => kind === "match")).toHaveLength(2);
    expect(await handlers["search:more"](1)).toMatchObject({ ok: true, page: { searched: 100, status: "done" } });
  });
});
