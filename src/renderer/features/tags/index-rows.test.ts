import { expect, it } from "vitest";
import type { IndexRow } from "../../workbench/api/feature-stores";
import { linkRows, stepIn, tagRows } from "./index-rows";

const tags = [
  { name: "a", count: 1 },
  { name: "Work", count: 2 },
  { name: "work/Plan", count: 3 },
  { name: "work/plan/old", count: 1 },
];
const place = (path: string) => ({ path, line: 1, text: "t" });
const show = (rows: readonly IndexRow[]) =>
  rows.map((row) => {
    const indent = "  ".repeat(row.depth - 1);
    const label =
      row.kind === "place"
        ? row.place.path
        : row.kind === "create"
          ? `+${row.path}`
          : row.kind === "loading"
            ? "…"
            : `${row.label} ${row.uses}`;
    return `${indent}${label} ${row.position}/${row.count}`;
  });
const shown = (open: string[] = [], filter = "", places: Record<string, string[]> = {}) => ({
  open: new Set(open),
  filter,
  places: new Map(Object.entries(places).map(([key, paths]) => [key, paths.map(place)])),
});

it("tags are a tree in any letter case, counted with those below them", () => {
  expect(show(tagRows(tags, shown()))).toEqual(["a 1 1/2", "Work 6 2/2"]);
  expect(show(tagRows(tags, shown(["#work", "#work/plan"], "", { "#work": ["x.md", "y.md"] })))).toEqual([
    "a 1 1/2",
    "Work 6 2/2",
    "  Plan 4 1/1",
    "    old 1 1/1",
    "    … 1/1",
    "  x.md 2/3",
    "  y.md 3/3",
  ]);
});

it("a filter keeps the tags above those that match", () => {
  expect(show(tagRows(tags, shown(["#work"], "#PLAN", { "#work": [] })))).toEqual(["work 4 1/1", "  Plan 4 1/1"]);
  expect(tagRows(tags, shown([], "zzz"))).toEqual([]);
});

it("links that lead nowhere open to where they are, and to creating the note", () => {
  const links = [
    { target: "b", create: "n/b.md", count: 2, places: [place("x.md")] },
    { target: "c.png", create: null, count: 1, places: [place("y.md")] },
  ];
  expect(show(linkRows(links, shown(["?n/b.md", "?c.png"])))).toEqual([
    "b 2 1/2",
    "  +n/b.md 1/2",
    "  x.md 2/2",
    "c.png 1 2/2",
    "  y.md 1/1",
  ]);
  expect(show(linkRows(links, shown([], "PNG")))).toEqual(["c.png 1 1/1"]);
});

it("keys walk the tree", () => {
  const rows = tagRows(tags, shown(["#work"], "", { "#work": ["x.md"] }));
  expect(stepIn(rows, null, "ArrowDown", 5)).toEqual({ select: "#a" });
  expect(stepIn(rows, "#a", "ArrowRight", 5)).toEqual({ toggle: "#a" });
  expect(stepIn(rows, "#work", "ArrowRight", 5)).toEqual({ select: "#work/plan" });
  expect(stepIn(rows, "#work", "ArrowLeft", 5)).toEqual({ toggle: "#work" });
  expect(stepIn(rows, "#work/plan", "ArrowLeft", 5)).toEqual({ select: "#work" });
  expect(stepIn(rows, "#a", "End", 5)).toEqual({ select: "#work x.md:1" });
  expect(stepIn(rows, "#work x.md:1", "ArrowRight", 5)).toBeNull();
  expect(stepIn([], null, "ArrowDown", 5)).toBeNull();
});

it("no key selects a row that stands for others until they are there", () => {
  const rows = tagRows(tags, shown(["a"].map((tag) => `#${tag}`)));
  expect(show(rows)).toContain("  … 1/1");
  expect(stepIn(rows, "#a", "ArrowRight", 1)).toBeNull();
  expect(stepIn(rows, "#a", "ArrowDown", 1)).toBeNull();
});
