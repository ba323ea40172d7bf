import { atom } from "nanostores";
import type { Bridge, StartState } from "../../shared/contract";
import { escapeInvisibles } from "../../shared/escape-invisibles";
import type { ExportChoices } from "../../shared/export";
import { createAgents } from "../features/agents/agents";
import { createCommentStore } from "../features/comments/store/comment-store";
import { createTree } from "../features/files/tree";
import { createWorkspace } from "../features/files/workspace";
import { createFolderRules } from "../features/links/folder-rules";
import { createRenames } from "../features/links/renames";
import { createFolderList } from "../features/palette/folder-list";
import { createPalette } from "../features/palette/palette";
import { createPreviewModes } from "../features/preview/preview-modes";
import { showAskedReviews } from "../features/review/asked-notices";
import { createPendingEdits } from "../features/review/pending";
import { createRewriteRequests } from "../features/rewrite/rewrite-request";
import { createSearchRequests } from "../features/search/search-request";
import { createTagsModel } from "../features/tags/tags-model";
import { createGoals } from "../features/word-count/goals";
import { messages } from "../ui/messages";
import { createNotices, type Notices } from "../ui/notices";
import { createPanelLayout } from "../ui/panel-layout";
import { createQuestions } from "../ui/questions";
import { watchTyping } from "../ui/typing";
import type { LinkActions, ReviewStore, Tree } from "./api/feature-stores";
import type { Shell } from "./api/shell";
import type { Tab } from "./api/tabs";
import { createCommands } from "./commands/commands";
import { editorExtensions } from "./editor-extensions";
import { createLayout } from "./layout";
import { listenToAssistant, listenToMain } from "./main-events";
import { createNavigation } from "./navigation/navigation";
import { keepOneOverlay } from "./one-overlay";
import { createSettingsStore } from "./settings-store";
import { isOwnText, noteOwnText } from "./tabs/close-tab";
import type { EditorFactory } from "./tabs/create-editors";
import { withErrorNotices } from "./tabs/show-errors";
import { createTabs } from "./tabs/tabs";
import { createWindowSession } from "./window-session";

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
  const { $settings, $keyboard, saveSettings } = createSettingsStore(bridge, start);
  const search = createSearchRequests();
  const pending = createPendingEdits(bridge);
  const previews = createPreviewModes();
  const rewrite = createRewriteRequests();
  const layout = createLayout(start.session?.sidebar ?? null);
  const panel = createPanelLayout(start.session?.panel ?? null);
  const workspace = createWorkspace(bridge, notices, start);
  const tags = createTagsModel(bridge, workspace.$root);
  const folderRules = createFolderRules({
    bridge,
    $root: workspace.$root,
    $settings,
    notices,
    showSettings: () => layout.showSettings(),
    showTags: () => run("show-tags"),
  });
  const renames = createRenames({ bridge, notices, whenIdle: typing.whenIdle });
  keepOneOverlay(layout, panel);
  listenToAssistant({ bridge, panel, notices }, start);
  const agents = createAgents(bridge, notices, start);

  const tabs = createTabs({
    bridge,
    notices,
    questions,
    previews,
    makeEditor: (open) =>
      editors.make(open, withErrorNotices(bridge, notices), {
        $settings: folderRules.$documentSettings,
        $keyboard,
        announce: notices.announce,
        saveSettings: (changed) => void saveSettings(changed),
        onJump: (from) => navigation.handleJump(open.doc, from),
        more: editorExtensions(open.doc, () => shell),
      }),
    onOpened: workspace.remember,
  });
  pending.follow(tabs.$tabs);
  showAskedReviews(pending, notices, layout.enterReview);
  const comments = createCommentStore({ bridge, tabs, layout, notices, shell: () => shell });
  const { review, isReviewing } = reviewOnDemand(() => shell);
  // Load this before the first key that goes to an edit: what is typed right after must find the cursor there.
  pending.$documents.subscribe((documents) => {
    if (!isReviewing() && documents.some(({ shown, count }) => count > 0 && tabs.ofPath(shown))) void review();
  });
  editors.listen(bridge, (doc) => tabs.find(doc) !== null);
  const navigation = createNavigation(tabs);
  const palette = createPalette(tabs, start);
  const folderList = createFolderList(bridge);

  const links = createLinkActions(() => shell);
  const tree = createShellTree({ bridge, start, workspace, notices, questions, layout, tabs, renames }, () => shell);
  tree.restoreExpanded(start.session?.expanded ?? []);

  const guest = start.guest ?? null;
  const run = createCommands({
    bridge,
    guest,
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
    comments,
    notices,
    search,
    tags,
    $settings,
    saveSettings,
    field,
    review,
    rewrite: async (tab) => {
      if (!rewrite.ask(tab))
        notices.info((await import("../features/rewrite/messages")).rewriteMessages.nothingSelected);
    },
    copyLink: (path) => links.copy(path),
    copyRich: (tab) => copyRich({ bridge, notices, $settings: folderRules.$documentSettings }, tab),
  });
  bridge.listen("command", run);
  const goals = createGoals(start.session?.goals ?? []);
  bridge.listen("goals:changed", goals.handleChange);
  const $exportChoices = atom<ExportChoices | null>(start.session?.exports ?? null);
  const session = createWindowSession({ bridge, tabs, layout, panel, tree, palette, goals, previews, $exportChoices });

  const showHistory = () => {
    if (layout.$aside.get() !== "history") layout.toggleHistory();
  };
  const { isTyping } = typing;
  listenToMain({ bridge, tabs, navigation, notices, isTyping, saveSession: session.now, showHistory });
  tabs.restore(start.documents, start.session, start.active);
  leaveWelcome({ tabs, workspace }, start);
  showStartNotices(start, notices, tabs.openPath);

  session.watch();
  tabs.$front.subscribe((tab) => void tree.follow(tab?.editor.$info.get().path ?? ""));

  const shell: Shell = {
    bridge,
    version: start.version,
    guest,
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
    tags,
    $folderRules: folderRules.$rules,
    $documentSettings: folderRules.$documentSettings,
    comments,
    pending,
    review,
    goals,
    $exportChoices,
    renames,
    links,
    assistant: async () => (await import("../features/assistant/model/panel-model")).panelModelOf(shell),
    $settings,
    saveSettings,
    $keyboard,
    run,
    sessionChanged: session.soon,
  };
  return shell;
}

