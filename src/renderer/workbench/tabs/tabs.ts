import type { ReadableAtom } from "nanostores";
import type { Bridge, DocumentId, Events, OpenDocument, Reply, Session, Spot, Writer } from "../../../shared/contract";
import type { WorkingCopy } from "../../editor/document-editor";
import type { ReadingModes } from "../../features/preview/preview-modes";
import { isWithin } from "../../ui/file-paths";
import { words } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import { type GroupId, moved, placed, type Side, type TabKey } from "../groups/arrangement";
import { createGroups } from "../groups/groups";
import { bookDocument, booksOf } from "./book-document";
import { closeCopy, isSafe } from "./close-tab";
import { createClosedTabs } from "./closed-tabs";
import type { RoomCopy } from "./custom-editor-tab";
import { restoreTabs, tabsForSession } from "./session-tabs";
import { createTabDesk } from "./tab-store";

/** The working copy of a text, as far as the tabs need it. */
export type TextCopy = Pick<
  WorkingCopy,
  | "doc"
  | "kind"
  | "$about"
  | "$status"
  | "$counts"
  | "$giant"
  | "$conflicts"
  | "$lastWriter"
  | "$readings"
  | "$review"
  | "$waits"
  | "mount"
  | "unmount"
  | "focus"
  | "run"
  | "edit"
  | "whole"
  | "isDirty"
  | "flush"
  | "keepHunks"
  | "save"
  | "saveAs"
  | "text"
  | "content"
  | "view"
  | "selectedSpan"
  | "topPlace"
  | "showPlace"
  | "reveal"
  | "selected"
  | "follow"
  | "restore"
  | "close"
  | "detach"
  | "giveAway"
> & { beside(): TextCopy };

/** What stands behind a tab: a text with its editor or, by its `kind`, something else that has a room of its own. */
export type Copy = TextCopy | RoomCopy;

export type Tab = {
  /** Names the tab: a document that is in several groups has a tab in each. */
  key: TabKey;
  doc: DocumentId;
  copy: Copy;
  /** Who changed or opened it while another tab was in front of its group; null once it has been looked at. */
  $touched: ReadableAtom<Touch | null>;
  stop(): void;
};

/** What somebody else did to a tab that was not in front. */
export type Touch = { by: Writer; how: "changed" | "opened" };

/** In the active group, or in the one beside it, which is made where there is none. */
export type Where = "here" | "beside";

/** Where the focus goes with a tab that comes to the front. */
export type Focus = "canvas" | "stays";

type World = {
  bridge: Bridge;
  notices: Notices;
  questions: Questions;
  makeCopy(open: OpenDocument): Copy;
  /** Which tabs are read instead of written: part of where the person was in them. */
  reading?: Pick<ReadingModes, "isReading" | "restore">;
  /** A folder that was dropped or chosen as a file, and files for the recent list. */
  opened(place: { path: string; kind: "folder" | "file" }): void;
};

export type Tabs = ReturnType<typeof createTabs>;

