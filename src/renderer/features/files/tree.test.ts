import { expect, test } from "vitest";
import { memoryBridge } from "../../testing/memory-bridge";
import { createNotices } from "../../ui/notices";
import { createQuestions } from "../../ui/questions";
import { createTree } from "./tree";
import { createWorkspace } from "./workspace";

const nextTask = () => new Promise((done) => setTimeout(done, 5));

async function grove(files: Record<string, string>) {
  const main = memoryBridge(files, { workspace: { root: "/w", name: "w" } });
  const notices = createNotices();
  const questions = createQuestions();
  const { $workspace } = createWorkspace(main.bridge, notices, { workspace: { root: "/w", name: "w" }, recent: [] });
  const opened: string[] = [];
  const calls: string[] = [];
  const tree = createTree({
    bridge: main.bridge,
    platform: "linux",
    $workspace,
    notices,
    questions,
    open: async (path, focus) => opened.push(`${path} ${focus}`),
    rename: (move) => main.bridge.request("workspace:rename", move),
    openBook: async (path) => calls.push(`book ${path}`) > 0,
    undoRename: async () => void calls.push("undo"),
    copyLink: async (path) => void calls.push(`link ${path}`),
    beforeTrash: async (path) => void calls.push(`before ${path} ${main.trash.length}`),
    afterTrash: async (path) => void calls.push(`after ${path} ${main.trash.length}`),
  });
  await nextTask();
  const shown = () => tree.$rows.get().map((row) => (row.kind === "entry" ? row.entry.path.slice(3) : `(${row.kind})`));
  const press = (...keys: string[]) => {
    for (const key of keys) tree.handleKey(key, 10, 0);
  };
  const answer = (choice: string | null) => questions.$pending.get()[0]?.answer(choice);
  return { main, tree, notices, questions, shown, press, answer, opened, calls };
}

const files = { "/w/book/one.md": "1", "/w/book/two.md": "2", "/w/a.md": "a", "/w/b.md": "b" };

test("a folder is listed when it is expanded, and only listed folders are watched", async () => {
  const { main, tree, shown, press } = await grove(files);
  expect(shown()).toEqual(["book", "a.md", "b.md"]);
  expect(main.requested("workspace:list")).toEqual(["/w"]);
  press("Home", "ArrowRight");
  await nextTask();
  expect(shown()).toEqual(["book", "book/one.md", "book/two.md", "a.md", "b.md"]);
  expect(main.requested("workspace:watch").at(-1)).toEqual(["/w", "/w/book"]);
  tree.collapse("/w/book");
  expect(main.requested("workspace:watch").at(-1)).toEqual(["/w"]);
});

test("the tree follows the document in front into folders that were not listed, the last one asked for", async () => {
  const { tree, shown } = await grove({ ...files, "/w/book/part/deep.md": "d" });
  const first = tree.follow("/w/book/part/deep.md");
  expect(await first).toBe(true);
  expect(tree.$selected.get()).toBe("/w/book/part/deep.md");
  expect(shown()).toContain("book/part/deep.md");
  const late = tree.follow("/w/a.md");
  expect(await tree.follow("/w/b.md")).toBe(true);
  expect(await late).toBe(false);
  expect(tree.$selected.get()).toBe("/w/b.md");
  expect(await tree.follow("/elsewhere/x.md")).toBe(false);
  expect(await tree.follow("/w/gone/x.md")).toBe(false);
  expect(tree.$selected.get()).toBe("/w/b.md");
});

test("the file in front is renamed, held for a move and duplicated from the palette", async () => {
  const { main, tree, shown } = await grove(files);
  await tree.follow("/w/book/one.md");
  await tree.startRenaming(async () => "/w/book/one.md");
  expect(tree.$naming.get()).toMatchObject({ kind: "rename", entry: { name: "one.md" } });
  expect(await tree.finishNaming("first.md")).toBe(true);
  expect(main.requested("workspace:rename")).toEqual([{ from: "/w/book/one.md", to: "/w/book/first.md" }]);
  tree.cut("/w/a.md");
  expect(tree.$clipboard.get()).toEqual({ path: "/w/a.md", how: "cut" });
  await tree.duplicate("/w/b.md");
  expect(main.requested("workspace:copy")).toEqual([{ from: "/w/b.md", folder: "/w", taken: "both" }]);
  expect(shown()).toContain("book/first.md");
});

test("a change on disk keeps the selection, or moves it if the entry is gone", async () => {
  const { main, tree, shown } = await grove(files);
  tree.$selected.set("/w/a.md");
  main.write("/w/_new.md", "");
  await nextTask();
  expect(shown()).toEqual(["book", "_new.md", "a.md", "b.md"]);
  expect(tree.$selected.get()).toBe("/w/a.md");
  main.remove("/w/a.md");
  await nextTask();
  expect(tree.$selected.get()).toBe("/w/b.md");
});

