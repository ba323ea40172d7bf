import type {
  Bridge,
  DocumentId,
  DocumentSnapshot,
  Events,
  Reply,
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
import { withMovedTab, withTab } from "../groups/arrangement";
import { createGroups } from "../groups/groups";
import { bookDocument, booksOf } from "./book-document";
import { closeEditor, isSafe } from "./close-tab";
import { createClosedTabs } from "./closed-tabs";
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
  const { bridge, notices, questions } = deps;
  const store = createTabStore(bridge);
  const { $arrangement, $tabs, $active, $front, $focusRequest, closing, all, active, tabOf, known } = store;
  const {
    tabsOf,
    groupOfTab,
    preferred,
    find,
    arrange,
    bringToFront,
    activate,
    make,
    afterFront,
    remove,
    detach,
    isOpenTwice,
  } = store;

  const add = (open: DocumentSnapshot, index: number): Tab => {
    const tab = make(deps.makeEditor(open));
    $arrangement.set(withTab(all(), active().id, tab.key, index));
    return tab;
  };

  /** The tab of a document, or a new one after the front tab. The front tab does not change. */
  const ensure = (open: DocumentSnapshot): Tab => {
    const there = find(open.doc);
    if (there) return there;
    const tab = add(open, afterFront(active()));
    if (open.path !== null && open.room !== "book") deps.onOpened({ path: open.path, kind: "file" });
    return tab;
  };

  /** Brings the tab of an opened document to the front. */
  const show = (open: DocumentSnapshot, focus: Focus = "canvas"): void => {
    ensure(open);
    activate(open.doc, focus);
  };

  /** The names of books that had a tab, by path: reopening a tab or going back opens the book again. */
  const books = new Map<string, string>();
  /** Opens a file, or a folder as the workspace, without showing it. */
  const openDocument = async (path: string): Promise<Reply<"document:open">> => {
    const name = books.get(path);
    if (name === undefined) return bridge.request("document:open", path);
    return { ok: true, document: bookDocument(path, name), workspace: null };
  };

  /** The tab of this path, if there is one. */
  const ofPath = (path: string) => preferred($tabs.get().filter(({ editor }) => editor.$info.get().path === path));

  const closedTabs = createClosedTabs(store, {
    bridge,
    notices,
    makeEditor: deps.makeEditor,
    previews: deps.previews,
    ofPath,
    openDocument,
  });

  /** Opens a file, or a folder as the workspace. Returns the document's id; null if there is none or it failed. */
  const openPath = async (path: string, focus: Focus = "canvas"): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) {
      activate(known.doc, focus);
      return known.doc;
    }
    const answer = await openDocument(path);
    if (!answer.ok) {
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return null;
    }
    if (answer.workspace) deps.onOpened({ path: answer.workspace.root, kind: "folder" });
    if (!answer.document) return null;
    show(answer.document, focus);
    return answer.document.doc;
  };

  const forget = (tab: Tab, focus: Focus) => {
    closedTabs.keep(tab, "last");
    remove(tab, focus);
  };

  /**
   * Closes a tab once its text is safe; false if it stays open. A second call during closing returns the same promise.
   */
  const closeTab = (tab: Tab, focus: Focus = "canvas"): Promise<boolean> => {
    const running = closing.get(tab.key);
    if (running) return running;
    if (known(tab.key) !== tab) return Promise.resolve(true);
    const name = tab.editor.$info.get().name;
    if (isOpenTwice(tab)) {
      closedTabs.keep(tab, "again");
      detach(tab, focus);
      notices.announce(messages.tabs.closed(name));
      return Promise.resolve(true);
    }
    const work = closeEditor(tab.editor, { questions, notices, bringToFront: () => bringToFront(tab, "stays") })
      .then((isClosed) => {
        if (isClosed) {
          forget(tab, focus);
          notices.announce(messages.tabs.closed(name));
        }
        return isClosed;
      })
      .finally(() => closing.delete(tab.key));
    closing.set(tab.key, work);
    return work;
  };

  const close = (doc: DocumentId, focus: Focus = "canvas"): Promise<boolean> => {
    const tab = find(doc);
    return tab ? closeTab(tab, focus) : Promise.resolve(true);
  };

  let pendingCloses = 0;
  /**
   * Closes the front tab; each further call during closing closes one more. A tab that stays open ends this, and while
   * a question is shown, calls are ignored.
   */
  const closeFront = async (): Promise<void> => {
    if (questions.$pending.get().length > 0) return;
    pendingCloses += 1;
    if (pendingCloses > 1) return;
    while (pendingCloses > 0) {
      const front = $front.get();
      const isClosed = front !== null && (await closeTab(front).catch(() => false));
      pendingCloses = isClosed ? pendingCloses - 1 : 0;
    }
  };

  /** While a document is transferred, the window ignores input so that nothing is typed into it. */
  const withoutKeys = async <T>(work: () => Promise<T>): Promise<T> => {
    document.body.inert = true;
    try {
      return await work();
    } finally {
      document.body.inert = false;
    }
  };

  /** Moves a document to a new window, and removes its tab once main has accepted it. */
  const moveToWindow = async (doc: DocumentId): Promise<void> => {
    const tab = find(doc);
    if (!tab || closing.has(tab.key)) return;
    for (const other of tabsOf(doc)) if (other !== tab) detach(other, "stays");
    const work = withoutKeys(async () => {
      const answer = await tab.editor.transfer();
      if (answer.ok) remove(tab, "stays");
      else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return answer.ok;
    }).finally(() => closing.delete(tab.key));
    closing.set(tab.key, work);
    await work;
  };

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

  const { showBeside, showSplit, ...groups } = createGroups(store, {
    notices,
    questions,
    makeEditor: deps.makeEditor,
    closeTab,
  });

  type ShowTab = (shown: Tab | null, open: DocumentSnapshot | null) => Tab | null;
  /** Opens a document, unless it is open here, and shows it outside the active group with `show`. */
  const openFor = async (path: string, show: ShowTab): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) return show(known, null)?.doc ?? null;
    const answer = await openDocument(path);
    if (!answer.ok) {
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return null;
    }
    if (answer.workspace) deps.onOpened({ path: answer.workspace.root, kind: "folder" });
    if (!answer.document) return null;
    const { document: open } = answer;
    if (!find(open.doc) && open.room !== "book") deps.onOpened({ path, kind: "file" });
    const tab = show(find(open.doc), open);
    // It was not shown: main can close it.
    if (!tab && !find(open.doc) && open.room !== "book")
      void bridge.request("document:close", { doc: open.doc, discard: false });
    return tab?.doc ?? null;
  };

  return {
    $arrangement,
    $tabs,
    $active,
    $front,
    $focusWanted: $focusRequest,
    takeFocus: store.takeFocus,
    isInFront: store.isInFront,
    find,
    ofPath,
    tabOf,
    groups,
    show,
    addBehind(open: DocumentSnapshot, by: Writer | null): Tab {
      const tab = ensure(open);
      if (by) store.markOpened(tab, by);
      return tab;
    },
    openPath,
    openBook(path: string, name: string, focus: Focus = "canvas"): void {
      books.set(path, name);
      const known = ofPath(path);
      if (known) activate(known.doc, focus);
      else show(bookDocument(path, name), focus);
    },
    openBeside: (path: string, focus: Focus = "canvas") =>
      openFor(path, (shown, open) => showBeside(shown, open, focus)),
    openSplit: (path: string, side: Side, group: GroupId) =>
      openFor(path, (shown, open) => showSplit(shown, open, side, group)),
    showBeside: (tab: Tab, focus: Focus) => showBeside(tab, null, focus),
    activate,
    bring: bringToFront,
    close,
    closeTab,
    closeFront,
    reopen: closedTabs.reopen,
    moveTab,
    move(doc: DocumentId, index: number): void {
      const tab = find(doc);
      if (tab) moveTab(tab, index);
    },
    moveToWindow,
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
    async closeAllSafely(): Promise<boolean> {
      await Promise.allSettled($tabs.get().map(({ editor }) => editor.flush()));
      for (const { doc, editor } of [...$tabs.get()]) {
        if (!isSafe(editor) && !(await close(doc, "stays"))) return false;
      }
      return true;
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
      const own = booksOf(session);
      for (const { path, name } of own) books.set(path ?? "", name);
      const front = wanted ?? own.find(({ doc }) => doc === session?.active)?.doc ?? null;
      restoreTabs(
        store,
        { makeEditor: deps.makeEditor, previews: deps.previews },
        [...documents, ...own],
        session,
        front,
      );
    },
    async flush(): Promise<void> {
      await Promise.allSettled($tabs.get().map(({ editor }) => editor.flush()));
    },
    under: (path: string) =>
      $tabs.get().filter(({ editor }) => {
        const own = editor.$info.get().path;
        return own !== null && isWithin(own, path);
      }),
    async closeTrashed(tab: Tab): Promise<void> {
      if (isOpenTwice(tab)) detach(tab, "stays");
      else if (await tab.editor.close(true)) forget(tab, "stays");
    },
    sessionState: () => tabsForSession(store, deps.previews),
  };
}
