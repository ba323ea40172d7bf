import type { Bridge, DocumentId, OpenDocument, Reply } from "../../../shared/contract";
import type { ReadingModes } from "../../features/preview/preview-modes";
import { words } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import { brought, type GroupId, groupsOf, MOST_GROUPS, placed, split } from "../groups/arrangement";
import type { TabDesk } from "./tab-store";
import type { Copy, Tab } from "./tabs";

/** The most closed tabs that can be reopened. */
const MOST = 50;

/**
 * A closed tab. `text`: the text, if the file was deleted or never existed. `isDuplicate`: its document stayed open in
 * another group.
 */
type Closed = {
  doc: DocumentId;
  path: string | null;
  text: string | null;
  again: boolean;
  group: GroupId;
  place: number;
  view: ReturnType<Copy["view"]>;
  isRead: boolean;
};

type World = {
  bridge: Pick<Bridge, "request">;
  notices: Notices;
  makeCopy(open: OpenDocument): Copy;
  reading: ReadingModes | undefined;
  /** The tab of this path, if there is one. */
  ofPath(path: string): Tab | null;
  /** Opens the document at a path without showing it. */
  ask(path: string): Promise<Reply<"document:open">>;
};

/** Closed tabs, to be reopened in reverse order, in their group and position. */
export function createClosedTabs(desk: TabDesk, { bridge, notices, makeCopy, reading, ofPath, ask }: World) {
  const { all, active, arrange, activate, find, groupOfTab, make, wantFocus } = desk;
  const closed: Closed[] = [];

  const keep = (tab: Tab, how: "last" | "again"): void => {
    const group = groupOfTab(tab);
    const { path } = tab.copy.$about.get();
    const again = how === "again";
    const hasFile = path !== null && tab.copy.$status.get().status !== "gone";
    const text = hasFile || again ? "" : tab.copy.text();
    if (!hasFile && !again && text === "") return;
    closed.push({
      doc: tab.doc,
      path,
      text: text === "" ? null : text,
      again,
      group: group?.id ?? active().id,
      place: group?.tabs.indexOf(tab.key) ?? 0,
      view: tab.copy.view(),
      isRead: reading?.isReading(tab.key) ?? false,
    });
    if (closed.length > MOST) closed.shift();
  };

  /** Adds the tab to its previous group, or the active one if that no longer exists, and brings it to the front. */
  const put = (copy: Copy, last: Closed): void => {
    const home = groupsOf(all()).find(({ id }) => id === last.group) ?? active();
    const tab = make(copy);
    arrange(brought(placed(all(), home.id, tab.key, Math.min(last.place, home.tabs.length)), tab.key));
    settle(tab, last);
  };

  const settle = (tab: Tab, last: Closed): void => {
    tab.copy.restore(last.view);
    if (last.isRead && tab.copy.$about.get().format === "markdown") reading?.restore(tab.key);
    wantFocus("canvas");
  };

  /**
   * Shows an open document a second time in its previous group; false if that group already has it, or there are too
   * many groups.
   */
  const showAgain = (shown: Tab, last: Closed): boolean => {
    const home = groupsOf(all()).find(({ id }) => id === last.group);
    if (home) {
      if (home.tabs.some((key) => desk.tabOf(key).doc === shown.doc)) return false;
      put(shown.copy.beside(), last);
      return true;
    }
    if (groupsOf(all()).length >= MOST_GROUPS) return false;
    const tab = make(shown.copy.beside());
    arrange(split(all(), active().id, "right", tab.key) ?? all());
    settle(tab, last);
    return true;
  };

  return {
    /** Remembers a tab that is about to close; `again`: its document stays open in another group. */
    keep,
    /**
     * Reopens the last closed tab with its group, position, cursor and scroll. Restores the text of one that was closed
     * without a file.
     */
    async reopen(): Promise<void> {
      for (let last = closed.pop(); last; last = closed.pop()) {
        const shown = find(last.doc) ?? (last.path === null ? null : ofPath(last.path));
        if (shown) {
          if (last.again && showAgain(shown, last)) return;
          continue;
        }
        if (last.text !== null) {
          const copy = makeCopy(await bridge.request("document:create", undefined));
          put(copy, last);
          copy.edit({ changes: { from: 0, insert: last.text } });
          copy.restore(last.view);
          return;
        }
        if (last.path === null) continue;
        const answer = await ask(last.path);
        if (!answer.ok || !answer.document) {
          if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
          continue;
        }
        const open = answer.document;
        if (find(open.doc)) activate(open.doc);
        else put(makeCopy(open), last);
        return;
      }
      notices.announce(words.tabs.noneToReopen);
    },
  };
}