/** The open documents: their tabs in groups, which tab is in front of each, and which group is the active one. */
export function createTabs(world: World) {
  const { bridge, notices, questions } = world;
  const desk = createTabDesk(bridge);
  const { $arrangement, $tabs, $active, $front, $focusWanted, closing, all, active, tabOf, known } = desk;
  const { tabsOf, groupOfTab, preferred, find, arrange, bring, activate, make, afterFront, takeOut, detach, isShared } =
    desk;

  const add = (open: OpenDocument, place: number): Tab => {
    const tab = make(world.makeCopy(open));
    $arrangement.set(placed(all(), active().id, tab.key, place));
    return tab;
  };

  /** The tab of an opened document, else a new one beside the one in front; what is in front stays there. */
  const ensure = (open: OpenDocument): Tab => {
    const there = find(open.doc);
    if (there) return there;
    const tab = add(open, afterFront(active()));
    if (open.path !== null && open.room !== "book") world.opened({ path: open.path, kind: "file" });
    return tab;
  };

  /** Shows an opened document: its tab comes to the front. */
  const show = (open: OpenDocument, focus: Focus = "canvas"): void => {
    ensure(open);
    activate(open.doc, focus);
  };

  /** The books that had a tab, by path: a tab that comes back, or a way back to one, leads to the book. */
  const books = new Map<string, string>();
  /** Opens a file, or a folder as the workspace, without showing it. */
  const ask = async (path: string): Promise<Reply<"document:open">> => {
    const name = books.get(path);
    if (name === undefined) return bridge.request("document:open", path);
    return { ok: true, document: bookDocument(path, name), workspace: null };
  };

  /** The tab of this path, if it has one. */
  const ofPath = (path: string) => preferred($tabs.get().filter(({ copy }) => copy.$about.get().path === path));

  const closedTabs = createClosedTabs(desk, {
    bridge,
    notices,
    makeCopy: world.makeCopy,
    reading: world.reading,
    ofPath,
    ask,
  });

  /** Opens a file, or a folder as the workspace. Answers with its document; null where it has none or was refused. */
  const openPath = async (path: string, focus: Focus = "canvas"): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) {
      activate(known.doc, focus);
      return known.doc;
    }
    const answer = await ask(path);
    if (!answer.ok) {
      notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      return null;
    }
    if (answer.workspace) world.opened({ path: answer.workspace.root, kind: "folder" });
    if (!answer.document) return null;
    show(answer.document, focus);
    return answer.document.doc;
  };

  const forget = (tab: Tab, focus: Focus) => {
    closedTabs.keep(tab, "last");
    takeOut(tab, focus);
  };

  /** Closes a tab once its text is safe; false where it stays. Twice at once is the same closing. */
  const closeTab = (tab: Tab, focus: Focus = "canvas"): Promise<boolean> => {
    const running = closing.get(tab.key);
    if (running) return running;
    if (known(tab.key) !== tab) return Promise.resolve(true);
    const name = tab.copy.$about.get().name;
    if (isShared(tab)) {
      closedTabs.keep(tab, "again");
      detach(tab, focus);
      notices.announce(words.tabs.closed(name));
      return Promise.resolve(true);
    }
    const work = closeCopy(tab.copy, { questions, notices, front: () => bring(tab, "stays") })
      .then((isClosed) => {
        if (isClosed) {
          forget(tab, focus);
          notices.announce(words.tabs.closed(name));
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

  let toClose = 0;
  /**
   * Closes the tab in front; asked again while it is closing, the next one after it. A tab that stays ends the row, and
   * while a question waits nothing is added to it.
   */
  const closeFront = async (): Promise<void> => {
    if (questions.$asked.get().length > 0) return;
    toClose += 1;
    if (toClose > 1) return;
    while (toClose > 0) {
      const front = $front.get();
      const isClosed = front !== null && (await closeTab(front).catch(() => false));
      toClose = isClosed ? toClose - 1 : 0;
    }
  };

  /** While a document goes, nothing can be typed into it: the page takes no keys. */
  const withoutKeys = async <T>(work: () => Promise<T>): Promise<T> => {
    document.body.inert = true;
    try {
      return await work();
    } finally {
      document.body.inert = false;
    }
  };

  /** Hands a document over to a window of its own, and lets go of its tab once main has it. */
  const moveToWindow = async (doc: DocumentId): Promise<void> => {
    const tab = find(doc);
    if (!tab || closing.has(tab.key)) return;
    for (const other of tabsOf(doc)) if (other !== tab) detach(other, "stays");
    const work = withoutKeys(async () => {
      const answer = await tab.copy.giveAway();
      if (answer.ok) takeOut(tab, "stays");
      else notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      return answer.ok;
    }).finally(() => closing.delete(tab.key));
    closing.set(tab.key, work);
    await work;
  };

  /** To a place in its row. */
  const moveTab = (tab: Tab, place: number): void => {
    const group = groupOfTab(tab);
    if (!group) return;
    const at = Math.max(0, Math.min(group.tabs.length - 1, place));
    if (group.tabs[at] === tab.key) return;
    arrange(moved(all(), tab.key, group.id, at));
    notices.announce(words.tabs.moved(tab.copy.$about.get().name, at + 1, group.tabs.length));
  };

  /** The tab so many places further in the active group, round again at the ends. */
  const step = (by: number, focus: Focus = "canvas"): void => {
    const { tabs, front } = active();
    if (tabs.length === 0) return;
    const at = front === null ? -1 : tabs.indexOf(front);
    const next = tabs[((((at < 0 && by < 0 ? 0 : at) + by) % tabs.length) + tabs.length) % tabs.length];
    if (next !== undefined) bring(tabOf(next), focus);
  };

  const { showBeside, showSplit, ...groups } = createGroups(desk, {
    notices,
    questions,
    makeCopy: world.makeCopy,
    closeTab,
  });

  type Shown = (shown: Tab | null, open: OpenDocument | null) => Tab | null;
  /** Opens a document, where it is not open here, for something else than the active group. */
  const openFor = async (path: string, show: Shown): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) return show(known, null)?.doc ?? null;
    const answer = await ask(path);
    if (!answer.ok) {
      notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      return null;
    }
    if (answer.workspace) world.opened({ path: answer.workspace.root, kind: "folder" });
    if (!answer.document) return null;
    const { document: open } = answer;
    if (!find(open.doc) && open.room !== "book") world.opened({ path, kind: "file" });
    const tab = show(find(open.doc), open);
    // Opened for nothing: main need not keep it.
    if (!tab && !find(open.doc) && open.room !== "book")
      void bridge.request("document:close", { doc: open.doc, discard: false });
    return tab?.doc ?? null;
  };

  return {
    $arrangement,
    /** Column after column, group after group. */
    $tabs,
    $active,
    $front,
    $focusWanted,
    takeFocus: desk.takeFocus,
    isInFront: desk.isInFront,
    find,
    ofPath,
    tabOf,
    groups,
    show,
    /** Opens a tab that nobody asked for behind the one in front, marked with whose doing it was; where there is none, in front. */
    addBehind(open: OpenDocument, by: Writer | null): Tab {
      const tab = ensure(open);
      if (by) desk.markOpened(tab, by);
      return tab;
    },
    openPath,
    /** Shows a book, by the path that names it: the tab that has it comes to the front, else a new one. */
    openBook(path: string, name: string, focus: Focus = "canvas"): void {
      books.set(path, name);
      const known = ofPath(path);
      if (known) activate(known.doc, focus);
      else show(bookDocument(path, name), focus);
    },
    /** As `openPath`, in the group beside the active one. A document that is open here is shown there as well. */
    openBeside: (path: string, focus: Focus = "canvas") =>
      openFor(path, (shown, open) => showBeside(shown, open, focus)),
    /** As `openPath`, in a new group at a side of one. A document that is open here is shown there as well. */
    openSplit: (path: string, side: Side, group: GroupId) =>
      openFor(path, (shown, open) => showSplit(shown, open, side, group)),
    showBeside: (tab: Tab, focus: Focus) => showBeside(tab, null, focus),
    activate,
    bring,
    close,
    closeTab,
    closeFront,
    reopen: closedTabs.reopen,
    moveTab,
    move(doc: DocumentId, place: number): void {
      const tab = find(doc);
      if (tab) moveTab(tab, place);
    },
    moveToWindow,
    step,
    /** The user moved a document from another window to this one: it comes to the front, where it was there. */
    arrive(open: OpenDocument, view: NonNullable<Events["document:arrived"]["view"]>): void {
      show(open);
      find(open.doc)?.copy.restore(view);
      notices.announce(words.tabs.arrived(open.name));
    },
    /** A document that another window has, and brought forward, is to show a place. */
    showElsewhere: (path: string, spot: Spot) => void bridge.request("window:show-spot", { path, spot }),
    /** A document of this window was asked for in another one. */
    comeForward(doc: DocumentId): void {
      const name = find(doc)?.copy.$about.get().name;
      if (name === undefined) return;
      activate(doc);
      notices.announce(words.tabs.cameForward(name));
    },
    /** Saves everything, and asks about what cannot be: false where the person keeps the window for one of them. */
    async letGo(): Promise<boolean> {
      await Promise.allSettled($tabs.get().map(({ copy }) => copy.flush()));
      for (const { doc, copy } of [...$tabs.get()]) {
        if (!isSafe(copy) && !(await close(doc, "stays"))) return false;
      }
      return true;
    },
    async create(): Promise<void> {
      show(await bridge.request("document:create", undefined));
    },
    /** Asks with a dialog for a file. */
    async pick(): Promise<void> {
      const answer = await bridge.request("document:pick", undefined);
      if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      else if (answer.document) show(answer.document);
    },
    /** Puts the tabs of the last session back; see `restoreTabs`. */
    restore(documents: readonly OpenDocument[], session: Session | null, wanted: DocumentId | null): void {
      const own = booksOf(session);
      for (const { path, name } of own) books.set(path ?? "", name);
      const front = wanted ?? own.find(({ doc }) => doc === session?.active)?.doc ?? null;
      restoreTabs(desk, { makeCopy: world.makeCopy, reading: world.reading }, [...documents, ...own], session, front);
    },
    /** Saves everything that is typed, in all tabs. */
    async flush(): Promise<void> {
      await Promise.allSettled($tabs.get().map(({ copy }) => copy.flush()));
    },
    /** The tabs of this file, or of all files in this folder. */
    under: (path: string) =>
      $tabs.get().filter(({ copy }) => {
        const own = copy.$about.get().path;
        return own !== null && isWithin(own, path);
      }),
    /** Closes without a question a tab whose whole text is in the trash. */
    async closeTrashed(tab: Tab): Promise<void> {
      if (isShared(tab)) detach(tab, "stays");
      else if (await tab.copy.close(true)) forget(tab, "stays");
    },
    forSession: () => tabsForSession(desk, world.reading),
  };
}
