import { describe, expect, it } from "vitest";
import { pathFilter } from "./path-filter";

const paths = ["a.md", "b.txt", "notes/a.md", "notes/deep/c.txt", "old/notes/d.md", "drafts,2026/e.md", "词/笔记.md"];
const keeps = (list: string) => paths.filter((path) => pathFilter(list)?.(path));

describe("a list of names and globs", () => {
  it("matches file extensions at any depth", () => {
    expect(keeps("*.md")).toEqual(["a.md", "notes/a.md", "old/notes/d.md", "drafts,2026/e.md", "词/笔记.md"]);
    expect(keeps("*.{txt,csv}")).toEqual(["b.txt", "notes/deep/c.txt"]);
  });

  it("matches folders with everything in them, and files by name", () => {
    expect(keeps("notes")).toEqual(["notes/a.md", "notes/deep/c.txt", "old/notes/d.md"]);
    expect(keeps("notes/")).toEqual(keeps("notes"));
    expect(keeps("a.md")).toEqual(["a.md", "notes/a.md"]);
    expect(keeps("notes/deep")).toEqual(["notes/deep/c.txt"]);
    expect(keeps("词")).toEqual(["词/笔记.md"]);
  });

  it("starts at the folder itself with a leading slash", () => {
    expect(keeps("/notes")).toEqual(["notes/a.md", "notes/deep/c.txt"]);
    expect(keeps("./a.md")).toEqual(["a.md"]);
    expect(keeps("/*.md")).toEqual(["a.md"]);
  });

  it("is split at commas outside braces, and ignores blanks and empty parts", () => {
    expect(keeps(" b.txt , , /a.md ,")).toEqual(["a.md", "b.txt"]);
    expect(pathFilter("")).toBeNull();
    expect(pathFilter(" , / ,./")).toBeNull();
  });

  it("matches nothing for a pattern that cannot match", () => {
    expect(keeps("[a")).toEqual([]);
    expect(() => pathFilter("x".repeat(5000))).toThrow("at most");
  });
});
