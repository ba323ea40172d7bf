import type { DocumentId, DocumentSnapshot, Session } from "../../../shared/contract";
import type { PreviewModes } from "../api/feature-stores";
import type { Tab, TabEditor } from "../api/tabs";
import { activeGroup, groupsOf, noTabs, withFront, withTab } from "../groups/arrangement";
import { arrangementFrom, storedGroups } from "../groups/stored-groups";
import type { TabStore } from "./tab-store";

/** The view state of a tab as stored in the session. */
type StoredView = Partial<Session["tabs"][number]>;

type Previews = PreviewModes | undefined;

/**
 * Restores the tabs of the last session in their groups and order, and adds the other documents that main has opened.
 * `wanted` comes to the front, or else the last one.
 */
export function restoreTabs(
  store: TabStore,
  { makeEditor, previews }: { makeEditor(open: DocumentSnapshot): TabEditor; previews: Previews },
  documents: readonly DocumentSnapshot[],
  session: Session | null,
  wanted: DocumentId | null,
): void {
  const { make, known, tabOf, arrange, requestFocus } = store;
  const past = session?.tabs ?? [];
  const restoreView = (tab: Tab, view: StoredView | undefined): Tab => {
    if (view?.read && tab.editor.$info.get().format === "markdown") previews?.restore(tab.key);
    return restoreViewState(tab, view);
  };
  const indexOf = (open: DocumentSnapshot) => {
    const at = past.findIndex(
      (tab) => tab.doc === open.doc || (tab.path !== null && tab.path === open.path && tab.room === open.room),
    );
    return at < 0 ? past.length : at;
  };
  const ordered = documents.map((open) => ({ open, index: indexOf(open) })).sort((a, b) => a.index - b.index);
  const firsts = new Map(
    ordered.map(({ open, index }) => [open.doc, () => restoreView(make(makeEditor(open)), past[index])]),
  );
  const first = (doc: DocumentId): Tab | null => {
    const tab = firsts.get(doc)?.() ?? null;
    firsts.delete(doc);
    return tab;
  };
  // Document ids can differ from those of the last session.
  const now = new Map(ordered.flatMap(({ open, index }) => (past[index] ? [[past[index].doc, open.doc]] : [])));
  const stored = session?.groups;
  let next =
    (stored &&
      arrangementFrom(stored, ({ doc, view }) => {
        const open = now.get(doc);
        if (open === undefined) return null;
        const again = () => {
          const first = known(open);
          return first ? restoreView(make(first.editor.duplicate()), view) : null;
        };
        return (first(open) ?? again())?.key ?? null;
      })) ??
    noTabs;
  for (const { open } of ordered) {
    const tab = first(open.doc);
    if (tab) next = withTab(next, next.active, tab.key, activeGroup(next).tabs.length);
  }
  const front = ordered.find(({ open }) => open.doc === wanted) ?? ordered.at(-1);
  if (!front) return;
  const rows = [activeGroup(next), ...groupsOf(next)];
  const key = rows.flatMap(({ tabs }) => tabs).find((each) => tabOf(each).doc === front.open.doc);
  // In one step: tabs added on the way were never in front.
  arrange(key === undefined ? next : withFront(next, key));
  requestFocus("canvas");
}

/** The tabs as stored in the session, and their groups if there are several. */
export function tabsForSession(store: TabStore, previews: Previews): Pick<Session, "tabs" | "groups"> {
  const { $tabs, all, tabOf } = store;
  const seen = new Set<DocumentId>();
  const first = $tabs.get().filter(({ doc }) => !seen.has(doc) && seen.add(doc));
  const firsts = new Set(first);
  const viewOf = ({ key, editor }: Tab) => ({
    ...editor.viewState(),
    ...(previews?.isPreview(key) ? { read: true as const } : {}),
  });
  const kept = storedGroups(all(), (key) => {
    const tab = tabOf(key);
    return firsts.has(tab) ? { doc: tab.doc } : { doc: tab.doc, view: viewOf(tab) };
  });
  return {
    tabs: first.map((tab) => ({
      path: tab.editor.$info.get().path,
      doc: tab.doc,
      ...viewOf(tab),
      ...(tab.editor.kind === "text" || tab.editor.kind === "office" ? {} : { room: tab.editor.kind }),
    })),
    ...(kept ? { groups: kept } : {}),
  };
}

/** Restores the view state of a tab. */
function restoreViewState(tab: Tab, view: StoredView | undefined): Tab {
  if (view?.cursor === undefined) return tab;
  const { cursor, scrollTop = 0, folds = [], callouts, mode } = view;
  tab.editor.restore({ cursor, scrollTop, folds, ...(callouts ? { callouts } : {}), ...(mode ? { mode } : {}) });
  return tab;
}
