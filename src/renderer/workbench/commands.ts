import type { ReadableAtom } from "nanostores";
import { type EditorCommand, commands as table } from "../../shared/commands";
import type { Bridge, Command, Settings } from "../../shared/contract";
import type { Agents } from "../features/agents/agents";
import type { Tree } from "../features/files/tree";
import type { WorkspaceStore } from "../features/files/workspace";
import type { Palette } from "../features/palette/palette";
import type { ReadingModes } from "../features/preview/preview-modes";
import type { ReviewDesk } from "../features/review/review-store";
import type { SearchDoor } from "../features/search/search-request";
import { zoomed } from "../ui/appearance";
import { nameOf } from "../ui/command-messages";
import { words } from "../ui/messages";
import type { Notices } from "../ui/notices";
import type { PanelPlace } from "../ui/panel-layout";
import { activeGroup, type Side } from "./groups/arrangement";
import type { Layout } from "./layout";
import type { Navigation } from "./navigation/navigation";
import { nextRoom } from "./next-pane";
import type { Tab, Tabs } from "./tabs/tabs";

type World = {
  bridge: Bridge;
  tabs: Tabs;
  workspace: WorkspaceStore;
  tree: Pick<Tree, "takeFocus">;
  undoRename(): Promise<void>;
  agents: Pick<Agents, "pauseAll">;
  layout: Layout;
  panel: PanelPlace;
  reading: ReadingModes;
  navigation: Navigation;
  palette: Palette;
  notices: Notices;
  search: SearchDoor;
  $settings: ReadableAtom<Settings>;
  saveSettings(settings: Partial<Settings>): Promise<void>;
  /** Where the user decides on agents' edits; loaded on first use. */
  review(): Promise<ReviewDesk>;
  /** Asks how to rewrite the selection of a tab. */
  rewrite(tab: Tab): Promise<void>;
  /** Copies the selection, or the whole document, as rich text. */
  copyRich(tab: Tab): Promise<void>;
  /** The focused text field outside the editor, if any: undo and redo apply to it. */
  field(): { undo(): void; redo(): void } | null;
};

type PageCommand = Exclude<Command, EditorCommand>;

/**
 * Runs the commands of menu, palette, keys and buttons, one line each. Commands that edit text belong to the editor.
 */
