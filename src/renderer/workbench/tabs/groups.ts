import type { DocumentSnapshot } from "../../../shared/contract";
import { MAX_GROUPS } from "../../ui/limits";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { Focus, GroupId, Side, Tab, TabEditor } from "../api/tabs";
import {
  groupAtOffset,
  groupsOf,
  withActiveGroup,
  withColumnShare,
  withEqualShares,
  withFront,
  withGroupShare,
  withMovedTab,
  withOneGroup,
  withSplit,
  withTab,
} from "../groups/arrangement";
import type { TabStore } from "./tab-store";

type GroupsDeps = {
  notices: Pick<Notices, "announce">;
  questions: Pick<Questions, "$pending">;
  makeEditor(open: DocumentSnapshot): TabEditor;
  /** Closes a tab once its text is safe; false if it stays open. */
  closeTab(tab: Tab): Promise<boolean>;
};

/** The operations on tab groups: split, switch between groups, move tabs and dividers. */
export function createGroups(store: TabStore, { notices, questions, makeEditor, closeTab }: GroupsDeps) {
  const { $arrangement, $tabs, $front, all, active, known, tabsOf, groupOfTab, closing } = store;
  const { arrange, requestFocus, bringToFront, make, afterFront, detach, isOpenTwice } = store;
  const put = $arrangement.set;

  /** The number of a group, counted from 1, as announced to the user. */
  const groupNumber = (id: GroupId) => groupsOf(all()).findIndex((group) => group.id === id) + 1;

  const groups = {
    enter(id: GroupId, focus: Focus = "stays"): void {
      arrange(withActiveGroup(all(), id));
      requestFocus(focus);
    },
    enterOf(tab: Tab): void {
      const group = groupOfTab(tab);
      if (group) groups.enter(group.id);
    },
    step(by: 1 | -1): void {
      if (groupsOf(all()).length < 2) notices.announce(messages.groups.onlyOne);
      else groups.enter(groupAtOffset(all(), by), "canvas");
    },
    goTo(number: number): void {
      const group = groupsOf(all())[number - 1];
      if (group) groups.enter(group.id, "canvas");
    },
    /**
     * Splits a group for a tab: moves the tab into the new group if its old group keeps other tabs, or else shows its
     * document a second time. Null if there are too many groups.
     */
    split(tab: Tab, side: Side, how: "again" | "moved" = "again", beside = active().id): Tab | null {
      if (closing.has(tab.key) || !groupOfTab(tab)) return null;
      const isMoved = how === "moved" && !(groupOfTab(tab)?.tabs.length === 1 && groupOfTab(tab)?.id === beside);
      if (!isMoved && groupsOf(all()).length >= MAX_GROUPS) {
        notices.announce(messages.groups.most(MAX_GROUPS));
        return null;
      }
      const shown = isMoved ? tab : make(tab.editor.duplicate());
      const next = withSplit(all(), beside, side, shown.key);
      if (!next) {
        notices.announce(messages.groups.most(MAX_GROUPS));
        return null;
      }
      arrange(next);
      requestFocus("canvas");
      const count = groupsOf(next).length;
      notices.announce(messages.groups.opened(shown.editor.$info.get().name, groupNumber(next.active), count));
      return shown;
    },
    moveTo(tab: Tab, id: GroupId, index: number): void {
      if (closing.has(tab.key)) return;
      const there = tabsOf(tab.doc).find((other) => other !== tab && groupOfTab(other)?.id === id);
      if (there) {
        detach(tab, "stays");
        bringToFront(there);
      } else {
        arrange(withMovedTab(all(), tab.key, id, index));
        requestFocus("canvas");
      }
      notices.announce(
        messages.groups.moved(tab.editor.$info.get().name, groupNumber(active().id), groupsOf(all()).length),
      );
    },
    /**
     * Moves the front tab to the next or previous group; past the last one into a new group, if other tabs stay behind.
     */
    moveFront(by: 1 | -1): void {
      const front = $front.get();
      const rows = groupsOf(all());
      if (!front) return;
      const at = rows.findIndex(({ id }) => id === all().active);
      const next = rows[at + by];
      if (!next && active().tabs.length > 1 && rows.length < MAX_GROUPS) {
        groups.split(front, by > 0 ? "right" : "left", "moved");
        return;
      }
      const target = next ?? rows[by > 0 ? 0 : rows.length - 1];
      if (target && target.id !== all().active) groups.moveTo(front, target.id, afterFront(target));
      else notices.announce(messages.groups.onlyOne);
    },
    async close(): Promise<void> {
      const { tabs, id } = active();
      if (questions.$pending.get().length > 0) return;
      for (const key of tabs) {
        const tab = known(key);
        if (tab && groupOfTab(tab)?.id === id && !(await closeTab(tab).catch(() => false))) return;
      }
    },
    join(): void {
      if (groupsOf(all()).length < 2) {
        notices.announce(messages.groups.onlyOne);
        return;
      }
      const front = $front.get();
      for (const tab of [...$tabs.get()].sort((a, b) => Number(a === front) - Number(b === front)))
        if (isOpenTwice(tab)) detach(tab, "stays");
      arrange(withOneGroup(all()));
      requestFocus("canvas");
      notices.announce(messages.groups.joined);
    },
    shareColumns: (at: number, share: number) => put(withColumnShare(all(), at, share)),
    shareGroups: (upper: GroupId, share: number) => put(withGroupShare(all(), upper, share)),
    even: () => put(withEqualShares(all())),
  };

  /** Shows a document in the group beside the active one, and creates that group if needed. */
  const showBeside = (shown: Tab | null, open: DocumentSnapshot | null, focus: Focus): Tab | null => {
    const rows = groupsOf(all());
    const at = rows.findIndex(({ id }) => id === all().active);
    const next = rows[at + 1] ?? rows[at - 1];
    const there = shown && tabsOf(shown.doc).find((tab) => groupOfTab(tab)?.id === next?.id);
    if (there) {
      bringToFront(there, focus);
      return there;
    }
    if (shown && closing.has(shown.key)) return null;
    const tab = shown ? make(shown.editor.duplicate()) : open && make(makeEditor(open));
    if (!tab) return null;
    const group = active();
    const arranged = next
      ? withTab(all(), next.id, tab.key, afterFront(next))
      : group.tabs.length === 0
        ? withTab(all(), group.id, tab.key, 0)
        : withSplit(all(), group.id, "right", tab.key);
    arrange(withFront(arranged ?? withTab(all(), group.id, tab.key, afterFront(group)), tab.key));
    requestFocus(focus);
    return tab;
  };

  /** Shows a document in a new group next to another group; null if there are too many groups. */
  const showSplit = (shown: Tab | null, open: DocumentSnapshot | null, side: Side, beside: GroupId): Tab | null => {
    if (shown) return groups.split(shown, side, "again", beside);
    if (groupsOf(all()).length >= MAX_GROUPS || !open) return null;
    const tab = make(makeEditor(open));
    const next = withSplit(all(), beside, side, tab.key) ?? withTab(all(), active().id, tab.key, afterFront(active()));
    arrange(withFront(next, tab.key));
    requestFocus("canvas");
    const count = groupsOf(next).length;
    notices.announce(messages.groups.opened(tab.editor.$info.get().name, groupNumber(all().active), count));
    return tab;
  };

  return { ...groups, showBeside, showSplit };
}
