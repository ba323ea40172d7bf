import { MAX_GROUPS } from "../../ui/limits";
import type { Arrangement, Group, GroupId, Side, TabKey } from "../api/tabs";

/** The smallest share of two neighbours that a divider can leave. */
export const MIN_SHARE = 0.15;

const emptyGroup = (id: GroupId): Group => ({ id, height: 1, tabs: [], front: null, recent: [] });

/** A window without tabs. */
export const noTabs: Arrangement = { columns: [{ width: 1, groups: [emptyGroup(1)] }], active: 1 };

/** All groups, column by column, top to bottom. */
export const groupsOf = ({ columns }: Arrangement): readonly Group[] => columns.flatMap(({ groups }) => groups);

/** The group that keys and menus apply to. */
export function activeGroup(all: Arrangement): Group {
  const found = groupsOf(all).find(({ id }) => id === all.active);
  if (!found) throw new RangeError(`unknown group ${all.active}`);
  return found;
}

/** The group of a tab; null if the tab does not exist. */
export const groupOf = (all: Arrangement, tab: TabKey): Group | null =>
  groupsOf(all).find(({ tabs }) => tabs.includes(tab)) ?? null;

const withGroup = (all: Arrangement, id: GroupId, change: (group: Group) => Group): Arrangement => ({
  ...all,
  columns: all.columns.map((column) =>
    column.groups.some((group) => group.id === id)
      ? { ...column, groups: column.groups.map((group) => (group.id === id ? change(group) : group)) }
      : column,
  ),
});

const withFrontTab = (group: Group, tab: TabKey): Group => ({
  ...group,
  front: tab,
  recent: [...group.recent.filter((other) => other !== tab), tab],
});

const withoutTabInGroup = (group: Group, tab: TabKey): Group => {
  const index = group.tabs.indexOf(tab);
  const tabs = group.tabs.filter((other) => other !== tab);
  const recent = group.recent.filter((other) => other !== tab);
  if (group.front !== tab) return { ...group, tabs, recent };
  const successor = recent.at(-1) ?? tabs[Math.min(index, tabs.length - 1)] ?? null;
  const rest = { ...group, tabs, recent, front: null };
  return successor === null ? rest : withFrontTab(rest, successor);
};

/** Adds a new tab to a group at an index. It comes to the front only if the group was empty. */
export function withTab(all: Arrangement, id: GroupId, tab: TabKey, index: number): Arrangement {
  if (groupOf(all, tab)) throw new RangeError(`${tab} is already in a group`);
  return withGroup(all, id, (group) => {
    const more = { ...group, tabs: group.tabs.toSpliced(Math.max(0, index), 0, tab) };
    return group.front === null ? withFrontTab(more, tab) : more;
  });
}

/** Brings a tab to the front of its group and activates the group. */
export function withFront(all: Arrangement, tab: TabKey): Arrangement {
  const group = groupOf(all, tab);
  if (!group) return all;
  if (all.active === group.id && group.front === tab && group.recent.at(-1) === tab) return all;
  return { ...withGroup(all, group.id, (each) => withFrontTab(each, tab)), active: group.id };
}

/** Activates another group. */
export const withActiveGroup = (all: Arrangement, id: GroupId): Arrangement =>
  all.active === id || !groupsOf(all).some((group) => group.id === id) ? all : { ...all, active: id };

/** Removes a tab. A group that becomes empty is removed, and its neighbour takes its space. */
export function withoutTab(all: Arrangement, tab: TabKey): Arrangement {
  const group = groupOf(all, tab);
  return group ? withoutEmptyGroups(withGroup(all, group.id, (each) => withoutTabInGroup(each, tab))) : all;
}

/** Moves a tab to an index of its own or another group. In another group it comes to the front. */
export function withMovedTab(all: Arrangement, tab: TabKey, id: GroupId, index: number): Arrangement {
  const from = groupOf(all, tab);
  if (!from || !groupsOf(all).some((group) => group.id === id)) return all;
  if (from.id === id) {
    const tabs = from.tabs.filter((other) => other !== tab).toSpliced(Math.max(0, index), 0, tab);
    return withGroup(all, id, (group) => ({ ...group, tabs }));
  }
  const there = withTab(
    withGroup(all, from.id, (group) => withoutTabInGroup(group, tab)),
    id,
    tab,
    index,
  );
  return withoutEmptyGroups(withFront(there, tab));
}

