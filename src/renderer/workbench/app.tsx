import { useStore } from "@nanostores/react";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { isOpenInMain } from "../editor/custom-editor-tab";
import { useTextMenu } from "../features/rewrite/use-text-menu";
import { interfaceZoom } from "../ui/appearance";
import { useEarlyComposition, ViewLoaded } from "../ui/early-typing";
import { ErrorBoundary } from "../ui/kit/error-boundary";
import { LiveRegion, NoticeList } from "../ui/kit/notice-list";
import { useMiddleButton } from "../ui/middle-button";
import { PANEL_NARROW } from "../ui/panel-layout";
import { availableNeeds } from "./api/available-needs";
import { useBridge, useLayout, usePanelLayout, useRenames, useSettingsStore, useTabs, useWorkspace } from "./api/parts";
import { useShell } from "./api/shell-context";
import { DropTarget } from "./drop-target";
import { GroupsView } from "./groups-view";
import { NARROW } from "./layout";
import { useLoneAlt } from "./lone-alt";
import { useMouseButtons } from "./navigation/mouse-buttons";
import { QuestionDialog } from "./question-dialog";
import { StatusBar } from "./status-bar";
import { useWindowKeys } from "./window-keys";

const Sidebar = lazy(() => import("./side-bar"));
const AssistantPanel = lazy(() => import("../features/assistant/panel/panel-view"));
const HistoryPanel = lazy(() => import("../features/history/history-panel"));
const RewriteView = lazy(() => import("../features/rewrite/rewrite-view"));
const PaletteView = lazy(() => import("../features/palette/palette-view"));
const RenameDialog = lazy(() => import("../features/links/rename-dialog"));
const ExportDialog = lazy(() => import("../features/export/export-dialog"));
const ConnectScreen = lazy(() => import("../features/agents/connect-screen"));
const DiagnosticsScreen = lazy(() => import("../features/diagnostics/diagnostics-screen"));
const AgentsScreen = lazy(() => import("../features/agents/agents-screen"));
const SettingsView = lazy(() => import("./settings-view"));
const SetupDialog = lazy(() => import("../features/assistant/setup/setup-dialog"));
const SharingScreen = lazy(() => import("../features/sharing/sharing-screen"));
const BookScreen = lazy(() => import("../features/books/view/book-screen"));

/** The dialogs that fill the window, one at a time. */
const screens = {
  connect: ConnectScreen,
  agents: AgentsScreen,
  settings: SettingsView,
  diagnostics: DiagnosticsScreen,
  models: SetupDialog,
  books: BookScreen,
  sharing: SharingScreen,
};

/** The whole window: tabs and editor at once, every other view when it is needed. */
export function App() {
  const shell = useShell();
  const sidebar = useStore(shell.layout.$sidebar);
  const panel = useStore(shell.panel.$panel);
  const aside = useStore(shell.layout.$aside);
  const screen = useStore(shell.layout.$screen);
  const Screen = screen === null ? null : screens[screen];
  const exporting = useStore(shell.layout.$export);
  const front = useStore(shell.tabs.$front);
  const palette = useStore(shell.palette.$request);
  const isRewriting = useStore(shell.rewrite.$request) !== null;
  const isRenaming = useStore(shell.renames.$request) !== null;
  useWindowKeys();
  useLoneAlt();
  useMiddleButton();
  useMouseButtons();
  useNarrow();
  useWindowReturn();
  useTextMenu();
  useTitle();
  useAvailableCommands();
  usePreloadedPalette();
  useUnfinishedLinkUpdates();

  return (
    <div className="page" data-sidebar={sidebar.open ? (sidebar.over ? "over" : "beside") : "closed"}>
      {sidebar.open ? (
        <div
          className="sidebar-pane"
          style={sidebar.over ? {} : { width: `calc(${sidebar.width}px * var(--zoom, 1))` }}
        >
          <ErrorBoundary>
            <Suspense fallback={null}>
              <Sidebar />
            </Suspense>
          </ErrorBoundary>
        </div>
      ) : null}
      {sidebar.open && sidebar.over ? (
        <div className="scrim" aria-hidden="true" onPointerDown={shell.layout.leaveSidebar} />
      ) : null}
      <div className="middle column">
        <div className="fills">
          <GroupsView />
          {aside === "history" ? (
            <ErrorBoundary>
              <Suspense fallback={<aside className="aside keeps" />}>
                <HistoryPanel key={front?.doc ?? ""} />
                <ViewLoaded />
              </Suspense>
            </ErrorBoundary>
          ) : null}
        </div>
      </div>
      {panel.open ? (
        <div
          className="panel-pane"
          data-over={panel.over}
          style={panel.over ? {} : { width: `calc(${panel.width}px * var(--zoom, 1))` }}
        >
          <ErrorBoundary>
            <Suspense fallback={null}>
              <AssistantPanel />
            </Suspense>
          </ErrorBoundary>
        </div>
      ) : null}
      {panel.open && panel.over ? <div className="scrim" aria-hidden="true" onPointerDown={shell.panel.close} /> : null}
      <StatusBar />
      {Screen ? (
        <ErrorBoundary key={screen}>
          <Overlay>
            <Screen />
          </Overlay>
        </ErrorBoundary>
      ) : null}
      {palette ? (
        <ErrorBoundary>
          <Overlay>
            <PaletteView />
          </Overlay>
        </ErrorBoundary>
      ) : null}
      {exporting ? (
        <ErrorBoundary>
          <Overlay>
            <ExportDialog key={exporting} way={exporting} />
          </Overlay>
        </ErrorBoundary>
      ) : null}
      {isRenaming ? (
        <ErrorBoundary>
          <Overlay>
            <RenameDialog />
          </Overlay>
        </ErrorBoundary>
      ) : null}
      {isRewriting ? (
        <ErrorBoundary>
          <Overlay>
            <RewriteView />
          </Overlay>
        </ErrorBoundary>
      ) : null}
      <QuestionDialog />
      <NoticeList />
      <LiveRegion />
      <DropTarget />
    </div>
  );
}

