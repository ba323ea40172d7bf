import { atom, computed, type ReadableAtom } from "nanostores";
import type { Bridge, DocumentId, Events, OpenDocument, Session, Writer } from "../../shared/contract";
import type { WorkingCopy } from "../canvas/working-copy";
import { isWithin } from "../files/names";
import {
  type Arrangement,
  activeGroup,
  brought,
  columnsShared,
  entered,
  evened,
  type GroupId,
  groupOf,
  groupsOf,
  groupsShared,
  joined,
  MOST_GROUPS,
  moved,
  noTabs,
  placed,
  type Side,
  split,
  stepped,
  type TabKey,
  without,
} from "../groups/arrangement";
import { arrangementFrom, storedGroups } from "../groups/stored-groups";
import type { ReadingModes } from "../reading/reading-modes";
import type { Notices } from "../ui/notices";
import type { Questions } from "../ui/questions";
import { words } from "../ui/words";
import { closeCopy, isSafe } from "./close-copy";

/** What the tabs need of a working copy. */
export type Copy = Pick<
  WorkingCopy,
  | "doc"
  | "$about"
  | "$status"
  | "$counts"
  | "$conflicts"
  | "$lastWriter"
  | "$readings"
  | "mount"
  | "unmount"
  | "focus"
  | "run"
  | "edit"
  | "isDirty"
  | "flush"
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
> & { beside(): Copy };

export type Tab = {
  /** Names the tab: a document that is in several groups has a tab in each. */
  key: TabKey;
  doc: DocumentId;
  copy: Copy;
  /** Who wrote here while another tab was in front of its group; null once it has been looked at. */
  $touched: ReadableAtom<Writer | null>;
  stop(): void;
};

/** In the active group, or in the one beside it, which is made where there is none. */
export type Where = "here" | "beside";

/** Where the focus goes with a tab that comes to the front. */
export type Focus = "canvas" | "stays";

/** `place`: in its row. `text`: what only the page had, as the file was gone or never there. */
type Closed = { path: string | null; text: string | null; place: number; view: ReturnType<Copy["view"]> };

