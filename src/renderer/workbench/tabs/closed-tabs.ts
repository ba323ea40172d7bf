import type { Bridge, DocumentId, DocumentSnapshot, Reply } from "../../../shared/contract";
import { MAX_GROUPS } from "../../ui/limits";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { PreviewModes } from "../api/feature-stores";
import type { GroupId, Tab, TabEditor } from "../api/tabs";
import { groupsOf, withFront, withSplit, withTab } from "../groups/arrangement";
import { authorshipDocument } from "./book-document";
import type { TabStore } from "./tab-store";

/** The maximum number of closed tabs that can be reopened. */
const MAX_CLOSED = 50;

/**
 * A closed tab. `text`: the text, if the file was deleted or never existed. `isDuplicate`: its document stayed open in
 * another group.
 */
type ClosedTab = {
  doc: DocumentId;
  path: string | null;
  text: string | null;
  isDuplicate: boolean;
  /** It was the statement on the authorship of the text at `path`. */
  isAuthorship: boolean;
  group: GroupId;
  index: number;
  viewState: ReturnType<TabEditor["viewState"]>;
  isPreview: boolean;
};

type ClosedTabsDeps = {
  bridge: Pick<Bridge, "request">;
  notices: Notices;
  makeEditor(open: DocumentSnapshot): TabEditor;
  previews: PreviewModes | undefined;
  /** The tab of this path, if there is one. */
  ofPath(path: string): Tab | null;
  /** Opens the document at a path without showing it. */
  openDocument(path: string): Promise<Reply<"document:open">>;
};

/** Closed tabs, to be reopened in reverse order, in their group and position. */
export function createClosedTabs(
  store: TabStore,
  { bridge, notices, makeEditor, previews, ofPath, openDocument }: ClosedTabsDeps,
) {
  const { all, active, arrange, activate, find, groupOfTab, make, requestFocus } = store;
  const closed: ClosedTab[] = [];

  const keep = (tab: Tab, how: "last" | "again"): void => {
    const group = groupOfTab(tab);
    const { path } = tab.editor.$info.get();
    const isDuplicate = how === "again";
    const hasFile = path !== null && tab.editor.$status.get().status !== "gone";
    const text = hasFile || isDuplicate ? "" : tab.editor.text();
    if (!hasFile && !isDuplicate && text === "") return;
    closed.push({
      doc: tab.doc,
      path,
      text: text === "" ? null : text,
      isDuplicate,
      isAuthorship: tab.editor.kind === "authorship",
      group: group?.id ?? active().id,
      index: group?.tabs.indexOf(tab.key) ?? 0,
      viewState: tab.editor.viewState(),
      isPreview: previews?.isPreview(tab.key) ?? false,
    });
    if (closed.length > MAX_CLOSED) closed.shift();
  };

  /** Adds the tab to its previous group, or the active one if that no longer exists, and brings it to the front. */
  const put = (editor: TabEditor, last: ClosedTab): void => {
    const home = groupsOf(all()).find(({ id }) => id === last.group) ?? active();
    const tab = make(editor);
    arrange(withFront(withTab(all(), home.id, tab.key, Math.min(last.index, home.tabs.length)), tab.key));
    restoreState(tab, last);
  };

  const restoreState = (tab: Tab, last: ClosedTab): void => {
    tab.editor.restore(last.viewState);
    if (last.isPreview && tab.editor.$info.get().format === "markdown") previews?.restore(tab.key);
    requestFocus("canvas");
  };

  /**
   * Shows an open document a second time in its previous group; false if that group already has it, or there are too
   * many groups.
   */
  const showAgain = (shown: Tab, last: ClosedTab): boolean => {
    const home = groupsOf(all()).find(({ id }) => id === last.group);
    if (home) {
      if (home.tabs.some((key) => store.tabOf(key).doc === shown.doc)) return false;
      put(shown.editor.duplicate(), last);
      return true;
    }
    if (groupsOf(all()).length >= MAX_GROUPS) return false;
    const tab = make(shown.editor.duplicate());
    arrange(withSplit(all(), active().id, "right", tab.key) ?? all());
    restoreState(tab, last);
    return true;
  };

  return {
    /** Remembers a tab that is about to close; `again`: its document stays open in another group. */
    keep,
    canReopen: () => closed.length > 0,
    /**
     * Reopens the last closed tab with its group, position, cursor and scroll. Restores the text of one that was closed
     * without a file.
     */
    async reopen(): Promise<void> {
      for (let last = closed.pop(); last; last = closed.pop()) {
        if (last.isAuthorship && last.path !== null && !last.isDuplicate) {
          if (!find(last.doc)) put(makeEditor(authorshipDocument(last.path, last.doc)), last);
          else activate(last.doc);
          return;
        }
        const shown = find(last.doc) ?? (last.path === null ? null : ofPath(last.path));
        if (shown) {
          if (last.isDuplicate && showAgain(shown, last)) return;
          continue;
        }
        if (last.text !== null) {
          const editor = makeEditor(await bridge.request("document:create", undefined));
          put(editor, last);
          editor.edit({ changes: { from: 0, insert: last.text } });
          editor.restore(last.viewState);
          return;
        }
        if (last.path === null) continue;
        const answer = await openDocument(last.path);
        if (!answer.ok || !answer.document) {
          if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
          continue;
        }
        const open = answer.document;
        if (find(open.doc)) activate(open.doc);
        else put(makeEditor(open), last);
        return;
      }
      notices.announce(messages.tabs.noneToReopen);
    },
  };
}
