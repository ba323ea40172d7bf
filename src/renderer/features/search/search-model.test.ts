import { atom } from "nanostores";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FolderQuery, FolderSearchPage, Notice, Workspace } from "../../../shared/contract";
import { memoryBridge } from "../../testing/memory-bridge";
import { foundFile, page } from "./search.fixture";
import { createSearchModel } from "./search-model";
import { hitKey } from "./search-rows";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function begin(answer: (query: FolderQuery) => FolderSearchPage | Notice) {
  const memory = memoryBridge({ "/w/a.md": "" });
  memory.answers.search = answer;
  const announced: string[] = [];
  const $workspace = atom<Workspace | null>({ root: "/w", name: "w" });
  const model = createSearchModel({
    bridge: memory.bridge,
    notices: { announce: (sentence) => void announced.push(sentence) },
    $workspace,
  });
  model.setVisible(true);
  const rest = (milliseconds = 1000) => vi.advanceTimersByTimeAsync(milliseconds);
  const names = () => model.$state.get().files.map(({ name }) => name);
  return { ...memory, model, announced, $workspace, rest, names };
}

const fruit = () => page([foundFile("a.md", ["one", "two"]), foundFile("b.md", ["three"])]);

describe("typing", () => {
  it("starts one search after a pause, and announces the result", async () => {
    const { model, requested, rest, names, announced } = begin(fruit);
    model.type("o");
    model.type("on");
    model.type("one");
    await rest();
    expect(requested("search:begin")).toEqual([
      {
        text: "one",
        regex: false,
        caseSensitive: false,
        wholeWord: false,
        include: "",
        exclude: "",
        search: expect.any(Number),
        unsaved: "included",
      },
    ]);
    expect(names()).toEqual(["a.md", "b.md"]);
    expect(announced).toEqual(["3 paragraphs in 2 files"]);
  });

  it("keeps the old results until new ones arrive", async () => {
    const { model, answers, rest, names } = begin(fruit);
    model.searchFor("one");
    await rest();
    answers.search = () => page([], { status: "more", of: 900, searched: 24 });
    answers.searchMore.push(
      page([foundFile("c.md", ["x"])], { status: "more", of: 900, searched: 500 }),
      page([foundFile("d.md", ["y"])], { of: 900, searched: 900, paragraphCount: 2, fileCount: 2 }),
    );
    const seen: string[] = [];
    model.$state.listen(({ files, status, searched }) =>
      seen.push(`${files.map(({ name }) => name[0]).join("")} ${status} ${searched}`),
    );
    model.type("two");
    await rest();
    expect(seen).toEqual(["ab searching 0", "ab searching 24", "c searching 500", "cd done 900"]);
    expect(names()).toEqual(["c.md", "d.md"]);
  });

  it("shows only the results of the last search, in whatever order the answers arrive", async () => {
    const { model, answers, rest, names } = begin(fruit);
    answers.search = ({ text }) =>
      text === "first" ? page([foundFile("a.md", ["1"])], { status: "more" }) : page([foundFile("z.md", ["2"])]);
    answers.searchMore.push(page([foundFile("b.md", ["late"])]));
    model.searchFor("first");
    await Promise.resolve();
    model.searchFor("second");
    await rest();
    expect(names()).toEqual(["z.md"]);
  });

  it("that is cleared removes the results and stops the search in main", async () => {
    const { model, requested, rest } = begin(fruit);
    model.searchFor("one");
    await rest();
    model.type("");
    expect(model.$state.get()).toMatchObject({ status: "idle", files: [] });
    await rest();
    expect(requested("search:stop")).toHaveLength(1);
  });

  it("shows an error with its hint; an invalid pattern in the pane's own words", async () => {
    const { model, answers, rest } = begin(() => ({ code: "bad_arguments", message: "no such thing", hint: "So." }));
    model.searchFor("(");
    await rest();
    const { status, files, error } = model.$state.get();
    expect([status, files, error]).toEqual(["refused", [], { message: "No such thing.", hint: "So." }]);
    const message = "the pattern is not a regular expression: unclosed group";
    answers.search = () => ({ code: "bad_arguments", message, hint: "Set regex to false." });
    model.searchFor("((");
    await rest();
    expect(model.$state.get().error).toEqual({
      message: "Invalid regular expression: unclosed group.",
      hint: expect.stringContaining("Turn off .*"),
    });
  });
});

