import { atom } from "nanostores";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Session, StartState } from "../../shared/contract";
import { fileAddress } from "../features/links/copy-link";
import { memoryBridge } from "../testing/memory-bridge";
import { createMemoryEditors } from "../testing/memory-editor";
import { availableNeeds } from "./api/available-needs";
import type { Tab } from "./api/tabs";
import { createShell } from "./shell";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function started(more: Partial<StartState> = {}) {
  const main = memoryBridge({ "/w/a.md": "A", "/w/b.md": "B", "/w/sub/c.md": "C" }, more);
  const editors = createMemoryEditors();
  const shell = createShell(main.bridge, await main.bridge.request("app:start", undefined), editors, () => null);
  const sessions = () => main.requested("app:save-session") as Session[];
  return { main, editors, shell, sessions };
}

test("the session is stored half a second after the last change, once for several", async () => {
  const { shell, sessions } = await started();
  await shell.tabs.openPath("/w/a.md");
  await shell.tabs.openPath("/w/b.md");
  shell.layout.resize(300);
  expect(sessions()).toEqual([]);
  await vi.advanceTimersByTimeAsync(600);
  expect(sessions()).toHaveLength(1);
  expect(sessions()[0]).toMatchObject({
    tabs: [{ path: "/w/a.md" }, { path: "/w/b.md" }],
    active: shell.tabs.$active.get(),
    sidebar: { open: true, width: 300 },
  });
  shell.sessionChanged();
  await vi.advanceTimersByTimeAsync(600);
  expect(sessions()).toHaveLength(1);
});

test("before the window closes, everything is saved and the session stored, and only then main may close", async () => {
  const { main, editors, shell } = await started();
  const doc = (await shell.tabs.openPath("/w/a.md")) ?? "";
  editors.of(doc).type("!");
  main.emit("app:closing", { why: "quit" });
  await vi.advanceTimersByTimeAsync(0);
  expect(main.disk.get("/w/a.md")).toBe("A!");
  const order = main.requests.map(({ name }) => name);
  expect(order.slice(-3)).toEqual(["document:save", "app:save-session", "app:ready-to-close"]);
});

test("a failed save does not keep the window from closing", async () => {
  const { main, editors, shell } = await started();
  const doc = (await shell.tabs.openPath("/w/a.md")) ?? "";
  editors.of(doc).flush = () => Promise.reject(new Error("no answer"));
  main.emit("app:closing", { why: "quit" });
  await vi.advanceTimersByTimeAsync(0);
  expect(main.requested("app:ready-to-close")).toHaveLength(1);
});

test("a file is saved before it is moved to the trash, and its tab closes", async () => {
  const { main, editors, shell } = await started({ workspace: { root: "/w", name: "w" } });
  await vi.advanceTimersByTimeAsync(0);
  const doc = (await shell.tabs.openPath("/w/a.md")) ?? "";
  editors.of(doc).type("!");
  const trashing = shell.tree.trash("/w/a.md");
  shell.questions.$pending.get()[0]?.answer("trash");
  await trashing;
  expect(main.requests.map(({ name }) => name).filter((name) => /save$|trash$/.test(name))).toEqual([
    "document:save",
    "workspace:trash",
  ]);
  expect(shell.tabs.$tabs.get()).toEqual([]);
});

test("a document shown by main comes to the front, and its notices are shown", async () => {
  const { main, shell } = await started({ notices: ["The settings were damaged."] });
  main.show("/w/b.md");
  expect(shell.tabs.$front.get()?.editor.$info.get().name).toBe("b.md");
  main.emit("app:notice", { code: "failed", message: "The journal cannot be written.", hint: "Is the disk full?" });
  expect(shell.notices.$notices.get().map(({ sentence, hint }) => [sentence, hint])).toEqual([
    ["The settings were damaged.", null],
    ["The journal cannot be written.", "Is the disk full?"],
  ]);
});