export function createCommands(world: World): (command: Command) => void {
  const { bridge, tabs, tree, workspace, layout, reading, navigation, palette, notices, $settings, saveSettings } =
    world;
  const front = () => tabs.$front.get()?.copy;
  const pathInFront = () => front()?.$about.get().path ?? null;

  const zoom = async (step: "in" | "out" | "reset") => {
    const fontSize = zoomed($settings.get().fontSize, step);
    if (fontSize !== $settings.get().fontSize) await saveSettings({ fontSize });
    notices.announce(words.status.textSize(fontSize));
  };
  const wrap = async () => {
    const lineWrap = !$settings.get().lineWrap;
    await saveSettings({ lineWrap });
    notices.announce(lineWrap ? words.status.wrapOn : words.status.wrapOff);
  };

  const marks = async () => {
    const readingMarks = !$settings.get().readingMarks;
    await saveSettings({ readingMarks });
    notices.announce(readingMarks ? words.status.readingMarksOn : words.status.readingMarksOff);
  };

  const clearMarks = async () => {
    const active = tabs.$active.get();
    if (active === null) return;
    await world.bridge.request("document:clear-readings", active);
    notices.announce(words.status.readingMarksCleared);
  };

  const toggleReading = () => {
    const tab = tabs.$front.get();
    if (tab?.copy.$about.get().format !== "markdown") return;
    reading.toggle(tab.key, tab.copy);
    tabs.bring(tab);
  };
  const ask = (way: "pdf" | "html" | "docx" | "print") => {
    if (front()?.$about.get().format === "markdown") layout.showExport(way);
  };
  /** Office documents run these commands themselves. */
  const forOffice = (command: Command) => {
    if (front()) notices.tell(words.forOffice(nameOf(command)));
  };
  const isReading = () => reading.isReading(tabs.$front.get()?.key ?? "");
  const leaveReading = () => {
    if (isReading()) toggleReading();
  };
  /** What searches the document in front: its editor or its preview. */
  const finder = () => (isReading() ? reading.view(tabs.$front.get()?.key ?? "") : front());

  const moveTab = (by: 1 | -1) => {
    const front = tabs.$front.get();
    if (front) tabs.moveTab(front, activeGroup(tabs.$arrangement.get()).tabs.indexOf(front.key) + by);
  };

  const splitTo = (side: Side) => {
    const front = tabs.$front.get();
    if (front) tabs.groups.split(front, side);
  };
  /** Opens the preview of the document in front beside its text. */
  const readBeside = () => {
    const front = tabs.$front.get();
    if (front?.copy.$about.get().format !== "markdown") return;
    const place = front.copy.topPlace();
    const shown = tabs.showBeside(front, "stays");
    if (shown && !reading.isReading(shown.key)) reading.toggle(shown.key, { topPlace: () => place });
    tabs.bring(front);
  };

  const searchFolder = (way: "find" | "replace") => {
    const selected = front()?.selected() ?? "";
    world.search.ask(selected === "" || selected.includes("\n") ? null : selected, way);
    layout.showView("search");
    layout.openSidebar();
  };
  const goOn = (by: 1 | -1) => {
    if (!world.search.step(by)) run("find-in-folder");
  };

  const toggleAssistant = () => {
    const hasFocus = document.activeElement?.closest(".panel-room") != null;
    const active = tabs.$active.get();
    if (!world.panel.toggle(hasFocus) && active !== null) tabs.activate(active);
  };

  const commands: Record<PageCommand, () => unknown> = {
    new: () => tabs.create(),
    "open-file": () => tabs.pick(),
    "open-folder": () => workspace.open(null),
    save: () => {
      const copy = front();
      return copy?.$about.get().path === null ? copy.saveAs() : copy?.save("by hand");
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
      if (!(await navigation.back())) notices.announce(words.navigation.noneBack);
    },
    "go-forward": async () => {
      if (!(await navigation.forward())) notices.announce(words.navigation.noneForward);
    },
    "split-right": () => splitTo("right"),
    "split-down": () => splitTo("down"),
    "reading-beside": readBeside,
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
    "next-room": () => nextRoom(1),
    "previous-room": () => nextRoom(-1),
    undo: () => (world.field() ?? { undo: () => front()?.run("undo") }).undo(),
    redo: () => (world.field() ?? { redo: () => front()?.run("redo") }).redo(),
    find: () => finder()?.run("find"),
    replace: () => {
      leaveReading();
      front()?.run("replace");
    },
    "find-next": () => finder()?.run("find-next"),
    "find-previous": () => finder()?.run("find-previous"),
    "find-in-folder": () => searchFolder("find"),
    "replace-in-folder": () => searchFolder("replace"),
    "next-result": () => goOn(1),
    "previous-result": () => goOn(-1),
    "undo-rename": () => world.undoRename(),
    "copy-path": async () => {
      const path = pathInFront();
      if (path === null) return;
      await bridge.request("app:copy", path);
      notices.announce(words.copied);
    },
    "reveal-file": async () => {
      const path = pathInFront();
      if (path !== null) await bridge.request("workspace:reveal", path);
    },
    "show-files": () => {
      layout.showView("files");
      layout.openSidebar();
      tree.takeFocus();
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
    "new-conversation": () => world.panel.enter("new"),
    "go-to-approval": async () => {
      const [first] = world.panel.$pending.get();
      if (first === undefined) notices.tell(words.status.nonePending);
      else await bridge.request("assistant:go-to-approval", first);
    },
    "toggle-reading": toggleReading,
    "export-pdf": () => ask("pdf"),
    "export-html": () => ask("html"),
    "export-docx": () => ask("docx"),
    "export-markdown": () => forOffice("export-markdown"),
    "export-text": () => forOffice("export-text"),
    "export-other-office": () => forOffice("export-other-office"),
    "open-in-program": () => forOffice("open-in-program"),
    print: () => ask("print"),
    "copy-rich": async () => {
      const tab = tabs.$front.get();
      if (tab?.copy.$about.get().format === "markdown") await world.copyRich(tab);
    },
    "toggle-wrap": wrap,
    "reading-marks": marks,
    "focus-mode": async () => {
      const focusMode = !$settings.get().focusMode;
      await saveSettings({ focusMode });
      notices.announce(focusMode ? words.status.focusOn : words.status.focusOff);
    },
    "typewriter-mode": async () => {
      const typewriterMode = !$settings.get().typewriterMode;
      await saveSettings({ typewriterMode });
      notices.announce(typewriterMode ? words.status.typewriterOn : words.status.typewriterOff);
    },
    spelling: async () => {
      const spelling = !$settings.get().spelling;
      await saveSettings({ spelling });
      notices.announce(spelling ? words.status.spellingOn : words.status.spellingOff);
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
      if (tab) return world.rewrite(tab);
    },
    library: () => layout.enterLibrary(),
    "book-desk": () => layout.showBooks(),
    "show-edits": () => layout.enterReview(),
    "next-edit": async () => (await world.review()).step(1),
    "previous-edit": async () => (await world.review()).step(-1),
    "keep-edit": async () => (await world.review()).decideHere("keep"),
    "undo-edit": async () => (await world.review()).decideHere("undo"),
    "keep-all-edits": async () => (await world.review()).decideAll("keep"),
    "undo-all-edits": async () => (await world.review()).decideAll("undo"),
    "connect-agent": () => layout.showConnect(),
    "show-agents": () => layout.showAgents(),
    "pause-agents": () => world.agents.pauseAll(true),
    "resume-agents": () => world.agents.pauseAll(false),
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
    const copy = front();
    if (!copy || copy.kind === "text" || command === "undo" || command === "redo") return false;
    if (copy.run(command)) return true;
    if (areForTexts.has(command)) notices.tell(words.forTexts(nameOf(command)));
    return areForTexts.has(command);
  };
  const start = async (command: Command) => {
    if (isDone(command)) return;
    // Commands that edit text need the editor: a preview has no cursor.
    if (isOnText(command)) {
      if (!isReading()) front()?.run(command);
    } else await commands[command]();
  };

  const run = (command: Command) => {
    start(command).catch((trouble) => {
      notices.problem(words.surprise(trouble instanceof Error ? trouble.message : String(trouble)));
    });
  };
  return run;
}