test("folders that the session had expanded are listed again at any depth", async () => {
  const { tree, shown } = await grove({ "/w/a/b/c.md": "", "/w/d/e.md": "" });
  tree.restoreExpanded(["/w/a/b", "/w/a"]);
  await nextTask();
  expect(shown()).toEqual(["a", "a/b", "a/b/c.md", "d"]);
});

test("a change during a listing leads to another listing", async () => {
  const { main, tree, shown } = await grove(files);
  const { request } = main.bridge;
  let letGo = () => {};
  main.bridge.request = (async (name: "workspace:list", argument: string) => {
    const answer = await request(name, argument);
    // The entries have been read; before the answer arrives, a file is created.
    await new Promise<void>((done) => {
      letGo = done;
    });
    return answer;
  }) as typeof request;
  const first = tree.refresh("/w");
  await nextTask();
  main.bridge.request = request;
  main.write("/w/late.md", "");
  letGo();
  await first;
  expect(shown()).toContain("late.md");
});

test("Enter opens a file and focuses the editor, Space keeps the focus; both toggle a folder", async () => {
  const { tree, press, shown, opened } = await grove(files);
  tree.$selected.set("/w/a.md");
  press("Enter");
  await nextTask();
  expect(opened).toEqual(["/w/a.md canvas"]);
  press(" ");
  await nextTask();
  expect(opened.at(-1)).toBe("/w/a.md stays");
  tree.$selected.set("/w/book");
  press("Enter");
  await nextTask();
  expect(shown()).toContain("book/one.md");
  press("Enter");
  expect(shown()).not.toContain("book/one.md");
});

test("a renamed folder stays expanded, and its entries have their new paths", async () => {
  const { tree, press, shown } = await grove(files);
  tree.expand(["/w/book"]);
  await nextTask();
  tree.$selected.set("/w/book");
  press("F2");
  expect(tree.nameErrorOf("a.md")).toContain("already");
  expect(await tree.finishNaming("a.md")).toBe(false);
  expect(await tree.finishNaming("novel")).toBe(true);
  await nextTask();
  expect(shown()).toEqual(["novel", "novel/one.md", "novel/two.md", "a.md", "b.md"]);
  expect(tree.$selected.get()).toBe("/w/novel");
  expect(tree.$naming.get()).toBeNull();
});

test("a rename that main rejects shows the error and changes nothing", async () => {
  const { main, tree, press, shown, notices } = await grove(files);
  main.reject("workspace:rename", "The folder is read-only.");
  tree.$selected.set("/w/a.md");
  press("F2");
  await tree.finishNaming("z.md");
  expect(notices.$notices.get().map(({ sentence }) => sentence)).toEqual(["The folder is read-only."]);
  expect(shown()).toEqual(["book", "a.md", "b.md"]);
});

test("a new file is created in the selected folder and opened", async () => {
  const { main, tree, shown, opened } = await grove(files);
  tree.$selected.set("/w/book");
  tree.startCreating("file");
  await nextTask();
  expect(shown()).toEqual(["book", "(new)", "book/one.md", "book/two.md", "a.md", "b.md"]);
  await tree.finishNaming("three.md");
  expect(main.disk.has("/w/book/three.md")).toBe(true);
  expect(opened).toEqual(["/w/book/three.md canvas"]);
  expect(tree.$selected.get()).toBe("/w/book/three.md");
});

test("a file of a folder that was never expanded can be moved to the trash", async () => {
  const { main, tree, questions, answer } = await grove(files);
  void tree.trash("/w/book/one.md");
  await nextTask();
  expect(questions.$pending.get()[0]).toMatchObject({ question: { title: "Move “one.md” to the trash?" } });
  answer("trash");
  await nextTask();
  expect(main.trash).toEqual(["/w/book/one.md"]);
});

test("nothing is trashed without the user's consent, and open documents are saved first", async () => {
  const { main, tree, press, answer, calls } = await grove(files);
  tree.$selected.set("/w/a.md");
  press("Delete");
  answer(null);
  await nextTask();
  expect(main.trash).toEqual([]);
  press("Delete");
  answer("trash");
  await nextTask();
  expect(main.trash).toEqual(["/w/a.md"]);
  expect(calls).toEqual(["before /w/a.md 0", "after /w/a.md 1"]);
  expect(tree.$selected.get()).toBe("/w/b.md");
});

