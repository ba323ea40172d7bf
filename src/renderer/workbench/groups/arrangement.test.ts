import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_GROUPS } from "../../ui/limits";
import type { Arrangement, Side } from "../api/tabs";
import {
  activeGroup,
  groupAtOffset,
  groupsOf,
  MIN_SHARE,
  noTabs,
  withActiveGroup,
  withColumnShare,
  withEqualShares,
  withFront,
  withGroupShare,
  withMovedTab,
  withOneGroup,
  withoutTab,
  withSplit,
  withTab,
} from "./arrangement";
import { framesOf } from "./frames";
import { arrangementFrom, storedGroups } from "./stored-groups";

/**
 * Groups as `a*b | c*`: `|` between columns, `/` between groups of one column, `*` after the front tab, `!` before the
 * active group.
 */
const describe = (all: Arrangement) =>
  all.columns
    .map(({ groups }) =>
      groups
        .map(
          ({ id, tabs, front }) =>
            `${id === all.active ? "!" : ""}${tabs.map((tab) => tab + (tab === front ? "*" : "")).join("")}`,
        )
        .join(" / "),
    )
    .join(" | ");

/** One group of tabs, the last one in front. */
const row = (...tabs: string[]): Arrangement =>
  tabs.reduce((all, tab, index) => withFront(withTab(all, 1, tab, index), tab), noTabs);

const must = (all: Arrangement | null): Arrangement => {
  if (!all) throw new RangeError("refused");
  return all;
};
const front = (all: Arrangement) => activeGroup(all).front ?? "";

test("a new group appears beside the old one, shares its space, and is active", () => {
  const two = must(withSplit(row("a", "b"), 1, "right", "c"));
  expect(describe(two)).toBe("ab* | !c*");
  expect(two.columns.map(({ width }) => width)).toEqual([0.5, 0.5]);
  const three = must(withSplit(two, 2, "down", "d"));
  expect(describe(three)).toBe("ab* | c* / !d*");
  expect(describe(must(withSplit(three, 1, "left", "e")))).toBe("!e* | ab* | c* / d*");
  expect(describe(must(withSplit(three, 1, "up", "e")))).toBe("!e* / ab* | c* / d*");
});

test("a tab that gets its own group leaves its previous one", () => {
  const all = must(withSplit(row("a", "b"), 1, "right", "b"));
  expect(describe(all)).toBe("a* | !b*");
  expect(describe(must(withSplit(all, 1, "down", "b")))).toBe("a* / !b*");
  expect(withSplit(row("a"), 1, "right", "a"), "an only tab has a group of its own").toBeNull();
});

test("splitting stops at a maximum number of groups", () => {
  let all = row("a");
  for (let n = 2; n <= MAX_GROUPS; n++) all = must(withSplit(all, all.active, "right", `t${n}`));
  expect(withSplit(all, all.active, "down", "x")).toBeNull();
  expect(describe(must(withSplit(all, 1, "down", "t4")))).toBe("a* / !t4* | t2* | t3*");
});

test("an empty group is removed, and the one before it becomes active", () => {
  const three = must(withSplit(must(withSplit(row("a"), 1, "right", "b")), 2, "right", "c"));
  expect(describe(withoutTab(three, "c"))).toBe("a* | !b*");
  expect(describe(withoutTab(withActiveGroup(three, 1), "a"))).toBe("!b* | c*");
  expect(describe(withoutTab(withoutTab(withoutTab(three, "a"), "b"), "c"))).toBe("!");
});

test("a tab moved to another group comes to the front, and one moved within its group does not", () => {
  const two = must(withSplit(row("a", "b"), 1, "right", "c"));
  expect(describe(withMovedTab(two, "a", 2, 0))).toBe("b* | !a*c");
  expect(describe(withMovedTab(two, "c", 1, 1))).toBe("!ac*b");
  expect(describe(withMovedTab(two, "a", 1, 1))).toBe("b*a | !c*");
});

test("all groups become one, and the front tab stays in front", () => {
  const three = must(withSplit(must(withSplit(row("a", "b"), 1, "right", "c")), 2, "down", "d"));
  expect(describe(withOneGroup(withActiveGroup(three, 2)))).toBe("!abc*d");
  expect(withOneGroup(three).columns).toHaveLength(1);
});

test("a divider changes two neighbours, down to the smallest share", () => {
  const two = must(withSplit(row("a"), 1, "right", "b"));
  expect(withColumnShare(two, 0, 0.7).columns.map(({ width }) => width)).toEqual([0.7, expect.closeTo(0.3)]);
  expect(withColumnShare(two, 0, 2).columns[1]?.width).toBeCloseTo(MIN_SHARE);
  expect(withColumnShare(two, 0, Number.NaN).columns[0]?.width).toBe(0.5);
  expect(withColumnShare(two, 1, 0.7)).toBe(two);
  const stacked = withGroupShare(must(withSplit(row("a"), 1, "down", "b")), 1, 0.25);
  expect(groupsOf(stacked).map(({ height }) => height)).toEqual([0.25, 0.75]);
  expect(groupsOf(withEqualShares(stacked)).map(({ height }) => height)).toEqual([1, 1]);
});