/** Puts a new tab, or one of another group, into a new group of its own; null if there are already too many groups. */
export function withSplit(all: Arrangement, beside: GroupId, side: Side, tab: TabKey): Arrangement | null {
  const at = all.columns.findIndex(({ groups }) => groups.some(({ id }) => id === beside));
  const column = all.columns[at];
  if (!column) return null;
  const from = groupOf(all, tab);
  const rest = from ? withGroup(all, from.id, (group) => withoutTabInGroup(group, tab)) : all;
  const isLast = from?.tabs.length === 1;
  if (groupsOf(all).length - (isLast ? 1 : 0) >= MAX_GROUPS || (isLast && from.id === beside)) return null;
  const id = Math.max(...groupsOf(all).map((group) => group.id)) + 1;
  const fresh = withFrontTab({ ...emptyGroup(id), tabs: [tab] }, tab);
  const columns = [...rest.columns];
  if (side === "left" || side === "right") {
    const half = column.width / 2;
    columns[at] = { ...(columns[at] ?? column), width: half };
    columns.splice(side === "left" ? at : at + 1, 0, { width: half, groups: [fresh] });
  } else {
    const groups = [...(columns[at] ?? column).groups];
    const row = groups.findIndex((group) => group.id === beside);
    const half = (groups[row]?.height ?? 1) / 2;
    groups.splice(row, 1, ...groups.slice(row, row + 1).map((group) => ({ ...group, height: half })));
    groups.splice(side === "up" ? row : row + 1, 0, { ...fresh, height: half });
    columns[at] = { ...(columns[at] ?? column), groups };
  }
  return withoutEmptyGroups({ columns, active: id });
}

/** Puts all tabs into one group in their order; the front tab of the active group stays in front. */
export function withOneGroup(all: Arrangement): Arrangement {
  const { front } = activeGroup(all);
  const groups = groupsOf(all);
  const only: Group = {
    id: all.active,
    height: 1,
    tabs: groups.flatMap(({ tabs }) => tabs),
    recent: [...groups.filter(({ id }) => id !== all.active), activeGroup(all)].flatMap(({ recent }) => recent),
    front,
  };
  return { columns: [{ width: 1, groups: [only] }], active: all.active };
}

/** Moves the divider after a column: `share` of the two columns' width goes to the first. */
export function withColumnShare(all: Arrangement, at: number, share: number): Arrangement {
  const [one, other] = [all.columns[at], all.columns[at + 1]];
  if (!one || !other) return all;
  const [width, rest] = dividedShares(one.width + other.width, share);
  return { ...all, columns: all.columns.with(at, { ...one, width }).with(at + 1, { ...other, width: rest }) };
}

/** Moves the divider below a group: `share` of the two groups' height goes to the upper one. */
export function withGroupShare(all: Arrangement, upper: GroupId, share: number): Arrangement {
  return {
    ...all,
    columns: all.columns.map((column) => {
      const at = column.groups.findIndex(({ id }) => id === upper);
      const [one, other] = [column.groups[at], column.groups[at + 1]];
      if (!one || !other) return column;
      const [height, rest] = dividedShares(one.height + other.height, share);
      return { ...column, groups: column.groups.with(at, { ...one, height }).with(at + 1, { ...other, height: rest }) };
    }),
  };
}

/** Makes all columns equally wide and all groups of a column equally high. */
export const withEqualShares = (all: Arrangement): Arrangement => ({
  ...all,
  columns: all.columns.map(({ groups }) => ({ width: 1, groups: groups.map((group) => ({ ...group, height: 1 })) })),
});

/** The group at an offset from the active one, wrapping around. */
export function groupAtOffset(all: Arrangement, by: number): GroupId {
  const groups = groupsOf(all);
  const at = groups.findIndex(({ id }) => id === all.active);
  return groups[(((at + by) % groups.length) + groups.length) % groups.length]?.id ?? all.active;
}

function dividedShares(sum: number, share: number): [number, number] {
  const bounded = Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, Number.isFinite(share) ? share : 0.5));
  return [sum * bounded, sum * (1 - bounded)];
}

/** Removes empty groups unless it is the only one. Neighbours take their space. */
function withoutEmptyGroups(all: Arrangement): Arrangement {
  const groups = groupsOf(all);
  const kept = groups.filter(({ tabs }) => tabs.length > 0);
  if (kept.length === groups.length) return all;
  if (kept.length === 0) {
    const only = emptyGroup(all.active);
    return { columns: [{ width: 1, groups: [only] }], active: only.id };
  }
  const columns = all.columns.flatMap((column) => {
    const rest = column.groups.filter(({ tabs }) => tabs.length > 0);
    return rest.length === 0 ? [] : [{ ...column, groups: rest }];
  });
  if (kept.some(({ id }) => id === all.active)) return { columns, active: all.active };
  const was = groups.findIndex(({ id }) => id === all.active);
  const successor = groups.slice(0, was).findLast(({ tabs }) => tabs.length > 0) ?? kept[0];
  return { columns, active: successor?.id ?? all.active };
}