/** What takes the focus as soon as it is loaded, and no word is being composed for it. */
function Overlay({ children }: { children: ReactNode }) {
  const isComposing = useEarlyComposition();
  if (isComposing) return null;
  return (
    <Suspense fallback={null}>
      {children}
      <ViewLoaded />
    </Suspense>
  );
}

/** Loads the palette when idle, so that it opens without delay. */
function usePreloadedPalette() {
  useEffect(() => {
    const asked = requestIdleCallback(() => void import("../features/palette/palette-view"));
    return () => cancelIdleCallback(asked);
  }, []);
}

/** Offers to finish link updates that an earlier rename left undone in this folder. */
function useUnfinishedLinkUpdates() {
  const renames = useRenames();
  const workspace = useWorkspace();
  useEffect(() => {
    let asked = 0;
    const stop = workspace.$workspace.subscribe((folder) => {
      cancelIdleCallback(asked);
      // A window that is never idle is asked after three seconds.
      if (folder) asked = requestIdleCallback(() => void renames.offerUnfinished(), { timeout: 3000 });
    });
    return () => {
      stop();
      cancelIdleCallback(asked);
    };
  }, [renames, workspace]);
}

/** The window is narrow if there is too little room beside the text; a larger interface makes it narrow sooner. */
function useNarrow() {
  const layout = useLayout();
  const panel = usePanelLayout();
  const $settings = useSettingsStore();
  const { fontSize, interfaceSize } = useStore($settings);
  useEffect(() => {
    const zoom = (interfaceZoom(fontSize) * interfaceSize) / 100;
    const below = (width: number) => window.matchMedia(`(max-width: ${width * zoom - 1}px)`);
    const query = below(NARROW);
    const panelQuery = below(PANEL_NARROW);
    const update = () => {
      layout.narrow(query.matches);
      panel.narrow(panelQuery.matches);
    };
    update();
    query.addEventListener("change", update);
    panelQuery.addEventListener("change", update);
    return () => {
      query.removeEventListener("change", update);
      panelQuery.removeEventListener("change", update);
    };
  }, [layout, panel, fontSize, interfaceSize]);
}

/** When the user returns to the window, main checks the disk for changes that no watcher reported. */
function useWindowReturn() {
  const bridge = useBridge();
  const tabs = useTabs();
  useEffect(() => {
    const handleReturn = () => {
      const front = tabs.$front.get();
      if (front && isOpenInMain(front.editor.kind)) void bridge.request("document:check", front.doc);
    };
    window.addEventListener("focus", handleReturn);
    return () => window.removeEventListener("focus", handleReturn);
  }, [bridge, tabs]);
}

/** Tells main what commands can work on, for the menu. */
function useAvailableCommands() {
  const { bridge, tabs, workspace, agents, panel, navigation } = useShell();
  useEffect(() => {
    let stop = () => {};
    let sent = "unknown";
    const send = () => {
      const needs = availableNeeds({ tabs, workspace, agents, panel, navigation });
      if (needs.join() === sent) return;
      sent = needs.join();
      void bridge.request("app:available", needs).catch(() => {});
    };
    const stopTabs = tabs.$front.subscribe((tab) => {
      stop();
      const { $info, $counts, $pendingCount } = tab?.editor ?? {};
      const stops = [$info?.listen(send), $counts?.listen(send), $pendingCount?.listen(send)];
      stop = () => {
        for (const each of stops) each?.();
      };
      send();
    });
    const stops = [
      workspace.$workspace.listen(send),
      tabs.$arrangement.listen(send),
      agents.$areAllPaused.listen(send),
      panel.$pending.listen(send),
      navigation.$steps.listen(send),
    ];
    return () => {
      stop();
      stopTabs();
      for (const each of stops) each();
    };
  }, [bridge, tabs, workspace, agents, panel, navigation]);
}

/** Puts the name of the document into the window title, so that the desktop's window list shows it. */
function useTitle() {
  const tabs = useTabs();
  const workspace = useWorkspace();
  useEffect(() => {
    let stop = () => {};
    const update = () => {
      const name = tabs.$front.get()?.editor.$info.get().name;
      document.title = [name, workspace.$workspace.get()?.name, "Galley"].filter(Boolean).join(" – ");
    };
    const stopTabs = tabs.$front.subscribe((tab) => {
      stop();
      stop = tab?.editor.$info.listen(update) ?? (() => {});
      update();
    });
    const stopWorkspace = workspace.$workspace.listen(update);
    return () => {
      stop();
      stopTabs();
      stopWorkspace();
    };
  }, [tabs, workspace]);
}