describe("changed files", () => {
  it("are searched again, and selection and counts stay right", async () => {
    const { model, answers, emit, requested, rest, names } = begin(fruit);
    model.searchFor("one");
    await rest();
    model.select(hitKey("/w/a.md", 1));
    answers.search = () => page([foundFile("a.md", ["new", "one", "two"]), foundFile("aa.md", ["x"])]);
    emit("search:touched", { paths: ["/w/a.md"] });
    emit("search:touched", { paths: ["/w/aa.md", "/w/b.md"] });
    await rest();
    expect(requested("search:files")).toMatchObject([{ paths: ["/w/a.md", "/w/aa.md", "/w/b.md"] }]);
    expect(names()).toEqual(["a.md", "aa.md"]);
    expect(model.$selected.get()).toBe(hitKey("/w/a.md", 2));
    expect(model.$state.get()).toMatchObject({ paragraphCount: 4, fileCount: 2, status: "done" });
  });

  it("are searched one after the other, so that an older answer never replaces a newer one", async () => {
    const memory = begin(fruit);
    const { model, answers, emit, requested, rest } = memory;
    model.searchFor("one");
    await rest();
    let answerFirst = () => {};
    const { request } = memory.bridge;
    let count = 0;
    memory.bridge.request = async (name, argument) => {
      const reply = await request(name, argument);
      // The first answer is computed, and delayed.
      if (name === "search:files" && ++count === 1) await new Promise<void>((done) => (answerFirst = done));
      return reply;
    };
    answers.search = () => page([foundFile("a.md", ["old"])]);
    emit("search:touched", { paths: ["/w/a.md"] });
    await rest();
    answers.search = () => page([foundFile("a.md", ["new"])]);
    emit("search:touched", { paths: ["/w/a.md"] });
    await rest();
    expect(requested("search:files")).toHaveLength(1);
    answerFirst();
    await rest();
    expect(model.$state.get().files[0]?.paragraphs[0]?.match).toBe("new");
  });

  it("whose search fails are found by a search of the whole folder", async () => {
    const { model, answers, emit, requested, rest } = begin(fruit);
    model.searchFor("one");
    await rest();
    answers.search = () => {
      answers.search = () => page([foundFile("a.md", ["now"])]);
      return { code: "failed", message: "no such thing" };
    };
    emit("search:touched", { paths: ["/w/a.md"] });
    await rest();
    expect(requested("search:begin")).toHaveLength(2);
    expect(model.$state.get().files[0]?.paragraphs[0]?.match).toBe("now");
  });

  it("wait for the end of a running search", async () => {
    const { model, answers, emit, requested, rest } = begin(() => page([], { status: "more" }));
    model.searchFor("one");
    emit("search:touched", { paths: ["/w/a.md"] });
    answers.searchMore.push(page([foundFile("a.md", ["old"])]));
    answers.search = () => page([foundFile("a.md", ["now"])]);
    await rest();
    expect(requested("search:files")).toHaveLength(1);
    expect(model.$state.get().files[0]?.paragraphs[0]?.match).toBe("now");
  });

  it("that were added or removed are searched, but a folder whose files were only saved is not", async () => {
    const { model, answers, disk, emit, requested, rest, names } = begin(fruit);
    model.searchFor("one");
    await rest();
    const news = async () => {
      emit("workspace:changed", { folders: ["/w"] });
      await rest();
      return [requested("search:begin").length, requested("search:files").length];
    };
    // The previous listing of the folder is not known yet.
    expect(await news()).toEqual([2, 0]);
    expect(await news()).toEqual([2, 0]);
    disk.set("/w/c.md", "");
    answers.search = () => page([foundFile("c.md", ["x"])]);
    expect(await news()).toEqual([2, 1]);
    expect(requested("search:files")).toMatchObject([{ paths: ["/w/c.md"] }]);
    expect(names()).toEqual(["a.md", "b.md", "c.md"]);
    disk.delete("/w/c.md");
    answers.search = () => page([]);
    expect(await news()).toEqual([2, 2]);
    expect(names()).toEqual(["a.md", "b.md"]);
  });

  it("are searched together once the pane is visible again", async () => {
    const { model, answers, emit, requested, rest, names } = begin(fruit);
    model.searchFor("one");
    await rest();
    model.setVisible(false);
    emit("search:touched", { paths: ["/w/a.md"] });
    emit("workspace:changed", { folders: ["/w"] });
    await rest();
    expect(requested("search:begin")).toHaveLength(1);
    answers.search = () => page([foundFile("c.md", ["x"])]);
    model.setVisible(true);
    await rest();
    expect(requested("search:begin")).toMatchObject([{ unsaved: "included" }, { unsaved: "left out" }]);
    expect(names()).toEqual(["c.md"]);
  });

  it("in another folder start a new search", async () => {
    const { model, answers, $workspace, rest, names } = begin(fruit);
    model.searchFor("one");
    await rest();
    answers.search = () => page([foundFile("z.md", ["x"])]);
    $workspace.set({ root: "/v", name: "v" });
    expect(names()).toEqual([]);
    await rest();
    expect(names()).toEqual(["z.md"]);
    $workspace.set(null);
    expect(model.$state.get().status).toBe("idle");
  });
});

describe("earlier queries", () => {
  it("are recalled with the arrow keys, newest first, and then the typed text again", async () => {
    const { model } = begin(fruit);
    for (const text of ["one", "two", "one", "three"]) {
      model.searchFor(text);
      model.remember();
    }
    model.type("now");
    expect([model.recall(-1), model.recall(-1), model.recall(-1), model.recall(-1)]).toEqual([
      ...["three", "one", "two"],
      null,
    ]);
    expect([model.recall(1), model.recall(1), model.recall(1), model.recall(1)]).toEqual([
      ...["one", "three", "now"],
      null,
    ]);
    expect(model.$query.get().text).toBe("now");
  });
});

describe("stepping through the results", () => {
  it("expands collapsed files, and collapsing a file selects it", async () => {
    const { model, rest } = begin(fruit);
    model.searchFor("one");
    await rest();
    model.toggleAll();
    expect(model.rows()).toHaveLength(2);
    expect(model.step(1)).toMatchObject({ path: "/w/a.md", index: 0 });
    expect(model.rows()).toHaveLength(4);
    expect(model.selectedHit()).toEqual({ path: "/w/a.md", index: 0 });
    model.close(["/w/a.md"]);
    expect(model.$selected.get()).toBe("/w/a.md");
    expect(model.selectedHit()).toBeNull();
    model.toggleAll();
    expect(model.rows()).toHaveLength(5);
    model.toggleAll();
    expect(model.rows()).toHaveLength(2);
  });
});
