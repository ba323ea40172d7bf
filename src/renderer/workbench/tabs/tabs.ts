import type {
  Bridge,
  DocumentId,
  DocumentSnapshot,
  Events,
  Session,
  TextLocation,
  Writer,
} from "../../../shared/contract";
import { isWithin } from "../../ui/file-paths";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { PreviewModes } from "../api/feature-stores";
import type { Focus, GroupId, Side, Tab, TabEditor, Tabs } from "../api/tabs";
import { withMovedTab } from "../groups/arrangement";
import { windowDocumentsOf } from "./book-document";
import { createClosedTabs } from "./closed-tabs";
import { createClosing } from "./closing";
import { createGroups } from "./groups";
import { createOpening } from "./opening";
import { restoreTabs, tabsForSession } from "./session-tabs";
import { createTabStore } from "./tab-store";

type TabsDeps = {
  bridge: Bridge;
  notices: Notices;
  questions: Questions;
  makeEditor(open: DocumentSnapshot): TabEditor;
  /** Which tabs show a preview: part of their view state. */
  previews?: PreviewModes;
  /** A folder or file was opened: for the recent list. */
  onOpened(item: { path: string; kind: "folder" | "file" }): void;
};

/** The open documents: their tabs and groups, the front tab of each group, and the active group. */
export function createTabs(deps: TabsDeps): Tabs {
  const { bridge, notices, questions, makeEditor, previews } = deps;
  const store = createTabStore(bridge);
  const {
    $arrangement,
    $tabs,
    $active,
    $front,
    all,
    active,
    tabOf,
    groupOfTab,
    find,
    arrange,
    bringToFront,
    activate,
  } = store;
  const opening = createOpening(store, deps);
  const { show, ofPath, openDocument } = opening;
  const closedTabs = createClosedTabs(store, { bridge, notices, makeEditor, previews, ofPath, openDocument });
  const closing = createClosing(store, { notices, questions, keepClosed: closedTabs.keep });
  const { showBeside, showSplit, ...groups } = createGroups(store, {
    notices,
    questions,
    makeEditor,
    closeTab: closing.closeTab,
  });

  /** Moves a tab to an index of its group. */
  const moveTab = (tab: Tab, index: number): void => {
    const group = groupOfTab(tab);
    if (!group) return;
    const at = Math.max(0, Math.min(group.tabs.length - 1, index));
    if (group.tabs[at] === tab.key) return;
    arrange(withMovedTab(all(), tab.key, group.id, at));
    notices.announce(messages.tabs.moved(tab.editor.$info.get().name, at + 1, group.tabs.length));
  };

  /** Brings the tab at an offset in the active group to the front, wrapping around. */
  const step = (by: number, focus: Focus = "canvas"): void => {
    const { tabs, front } = active();
    if (tabs.length === 0) return;
    const at = front === null ? -1 : tabs.indexOf(front);
    const next = tabs[((((at < 0 && by < 0 ? 0 : at) + by) % tabs.length) + tabs.length) % tabs.length];
    if (next !== undefined) bringToFront(tabOf(next), focus);
  };

  return {
    $arrangement,
    $tabs,
    $active,
    $front,
    $focusWanted: store.$focusRequest,
    takeFocus: store.takeFocus,
    isInFront: store.isInFront,
    find,
    ofPath,
    tabOf,
    groups,
    show,
    addBehind(open: DocumentSnapshot, by: Writer | null): Tab {
      const tab = opening.ensure(open);
      if (by) store.markOpened(tab, by);
      return tab;
    },
    openPath: opening.openPath,
    openBook: opening.openBook,
    openAuthorship: opening.openAuthorship,
    openBeside: (path: string, focus: Focus = "canvas") =>
      opening.openFor(path, (shown, open) => showBeside(shown, open, focus)),
    openSplit: (path: string, side: Side, group: GroupId) =>
      opening.openFor(path, (shown, open) => showSplit(shown, open, side, group)),
    showBeside: (tab: Tab, focus: Focus) => showBeside(tab, null, focus),
    activate,
    bring: bringToFront,
    ...closing,
    canReopen: closedTabs.canReopen,
    reopen: closedTabs.reopen,
    moveTab,
    move(doc: DocumentId, index: number): void {
      const tab = find(doc);
      if (tab) moveTab(tab, index);
    },
    step,
    receive(open: DocumentSnapshot, view: NonNullable<Events["document:arrived"]["view"]>): void {
      show(open);
      find(open.doc)?.editor.restore(view);
      notices.announce(messages.tabs.movedHere(open.name));
    },
    revealInOtherWindow: (path: string, spot: TextLocation) => void bridge.request("window:show-spot", { path, spot }),
    handleRequestedElsewhere(doc: DocumentId): void {
      const name = find(doc)?.editor.$info.get().name;
      if (name === undefined) return;
      activate(doc);
      notices.announce(messages.tabs.alreadyOpenHere(name));
    },
    async create(): Promise<void> {
      show(await bridge.request("document:create", undefined));
    },
    async pick(): Promise<void> {
      const answer = await bridge.request("document:pick", undefined);
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      else if (answer.document) show(answer.document);
    },
    /** Restores the tabs of the last session; see `restoreTabs`. */
    restore(documents: readonly DocumentSnapshot[], session: Session | null, wanted: DocumentId | null): void {
      const own = windowDocumentsOf(session);
      for (const { path, name, room } of own) if (room === "book") opening.rememberBook(path ?? "", name);
      const front = wanted ?? own.find(({ doc }) => doc === session?.active)?.doc ?? null;
      restoreTabs(store, { makeEditor, previews }, [...documents, ...own], session, front);
    },
    async flush(): Promise<void> {
      await Promise.allSettled($tabs.get().map(({ editor }) => editor.flush()));
    },
    under: (path: string) =>
      $tabs.get().filter(({ editor }) => {
        const own = editor.$info.get().path;
        return own !== null && isWithin(own, path);
      }),
    sessionState: () => tabsForSession(store, previews),
  };
}
