import { atom, computed } from "nanostores";
import type { Bridge, DocumentId } from "../../../shared/contract";
import { isOpenInMain } from "../../editor/custom-editor-tab";
import type { Arrangement, Focus, Tab, TabActivity, TabEditor, TabKey } from "../api/tabs";
import { activeGroup, groupOf, groupsOf, noTabs, withFront, withoutTab } from "../groups/arrangement";

export type TabStore = ReturnType<typeof createTabStore>;

/** The open tabs, their groups, and which are in front. */
export function createTabStore(bridge: Pick<Bridge, "request">) {
  const $arrangement = atom<Arrangement>(noTabs);
  const byKey = new Map<TabKey, Tab>();
  const $tabs = computed(
    $arrangement,
    stableList((all) => groupsOf(all).flatMap(({ tabs }) => tabs.map(tabOf))),
  );
  const $front = computed($arrangement, (all) => {
    const { front } = activeGroup(all);
    return front === null ? null : tabOf(front);
  });
  const $active = computed($front, (front) => front?.doc ?? null);
  for (const store of [$tabs, $front, $active]) store.subscribe(() => {});
  /** Incremented when the document in front should take the focus. */
  const $focusRequest = atom(0);
  let focusTaken = 0;
  const closing = new Map<TabKey, Promise<boolean>>();
  const activities = createTabActivities((key) => groupOf(all(), key)?.front === key);
  let duplicates = 0;

  function tabOf(key: TabKey): Tab {
    const tab = byKey.get(key);
    if (!tab) throw new RangeError(`unknown tab ${key}`);
    return tab;
  }
  const all = () => $arrangement.get();
  const active = () => activeGroup(all());
  const tabsOf = (doc: DocumentId) => $tabs.get().filter((tab) => tab.doc === doc);
  const groupOfTab = ({ key }: Tab) => groupOf(all(), key);

  /** Of several tabs of a document: the one in the active group, or else one that is in front. */
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

  /** Applies an arrangement. Clears the activity mark of the front tab of the active group. */
  const arrange = (next: Arrangement): void => {
    const before = $active.get();
    $arrangement.set(next);
    const { front } = active();
    if (front === null) return;
    activities.clear(front);
    const { doc, editor } = tabOf(front);
    if (doc !== before && isOpenInMain(editor.kind)) void bridge.request("document:check", doc);
  };

  const requestFocus = (focus: Focus) => {
    // Without a document the request would stay, and go to one that somebody else opens later.
    if (focus === "canvas" && active().front !== null) $focusRequest.set($focusRequest.get() + 1);
  };

  /**
   * Whether the document in front should take the focus. Answers true once per request, so that the focus moves neither
   * twice nor late.
   */
  const takeFocus = (): boolean => {
    const isWanted = focusTaken !== $focusRequest.get();
    focusTaken = $focusRequest.get();
    return isWanted;
  };

  const isInFront = (doc: DocumentId): boolean =>
    groupsOf(all()).some(({ front }) => front !== null && tabOf(front).doc === doc);

  /** Marks a tab in the background as opened by somebody else. */
  const markOpened = (tab: Tab, by: TabActivity["by"]): void => {
    if (!isInFront(tab.doc)) activities.markOpened(tab.key, by);
  };

  /** Brings a tab to the front of its group and activates the group. */
  const bringToFront = (tab: Tab, focus: Focus = "canvas"): void => {
    if (!groupOfTab(tab)) return;
    arrange(withFront(all(), tab.key));
    requestFocus(focus);
  };

  const activate = (doc: DocumentId, focus: Focus = "canvas") => {
    const tab = find(doc);
    if (tab) bringToFront(tab, focus);
  };

  /** Creates a tab that is not in a group yet. */
  const make = (editor: TabEditor): Tab => {
    const key = byKey.has(editor.doc) ? `${editor.doc}.${++duplicates}` : editor.doc;
    const tab: Tab = { key, doc: editor.doc, editor, ...activities.follow(key, editor) };
    byKey.set(key, tab);
    return tab;
  };

  const afterFront = ({ tabs, front }: { tabs: readonly TabKey[]; front: TabKey | null }) =>
    front === null ? tabs.length : tabs.indexOf(front) + 1;

  const remove = (tab: Tab, focus: Focus) => {
    const wasFront = $front.get() === tab;
    tab.stop();
    activities.forget(tab.key);
    arrange(withoutTab(all(), tab.key));
    byKey.delete(tab.key);
    if (wasFront && $front.get()) requestFocus(focus);
  };

  /** Removes a tab whose document stays open in another. */
  const detach = (tab: Tab, focus: Focus) => {
    tab.editor.detach();
    remove(tab, focus);
  };

  const isOpenTwice = ({ doc }: Tab) => tabsOf(doc).length > 1;

  return {
    $arrangement,
    $tabs,
    $front,
    $active,
    $focusRequest,
    /** The tabs that are being closed. */
    closing,
    all,
    active,
    tabOf,
    /** The same for a tab that may have been closed. */
    known: (key: TabKey): Tab | null => byKey.get(key) ?? null,
    tabsOf,
    groupOfTab,
    preferred,
    find,
    arrange,
    requestFocus,
    takeFocus,
    isInFront,
    markOpened,
    bringToFront,
    activate,
    make,
    afterFront,
    remove,
    detach,
    isOpenTwice,
  };
}

/** Returns the previous list if its elements are unchanged. */
function stableList<A, T>(list: (from: A) => readonly T[]): (from: A) => readonly T[] {
  let last: readonly T[] = [];
  return (from) => {
    const next = list(from);
    if (next.length !== last.length || next.some((each, index) => each !== last[index])) last = next;
    return last;
  };
}

/** What others did to tabs in the background: the mark of a tab, until it is shown. */
function createTabActivities(isFrontOfGroup: (key: TabKey) => boolean) {
  const activities = new Map<TabKey, ReturnType<typeof atom<TabActivity | null>>>();
  return {
    /** The mark of a new tab, which follows the writes of others until `stop`. */
    follow(key: TabKey, editor: TabEditor): Pick<Tab, "$activity" | "stop"> {
      const $activity = atom<TabActivity | null>(null);
      activities.set(key, $activity);
      const stop = editor.$lastWriter.listen((last) => {
        if (last && last.by.kind !== "you" && !isFrontOfGroup(key)) $activity.set({ by: last.by, how: "changed" });
      });
      return { $activity, stop };
    },
    /** Marks a tab as opened by somebody else, unless it has another mark. */
    markOpened(key: TabKey, by: TabActivity["by"]): void {
      const $activity = activities.get(key);
      if ($activity?.get() === null) $activity.set({ by, how: "opened" });
    },
    clear: (key: TabKey) => activities.get(key)?.set(null),
    forget: (key: TabKey) => activities.delete(key),
  };
}
