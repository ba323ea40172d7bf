import type { DocumentId, OpenDocument, Session } from "../../../shared/contract";
import type { ReadingModes } from "../../features/preview/preview-modes";
import { activeGroup, brought, groupsOf, noTabs, placed } from "../groups/arrangement";
import { arrangementFrom, storedGroups } from "../groups/stored-groups";
import type { TabDesk } from "./tab-store";
import type { Copy, Tab } from "./tabs";

/** The view state of a tab as stored in the session. */
type View = Partial<Session["tabs"][number]>;

type Reading = ReadingModes | undefined;

/**
 * Restores the tabs of the last session in their groups and order, and adds the other documents that main has opened.
 * `wanted` comes to the front, or else the last one.
 */
export function restoreTabs(
  desk: TabDesk,
  { makeCopy, reading }: { makeCopy(open: OpenDocument): Copy; reading: Reading },
  documents: readonly OpenDocument[],
  session: Session | null,
  wanted: DocumentId | null,
): void {
  const { make, known, tabOf, arrange, wantFocus } = desk;
  const past = session?.tabs ?? [];
  const readAgain = (tab: Tab, view: View | undefined): Tab => {
    if (view?.read && tab.copy.$about.get().format === "markdown") reading?.restore(tab.key);
    return placedBack(tab, view);
  };
  const placeOf = (open: OpenDocument) => {
    const at = past.findIndex((tab) => tab.doc === open.doc || (tab.path !== null && tab.path === open.path));
    return at < 0 ? past.length : at;
  };
  const inOrder = documents.map((open) => ({ open, place: placeOf(open) })).sort((a, b) => a.place - b.place);
  const firsts = new Map(
    inOrder.map(({ open, place }) => [open.doc, () => readAgain(make(makeCopy(open)), past[place])]),
  );
  const first = (doc: DocumentId): Tab | null => {
    const tab = firsts.get(doc)?.() ?? null;
    firsts.delete(doc);
    return tab;
  };
  // Document ids can differ from those of the last session.
  const now = new Map(inOrder.flatMap(({ open, place }) => (past[place] ? [[past[place].doc, open.doc]] : [])));
  const stored = session?.groups;
  let next =
    (stored &&
      arrangementFrom(stored, ({ doc, view }) => {
        const open = now.get(doc);
        if (open === undefined) return null;
        const again = () => {
          const first = known(open);
          return first ? readAgain(make(first.copy.beside()), view) : null;
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
  // In one step: tabs added on the way were never in front.
  arrange(key === undefined ? next : brought(next, key));
  wantFocus("canvas");
}

/** The tabs as stored in the session, and their groups if there are several. */
export function tabsForSession(desk: TabDesk, reading: Reading): Pick<Session, "tabs" | "groups"> {
  const { $tabs, all, tabOf } = desk;
  const told = new Set<DocumentId>();
  const first = $tabs.get().filter(({ doc }) => !told.has(doc) && told.add(doc));
  const firsts = new Set(first);
  const viewOf = ({ key, copy }: Tab) => ({
    ...copy.view(),
    ...(reading?.isReading(key) ? { read: true as const } : {}),
  });
  const kept = storedGroups(all(), (key) => {
    const tab = tabOf(key);
    return firsts.has(tab) ? { doc: tab.doc } : { doc: tab.doc, view: viewOf(tab) };
  });
  return {
    tabs: first.map((tab) => ({
      path: tab.copy.$about.get().path,
      doc: tab.doc,
      ...viewOf(tab),
      ...(tab.copy.kind === "book" ? { room: "book" as const } : {}),
    })),
    ...(kept ? { groups: kept } : {}),
  };
}

/** Restores the view state of a tab. */
function placedBack(tab: Tab, view: View | undefined): Tab {
  if (view?.cursor === undefined) return tab;
  const { cursor, scrollTop = 0, folds = [], mode } = view;
  tab.copy.restore({ cursor, scrollTop, folds, ...(mode ? { mode } : {}) });
  return tab;
}
