import type { Extension } from "@codemirror/state";
import { atom, type ReadableAtom, type WritableAtom } from "nanostores";
import type { Bridge, Command, ExportChoices, OpenDocument, Settings, StartState } from "../../shared/contract";
import { type Keyboard, keyboard } from "../../shared/keys";
import { plainly } from "../../shared/plainly";
import { reviewHost } from "../editor/review/review-host";
import { type Agents, createAgents } from "../features/agents/agents";
import { createTree, type Tree } from "../features/files/tree";
import { createWorkspace, type WorkspaceStore } from "../features/files/workspace";
import { linkDoor } from "../features/links/link-client";
import { createRenames, type Renames } from "../features/links/renames";
import { createFolderList, type FolderLists } from "../features/palette/folder-list";
import { createPalette, type Palette } from "../features/palette/palette";
import { createReadingModes, type ReadingModes } from "../features/preview/preview-modes";
import { createWaiting, type Waiting } from "../features/review/pending";
import type { ReviewDesk } from "../features/review/review-store";
import { createRewriteDoor, type RewriteDoor } from "../features/rewrite/rewrite-request";
import { createSearchDoor, type SearchDoor } from "../features/search/search-request";
import { createGoals, type Goals } from "../features/word-count/goals";
import { hintOf } from "../ui/command-messages";
import { words } from "../ui/messages";
import { createNotices, type Notices } from "../ui/notices";
import { createPanelPlace, type PanelPlace } from "../ui/panel-layout";
import { createQuestions, type Questions } from "../ui/questions";
import { watchTyping } from "../ui/typing";
import { createCommands } from "./commands";
import { createLayout, type Layout } from "./layout";
import { createNavigation, type Navigation } from "./navigation/navigation";
import { createUnaskedTabs, isKeyboardInUse } from "./tabs/background-tabs";
import { createSessionKeeper } from "./tabs/session";
import { toldRefusals } from "./tabs/show-errors";
import { type Copy, createTabs, type Tabs } from "./tabs/tabs";

/** Creates the editors of documents and passes main's events to them. Tests have their own. */
export type CopyMaker = {
  make(
    open: OpenDocument,
    bridge: Bridge,
    world: {
      $settings: ReadableAtom<Settings>;
      $keyboard: ReadableAtom<Keyboard>;
      announce(sentence: string): void;
      jumped(from: number): void;
      /** Additional extensions of the editor. */
      more?: Extension | undefined;
    },
  ): Copy;
  /** Passes the events of a document to its editor while it has a tab. */
  listen(bridge: Bridge, isOpen: (doc: string) => boolean): void;
};

/** All state and operations of the window, independent of its rendering. */
export type Shell = {
  bridge: Bridge;
  version: StartState["version"];
  platform: StartState["platform"];
  notices: Notices;
  questions: Questions;
  layout: Layout;
  panel: PanelPlace;
  rewrite: RewriteDoor;
  reading: ReadingModes;
  workspace: WorkspaceStore;
  tabs: Tabs;
  tree: Tree;
  navigation: Navigation;
  palette: Palette;
  folderList: FolderLists;
  agents: Agents;
  search: SearchDoor;
  /** The number of edits pending review in each document. */
  waiting: Waiting;
  /** Where pending edits are decided on; loaded on first use. */
  review(): Promise<ReviewDesk>;
  goals: Goals;
  /** The last choices; null before the first export. */
  $exportChoices: WritableAtom<ExportChoices | null>;
  renames: Renames;
  $settings: ReadableAtom<Settings>;
  /** Applies the settings at once, and stores them. */
  saveSettings(changed: Partial<Settings>): Promise<void>;
  /** The current key bindings. */
  $keyboard: ReadableAtom<Keyboard>;
  run(command: Command): void;
  /** Call this after a change to the session outside the stores, such as scrolling. */
  sessionChanged(): void;
};

