import type { ReadableAtom } from "nanostores";
import { type EditorCommand, commands as table } from "../../shared/commands";
import type { Bridge, Command, Settings } from "../../shared/contract";
import { steppedFontSize } from "../ui/appearance";
import { commandName } from "../ui/command-messages";
import { messages } from "../ui/messages";
import type { Notices } from "../ui/notices";
import type { PanelLayout } from "../ui/panel-layout";
import type {
  Agents,
  Palette,
  PreviewModes,
  ReviewStore,
  SearchRequests,
  Tree,
  WorkspaceStore,
} from "./api/feature-stores";
import type { Layout } from "./api/layout";
import type { Navigation } from "./api/navigation";
import type { Side, Tab, Tabs } from "./api/tabs";
import { activeGroup } from "./groups/arrangement";
import { focusNextPane } from "./next-pane";

type CommandDeps = {
  bridge: Bridge;
  tabs: Tabs;
  workspace: WorkspaceStore;
  tree: Pick<Tree, "requestFocus">;
  undoRename(): Promise<void>;
  agents: Pick<Agents, "pauseAll">;
  layout: Layout;
  panel: PanelLayout;
  previews: PreviewModes;
  navigation: Navigation;
  palette: Palette;
  notices: Notices;
  search: SearchRequests;
  $settings: ReadableAtom<Settings>;
  saveSettings(settings: Partial<Settings>): Promise<void>;
  /** Where the user decides on agents' edits; loaded on first use. */
  review(): Promise<ReviewStore>;
  /** Asks how to rewrite the selection of a tab. */
  rewrite(tab: Tab): Promise<void>;
  /** Copies the selection, or the whole document, as rich text. */
  copyRich(tab: Tab): Promise<void>;
  /** The focused text field outside the editor, if any: undo and redo apply to it. */
  field(): { undo(): void; redo(): void } | null;
};

type WindowCommand = Exclude<Command, EditorCommand>;

/**
 * Runs the commands of menu, palette, keys and buttons, one line each. Commands that edit text belong to the editor.
 */
