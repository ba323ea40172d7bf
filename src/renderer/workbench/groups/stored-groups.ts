import type { DocumentId, Session } from "../../../shared/contract";
import type { Arrangement, Group, TabKey } from "../api/tabs";
import { groupsOf } from "./arrangement";

type StoredGroups = NonNullable<Session["groups"]>;
type StoredTab = StoredGroups["columns"][number]["groups"][number]["tabs"][number];

/** The groups as stored in the session; undefined for a single group, which the session's tabs fully describe. */
export function storedGroups(all: Arrangement, tabFor: (key: TabKey) => StoredTab): StoredGroups | undefined {
  const groups = groupsOf(all);
  if (groups.length < 2) return undefined;
  return {
    active: groups.findIndex(({ id }) => id === all.active),
    columns: all.columns.map((column) => ({
      width: column.width,
      groups: column.groups.map(({ height, tabs, front }) => ({
        height,
        front: Math.max(0, tabs.indexOf(front ?? "")),
        tabs: tabs.map(tabFor),
      })),
    })),
  };
}

/**
 * Restores the stored groups with the documents that still exist. `keyFor` returns the key of a new tab, or null.
 * Null if no group is left.
 */
export function arrangementFrom(
  stored: StoredGroups,
  keyFor: (tab: { doc: DocumentId; view?: StoredTab["view"] }) => TabKey | null,
): Arrangement | null {
  const sound = (share: number) => (Number.isFinite(share) && share > 0 ? share : 1);
  let active: number | null = null;
  let id = 0;
  let at = 0;
  const columns = stored.columns.flatMap((column) => {
    const groups = column.groups.flatMap(({ height, front, tabs }): Group[] => {
      const isActive = at++ === stored.active;
      const kept = tabs
        .map((tab) => ({ tab, key: keyFor(tab) }))
        .flatMap(({ tab, key }) => (key ? [{ tab, key }] : []));
      const wanted = kept.find(({ tab }) => tab === tabs[front]) ?? kept.at(-1);
      if (!wanted) return [];
      id += 1;
      if (isActive) active = id;
      return [{ id, height: sound(height), tabs: kept.map(({ key }) => key), front: wanted.key, recent: [wanted.key] }];
    });
    return groups.length === 0 ? [] : [{ width: sound(column.width), groups }];
  });
  return columns.length === 0 ? null : { columns, active: active ?? 1 };
}
