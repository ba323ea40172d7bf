/** Names a tab for as long as it is open. */
export type TabKey = string;

/** Names a group for as long as it is there. */
export type GroupId = number;

/** A row of tabs with one of them in front. `height` is its share of the column, beside the others' shares. */
export type Group = {
  readonly id: GroupId;
  readonly height: number;
  readonly tabs: readonly TabKey[];
  /** Null only where there are no tabs, which is so in a page without any. */
  readonly front: TabKey | null;
  /** Tabs in the order in which they were last in front, newest last. */
  readonly looked: readonly TabKey[];
};

/** Groups one below the other. `width` is its share of the page. */
export type Column = { readonly width: number; readonly groups: readonly Group[] };

/**
 * How the tabs stand on the page: columns side by side, each a stack of groups. Every tab is in exactly one group, no group
 * is empty but an only one, and one group is active.
 */
export type Arrangement = { readonly columns: readonly Column[]; readonly active: GroupId };

/** Where a new group comes up, seen from another. */
export type Side = "left" | "right" | "up" | "down";

/** As many groups as there can be: more would be too small to write in. */
export const MOST_GROUPS = 4;

/** No group becomes smaller than this share of the two that a divider is between. */
export const LEAST_SHARE = 0.15;

const emptyGroup = (id: GroupId): Group => ({ id, height: 1, tabs: [], front: null, looked: [] });

/** A page without tabs. */
export const noTabs: Arrangement = { columns: [{ width: 1, groups: [emptyGroup(1)] }], active: 1 };

/** Column after column, each from the top. */
export const groupsOf = ({ columns }: Arrangement): readonly Group[] => columns.flatMap(({ groups }) => groups);

/** The group that keys and menus mean. */
export function activeGroup(all: Arrangement): Group {
  const found = groupsOf(all).find(({ id }) => id === all.active);
  if (!found) throw new RangeError(`no group ${all.active}`);
  return found;
}

/** The group of a tab; null where there is no such tab. */
export const groupOf = (all: Arrangement, tab: TabKey): Group | null =>
  groupsOf(all).find(({ tabs }) => tabs.includes(tab)) ?? null;

const changed = (all: Arrangement, id: GroupId, change: (group: Group) => Group): Arrangement => ({
  ...all,
  columns: all.columns.map((column) =>
    column.groups.some((group) => group.id === id)
      ? { ...column, groups: column.groups.map((group) => (group.id === id ? change(group) : group)) }
      : column,
  ),
});

const inFront = (group: Group, tab: TabKey): Group => ({
  ...group,
  front: tab,
  looked: [...group.looked.filter((other) => other !== tab), tab],
});

const leaving = (group: Group, tab: TabKey): Group => {
  const place = group.tabs.indexOf(tab);
  const tabs = group.tabs.filter((other) => other !== tab);
  const looked = group.looked.filter((other) => other !== tab);
  if (group.front !== tab) return { ...group, tabs, looked };
  const heir = looked.at(-1) ?? tabs[Math.min(place, tabs.length - 1)] ?? null;
  const rest = { ...group, tabs, looked, front: null };
  return heir === null ? rest : inFront(rest, heir);
};

/** A new tab in a group, at a place in its row. It comes to the front only where nothing else is. */
export function placed(all: Arrangement, id: GroupId, tab: TabKey, place: number): Arrangement {
  if (groupOf(all, tab)) throw new RangeError(`${tab} has a place`);
  return changed(all, id, (group) => {
    const more = { ...group, tabs: group.tabs.toSpliced(Math.max(0, place), 0, tab) };
    return group.front === null ? inFront(more, tab) : more;
  });
}

/** A tab comes to the front of its group, which becomes the active one. */
export function brought(all: Arrangement, tab: TabKey): Arrangement {
  const group = groupOf(all, tab);
  if (!group) return all;
  if (all.active === group.id && group.front === tab && group.looked.at(-1) === tab) return all;
  return { ...changed(all, group.id, (each) => inFront(each, tab)), active: group.id };
}

/** Another group becomes the active one. */
export const entered = (all: Arrangement, id: GroupId): Arrangement =>
  all.active === id || !groupsOf(all).some((group) => group.id === id) ? all : { ...all, active: id };

