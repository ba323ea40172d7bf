import type { Extension } from "@codemirror/state";
import { atom, type ReadableAtom } from "nanostores";
import type { Bridge, DocumentSnapshot, ExportChoices, Settings, StartState } from "../../shared/contract";
import { escapeInvisibles } from "../../shared/escape-invisibles";
import { type Keyboard, keyboard } from "../../shared/keys";
import { reviewHost } from "../editor/review/review-host";
import { createAgents } from "../features/agents/agents";
import { createTree } from "../features/files/tree";
import { createWorkspace } from "../features/files/workspace";
import { linkExtension } from "../features/links/link-extension";
import { createRenames } from "../features/links/renames";
import { createFolderList } from "../features/palette/folder-list";
import { createPalette } from "../features/palette/palette";
import { createPreviewModes } from "../features/preview/preview-modes";
import { createPendingEdits } from "../features/review/pending";
import { createRewriteRequests } from "../features/rewrite/rewrite-request";
import { createSearchRequests } from "../features/search/search-request";
import { createGoals } from "../features/word-count/goals";
import { commandHint } from "../ui/command-messages";
import { messages } from "../ui/messages";
import { createNotices } from "../ui/notices";
import { createPanelLayout } from "../ui/panel-layout";
import { createQuestions } from "../ui/questions";
import { watchTyping } from "../ui/typing";
import type { LinkActions, ReviewStore } from "./api/feature-stores";
import type { Shell } from "./api/shell";
import type { TabEditor } from "./api/tabs";
import { createCommands } from "./commands";
import { createLayout } from "./layout";
import { createNavigation } from "./navigation/navigation";
import { createBackgroundTabs, isKeyboardInUse } from "./tabs/background-tabs";
import { createSessionStore } from "./tabs/session";
import { withErrorNotices } from "./tabs/show-errors";
import { createTabs } from "./tabs/tabs";

/** Creates the editors of documents and passes main's events to them. Tests have their own. */
export type EditorFactory = {
  make(
    open: DocumentSnapshot,
    bridge: Bridge,
    context: {
      $settings: ReadableAtom<Settings>;
      $keyboard: ReadableAtom<Keyboard>;
      announce(sentence: string): void;
      onJump(from: number): void;
      /** Additional extensions of the editor. */
      more?: Extension | undefined;
    },
  ): TabEditor;
  /** Passes the events of a document to its editor while it has a tab. */
  listen(bridge: Bridge, isOpen: (doc: string) => boolean): void;
};