/** Closes the welcome document when the user opens a folder, unless somebody has written in it. */
function leaveWelcome({ tabs, workspace }: Pick<Shell, "tabs" | "workspace">, start: StartState): void {
  const open = start.documents.find(({ doc }) => doc === start.welcome);
  const tab = open && tabs.find(open.doc);
  if (!tab) return;
  noteOwnText(tab.editor, open.text);
  const stop = workspace.$root.listen((root) => {
    if (root === null) return;
    stop();
    if (tabs.find(tab.doc) === tab && isOwnText(tab.editor)) void tabs.closeTab(tab);
  });
}

type TreeParts = Pick<Shell, "bridge" | "workspace" | "notices" | "questions" | "layout" | "tabs" | "renames">;

/** The file tree, which opens, moves and deletes files. */
function createShellTree(
  { bridge, start, workspace, notices, questions, layout, tabs, renames }: TreeParts & { start: StartState },
  shell: () => Shell,
): Tree {
  return createTree({
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
    openBook: async (path) => {
      const { $settings, saveSettings } = shell();
      if (!$settings.get().showBooks) void saveSettings({ showBooks: true });
      return (await import("../features/books/model/book-store")).openBook(shell(), path);
    },
    rename: renames.move,
    undoRename: renames.undoLast,
    copyLink: (path) => shell().links.copy(path),
    beforeTrash: async (path) => {
      await Promise.allSettled(tabs.under(path).map(({ editor }) => editor.flush()));
    },
    afterTrash: async (path) => {
      const safe = tabs.under(path).filter(({ editor }) => !editor.isDirty());
      await Promise.allSettled(safe.map(tabs.closeTrashed));
    },
  });
}

/** What main has to report, and documents that it did not open because the app had crashed over them. */
function showStartNotices(
  start: Pick<StartState, "notices" | "heldBack">,
  notices: Notices,
  open: (path: string) => Promise<unknown>,
): void {
  for (const sentence of start.notices) notices.error(sentence);
  for (const path of start.heldBack)
    notices.error(messages.crashedWhileOpening(escapeInvisibles(path.replace(/^.*[\\/]/s, ""))), {
      action: { label: messages.openAgain, run: () => void open(path) },
    });
}

/** The shell comes as a function, because its tabs use these before it is complete. */
function createLinkActions(shell: () => Shell): LinkActions {
  let check: Promise<LinkActions["isMissing"]> | null = null;
  return {
    follow: async (doc, link, where) =>
      (await import("../features/links/follow")).followLink(shell(), doc, link, where),
    copy: async (file) => (await import("../features/links/copy-link")).copyLink(shell(), file),
    renameHeading: (doc, line) =>
      shell().renames.askHeading(async () =>
        (await import("../features/links/heading-to-rename")).headingToRename(shell(), doc, line),
      ),
    isMissing: async (doc, link) => {
      check ??= import("../features/links/missing-links").then(({ createLinkCheck }) => createLinkCheck(shell()));
      return (await check)(doc, link);
    },
  };
}

const copyRich = async (parts: Pick<Shell, "bridge" | "notices" | "$settings">, tab: Tab): Promise<void> =>
  (await import("../features/export/copy-rich")).copyRich(parts, tab);

/** The review is loaded when it is first needed. */
function reviewOnDemand(shell: () => Shell) {
  let reviewing: Promise<ReviewStore> | null = null;
  return {
    isReviewing: () => reviewing !== null,
    review: () => {
      reviewing ??= import("../features/review/review-store").then(({ createReviewStore }) =>
        createReviewStore(shell()),
      );
      return reviewing;
    },
  };
}
