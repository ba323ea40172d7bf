import { describe, expect, it } from "vitest";
import { foundFile, paragraph } from "./search.fixture";
import { hitAfter, hitKey, mergeFiles, sameHit, searchRows, searchStep } from "./search-rows";

const a = foundFile("a.md", ["one", "two"]);
const b = foundFile("b.md", ["three"], 40);
const rows = (...closed: string[]) => searchRows([a, b], new Set(closed.map((name) => `/w/${name}`)));
const keys = (...closed: string[]) => rows(...closed).map(({ kind, key }) => `${kind} ${key.replace("\0", "#")}`);

describe("the rows of the results", () => {
  it("are files with their paragraphs, and the number of paragraphs not listed", () => {
    expect(keys()).toEqual([
      ...["file /w/a.md", "hit /w/a.md#0", "hit /w/a.md#1"],
      ...["file /w/b.md", "hit /w/b.md#0", "more /w/b.md#more"],
    ]);
    expect(keys("a.md", "b.md")).toEqual(["file /w/a.md", "file /w/b.md"]);
  });

  it("leave out files without listed paragraphs", () => {
    expect(searchRows([foundFile("a.md", [], 12)], new Set())).toEqual([]);
  });
});

describe("keys in the results", () => {
  const press = (key: string, selected: string | null, ...closed: string[]) =>
    searchStep(rows(...closed), selected, key, 3);
  const [first, second, third] = [hitKey("/w/a.md", 0), hitKey("/w/a.md", 1), hitKey("/w/b.md", 0)];

  it("move through the visible rows", () => {
    expect(press("ArrowDown", null)).toEqual({ do: "select", key: "/w/a.md" });
    expect(press("ArrowDown", first)).toEqual({ do: "select", key: second });
    expect(press("ArrowDown", "/w/a.md", "a.md")).toEqual({ do: "select", key: "/w/b.md" });
    expect(press("ArrowUp", first)).toEqual({ do: "select", key: "/w/a.md" });
    expect(press("Home", third)).toEqual({ do: "select", key: "/w/a.md" });
    expect(press("End", first)).toEqual({ do: "select", key: "/w/b.md\0more" });
    expect(press("PageDown", "/w/a.md")).toEqual({ do: "select", key: second });
    expect(press("ArrowUp", "/w/a.md")).toBeNull();
  });

  it("expand and collapse files, and move from a paragraph to its file", () => {
    expect(press("ArrowLeft", second)).toEqual({ do: "select", key: "/w/a.md" });
    expect(press("ArrowLeft", "/w/a.md")).toEqual({ do: "close", paths: ["/w/a.md"] });
    expect(press("ArrowLeft", "/w/a.md", "a.md")).toBeNull();
    expect(press("ArrowRight", "/w/a.md", "a.md")).toEqual({ do: "open", paths: ["/w/a.md"] });
    expect(press("ArrowRight", "/w/a.md")).toEqual({ do: "select", key: first });
    expect(press("ArrowRight", first)).toBeNull();
    expect(press("*", first, "b.md")).toEqual({ do: "open", paths: ["/w/b.md"] });
  });
});

describe("stepping from result to result", () => {
  const at = (path: string, index: number) => ({ path: `/w/${path}`, index });

  it("crosses files and wraps around, which it reports", () => {
    expect(hitAfter([a, b], at("a.md", 1), 1)).toEqual({ ...at("b.md", 0), wrapped: false });
    expect(hitAfter([a, b], at("b.md", 0), -1)).toEqual({ ...at("a.md", 1), wrapped: false });
    expect(hitAfter([a, b], at("b.md", 0), 1)).toEqual({ ...at("a.md", 0), wrapped: true });
    expect(hitAfter([a, b], at("a.md", 0), -1)).toEqual({ ...at("b.md", 0), wrapped: true });
  });

  it("starts at the first or last result, or next to a selected file", () => {
    expect(hitAfter([a, b], null, 1)).toEqual({ ...at("a.md", 0), wrapped: false });
    expect(hitAfter([a, b], null, -1)).toEqual({ ...at("b.md", 0), wrapped: false });
    expect(hitAfter([a, b], at("b.md", -1), 1)).toEqual({ ...at("b.md", 0), wrapped: false });
    expect(hitAfter([a, b], at("b.md", -1), -1)).toEqual({ ...at("a.md", 1), wrapped: false });
    expect(hitAfter([], null, 1)).toBeNull();
  });
});

describe("files that are searched again", () => {
  it("stay in place, disappear, or are inserted in natural name order", () => {
    const files = [foundFile("chapter 2.md", ["x"]), foundFile("chapter 10.md", ["x"])];
    const again = [foundFile("chapter 2.md", ["x", "y"]), foundFile("chapter 3.md", ["z"])];
    const searched = new Set(["/w/chapter 2.md", "/w/chapter 3.md", "/w/chapter 10.md"]);
    expect(mergeFiles(files, searched, again)).toEqual(again);
    expect(mergeFiles(files, new Set(["/w/chapter 3.md"]), again.slice(1)).map(({ name }) => name)).toEqual([
      "chapter 2.md",
      "chapter 3.md",
      "chapter 10.md",
    ]);
  });

  it("keep the selected paragraph by its text, the nearest of equal ones, else by its index", () => {
    const after = ["new", "one", "two", "one"].map((text) => paragraph(text));
    expect(sameHit(paragraph("one"), 0, after)).toBe(1);
    expect(sameHit(paragraph("one"), 3, after)).toBe(3);
    expect(sameHit(paragraph("gone"), 2, after)).toBe(2);
    expect(sameHit(paragraph("gone"), 9, after)).toBe(3);
    expect(sameHit(undefined, 0, [])).toBe(-1);
  });
});
