import { useStore } from "@nanostores/react";
import { lazy, Suspense, useEffect } from "react";
import { useTextMenu } from "../features/rewrite/use-text-menu";
import { interfaceZoom } from "../ui/appearance";
import { RoomBoundary } from "../ui/error-boundary";
import { useMiddleButton } from "../ui/middle-button";
import { LiveRegion, NoticeList } from "../ui/notice-list";
import { PANEL_NARROW } from "../ui/panel-layout";
import { useShell } from "../ui/shell-context";
import { DropTarget } from "./drop-target";
import { GroupsRoom } from "./groups/groups-view";
import { NARROW } from "./layout";
import { useMouseButtons } from "./navigation/mouse-buttons";
import { usePageKeys } from "./page-keys";
import { QuestionDialog } from "./question-dialog";
import { StatusBar } from "./status-bar";

const Sidebar = lazy(() => import("./side-bar"));
const PanelRoom = lazy(() => import("../features/assistant/panel-view"));
const HistoryPanel = lazy(() => import("../features/history/history-panel"));
const RewriteRoom = lazy(() => import("../features/rewrite/rewrite-view"));
const PaletteRoom = lazy(() => import("../features/palette/palette-view"));
const RenameDialog = lazy(() => import("../features/links/rename-dialog"));
const ExportDialog = lazy(() => import("../features/export/export-dialog"));
const ConnectScreen = lazy(() => import("../features/agents/connect-screen"));
const DiagnosticsScreen = lazy(() => import("../features/diagnostics/diagnostics-screen"));
const AgentsScreen = lazy(() => import("../features/agents/agents-screen"));
const SettingsScreen = lazy(() => import("../features/settings/settings-screen"));
const SetupDialog = lazy(() => import("../features/assistant/setup-dialog"));
const BookScreen = lazy(() => import("../features/books/book-screen"));

/** The whole window: tabs and editor at once, every other view when it is needed. */
export function App() {
  const shell = useShell();
  const sidebar = useStore(shell.layout.$sidebar);
  const panel = useStore(shell.panel.$panel);
  const aside = useStore(shell.layout.$aside);
  const screen = useStore(shell.layout.$screen);
  const exporting = useStore(shell.layout.$export);
  const front = useStore(shell.tabs.$front);
  const palette = useStore(shell.palette.$asked);
  const isRewriting = useStore(shell.rewrite.$asked) !== null;
  const isRenaming = useStore(shell.renames.$asked) !== null;
  usePageKeys();
  useMiddleButton();
  useMouseButtons();
  useNarrow();
  useReturn();
  useTextMenu();
  useTitle();
  usePaletteSoon();
  useUnfinishedMends();

  return (
    <div className="page" data-sidebar={sidebar.open ? (sidebar.over ? "over" : "beside") : "closed"}>
      {sidebar.open ? (
        <div
          className="sidebar-room"
          style={sidebar.over ? {} : { width: `calc(${sidebar.width}px * var(--zoom, 1))` }}
        >
          <RoomBoundary>
            <Suspense fallback={null}>
              <Sidebar />
            </Suspense>
          </RoomBoundary>
        </div>
      ) : null}
      {sidebar.open && sidebar.over ? (
        <div className="scrim" aria-hidden="true" onPointerDown={shell.layout.leaveSidebar} />
      ) : null}
      <div className="middle">
        <div className="desk">
          <GroupsRoom />
          {aside === "history" ? (
            <RoomBoundary>
              <Suspense fallback={<aside className="aside" />}>
                <HistoryPanel key={front?.doc ?? ""} />
              </Suspense>
            </RoomBoundary>
          ) : null}
        </div>
      </div>
      {panel.open ? (
        <div
          className="panel-room"
          data-over={panel.over}
          style={panel.over ? {} : { width: `calc(${panel.width}px * var(--zoom, 1))` }}
        >
          <RoomBoundary>
            <Suspense fallback={null}>
              <PanelRoom />
            </Suspense>
          </RoomBoundary>
        </div>
      ) : null}
      {panel.open && panel.over ? <div className="scrim" aria-hidden="true" onPointerDown={shell.panel.close} /> : null}
      <StatusBar />
      {screen === "connect" ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <ConnectScreen />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {screen === "agents" ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <AgentsScreen />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {screen === "settings" ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <SettingsScreen />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {screen === "diagnostics" ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <DiagnosticsScreen />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {screen === "models" ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <SetupDialog />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {screen === "books" ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <BookScreen />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {palette ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <PaletteRoom />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {exporting ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <ExportDialog key={exporting} way={exporting} />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {isRenaming ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <RenameDialog />
          </Suspense>
        </RoomBoundary>
      ) : null}
      {isRewriting ? (
        <RoomBoundary>
          <Suspense fallback={null}>
            <RewriteRoom />
          </Suspense>
        </RoomBoundary>
      ) : null}
      <QuestionDialog />
      <NoticeList />
      <LiveRegion />
      <DropTarget />
    </div>
  );
}

/** Loads the palette when idle, so that it opens without delay. */
function usePaletteSoon() {
  useEffect(() => {
    const asked = requestIdleCallback(() => void import("../features/palette/palette-view"));
    return () => cancelIdleCallback(asked);
  }, []);
}

/** Offers to finish link updates that an earlier rename left undone in this folder. */
function useUnfinishedMends() {
  const { renames, workspace } = useShell();
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
  const { layout, panel, $settings } = useShell();
  const { fontSize, interfaceSize } = useStore($settings);
  useEffect(() => {
    const zoom = (interfaceZoom(fontSize) * interfaceSize) / 100;
    const below = (width: number) => window.matchMedia(`(max-width: ${width * zoom - 1}px)`);
    const query = below(NARROW);
    const panelQuery = below(PANEL_NARROW);
    const tell = () => {
      layout.narrow(query.matches);
      panel.narrow(panelQuery.matches);
    };
    tell();
    query.addEventListener("change", tell);
    panelQuery.addEventListener("change", tell);
    return () => {
      query.removeEventListener("change", tell);
      panelQuery.removeEventListener("change", tell);
    };
  }, [layout, panel, fontSize, interfaceSize]);
}

/** When the user returns to the window, main checks the disk for changes that no watcher reported. */
function useReturn() {
  const { bridge, tabs } = useShell();
  useEffect(() => {
    const came = () => {
      const front = tabs.$front.get();
      if (front && front.copy.kind !== "book") void bridge.request("document:check", front.doc);
    };
    window.addEventListener("focus", came);
    return () => window.removeEventListener("focus", came);
  }, [bridge, tabs]);
}

/** Puts the name of the document into the window title, so that the desktop's window list shows it. */
function useTitle() {
  const { tabs, workspace } = useShell();
  useEffect(() => {
    let stop = () => {};
    const tell = () => {
      const name = tabs.$front.get()?.copy.$about.get().name;
      document.title = [name, workspace.$workspace.get()?.name, "Galley"].filter(Boolean).join(" – ");
    };
    const stopTabs = tabs.$front.subscribe((tab) => {
      stop();
      stop = tab?.copy.$about.listen(tell) ?? (() => {});
      tell();
    });
    const stopWorkspace = workspace.$workspace.listen(tell);
    return () => {
      stop();
      stopTabs();
      stopWorkspace();
    };
  }, [tabs, workspace]);
}