export function createCommands(deps: CommandDeps): (command: Command) => void {
  const { bridge, tabs, tree, workspace, layout, previews, navigation, palette, notices, $settings, saveSettings } =
    deps;
  const front = () => tabs.$front.get()?.editor;
  const pathInFront = () => front()?.$info.get().path ?? null;

  const zoom = async (step: "in" | "out" | "reset") => {
    const fontSize = steppedFontSize($settings.get().fontSize, step);
    if (fontSize !== $settings.get().fontSize) await saveSettings({ fontSize });
    notices.announce(messages.status.textSize(fontSize));
  };
  const wrap = async () => {
    const lineWrap = !$settings.get().lineWrap;
    await saveSettings({ lineWrap });
    notices.announce(lineWrap ? messages.status.wrapOn : messages.status.wrapOff);
  };

  const marks = async () => {
    const readingMarks = !$settings.get().readingMarks;
    await saveSettings({ readingMarks });
    notices.announce(readingMarks ? messages.status.readingMarksOn : messages.status.readingMarksOff);
  };

  const clearMarks = async () => {
    const active = tabs.$active.get();
    if (active === null) return;
    await deps.bridge.request("document:clear-readings", active);
    notices.announce(messages.status.readingMarksCleared);
  };

  const togglePreview = () => {
    const tab = tabs.$front.get();
    if (tab?.editor.$info.get().format !== "markdown") return;
    previews.toggle(tab.key, tab.editor);
    tabs.bring(tab);
  };
  const showExportDialog = (way: "pdf" | "html" | "docx" | "print") => {
    if (front()?.$info.get().format === "markdown") layout.showExport(way);
  };
  /** Office documents run these commands themselves. */
  const announceOfficeOnly = (command: Command) => {
    if (front()) notices.info(messages.forOffice(commandName(command)));
  };
  const isPreview = () => previews.isPreview(tabs.$front.get()?.key ?? "");
  const leavePreview = () => {
    if (isPreview()) togglePreview();
  };
  /** What searches the document in front: its editor or its preview. */
  const finder = () => (isPreview() ? previews.view(tabs.$front.get()?.key ?? "") : front());

  const moveTab = (by: 1 | -1) => {
    const front = tabs.$front.get();
    if (front) tabs.moveTab(front, activeGroup(tabs.$arrangement.get()).tabs.indexOf(front.key) + by);
  };

  const splitTo = (side: Side) => {
    const front = tabs.$front.get();
    if (front) tabs.groups.split(front, side);
  };
  /** Opens the preview of the document in front beside its text. */
  const previewBeside = () => {
    const front = tabs.$front.get();
    if (front?.editor.$info.get().format !== "markdown") return;
    const topLine = front.editor.topLine();
    const shown = tabs.showBeside(front, "stays");
    if (shown && !previews.isPreview(shown.key)) previews.toggle(shown.key, { topLine: () => topLine });
    tabs.bring(front);
  };

  const searchFolder = (way: "find" | "replace") => {
    const selected = front()?.selectedText() ?? "";
    deps.search.ask(selected === "" || selected.includes("\n") ? null : selected, way);
    layout.showView("search");
    layout.openSidebar();
  };
  const stepMatch = (by: 1 | -1) => {
    if (!deps.search.step(by)) run("find-in-folder");
  };

  const toggleAssistant = () => {
    const hasFocus = document.activeElement?.closest(".panel-room") != null;
    const active = tabs.$active.get();
    if (!deps.panel.toggle(hasFocus) && active !== null) tabs.activate(active);
  };

  const commands: Record<WindowCommand, () => unknown> = {
    new: () => tabs.create(),
    "open-file": () => tabs.pick(),
    "open-folder": () => workspace.open(null),
    save: () => {
      const editor = front();
      return editor?.$info.get().path === null ? editor.saveAs() : editor?.save("by hand");
    },
    "save-as": () => front()?.saveAs(),
    "close-folder": () => workspace.close(),
    "new-window": () => bridge.request("window:new", undefined),
    "open-folder-in-new-window": () => workspace.openInNewWindow(null),
    "move-tab-to-new-window": async () => {
      const active = tabs.$active.get();
      if (active !== null) await tabs.moveToWindow(active);
    },
    "close-window": () => bridge.request("window:close", undefined),
    "close-tab": () => tabs.closeFront(),
    "reopen-tab": () => tabs.reopen(),
    "next-tab": () => tabs.step(1),
    "previous-tab": () => tabs.step(-1),
    "move-tab-left": () => moveTab(-1),
    "move-tab-right": () => moveTab(1),
    "show-commands": () => palette.open(">"),
    "quick-open": () => palette.open(""),
    "go-to-heading": () => palette.open("@"),
    "go-to-line": () => palette.open(":"),
    "go-back": async () => {
      if (!(await navigation.back())) notices.announce(messages.navigation.noneBack);
    },
    "go-forward": async () => {
      if (!(await navigation.forward())) notices.announce(messages.navigation.noneForward);
    },
    "split-right": () => splitTo("right"),
    "split-down": () => splitTo("down"),
    "reading-beside": previewBeside,
    "next-group": () => tabs.groups.step(1),
    "previous-group": () => tabs.groups.step(-1),
    "group-1": () => tabs.groups.goTo(1),
    "group-2": () => tabs.groups.goTo(2),
    "group-3": () => tabs.groups.goTo(3),
    "group-4": () => tabs.groups.goTo(4),
    "move-to-next-group": () => tabs.groups.moveFront(1),
    "move-to-previous-group": () => tabs.groups.moveFront(-1),
    "even-groups": () => tabs.groups.even(),
    "join-groups": () => tabs.groups.join(),
    "close-group": () => tabs.groups.close(),
    "next-room": () => focusNextPane(1),
    "previous-room": () => focusNextPane(-1),
    undo: () => (deps.field() ?? { undo: () => front()?.run("undo") }).undo(),
    redo: () => (deps.field() ?? { redo: () => front()?.run("redo") }).redo(),
    find: () => finder()?.run("find"),
    replace: () => {
      leavePreview();
      front()?.run("replace");
    },
    "find-next": () => finder()?.run("find-next"),
    "find-previous": () => finder()?.run("find-previous"),
    "find-in-folder": () => searchFolder("find"),
    "replace-in-folder": () => searchFolder("replace"),
    "next-result": () => stepMatch(1),
    "previous-result": () => stepMatch(-1),
    "undo-rename": () => deps.undoRename(),
    "copy-path": async () => {
      const path = pathInFront();
      if (path === null) return;
      await bridge.request("app:copy", path);
      notices.announce(messages.copied);
    },
    "reveal-file": async () => {
      const path = pathInFront();
      if (path !== null) await bridge.request("workspace:reveal", path);
    },
    "show-files": () => {
      layout.showView("files");
      layout.openSidebar();
      tree.requestFocus();
    },
    "theme-system": () => saveSettings({ theme: "system" }),
    "theme-light": () => saveSettings({ theme: "light" }),
    "theme-dark": () => saveSettings({ theme: "dark" }),
    "full-screen": () => bridge.request("app:toggle-full-screen", undefined),
    "toggle-sidebar": () => layout.toggleSidebar(),
    outline: () => {
      const active = tabs.$active.get();
      if (!layout.enterOutline() && active !== null) tabs.activate(active);
    },
    assistant: toggleAssistant,
    "new-conversation": () => deps.panel.open("new"),
    "go-to-approval": async () => {
      const [first] = deps.panel.$pending.get();
      if (first === undefined) notices.info(messages.status.nonePending);
      else await bridge.request("assistant:go-to-approval", first);
    },
    "toggle-reading": togglePreview,
    "export-pdf": () => showExportDialog("pdf"),
    "export-html": () => showExportDialog("html"),
    "export-docx": () => showExportDialog("docx"),
    "export-markdown": () => announceOfficeOnly("export-markdown"),
    "export-text": () => announceOfficeOnly("export-text"),
    "export-other-office": () => announceOfficeOnly("export-other-office"),
    "open-in-program": () => announceOfficeOnly("open-in-program"),
    print: () => showExportDialog("print"),
    "copy-rich": async () => {
      const tab = tabs.$front.get();
      if (tab?.editor.$info.get().format === "markdown") await deps.copyRich(tab);
    },
    "toggle-wrap": wrap,
    "reading-marks": marks,
    "focus-mode": async () => {
      const focusMode = !$settings.get().focusMode;
      await saveSettings({ focusMode });
      notices.announce(focusMode ? messages.status.focusOn : messages.status.focusOff);
    },
    "typewriter-mode": async () => {
      const typewriterMode = !$settings.get().typewriterMode;
      await saveSettings({ typewriterMode });
      notices.announce(typewriterMode ? messages.status.typewriterOn : messages.status.typewriterOff);
    },
    spelling: async () => {
      const spelling = !$settings.get().spelling;
      await saveSettings({ spelling });
      notices.announce(spelling ? messages.status.spellingOn : messages.status.spellingOff);
    },
    "clear-reading-marks": clearMarks,
    history: () => {
      const hadFocus = document.activeElement?.closest(".history") != null;
      layout.toggleHistory();
      const active = tabs.$active.get();
      if (hadFocus && active !== null) tabs.activate(active);
    },
    rewrite: () => {
      const tab = tabs.$front.get();
      if (tab) return deps.rewrite(tab);
    },
    library: () => layout.enterLibrary(),
    "book-desk": () => layout.showBooks(),
    "show-edits": () => layout.enterReview(),
    "next-edit": async () => (await deps.review()).step(1),
    "previous-edit": async () => (await deps.review()).step(-1),
    "keep-edit": async () => (await deps.review()).decideHere("keep"),
    "undo-edit": async () => (await deps.review()).decideHere("undo"),
    "keep-all-edits": async () => (await deps.review()).decideAll("keep"),
    "undo-all-edits": async () => (await deps.review()).decideAll("undo"),
    "connect-agent": () => layout.showConnect(),
    "show-agents": () => layout.showAgents(),
    "pause-agents": () => deps.agents.pauseAll(true),
    "resume-agents": () => deps.agents.pauseAll(false),
    "set-up-models": () => layout.showSetup(),
    diagnostics: () => layout.showDiagnostics(),
    "show-approvals": () => layout.showSettings("approvals"),
    settings: () => layout.showSettings(),
    "zoom-in": () => zoom("in"),
    "zoom-out": () => zoom("out"),
    "zoom-reset": () => zoom("reset"),
  };

  const isOnText = (command: Command): command is EditorCommand => !Object.hasOwn(commands, command);
  const areForTexts = new Set<Command>(
    table.flatMap(({ id, needs }) =>
      needs === "text" || needs === "markdown" || needs === "markdown or office" ? [id] : [],
    ),
  );
  /** Custom editors run the commands they know; undo and redo may belong to a field in them. */
  const isDone = (command: Command): boolean => {
    const editor = front();
    if (!editor || editor.kind === "text" || command === "undo" || command === "redo") return false;
    if (editor.run(command)) return true;
    if (areForTexts.has(command)) notices.info(messages.forTexts(commandName(command)));
    return areForTexts.has(command);
  };
  const start = async (command: Command) => {
    if (isDone(command)) return;
    // Commands that edit text need the editor: a preview has no cursor.
    if (isOnText(command)) {
      if (!isPreview()) front()?.run(command);
    } else await commands[command]();
  };

  const run = (command: Command) => {
    start(command).catch((error) => {
      notices.error(messages.unexpectedError(error instanceof Error ? error.message : String(error)));
    });
  };
  return run;
}