test("menu commands reach the front tab, and zooming stays within its limits", async () => {
  const { main, shell } = await started();
  main.press("new");
  await vi.advanceTimersByTimeAsync(0);
  expect(shell.tabs.$front.get()?.editor.$info.get().name).toBe("Untitled");
  for (let times = 0; times < 30; times++) {
    main.press("zoom-out");
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(shell.$settings.get().fontSize).toBe(8);
  main.press("zoom-reset");
  main.press("toggle-wrap");
  await vi.advanceTimersByTimeAsync(0);
  expect(shell.$settings.get()).toMatchObject({ fontSize: 16, lineWrap: false });
  main.press("close-tab");
  await vi.advanceTimersByTimeAsync(0);
  expect(shell.tabs.$tabs.get()).toEqual([]);
});

test("fast zooming loses no step", async () => {
  const { main, shell } = await started();
  for (let times = 0; times < 4; times++) main.press("zoom-in");
  await vi.advanceTimersByTimeAsync(0);
  expect(shell.$settings.get().fontSize).toBe(22);
});

test("a command that fails shows a notice, and the window keeps working", async () => {
  const { main, shell } = await started();
  const { request } = main.bridge;
  main.bridge.request = ((name: "document:create", argument: never) =>
    name === "document:create" ? Promise.reject(new Error("main is busy")) : request(name, argument)) as typeof request;
  main.press("new");
  await vi.advanceTimersByTimeAsync(0);
  expect(shell.notices.$notices.get()[0]?.sentence).toContain("main is busy");
});

test("the outline opens with the focus, closes if it has the focus, and is stored in the session", async () => {
  const { main, shell } = await started({ workspace: { root: "/w", name: "w" } });
  await shell.tabs.openPath("/w/a.md");
  main.press("outline");
  expect(shell.layout.$sidebar.get()).toMatchObject({ open: true, view: "outline" });
  expect(shell.layout.$outlineFocus.get()).toBe(true);
  main.press("outline");
  expect(shell.layout.$sidebar.get().open).toBe(true);
  shell.layout.outlineFocused();
  shell.layout.$outlineHasFocus.set(true);
  main.press("outline");
  expect(shell.layout.$sidebar.get()).toMatchObject({ open: false, view: "outline" });
  await vi.advanceTimersByTimeAsync(600);
  const kept = main.requested("app:save-session").at(-1);
  expect(kept).toMatchObject({ sidebar: { open: false, view: "outline" } });
});

test("in a narrow window the side bar is an overlay, and choosing a file closes it", async () => {
  const { shell } = await started({ workspace: { root: "/w", name: "w" } });
  await vi.advanceTimersByTimeAsync(0);
  shell.layout.narrow(true);
  expect(shell.layout.$sidebar.get()).toMatchObject({ open: false, over: true });
  shell.layout.toggleSidebar();
  expect(shell.layout.$sidebar.get().open).toBe(true);
  await shell.tree.openEntry("/w/a.md");
  expect(shell.layout.$sidebar.get().open).toBe(false);
  shell.layout.narrow(false);
  expect(shell.layout.$sidebar.get()).toMatchObject({ open: true, over: false });
});

test("the last export choices are stored and restored", async () => {
  const first = await started();
  const paper = { size: "A5", isLandscape: true, margins: "wide", hasNumbers: false } as const;
  const choices = {
    paper: { ...paper, hasHeader: true, hyphenates: false },
    frontMatter: true,
    contents: true,
    colours: "dark",
    printStyle: "House",
    wordStyle: "",
    pandoc: "org",
  } as const;
  first.shell.$exportChoices.set(choices);
  await vi.advanceTimersByTimeAsync(600);
  const session = first.sessions().at(-1) as Session;
  expect(session).toMatchObject({ exports: { paper: { size: "A5" } } });
  const again = await started({ session });
  expect(again.shell.$exportChoices.get()).toEqual(choices);
});

test("a tab in preview is restored in preview", async () => {
  const first = await started();
  await first.shell.tabs.openPath("/w/a.md");
  await first.shell.tabs.openPath("/w/b.md");
  first.shell.run("toggle-reading");
  await vi.advanceTimersByTimeAsync(600);
  const session = first.sessions().at(-1) as Session;
  expect(session.tabs.map(({ path, read }) => [path, read])).toEqual([
    ["/w/a.md", undefined],
    ["/w/b.md", true],
  ]);
  const main = memoryBridge({ "/w/a.md": "A", "/w/b.md": "B" });
  const documents = [main.open("/w/a.md"), main.open("/w/b.md")].flatMap((open) => open ?? []);
  const again = await started({ session, documents, active: documents[0]?.doc ?? null });
  const read = again.shell.tabs.$tabs.get().filter(({ key }) => again.shell.previews.isPreview(key));
  expect(read.map(({ editor }) => editor.$info.get().path)).toEqual(["/w/b.md"]);
});

test("a file that crashed the app is offered by its name, with deceptive characters made visible", async () => {
  const { main, shell } = await started({ heldBack: ["/w/re\u202ecod\n.exe"] });
  const [notice] = shell.notices.$notices.get();
  expect(notice?.sentence).toBe("Galley did not finish opening re\\u{202e}cod\\u{a}.exe last time. Open it again?");
  notice?.action?.run();
  await expect.poll(() => main.requested("document:open")).toHaveLength(1);
});

test("a conversation that main wants to show opens the panel without the focus", async () => {
  const { main, shell } = await started();
  main.emit("assistant:show", { conversation: "c1", focus: false });
  expect(shell.panel.$panel.get().open).toBe(true);
  expect(shell.panel.$conversationToShow.get()).toEqual({ conversation: "c1", focus: false });
  expect(shell.panel.$request.get()).toBeNull();
});

test("opening a folder closes the welcome document, but not one that somebody has written in", async () => {
  const open = { doc: "w", name: "Welcome", path: null, text: "# Welcome\n" };
  for (const typed of ["", "!"]) {
    const main = memoryBridge({ "/w/a.md": "A" });
    const { documents } = await main.bridge.request("app:start", undefined);
    expect(documents).toEqual([]);
    const created = await main.bridge.request("document:create", undefined);
    const { shell, editors } = await started({ documents: [{ ...created, ...open }], welcome: "w", active: "w" });
    if (typed) editors.of("w").type(typed);
    shell.workspace.opened({ root: "/w", name: "w" });
    await vi.advanceTimersByTimeAsync(0);
    expect(shell.tabs.$tabs.get().map(({ doc }) => doc)).toEqual(typed ? ["w"] : []);
    expect(shell.questions.$pending.get()).toEqual([]);
  }
});

test("commands are available as far as there is what they need", async () => {
  const { shell } = await started({ workspace: { root: "/w", name: "w" }, areAgentsPaused: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(availableNeeds(shell)).toEqual(["folder", "paused agents"]);
  await shell.tabs.openPath("/w/a.md");
  expect(availableNeeds(shell)).toEqual([
    "document",
    "text",
    "text or book",
    "commentable",
    "paragraphs",
    "sections",
    "markdown",
    "markdown or office",
    "file",
    "folder",
    "paused agents",
  ]);
  await shell.tabs.openPath("/w/b.md");
  expect(availableNeeds(shell)).toEqual(expect.arrayContaining(["several tabs", "earlier location"]));
  await shell.navigation.back();
  expect(availableNeeds(shell)).toContain("later location");
  expect(availableNeeds(shell)).not.toContain("earlier location");
  await shell.navigation.forward();
  shell.panel.$pending.set(["c"]);
  expect(availableNeeds(shell)).toContain("approvals");
  shell.tabs.groups.split(shell.tabs.$front.get() as Tab, "right");
  Object.assign(shell.tabs.$front.get()?.editor ?? {}, { isInTable: () => true, $pendingCount: atom(2) });
  expect(availableNeeds(shell)).toEqual(expect.arrayContaining(["table", "pending edits", "groups"]));
  const [first] = shell.tabs.$tabs.get();
  await shell.tabs.close(first?.key ?? "");
  expect(availableNeeds(shell)).toContain("closed tab");
});

test("a copied link is one that works in every note of the folder", async () => {
  const { main, shell } = await started({ workspace: { root: "/w", name: "w" } });
  await vi.advanceTimersByTimeAsync(0);
  await shell.links.copy("/w/sub/c.md");
  await shell.links.copy("/else where/d#1.md");
  expect(main.requested("app:copy")).toEqual(["[[c]]", "[d#1](file:///else%20where/d%231.md)"]);
  expect(fileAddress("C:\\my notes\\a.md")).toBe("file:///C:/my%20notes/a.md");
});