test("typing selects a matching name; after a pause a new search starts", async () => {
  const { tree } = await grove({ "/w/alpha.md": "", "/w/alps.md": "", "/w/bee.md": "", "/w/lark.md": "" });
  tree.handleKey("a", 10, 0);
  expect(tree.$selected.get()).toBe("/w/alpha.md");
  tree.handleKey("l", 10, 200);
  tree.handleKey("p", 10, 400);
  tree.handleKey("s", 10, 600);
  expect(tree.$selected.get()).toBe("/w/alps.md");
  tree.handleKey("l", 10, 2000);
  expect(tree.$selected.get()).toBe("/w/lark.md");
});

test("the context menu offers what fits the row, and runs the picked command", async () => {
  const { main, tree } = await grove(files);
  main.answers.menu = "copy";
  await tree.menu("/w/a.md");
  expect(main.requested("app:copy")).toEqual(["/w/a.md"]);
  const own = ["cut", "hold", "paste", "duplicate"];
  const ways = ["reveal", "copy"];
  const offered = () => main.answers.menuItems.map((item) => (item === "separator" ? "-" : item.id));
  expect(offered()).toEqual([
    "beside",
    "-",
    "file",
    "folder",
    "-",
    ...own,
    "-",
    "rename",
    "trash",
    "-",
    ...ways,
    "link",
    "relative",
  ]);
  main.answers.menu = "rename";
  await tree.menu("/w/a.md");
  expect(tree.$naming.get()).toMatchObject({ kind: "rename", entry: { name: "a.md" } });
  main.answers.menu = null;
  await tree.menu(null);
  expect(offered()).toEqual(["file", "folder", "-", "paste", "-", "close", "-", ...ways]);
});

test("a folder of 5,000 files is listed, navigated and searched without a delay", async () => {
  const many: Record<string, string> = {};
  for (let at = 0; at < 5000; at++) many[`/w/file ${at}.md`] = "";
  const { tree, shown } = await grove(many);
  await expect.poll(() => shown()).toHaveLength(5000);
  expect(shown()[10]).toBe("file 10.md");
  const begun = process.cpuUsage();
  for (const key of ["End", "ArrowUp", "PageUp", "Home", "PageDown", "ArrowDown"]) tree.handleKey(key, 30, 0);
  for (const [at, key] of [..."file 4999"].entries()) tree.handleKey(key, 30, 10_000 + at);
  expect(tree.$selected.get()).toBe("/w/file 4999.md");
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500);
});

test("Cut and Paste move the selection, Copy and Paste copy it, Ctrl+Z undoes; another folder clears the clipboard", async () => {
  const { main, tree, calls } = await grove(files);
  tree.$selected.set("/w/a.md");
  expect(tree.handleShortcut("x")).toBe(true);
  tree.$selected.set("/w/book");
  expect(tree.handleShortcut("v")).toBe(true);
  await expect.poll(() => main.disk.has("/w/book/a.md")).toBe(true);
  await expect.poll(() => tree.$selected.get()).toBe("/w/book/a.md");
  expect(tree.$clipboard.get()).toBe(null);
  tree.handleShortcut("c");
  for (const copyPath of ["/w/book/a 2.md"]) {
    tree.handleShortcut("v");
    await expect.poll(() => main.disk.get(copyPath)).toBe("a");
  }
  expect(tree.handleShortcut("z")).toBe(true);
  expect(calls).toEqual(["undo"]);
  expect(tree.handleShortcut("q")).toBe(false);
  tree.handleKey("Escape", 10, 0);
  expect(tree.$clipboard.get()).toBe(null);
});

test("files from elsewhere are copied; an existing entry is never overwritten without asking", async () => {
  const { main, tree, answer, questions } = await grove(files);
  main.disk.set("/x/new.md", "new");
  main.disk.set("/x/a.md", "other");
  await tree.importFiles(["/x/new.md"], "/w/book");
  expect(main.disk.get("/w/book/new.md")).toBe("new");
  const asking = tree.importFiles(["/x/a.md"], "/w");
  await expect.poll(() => questions.$pending.get()).toHaveLength(1);
  answer("both");
  await asking;
  expect(main.disk.get("/w/a.md")).toBe("a");
  expect(main.disk.get("/w/a 2.md")).toBe("other");
  const replacing = tree.importFiles(["/x/a.md"], "/w");
  await expect.poll(() => questions.$pending.get()).toHaveLength(1);
  answer("replace");
  await replacing;
  expect(main.trash).toEqual(["/w/a.md"]);
  expect(main.disk.get("/w/a.md")).toBe("other");
  await tree.importFiles(["/w/b.md"], "/w/book");
  expect(main.disk.has("/w/b.md")).toBe(false);
});
