import { expect, test } from "vitest";
import { memoryBridge } from "../../testing/memory-bridge";
import { createFolderList } from "./folder-list";

const start = { workspace: { root: "/w", name: "w" } };
const names = (list: ReturnType<typeof createFolderList>) => list.$list.get()?.files.map(({ text }) => text);

test("the previous listing stays during a refresh, and unchanged files are not prepared again", async () => {
  const main = memoryBridge({ "/w/a.md": "", "/w/deep/b.md": "" }, start);
  const list = createFolderList(main.bridge);
  const first = list.refresh("/w");
  expect(list.$list.get()?.status).toBe("loading");
  await first;
  expect(names(list)).toEqual(["a.md", "deep/b.md"]);
  const [before] = list.$list.get()?.files ?? [];
  main.disk.set("/w/c.md", "");
  const again = list.refresh("/w");
  expect(names(list)).toEqual(["a.md", "deep/b.md"]);
  await again;
  expect(names(list)).toEqual(["a.md", "c.md", "deep/b.md"]);
  expect(list.$list.get()?.files[0]).toBe(before);
});

test("a listing of a folder that was closed or changed meanwhile is ignored", async () => {
  const main = memoryBridge({ "/w/a.md": "" }, start);
  const list = createFolderList(main.bridge);
  const first = list.refresh("/w");
  await list.refresh(null);
  await first;
  expect(list.$list.get()).toBeNull();
});

test("an error is kept as a message, with the previous files", async () => {
  const main = memoryBridge({ "/w/a.md": "" }, start);
  const list = createFolderList(main.bridge);
  await list.refresh("/w");
  main.reject("workspace:files", "It cannot be looked into.");
  await list.refresh("/w");
  expect(list.$list.get()).toMatchObject({ status: "failed", why: "It cannot be looked into." });
  expect(names(list)).toEqual(["a.md"]);
});