type Step = (all: Arrangement, fresh: string) => Arrangement;

/** Everything a user can do to groups, with any of their tabs. */
const step: fc.Arbitrary<Step> = fc
  .record({
    what: fc.constantFrom("place", "bring", "close", "split", "split off", "move", "enter", "step", "join", "share"),
    side: fc.constantFrom<Side>("left", "right", "up", "down"),
    tab: fc.nat(20),
    group: fc.nat(5),
    place: fc.integer({ min: -1, max: 9 }),
    share: fc.double({ min: -1, max: 2 }),
  })
  .map(({ what, side, tab, group, place, share }) => (all, fresh) => {
    const groups = groupsOf(all);
    const tabs = groups.flatMap((each) => each.tabs);
    const some = tabs[tab % Math.max(1, tabs.length)] ?? "none";
    const id = groups[group % groups.length]?.id ?? 0;
    switch (what) {
      case "place":
        return withTab(all, id, fresh, place);
      case "bring":
        return withFront(all, some);
      case "close":
        return withoutTab(all, some);
      case "split":
        return tabs.length === 0 ? all : (withSplit(all, id, side, fresh) ?? all);
      case "split off":
        return tabs.length === 0 ? all : (withSplit(all, id, side, some) ?? all);
      case "move":
        return withMovedTab(all, some, id, place);
      case "enter":
        return withActiveGroup(all, id);
      case "step":
        return withActiveGroup(all, groupAtOffset(all, tab % 2 === 0 ? 1 : -1));
      case "join":
        return withOneGroup(all);
      default:
        return tab % 2 === 0 ? withColumnShare(all, group, share) : withGroupShare(all, id, share);
    }
  });

test("after any operations, every tab is in one group, only a single group is empty, and one is active", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let all = noTabs;
      steps.forEach((each, index) => {
        all = each(all, `t${index}`);
        const groups = groupsOf(all);
        const tabs = groups.flatMap((group) => group.tabs);
        expect(new Set(tabs).size).toBe(tabs.length);
        expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
        expect(groups.some(({ id }) => id === all.active)).toBe(true);
        expect(groups.length).toBeLessThanOrEqual(MAX_GROUPS);
        for (const group of groups) {
          if (groups.length > 1) expect(group.tabs).not.toEqual([]);
          if (group.tabs.length > 0) expect(group.tabs).toContain(group.front);
          else expect(group.front).toBeNull();
          for (const tab of group.recent) expect(group.tabs).toContain(tab);
        }
        expect(groups.every(({ height }) => height > 0)).toBe(true);
        for (const layout of ["wide", "narrow"] as const) {
          const area = framesOf(all, layout).frames.reduce((sum, { width, height }) => sum + width * height, 0);
          expect(area).toBeCloseTo(1);
          expect(framesOf(all, layout).dividers).toHaveLength(groups.length - 1);
        }
      });
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 5000 : 200 },
  );
});

test("a stored arrangement is restored without documents that no longer exist", () => {
  const four = must(
    withSplit(must(withSplit(must(withSplit(row("a", "b"), 1, "right", "c")), 2, "down", "d")), 2, "right", "e"),
  );
  const all = withFront(withColumnShare(four, 0, 0.3), "a");
  const stored = storedGroups(all, (doc) => ({ doc }));
  if (!stored) throw new RangeError("not stored");
  expect(describe(must(arrangementFrom(stored, ({ doc }) => doc)))).toBe(describe(all));
  expect(framesOf(must(arrangementFrom(stored, ({ doc }) => doc)), "wide").frames.map(({ width }) => width)).toEqual(
    framesOf(all, "wide").frames.map(({ width }) => expect.closeTo(width)),
  );
  const some = must(arrangementFrom(stored, ({ doc }) => ("ac".includes(doc) ? null : doc)));
  expect(describe(some)).toBe(describe(withFront(withoutTab(withoutTab(all, "a"), "c"), front(withoutTab(all, "a")))));
  expect(arrangementFrom(stored, () => null)).toBeNull();
  expect(storedGroups(row("a"), (doc) => ({ doc }))).toBeUndefined();
});

test("in a narrow window the columns are stacked", () => {
  const all = must(withSplit(must(withSplit(row("a"), 1, "right", "b")), 1, "down", "c"));
  const { frames, dividers } = framesOf(all, "narrow");
  expect(frames.map(({ left, width }) => [left, width])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
  expect(dividers.map(({ axis }) => axis)).toEqual(["y", "y"]);
});