/** Creates all stores from the answer to `app:start`, and connects them with main's events. */
export function createShell(
  bridge: Bridge,
  start: StartState,
  copies: CopyMaker,
  field: () => { undo(): void; redo(): void } | null,
): Shell {
  const typing = watchTyping();
  const notices = createNotices();
  const questions = createQuestions(typing.whenResting);
  const $settings = atom(start.settings);
  const $keyboard = atom(keyboard(start.settings.keys, start.platform));
  $settings.listen(({ keys }, before) => {
    // Every answer of main creates new objects. Compare, so that editors rebind keys only if they changed.
    if (JSON.stringify(keys) !== JSON.stringify(before?.keys)) $keyboard.set(keyboard(keys, start.platform));
  });
  const search = createSearchDoor();
  const waiting = createWaiting(bridge);
  const reading = createReadingModes();
  const rewrite = createRewriteDoor();
  const layout = createLayout(start.session?.sidebar ?? null);
  const panel = createPanelPlace(start.session?.panel ?? null);
  const workspace = createWorkspace(bridge, notices, start);
  const renames = createRenames({ bridge, notices, whenResting: typing.whenResting });
  panel.$pending.set(start.pendingApprovals);
  bridge.listen("assistant:show", panel.want);
  bridge.listen("assistant:pending", (pending) => {
    const isMore = pending.length > panel.$pending.get().length;
    panel.$pending.set(pending);
    // Where the panel is open, its card says so itself.
    if (isMore && !panel.$panel.get().open) notices.announce(words.status.pending(pending.length));
  });
  const agents = createAgents(bridge, notices, start);

  const tabs = createTabs({
    bridge,
    notices,
    questions,
    reading,
    makeCopy: (open) =>
      copies.make(open, toldRefusals(bridge, notices), {
        $settings,
        $keyboard,
        announce: notices.announce,
        jumped: (from) => navigation.jumped(open.doc, from),
        more: [
          reviewHost.of({
            decide: async (what, hunk) => {
              const tab = tabs.find(open.doc);
              if (tab) await (await review()).decideOn(what, tab.copy, hunk);
            },
            step: async (by) => (await review()).step(by),
            hint: (command) => hintOf(command, $keyboard.get()),
          }),
          linkDoor({
            follow: async (link, where) =>
              (await import("../features/links/follow")).followLink(shell, open.doc, link, where),
            dropped: async (path, at, how) => {
              const { dropLinks } = await import("../features/links/drop-links");
              if (how === "open" || !dropLinks(shell, open.doc, [path], at)) await tabs.openPath(path);
            },
            renameHeading: (line) => {
              void import("../features/links/ask-heading").then(({ askHeading }) => askHeading(shell, open.doc, line));
              return true;
            },
            completion: async () => (await import("../features/links/completion")).linkCompletion(shell, open.doc),
          }),
        ],
      }),
    opened: workspace.remember,
  });
  waiting.follow(tabs.$tabs);
  let reviewing: Promise<ReviewDesk> | null = null;
  const review = () => {
    reviewing ??= import("../features/review/review-store").then(({ createReviewDesk }) => createReviewDesk(shell));
    return reviewing;
  };
  // Load this before the first key that goes to an edit: what is typed right after must find the cursor there.
  waiting.$documents.subscribe((documents) => {
    if (reviewing === null && documents.some(({ shown, count }) => count > 0 && tabs.ofPath(shown))) void review();
  });
  copies.listen(bridge, (doc) => tabs.find(doc) !== null);
  const navigation = createNavigation(tabs);
  const palette = createPalette(tabs, start);
  const folderList = createFolderList(bridge);

  const tree = createTree({
    bridge,
    platform: start.platform,
    $workspace: workspace.$workspace,
    notices,
    questions,
    open: (path, focus, where) => {
      // An overlaid side bar closes and gives up the focus.
      const { over } = layout.$sidebar.get();
      layout.leaveSidebar();
      const goes = over ? "canvas" : focus;
      return where === "beside" ? tabs.openBeside(path, goes) : tabs.openPath(path, goes);
    },
    openBook: async (path) => (await import("../features/books/book-store")).openBook(shell, path),
    rename: renames.move,
    undoRename: renames.undoLast,
    beforeTrash: async (path) => {
      await Promise.allSettled(tabs.under(path).map(({ copy }) => copy.flush()));
    },
    afterTrash: async (path) => {
      const safe = tabs.under(path).filter(({ copy }) => !copy.isDirty());
      await Promise.allSettled(safe.map(tabs.closeTrashed));
    },
  });
  tree.restoreExpanded(start.session?.expanded ?? []);

  let settingsAsked = 0;
  const saveSettings = async (changed: Partial<Settings>) => {
    // Applied at once, so that the next zoom step builds on it; only the answer to the last request may correct it.
    $settings.set({ ...$settings.get(), ...changed });
    settingsAsked += 1;
    const mine = settingsAsked;
    const settings = await bridge.request("app:save-settings", changed);
    if (mine === settingsAsked) $settings.set(settings);
  };
  bridge.listen("settings:changed", (settings) => $settings.set(settings));

  const run = createCommands({
    bridge,
    tabs,
    workspace,
    tree,
    undoRename: renames.undoLast,
    navigation,
    palette,
    agents,
    layout,
    panel,
    reading,
    notices,
    search,
    $settings,
    saveSettings,
    field,
    review,
    rewrite: async (tab) => {
      if (!rewrite.ask(tab)) notices.tell((await import("../features/rewrite/messages")).rewriteWords.nothingSelected);
    },
    copyRich: async (tab) => (await import("../features/export/copy-rich")).copyRich({ bridge, notices }, tab),
  });
  bridge.listen("command", run);
  const showUnasked = createUnaskedTabs({ tabs, notices, isTyping: typing.isTyping, isKeyboardInUse });
  bridge.listen("document:show", ({ document: open, by }) => {
    if (by.kind === "user") tabs.show(open);
    else showUnasked(open, by, words.tabs.agentOpened(by.name, open.name));
  });
  bridge.listen("document:forward", ({ doc, spot }) => {
    tabs.comeForward(doc);
    if (spot) void navigation.goTo({ doc, spot });
  });
  bridge.listen("document:arrived", ({ document: open, view }) => {
    if (view) tabs.arrive(open, view);
    else showUnasked(open, null, words.tabs.arrived(open.name));
  });
  bridge.listen("app:notice", ({ message, hint }) => notices.problem(message, { hint: hint ?? null }));

  const goals = createGoals(start.session?.goals ?? []);
  bridge.listen("goals:changed", goals.heard);
  const $exportChoices = atom<ExportChoices | null>(start.session?.exports ?? null);
  const session = createSessionKeeper(bridge, () => ({
    ...tabs.forSession(),
    active: tabs.$active.get(),
    sidebar: layout.$kept.get(),
    panel: panel.$kept.get(),
    expanded: tree.expandedHere(),
    used: palette.$used.get(),
    goals: [...goals.$goals.get()],
    ...($exportChoices.get() ? { exports: $exportChoices.get() as ExportChoices } : {}),
  }));

  bridge.listen("app:closing", async ({ why }) => {
    if (why === "window") {
      // Tells main that the window responds, because the questions can take a while.
      await bridge.request("app:ready-to-close", "asking");
      const mayGo = await tabs.letGo().catch(() => false);
      await bridge.request("app:ready-to-close", mayGo ? "ready" : "stays");
      return;
    }
    await tabs.flush();
    await session.now().catch(() => {});
    await bridge.request("app:ready-to-close", "ready");
  });

  tabs.restore(start.documents, start.session, start.active);
  for (const sentence of start.notices) notices.problem(sentence);
  for (const path of start.heldBack)
    notices.problem(words.heldBack(plainly(path.replace(/^.*[\\/]/s, ""))), {
      action: { label: words.openAgain, run: () => void tabs.openPath(path) },
    });

  for (const store of [tabs.$arrangement, layout.$kept, panel.$kept, tree.$expanded, palette.$used, goals.$goals])
    store.listen(session.soon);
  $exportChoices.listen(session.soon);
  reading.$tabs.listen(session.soon);
  let unfollow = () => {};
  tabs.$front.subscribe((tab) => {
    unfollow();
    const path = tab?.copy.$about.get().path;
    if (path) tree.follow(path);
    unfollow = tab ? tab.copy.$counts.listen(session.soon) : () => {};
  });

  const shell: Shell = {
    bridge,
    version: start.version,
    platform: start.platform,
    notices,
    questions,
    layout,
    panel,
    rewrite,
    reading,
    workspace,
    tabs,
    tree,
    navigation,
    palette,
    folderList,
    agents,
    search,
    waiting,
    review,
    goals,
    $exportChoices,
    renames,
    $settings,
    saveSettings,
    $keyboard,
    run,
    sessionChanged: session.soon,
  };
  return shell;
}