/** Creates all stores from the answer to `app:start`, and connects them with main's events. */
export function createShell(
  bridge: Bridge,
  start: StartState,
  editors: EditorFactory,
  field: () => { undo(): void; redo(): void } | null,
): Shell {
  const typing = watchTyping();
  const notices = createNotices();
  const questions = createQuestions(typing.whenIdle);
  const $settings = atom(start.settings);
  const $keyboard = atom(keyboard(start.settings.keys, start.platform));
  $settings.listen(({ keys }, before) => {
    // Every answer of main creates new objects. Compare, so that editors rebind keys only if they changed.
    if (JSON.stringify(keys) !== JSON.stringify(before?.keys)) $keyboard.set(keyboard(keys, start.platform));
  });
  const search = createSearchRequests();
  const pending = createPendingEdits(bridge);
  const previews = createPreviewModes();
  const rewrite = createRewriteRequests();
  const layout = createLayout(start.session?.sidebar ?? null);
  const panel = createPanelLayout(start.session?.panel ?? null);
  const workspace = createWorkspace(bridge, notices, start);
  const renames = createRenames({ bridge, notices, whenIdle: typing.whenIdle });
  panel.$pending.set(start.pendingApprovals);
  bridge.listen("assistant:show", panel.showConversation);
  bridge.listen("assistant:pending", (pending) => {
    const isMore = pending.length > panel.$pending.get().length;
    panel.$pending.set(pending);
    // Where the panel is open, its card says so itself.
    if (isMore && !panel.$panel.get().open) notices.announce(messages.status.pending(pending.length));
  });
  const agents = createAgents(bridge, notices, start);

  const links = createLinkActions(() => shell);
  const tabs = createTabs({
    bridge,
    notices,
    questions,
    previews,
    makeEditor: (open) =>
      editors.make(open, withErrorNotices(bridge, notices), {
        $settings,
        $keyboard,
        announce: notices.announce,
        onJump: (from) => navigation.handleJump(open.doc, from),
        more: [
          reviewHost.of({
            decide: async (what, hunk) => {
              const tab = tabs.find(open.doc);
              if (tab) await (await review()).decideOn(what, tab.editor, hunk);
            },
            step: async (by) => (await review()).step(by),
            hint: (command) => commandHint(command, $keyboard.get()),
          }),
          linkExtension({
            follow: (link, where) => links.follow(open.doc, link, where),
            dropped: async (path, at, how) => {
              const { dropLinks } = await import("../features/links/drop-links");
              if (how === "open" || !dropLinks(shell, open.doc, [path], at)) await tabs.openPath(path);
            },
            renameHeading: (line) => {
              void links.renameHeading(open.doc, line);
              return true;
            },
            completion: async () => (await import("../features/links/completion")).linkCompletion(shell, open.doc),
          }),
        ],
      }),
    onOpened: workspace.remember,
  });
  pending.follow(tabs.$tabs);
  let reviewing: Promise<ReviewStore> | null = null;
  const review = () => {
    reviewing ??= import("../features/review/review-store").then(({ createReviewStore }) => createReviewStore(shell));
    return reviewing;
  };
  // Load this before the first key that goes to an edit: what is typed right after must find the cursor there.
  pending.$documents.subscribe((documents) => {
    if (reviewing === null && documents.some(({ shown, count }) => count > 0 && tabs.ofPath(shown))) void review();
  });
  editors.listen(bridge, (doc) => tabs.find(doc) !== null);
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
      const target = over ? "canvas" : focus;
      return where === "beside" ? tabs.openBeside(path, target) : tabs.openPath(path, target);
    },
    openBook: async (path) => (await import("../features/books/book-store")).openBook(shell, path),
    rename: renames.move,
    undoRename: renames.undoLast,
    beforeTrash: async (path) => {
      await Promise.allSettled(tabs.under(path).map(({ editor }) => editor.flush()));
    },
    afterTrash: async (path) => {
      const safe = tabs.under(path).filter(({ editor }) => !editor.isDirty());
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
    previews,
    notices,
    search,
    $settings,
    saveSettings,
    field,
    review,
    rewrite: async (tab) => {
      if (!rewrite.ask(tab))
        notices.info((await import("../features/rewrite/messages")).rewriteMessages.nothingSelected);
    },
    copyRich: async (tab) => (await import("../features/export/copy-rich")).copyRich({ bridge, notices }, tab),
  });
  bridge.listen("command", run);
  const showUnasked = createBackgroundTabs({ tabs, notices, isTyping: typing.isTyping, isKeyboardInUse });
  bridge.listen("document:show", ({ document: open, by }) => {
    if (by.kind === "user") tabs.show(open);
    else showUnasked(open, by, messages.tabs.agentOpened(by.name, open.name));
  });
  bridge.listen("document:forward", ({ doc, spot }) => {
    tabs.handleRequestedElsewhere(doc);
    if (spot) void navigation.goTo({ doc, location: spot });
  });
  bridge.listen("document:arrived", ({ document: open, view }) => {
    if (view) tabs.receive(open, view);
    else showUnasked(open, null, messages.tabs.movedHere(open.name));
  });
  bridge.listen("app:notice", ({ message, hint }) => notices.error(message, { hint: hint ?? null }));

  const goals = createGoals(start.session?.goals ?? []);
  bridge.listen("goals:changed", goals.handleChange);
  const $exportChoices = atom<ExportChoices | null>(start.session?.exports ?? null);
  const session = createSessionStore(bridge, () => ({
    ...tabs.sessionState(),
    active: tabs.$active.get(),
    sidebar: layout.$stored.get(),
    panel: panel.$stored.get(),
    expanded: tree.expandedHere(),
    used: palette.$used.get(),
    goals: [...goals.$goals.get()],
    ...($exportChoices.get() ? { exports: $exportChoices.get() as ExportChoices } : {}),
  }));

  bridge.listen("app:closing", async ({ why }) => {
    if (why === "window") {
      // Tells main that the window responds, because the questions can take a while.
      await bridge.request("app:ready-to-close", "asking");
      const mayGo = await tabs.closeAllSafely().catch(() => false);
      await bridge.request("app:ready-to-close", mayGo ? "ready" : "stays");
      return;
    }
    await tabs.flush();
    await session.now().catch(() => {});
    await bridge.request("app:ready-to-close", "ready");
  });

  tabs.restore(start.documents, start.session, start.active);
  for (const sentence of start.notices) notices.error(sentence);
  for (const path of start.heldBack)
    notices.error(messages.crashedWhileOpening(escapeInvisibles(path.replace(/^.*[\\/]/s, ""))), {
      action: { label: messages.openAgain, run: () => void tabs.openPath(path) },
    });

  for (const store of [tabs.$arrangement, layout.$stored, panel.$stored, tree.$expanded, palette.$used, goals.$goals])
    store.listen(session.soon);
  $exportChoices.listen(session.soon);
  previews.$tabs.listen(session.soon);
  let unfollow = () => {};
  tabs.$front.subscribe((tab) => {
    unfollow();
    const path = tab?.editor.$info.get().path;
    if (path) tree.follow(path);
    unfollow = tab ? tab.editor.$counts.listen(session.soon) : () => {};
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
    previews,
    workspace,
    tabs,
    tree,
    navigation,
    palette,
    folderList,
    agents,
    search,
    pending,
    review,
    goals,
    $exportChoices,
    renames,
    links,
    assistant: async () => (await import("../features/assistant/panel-model")).panelModel(shell),
    $settings,
    saveSettings,
    $keyboard,
    run,
    sessionChanged: session.soon,
  };
  return shell;
}

/** The shell comes as a function, because its tabs use these before it is complete. */
const createLinkActions = (shell: () => Shell): LinkActions => ({
  follow: async (doc, link, where) => (await import("../features/links/follow")).followLink(shell(), doc, link, where),
  renameHeading: async (doc, line) =>
    (await import("../features/links/open-heading-rename")).openHeadingRename(shell(), doc, line),
});
