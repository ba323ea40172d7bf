import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { FolderQuery, FolderSearchPage } from "../../../shared/contract";
import { createWorld, eventually, FakePage, type World } from "../testing/test-app";

let world: World;
afterEach(() => world.end());

const ask = (text: string): FolderQuery => ({
  ...{ text, regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" },
});

async function begin(files: Record<string, string>, open = true) {
  world = createWorld(files);
  await world.start();
  if (open) {
    await world.window.dropped(world.folder);
    await world.window.handlers["workspace:open"](world.folder);
  }
}

const begun = (text: string, search: number, more: Partial<FolderQuery> = {}) =>
  world.window.handlers["search:begin"]({ ...ask(text), ...more, search, unsaved: "included" });

/** Collects all pages of a search, like the renderer. */
async function found(text: string, search = 1): Promise<FolderSearchPage["files"]> {
  const { handlers } = world.window;
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
    writeFileSync(`${world.dataDir}/secret.md`, "apple\n");
    expect((await found("apple")).map(({ name, path }) => [name, path])).toEqual([["a.md", world.path("a.md")]]);
    const outside = await world.window.handlers["search:files"]({
      query: ask("apple"),
      paths: [`${world.dataDir}/secret.md`, world.path("a.md"), world.path("b.md")],
    });
    expect(outside).toMatchObject({ ok: true, files: [{ name: "a.md" }] });
  });

  it("is rejected with a sentence if no folder is open, and for a bad pattern", async () => {
    await begin({ "a.md": "apple\n" }, false);
    const { handlers } = world.window;
    expect(await begun("apple", 1)).toMatchObject({
      ok: false,
      error: { code: "not_found", message: "No folder is open." },
    });
    expect(await handlers["search:files"]({ query: ask("apple"), paths: [] })).toMatchObject({ ok: false });
    await world.window.dropped(world.folder);
    await handlers["workspace:open"](world.folder);
    expect(await begun("(", 2, { regex: true })).toMatchObject({
      ok: false,
      error: { code: "bad_arguments" },
    });
  });

  it("ends the search before it, also one that is still running", async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}.md`, "apple\n\npear\n"]));
    await begin(many);
    const { handlers } = world.window;
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
    await found("apple");
    const caller = { id: "t", name: "agent", roots: [world.folder] };
    await (await world.engine()).run({
      name: "text_editor",
      arguments: { action: "write", path: "new.md", content: "apple\n" },
      caller,
    });
    const told = () => world.desktop.events("search:touched").flatMap(({ paths }) => paths);
    await eventually(() => expect(told()).toContain(world.path("new.md")));
    // Found files are watched shortly afterwards and checked once.
    await eventually(() => expect(told()).toContain(world.path("a.md")));
    const before = told().length;
    world.write("a.md", "apples\n");
    await eventually(() => expect(told().slice(before)).toContain(world.path("a.md")));
    rmSync(world.path("a.md"));
    mkdirSync(world.path("sub"));
    await eventually(() =>
      expect(
        told()
          .slice(before)
          .filter((path) => path === world.path("a.md")),
      ).toHaveLength(2),
    );
  });

  it("watches a result only once it was found again, such as a file that an agent has just created", async () => {
    await begin({ "a.md": "apple\n" });
    await found("apple");
    const told = () => world.desktop.events("search:touched").flatMap(({ paths }) => paths);
    await eventually(() => expect(told()).toContain(world.path("a.md")));
    world.write("new.md", "apple\n");
    await world.window.handlers["search:files"]({ query: ask("apple"), paths: [world.path("new.md")] });
    await eventually(() => expect(told()).toContain(world.path("new.md")));
    const before = told().length;
    world.write("new.md", "apples\n");
    await eventually(() => expect(told().slice(before)).toContain(world.path("new.md")));
  });

  it("saves unsaved edits before it searches, but not when it searches again", async () => {
    await begin({ "a.md": "pear\n" });
    const page = new FakePage(world, await world.open("a.md"));
    page.type("pear and apple\n");
    await page.journal();
    const query = ask("apple");
    const looked = await world.window.handlers["search:files"]({ query, paths: [world.path("a.md")] });
    expect(looked).toMatchObject({ ok: true, files: [] });
    expect(world.read("a.md")).toBe("pear\n");
    expect((await found("apple")).map(({ name }) => name)).toEqual(["a.md"]);
    expect(world.read("a.md")).toBe("pear and apple\n");
  });

  it("searches given files again without ending the running search", async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}.md`, "apple\n"]));
    await begin(many);
    const { handlers } = world.window;
    await begun("apple", 1);
    world.write("7.md", "apple and apple\n");
    const looked = await handlers["search:files"]({ query: ask("apple"), paths: [world.path("7.md")] });
    expect(looked.ok && looked.files[0]?.paragraphs[0]?.excerpt.filter(({ kind }) => kind === "match")).toHaveLength(2);
    expect(await handlers["search:more"](1)).toMatchObject({ ok: true, page: { searched: 100, status: "done" } });
  });
});