/** A tab goes; a group that has none left goes with it, and leaves its room to the one beside. */
export function without(all: Arrangement, tab: TabKey): Arrangement {
  const group = groupOf(all, tab);
  return group ? swept(changed(all, group.id, (each) => leaving(each, tab))) : all;
}

/** A tab goes to a place in a row, its own or another group's. From another group it comes to the front. */
export function moved(all: Arrangement, tab: TabKey, id: GroupId, place: number): Arrangement {
  const from = groupOf(all, tab);
  if (!from || !groupsOf(all).some((group) => group.id === id)) return all;
  if (from.id === id) {
    const tabs = from.tabs.filter((other) => other !== tab).toSpliced(Math.max(0, place), 0, tab);
    return changed(all, id, (group) => ({ ...group, tabs }));
  }
  const there = placed(
    changed(all, from.id, (group) => leaving(group, tab)),
    id,
    tab,
    place,
  );
  return swept(brought(there, tab));
}

/** A group of its own for a tab without a place, or with another; null where there are as many groups as can be. */
export function split(all: Arrangement, beside: GroupId, side: Side, tab: TabKey): Arrangement | null {
  const at = all.columns.findIndex(({ groups }) => groups.some(({ id }) => id === beside));
  const column = all.columns[at];
  if (!column) return null;
  const from = groupOf(all, tab);
  const rest = from ? changed(all, from.id, (group) => leaving(group, tab)) : all;
  const isLast = from?.tabs.length === 1;
  if (groupsOf(all).length - (isLast ? 1 : 0) >= MOST_GROUPS || (isLast && from.id === beside)) return null;
  const id = Math.max(...groupsOf(all).map((group) => group.id)) + 1;
  const fresh = inFront({ ...emptyGroup(id), tabs: [tab] }, tab);
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
  return swept({ columns, active: id });
}

/** All tabs in one group, in their order, the active group's front tab in front. */
export function joined(all: Arrangement): Arrangement {
  const { front } = activeGroup(all);
  const groups = groupsOf(all);
  const only: Group = {
    id: all.active,
    height: 1,
    tabs: groups.flatMap(({ tabs }) => tabs),
    looked: [...groups.filter(({ id }) => id !== all.active), activeGroup(all)].flatMap(({ looked }) => looked),
    front,
  };
  return { columns: [{ width: 1, groups: [only] }], active: all.active };
}

/** The divider after a column moves: `share` of the two columns' room is the first one's. */
export function columnsShared(all: Arrangement, at: number, share: number): Arrangement {
  const [one, other] = [all.columns[at], all.columns[at + 1]];
  if (!one || !other) return all;
  const [width, rest] = shared(one.width + other.width, share);
  return { ...all, columns: all.columns.with(at, { ...one, width }).with(at + 1, { ...other, width: rest }) };
}

/** The divider below a group moves: `share` of the two groups' room is the upper one's. */
export function groupsShared(all: Arrangement, upper: GroupId, share: number): Arrangement {
  return {
    ...all,
    columns: all.columns.map((column) => {
      const at = column.groups.findIndex(({ id }) => id === upper);
      const [one, other] = [column.groups[at], column.groups[at + 1]];
      if (!one || !other) return column;
      const [height, rest] = shared(one.height + other.height, share);
      return { ...column, groups: column.groups.with(at, { ...one, height }).with(at + 1, { ...other, height: rest }) };
    }),
  };
}

/** Every column as wide and every group as high as the one beside it. */
export const evened = (all: Arrangement): Arrangement => ({
  ...all,
  columns: all.columns.map(({ groups }) => ({ width: 1, groups: groups.map((group) => ({ ...group, height: 1 })) })),
});

/** The group so many further, round again at the ends. */
export function stepped(all: Arrangement, by: number): GroupId {
  const groups = groupsOf(all);
  const at = groups.findIndex(({ id }) => id === all.active);
  return groups[(((at + by) % groups.length) + groups.length) % groups.length]?.id ?? all.active;
}

function shared(sum: number, share: number): [number, number] {
  const bounded = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, Number.isFinite(share) ? share : 0.5));
  return [sum * bounded, sum * (1 - bounded)];
}

/** Without the groups that have no tabs, but for an only one. What goes leaves its room to its neighbours. */
function swept(all: Arrangement): Arrangement {
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
  const heir = groups.slice(0, was).findLast(({ tabs }) => tabs.length > 0) ?? kept[0];
  return { columns, active: heir?.id ?? all.active };
}
