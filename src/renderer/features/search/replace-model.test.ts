import { atom } from "nanostores";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Workspace } from "../../../shared/contract";
import type { ReplacePlan, ReplaceReport } from "../../../shared/folder-search";
import { memoryBridge } from "../../testing/memory-bridge";
import { createReplaceModel } from "./replace-model";
import { foundFile, page } from "./search.fixture";
import { createSearchModel } from "./search-model";
import { hitKey } from "./search-rows";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const plan = (matches: number): ReplacePlan => ({ id: 7, matches, fileCount: 1, changed: 0, failed: [] });
const report = (undo: number | null): ReplaceReport => ({
  matches: 2,
  fileCount: 1,
  changed: 0,
  failed: [],
  left: 0,
  undo,
});

async function begin(files = [foundFile("a.md", ["one", "two"]), foundFile("b.md", ["three"], 9)]) {
  const memory = memoryBridge({ "/w/a.md": "" });
  memory.answers.search = () => page(files);
  memory.answers.replace = () => plan(2);
  memory.answers.replaced = () => report(8);
  const announced: string[] = [];
  const notices = { announce: (sentence: string) => void announced.push(sentence) };
  const search = createSearchModel({
    bridge: memory.bridge,
    notices,
    $workspace: atom<Workspace | null>({ root: "/w", name: "w" }),
  });
  search.setVisible(true);
  const replace = createReplaceModel({ bridge: memory.bridge, notices, search });
  search.searchFor("o");
  await vi.advanceTimersByTimeAsync(100);
  announced.length = 0;
  return { ...memory, search, replace, announced };
}

it("one paragraph is replaced at once, identified by its text, and the next one is selected", async () => {
  const { replace, search, requested, announced } = await begin();
  search.select(hitKey("/w/a.md", 0));
  await replace.hit({ path: "/w/a.md", index: 0 });
  expect(requested("replace:plan")).toMatchObject([
    { files: [{ path: "/w/a.md", paragraphs: [{ key: "one", line: 1 }] }] },
  ]);
  expect(requested("replace:run")).toEqual([7]);
  expect(search.$selected.get()).toBe(hitKey("/w/a.md", 1));
  expect(announced).toEqual(["Replaced 2 matches in 1 file."]);
});

it("Replace All counts and asks first; in a file that is not fully listed, all matches are replaced", async () => {
  const { replace, requested } = await begin();
  await replace.all();
  expect(requested("replace:plan")).toMatchObject([
    {
      files: [
        { path: "/w/a.md", paragraphs: [{ key: "one" }, { key: "two" }] },
        { path: "/w/b.md", paragraphs: null },
      ],
    },
  ]);
  expect(replace.$state.get().status).toBe("asked");
  expect(requested("replace:run")).toEqual([]);
  replace.confirm();
  await vi.advanceTimersByTimeAsync(1);
  expect(replace.$state.get()).toMatchObject({ status: "done", report: { undo: 8 } });
});

it("a pending question is discarded when the search changes", async () => {
  const { replace, search, requested } = await begin();
  search.$query.listen(() => replace.forget());
  await replace.all();
  search.type("other");
  replace.confirm();
  await vi.advanceTimersByTimeAsync(100);
  expect(requested("replace:run")).toEqual([]);
});

it("undo reverts one replacement after the other, until none is left", async () => {
  const { replace, answers, requested } = await begin();
  for (const undo of [11, 12]) {
    answers.replaced = () => report(undo);
    await replace.file("/w/a.md");
  }
  answers.replaced = () => report(null);
  await replace.undo();
  await replace.undo();
  expect(replace.canUndo()).toBe(false);
  await replace.undo();
  expect(requested("replace:undo")).toEqual([12, 11]);
});

it("removed results are neither counted nor replaced until the query changes", async () => {
  const { replace, search, requested } = await begin();
  search.select(hitKey("/w/a.md", 0));
  search.omit({ path: "/w/a.md", index: 0 });
  search.omit({ path: "/w/b.md", index: null });
  expect(search.$state.get()).toMatchObject({ paragraphCount: 1, fileCount: 1 });
  expect(search.$selected.get()).toBe(hitKey("/w/a.md", 0));
  await replace.all();
  expect(requested("replace:plan")).toMatchObject([{ files: [{ paragraphs: [{ key: "two" }] }] }]);
  search.onWindowFocus();
  await vi.advanceTimersByTimeAsync(100);
  expect(search.$state.get()).toMatchObject({ paragraphCount: 1, fileCount: 1 });
  search.searchFor("on");
  await vi.advanceTimersByTimeAsync(100);
  expect(search.$state.get()).toMatchObject({ fileCount: 2 });
});