/** As many closed tabs as can be opened again. */
const CLOSED = 50;

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
  const $arrangement = atom<Arrangement>(noTabs);
  const byKey = new Map<TabKey, Tab>();
  const $tabs = computed(
    $arrangement,
    keepingSame((all) => groupsOf(all).flatMap(({ tabs }) => tabs.map(tabOf))),
  );
  const $front = computed($arrangement, (all) => {
    const { front } = activeGroup(all);
    return front === null ? null : tabOf(front);
  });
  const $active = computed($front, (front) => front?.doc ?? null);
  for (const store of [$tabs, $front, $active]) store.subscribe(() => {});
  /** Grows when the canvas should take the focus. */
  const $focusWanted = atom(0);
  const closed: Closed[] = [];
  const closing = new Map<TabKey, Promise<boolean>>();
  const touched = new Map<TabKey, ReturnType<typeof atom<Writer | null>>>();
  let seconds = 0;

  function tabOf(key: TabKey): Tab {
    const tab = byKey.get(key);
    if (!tab) throw new RangeError(`no tab ${key}`);
    return tab;
  }
  const all = () => $arrangement.get();
  const active = () => activeGroup(all());
  const tabsOf = (doc: DocumentId) => $tabs.get().filter((tab) => tab.doc === doc);
  const groupOfTab = ({ key }: Tab) => groupOf(all(), key);

  /** Of several tabs the one in the active group, else the one that is in front of its group. */
  const preferred = (candidates: readonly Tab[]): Tab | null => {
    const { id } = active();
    return (
      candidates.find((tab) => groupOfTab(tab)?.id === id) ??
      candidates.find((tab) => groupOfTab(tab)?.front === tab.key) ??
      candidates[0] ??
      null
    );
  };

  const find = (doc: DocumentId) => preferred(tabsOf(doc));

  /** Puts another arrangement up: what is in front of the active group now has been looked at. */
  const arrange = (next: Arrangement): void => {
    const before = $active.get();
    $arrangement.set(next);
    const { front } = active();
    if (front === null) return;
    touched.get(front)?.set(null);
    const { doc } = tabOf(front);
    if (doc !== before) void bridge.request("document:check", doc);
  };

  const wantFocus = (focus: Focus) => {
    if (focus === "canvas") $focusWanted.set($focusWanted.get() + 1);
  };

  /** Brings a tab to the front of its group, which becomes the active one. */
  const bring = (tab: Tab, focus: Focus = "canvas"): void => {
    if (!groupOfTab(tab)) return;
    arrange(brought(all(), tab.key));
    wantFocus(focus);
  };

  const activate = (doc: DocumentId, focus: Focus = "canvas") => {
    const tab = find(doc);
    if (tab) bring(tab, focus);
  };

  /** A tab that has no place yet. */
  const make = (copy: Copy): Tab => {
    const key = byKey.has(copy.doc) ? `${copy.doc}.${++seconds}` : copy.doc;
    const $touched = atom<Writer | null>(null);
    touched.set(key, $touched);
    const stop = copy.$lastWriter.listen((last) => {
      if (last && last.by.kind !== "you" && groupOf(all(), key)?.front !== key) $touched.set(last.by);
    });
    const tab = { key, doc: copy.doc, copy, $touched, stop };
    byKey.set(key, tab);
    return tab;
  };

  const add = (open: OpenDocument, place: number): Tab => {
    const tab = make(world.makeCopy(open));
    $arrangement.set(placed(all(), active().id, tab.key, place));
    return tab;
  };

  const afterFront = ({ tabs, front }: { tabs: readonly TabKey[]; front: TabKey | null }) =>
    front === null ? tabs.length : tabs.indexOf(front) + 1;

  /** Shows an opened document: the tab that has it comes to the front, else a new one beside the one in front. */
  const show = (open: OpenDocument, focus: Focus = "canvas"): void => {
    if (!find(open.doc)) {
      add(open, afterFront(active()));
      if (open.path !== null) world.opened({ path: open.path, kind: "file" });
    }
    activate(open.doc, focus);
  };

  /** The tab of this path, if it has one. */
  const ofPath = (path: string) => preferred($tabs.get().filter(({ copy }) => copy.$about.get().path === path));

  /** Opens a file, or a folder as the workspace. Answers with its document; null where it has none or was refused. */
  const openPath = async (path: string, focus: Focus = "canvas"): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) {
      activate(known.doc, focus);
      return known.doc;
    }
    const answer = await bridge.request("document:open", path);
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
    const place = groupOfTab(tab)?.tabs.indexOf(tab.key) ?? 0;
    keepClosed(tab, place);
    takeOut(tab, focus);
  };

  const keepClosed = (tab: Tab, place: number) => {
    const { path } = tab.copy.$about.get();
    const hasFile = path !== null && tab.copy.$status.get().status !== "gone";
    const text = hasFile ? "" : tab.copy.text();
    if (hasFile || text !== "") {
      closed.push({ path, text: text === "" ? null : text, place, view: tab.copy.view() });
      if (closed.length > CLOSED) closed.shift();
    }
  };

  const takeOut = (tab: Tab, focus: Focus) => {
    const wasFront = $front.get() === tab;
    tab.stop();
    touched.delete(tab.key);
    arrange(without(all(), tab.key));
    byKey.delete(tab.key);
    if (wasFront && $front.get()) wantFocus(focus);
  };

  /** A tab goes whose document stays open in another. */
  const detach = (tab: Tab, focus: Focus) => {
    tab.copy.detach();
    takeOut(tab, focus);
  };

  const isShared = ({ doc }: Tab) => tabsOf(doc).length > 1;

  /** Closes a tab once its text is safe; false where it stays. Twice at once is the same closing. */
  const closeTab = (tab: Tab, focus: Focus = "canvas"): Promise<boolean> => {
    const running = closing.get(tab.key);
    if (running) return running;
    if (byKey.get(tab.key) !== tab) return Promise.resolve(true);
    const name = tab.copy.$about.get().name;
    if (isShared(tab)) {
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

  /**
   * Opens the last closed tab again, where it stood and at the place in the text where it was. A text without a file that
   * was closed without saving comes back as one.
   */
  const reopen = async (): Promise<void> => {
    for (let last = closed.pop(); last; last = closed.pop()) {
      if (last.path !== null && ofPath(last.path)) continue;
      const place = Math.min(last.place, active().tabs.length);
      if (last.text !== null) {
        const untitled = await bridge.request("document:create", undefined);
        const { copy } = add(untitled, place);
        copy.edit({ changes: { from: 0, insert: last.text } });
        copy.restore(last.view);
        activate(untitled.doc);
        return;
      }
      if (last.path === null) continue;
      const answer = await bridge.request("document:open", last.path);
      if (!answer.ok || !answer.document) {
        if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
        continue;
      }
      const open = answer.document;
      if (!find(open.doc)) add(open, place).copy.restore(last.view);
      activate(open.doc);
      return;
    }
    notices.announce(words.tabs.noneToReopen);
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

  /** Which group it is, counted from 1, as the page says it. */
  const placeOfGroup = (id: GroupId) => groupsOf(all()).findIndex((group) => group.id === id) + 1;

  const groups = {
    /** Another group becomes the active one, as the focus is in it or goes there. */
    enter(id: GroupId, focus: Focus = "stays"): void {
      arrange(entered(all(), id));
      wantFocus(focus);
    },
    step(by: 1 | -1): void {
      if (groupsOf(all()).length < 2) notices.announce(words.groups.onlyOne);
      else groups.enter(stepped(all(), by), "canvas");
    },
    /** To a group by its number, from 1. */
    goTo(number: number): void {
      const group = groupsOf(all())[number - 1];
      if (group) groups.enter(group.id, "canvas");
    },
    /**
     * A group of its own beside a group, for a tab: the one that is in it and others with it goes there, else it shows its
     * document a second time. Null where there are as many groups as can be.
     */
    split(tab: Tab, side: Side, how: "again" | "moved" = "again", beside = active().id): Tab | null {
      if (closing.has(tab.key) || !groupOfTab(tab)) return null;
      const isMoved = how === "moved" && !(groupOfTab(tab)?.tabs.length === 1 && groupOfTab(tab)?.id === beside);
      if (!isMoved && groupsOf(all()).length >= MOST_GROUPS) {
        notices.announce(words.groups.most(MOST_GROUPS));
        return null;
      }
      const shown = isMoved ? tab : make(tab.copy.beside());
      const next = split(all(), beside, side, shown.key);
      if (!next) {
        notices.announce(words.groups.most(MOST_GROUPS));
        return null;
      }
      arrange(next);
      wantFocus("canvas");
      const count = groupsOf(next).length;
      notices.announce(words.groups.opened(shown.copy.$about.get().name, placeOfGroup(next.active), count));
      return shown;
    },
    /** A tab goes into another row; where its document has a tab there already, that one comes to the front. */
    moveTo(tab: Tab, id: GroupId, place: number): void {
      if (closing.has(tab.key)) return;
      const there = tabsOf(tab.doc).find((other) => other !== tab && groupOfTab(other)?.id === id);
      if (there) {
        detach(tab, "stays");
        bring(there);
      } else {
        arrange(moved(all(), tab.key, id, place));
        wantFocus("canvas");
      }
      notices.announce(
        words.groups.moved(tab.copy.$about.get().name, placeOfGroup(active().id), groupsOf(all()).length),
      );
    },
    /** The tab in front goes into the next group, or the one before; at the end, where it leaves others behind, into a new one. */
    moveFront(by: 1 | -1): void {
      const front = $front.get();
      const rows = groupsOf(all());
      if (!front) return;
      const at = rows.findIndex(({ id }) => id === all().active);
      const next = rows[at + by];
      if (!next && active().tabs.length > 1 && rows.length < MOST_GROUPS) {
        groups.split(front, by > 0 ? "right" : "left", "moved");
        return;
      }
      const target = next ?? rows[by > 0 ? 0 : rows.length - 1];
      if (target && target.id !== all().active) groups.moveTo(front, target.id, afterFront(target));
      else notices.announce(words.groups.onlyOne);
    },
    /** Closes the tabs of the active group, one after the other, up to one that stays. */
    async close(): Promise<void> {
      const { tabs, id } = active();
      if (questions.$asked.get().length > 0) return;
      for (const key of tabs) {
        const tab = byKey.get(key);
        if (tab && groupOfTab(tab)?.id === id && !(await closeTab(tab).catch(() => false))) return;
      }
    },
    /** All tabs in one group again; a document has one tab there. */
    join(): void {
      if (groupsOf(all()).length < 2) {
        notices.announce(words.groups.onlyOne);
        return;
      }
      const front = $front.get();
      for (const tab of [...$tabs.get()].sort((a, b) => Number(a === front) - Number(b === front)))
        if (isShared(tab)) detach(tab, "stays");
      arrange(joined(all()));
      wantFocus("canvas");
      notices.announce(words.groups.joined);
    },
    shareColumns: (at: number, share: number) => $arrangement.set(columnsShared(all(), at, share)),
    shareGroups: (upper: GroupId, share: number) => $arrangement.set(groupsShared(all(), upper, share)),
    even: () => $arrangement.set(evened(all())),
  };

  /** Shows a document in the group beside the active one, which is made where there is none. */
  const showBeside = (known: Tab | null, open: OpenDocument | null, focus: Focus): Tab | null => {
    const rows = groupsOf(all());
    const at = rows.findIndex(({ id }) => id === all().active);
    const next = rows[at + 1] ?? rows[at - 1];
    const there = known && tabsOf(known.doc).find((tab) => groupOfTab(tab)?.id === next?.id);
    if (there) {
      bring(there, focus);
      return there;
    }
    if (known && closing.has(known.key)) return null;
    const tab = known ? make(known.copy.beside()) : open && make(world.makeCopy(open));
    if (!tab) return null;
    const group = active();
    const arranged = next
      ? placed(all(), next.id, tab.key, afterFront(next))
      : group.tabs.length === 0
        ? placed(all(), group.id, tab.key, 0)
        : split(all(), group.id, "right", tab.key);
    arrange(brought(arranged ?? placed(all(), group.id, tab.key, afterFront(group)), tab.key));
    wantFocus(focus);
    return tab;
  };

  /** As `openPath`, in the group beside the active one. A document that is open here is shown there as well. */
  const openBeside = async (path: string, focus: Focus = "canvas"): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) return showBeside(known, null, focus)?.doc ?? null;
    const answer = await bridge.request("document:open", path);
    if (!answer.ok) {
      notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      return null;
    }
    if (answer.workspace) world.opened({ path: answer.workspace.root, kind: "folder" });
    if (!answer.document) return null;
    if (!find(answer.document.doc)) world.opened({ path, kind: "file" });
    return showBeside(find(answer.document.doc), answer.document, focus)?.doc ?? null;
  };

  return {
    $arrangement,
    /** Column after column, group after group. */
    $tabs,
    $active,
    $front,
    $focusWanted,
    find,
    ofPath,
    tabOf,
    groups,
    show,
    openPath,
    openBeside,
    showBeside: (tab: Tab, focus: Focus) => showBeside(tab, null, focus),
    activate,
    bring,
    close,
    closeTab,
    closeFront,
    reopen,
    moveTab,
    move(doc: DocumentId, place: number): void {
      const tab = find(doc);
      if (tab) moveTab(tab, place);
    },
    moveToWindow,
    step,
    /** A document that another window had comes here, in front, where it was there. */
    arrive({ document: open, view }: Events["document:arrived"]): void {
      show(open);
      if (view) find(open.doc)?.copy.restore(view);
      notices.announce(words.tabs.arrived(open.name));
    },
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
    /**
     * Puts the last session's tabs back in their order and at their places, with what else main has opened after
     * them. `wanted` comes to the front, else the last.
     */
    restore(documents: readonly OpenDocument[], session: Session | null, wanted: DocumentId | null): void {
      const past = session?.tabs ?? [];
      const readAgain = (tab: Tab, view: View | undefined): Tab => {
        if (view?.read && tab.copy.$about.get().format === "markdown") world.reading?.restore(tab.key);
        return placedBack(tab, view);
      };
      const placeOf = (open: OpenDocument) => {
        const at = past.findIndex((tab) => tab.doc === open.doc || (tab.path !== null && tab.path === open.path));
        return at < 0 ? past.length : at;
      };
      const inOrder = documents.map((open) => ({ open, place: placeOf(open) })).sort((a, b) => a.place - b.place);
      const firsts = new Map(
        inOrder.map(({ open, place }) => [open.doc, () => readAgain(make(world.makeCopy(open)), past[place])]),
      );
      const first = (doc: DocumentId): Tab | null => {
        const tab = firsts.get(doc)?.() ?? null;
        firsts.delete(doc);
        return tab;
      };
      // The ids of the last session may not be those of this one.
      const now = new Map(inOrder.flatMap(({ open, place }) => (past[place] ? [[past[place].doc, open.doc]] : [])));
      const stored = session?.groups;
      let next =
        (stored &&
          arrangementFrom(stored, ({ doc, view }) => {
            const open = now.get(doc);
            if (open === undefined) return null;
            const again = () => {
              const known = byKey.get(open);
              return known ? readAgain(make(known.copy.beside()), view) : null;
            };
            return (first(open) ?? again())?.key ?? null;
          })) ??
        noTabs;
      for (const { open } of inOrder) {
        const tab = first(open.doc);
        if (tab) next = placed(next, next.active, tab.key, activeGroup(next).tabs.length);
      }
      const front = inOrder.find(({ open }) => open.doc === wanted) ?? inOrder.at(-1);
      if (!front) return;
      const rows = [activeGroup(next), ...groupsOf(next)];
      const key = rows.flatMap(({ tabs }) => tabs).find((each) => tabOf(each).doc === front.open.doc);
      // At once: what came up on the way was never in front.
      arrange(key === undefined ? next : brought(next, key));
      wantFocus("canvas");
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
    /** The tabs as the session keeps them, and their groups where there are several. */
    forSession(): Pick<Session, "tabs" | "groups"> {
      const told = new Set<DocumentId>();
      const first = $tabs.get().filter(({ doc }) => !told.has(doc) && told.add(doc));
      const firsts = new Set(first);
      const viewOf = ({ key, copy }: Tab) => ({
        ...copy.view(),
        ...(world.reading?.isReading(key) ? { read: true as const } : {}),
      });
      const kept = storedGroups(all(), (key) => {
        const tab = tabOf(key);
        return firsts.has(tab) ? { doc: tab.doc } : { doc: tab.doc, view: viewOf(tab) };
      });
      return {
        tabs: first.map((tab) => ({ path: tab.copy.$about.get().path, doc: tab.doc, ...viewOf(tab) })),
        ...(kept ? { groups: kept } : {}),
      };
    },
  };
}

/** Where the person was in a tab, as the session has it. */
type View = Partial<Session["tabs"][number]>;

/** Puts the person where they were in a tab's text. */
function placedBack(tab: Tab, view: View | undefined): Tab {
  if (view?.cursor === undefined) return tab;
  const { cursor, scrollTop = 0, folds = [], mode } = view;
  tab.copy.restore({ cursor, scrollTop, folds, ...(mode ? { mode } : {}) });
  return tab;
}

/** The same list for as long as the same is in it. */
function keepingSame<A, T>(list: (from: A) => readonly T[]): (from: A) => readonly T[] {
  let last: readonly T[] = [];
  return (from) => {
    const next = list(from);
    if (next.length !== last.length || next.some((each, index) => each !== last[index])) last = next;
    return last;
  };
}
