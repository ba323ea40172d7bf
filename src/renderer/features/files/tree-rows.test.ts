import fc from "fast-check";
import { expect, test } from "vitest";
import type { TreeEntry } from "../../../shared/contract";
import { folderOf, nameOf } from "../../ui/file-paths";
import type { TreeRow } from "../../workbench/api/feature-stores";
import { type Listing, rowKey, rowStartingWith, selectionAfter, treeRows, treeStep } from "./tree-rows";

/** A tree from paths in the given order: `/` at the end is a folder, `/-` an expanded one. */
function tree(...paths: string[]): TreeRow[] {
  const listings = new Map<string, Listing>();
  const expanded = new Set<string>();
  const list = (folder: string): TreeEntry[] => {
    const known = listings.get(folder);
    if (known) return known.entries as TreeEntry[];
    listings.set(folder, { status: "ready", entries: [] });
    return listings.get(folder)?.entries as TreeEntry[];
  };
  list("/");
  for (const text of paths) {
    const path = `/${text.replace(/\/-?$/, "")}`;
    const kind = /\/-?$/.test(text) ? "folder" : "file";
    list(folderOf(path)).push({ name: nameOf(path), path, kind, isText: true });
    if (text.endsWith("-")) {
      expanded.add(path);
      list(path);
    }
  }
  return treeRows({ root: "/", listings, expanded, creating: null });
}

const shown = (rows: readonly TreeRow[]) =>
  rows.map((row) => "  ".repeat(row.level - 1) + (row.kind === "entry" ? row.entry.name : `(${row.kind})`));

const book = () => tree("book/-", "book/drafts/", "book/one.md", "book/two.md", "notes/-", "a.md", "b.md");

test("an expanded folder shows its entries below it, and an empty one a message", () => {
  expect(shown(book())).toEqual(["book", "  drafts", "  one.md", "  two.md", "notes", "  (empty)", "a.md", "b.md"]);
});

test("a folder shows that it is loading, or why it cannot be read", () => {
  const creating = null;
  expect(shown(treeRows({ root: "/", listings: new Map(), expanded: new Set(), creating }))).toEqual(["(loading)"]);
  const failed: Listing = { status: "failed", entries: [], why: "It is locked." };
  const rows = treeRows({ root: "/", listings: new Map([["/", failed]]), expanded: new Set(), creating });
  expect(rows).toEqual([{ kind: "failed", folder: "/", level: 1, why: "It is locked." }]);
});

test("a new name is typed above the first entry of its kind", () => {
  const entries: TreeEntry[] = [
    { name: "sub", path: "/sub", kind: "folder", isText: false },
    { name: "a.md", path: "/a.md", kind: "file", isText: true },
  ];
  const listings = new Map<string, Listing>([["/", { status: "ready", entries }]]);
  const rows = (what: "file" | "folder") =>
    shown(treeRows({ root: "/", listings, expanded: new Set(), creating: { folder: "/", what } }));
  expect(rows("file")).toEqual(["sub", "(new)", "a.md"]);
  expect(rows("folder")).toEqual(["(new)", "sub", "a.md"]);
});

test("arrows, Home, End and Page keys move through the visible rows", () => {
  const rows = book();
  const step = (from: string | null, key: string) => {
    const found = treeStep(rows, from, key, 4);
    return found && `${found.do} ${found.do === "expand" ? found.paths.join(" ") : found.path}`;
  };
  expect(step("/book", "ArrowDown")).toBe("select /book/drafts");
  expect(step("/notes", "ArrowDown")).toBe("select /a.md");
  expect(step("/a.md", "ArrowUp")).toBe("select /notes");
  expect(step("/b.md", "ArrowDown")).toBeNull();
  expect(step(null, "ArrowDown")).toBe("select /book");
  expect(step("/a.md", "Home")).toBe("select /book");
  expect(step("/book", "End")).toBe("select /b.md");
  expect(step("/book", "PageDown")).toBe("select /book/two.md");
  expect(step("/a.md", "PageUp")).toBe("select /book/one.md");
});

test("Right expands and enters a folder, Left collapses and leaves it", () => {
  const rows = book();
  expect(treeStep(rows, "/book/drafts", "ArrowRight", 9)).toEqual({ do: "expand", paths: ["/book/drafts"] });
  expect(treeStep(rows, "/book", "ArrowRight", 9)).toEqual({ do: "select", path: "/book/drafts" });
  expect(treeStep(rows, "/notes", "ArrowRight", 9)).toBeNull();
  expect(treeStep(rows, "/book/two.md", "ArrowLeft", 9)).toEqual({ do: "select", path: "/book" });
  expect(treeStep(rows, "/book", "ArrowLeft", 9)).toEqual({ do: "collapse", path: "/book" });
  expect(treeStep(rows, "/a.md", "ArrowLeft", 9)).toBeNull();
  expect(treeStep(tree("x/", "y/", "z.md"), "/z.md", "*", 9)).toEqual({ do: "expand", paths: ["/x", "/y"] });
});

test("typing finds the next name with this prefix in any case, wrapping around", () => {
  const rows = tree("Alpha.md", "beta.md", "alps.md", "Éclair.md", "章.md");
  expect(rowStartingWith(rows, "/Alpha.md", "a")).toBe("/alps.md");
  expect(rowStartingWith(rows, "/alps.md", "a")).toBe("/Alpha.md");
  expect(rowStartingWith(rows, "/Alpha.md", "al")).toBe("/Alpha.md");
  expect(rowStartingWith(rows, "/Alpha.md", "alps")).toBe("/alps.md");
  expect(rowStartingWith(rows, null, "é")).toBe("/Éclair.md");
  expect(rowStartingWith(rows, null, "章")).toBe("/章.md");
  expect(rowStartingWith(rows, null, "q")).toBeNull();
});

test("if the selected row is removed, the row in its position is selected", () => {
  const before = tree("a.md", "b.md", "c.md");
  expect(selectionAfter(before, tree("a.md", "c.md"), "/b.md")).toBe("/c.md");
  expect(selectionAfter(before, tree("a.md"), "/b.md")).toBe("/a.md");
  expect(selectionAfter(before, tree(), "/b.md")).toBeNull();
  expect(selectionAfter(before, before, "/b.md")).toBe("/b.md");
});

test("row keys are unique, and keyboard navigation stays within the visible rows", () => {
  const all = ["book/", "book/drafts/", "book/drafts/old.md", "book/one.md", "notes/", "notes/x.md", "a.md", "b.md"];
  const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"];
  fc.assert(
    fc.property(fc.subarray(all), fc.array(fc.constantFrom(...keys)), (expanded, sequence) => {
      const rows = tree(...all.map((path) => (path.endsWith("/") && expanded.includes(path) ? `${path}-` : path)));
      const shownKeys = rows.map(rowKey);
      expect(new Set(shownKeys).size).toBe(rows.length);
      let selected: string | null = null;
      for (const key of sequence) {
        const step = treeStep(rows, selected, key, 3);
        if (step?.do === "select") selected = step.path;
        if (selected !== null) expect(shownKeys).toContain(selected);
      }
    }),
  );
});

test("a folder with more entries than are listed shows their number below", () => {
  const entries: TreeEntry[] = [{ name: "a.md", path: "/a.md", kind: "file", isText: true }];
  const listings = new Map<string, Listing>([["/", { status: "ready", entries, hiddenCount: 5 }]]);
  const rows = treeRows({ root: "/", listings, expanded: new Set(), creating: null });
  expect(rows.map(({ kind }) => kind)).toEqual(["entry", "more"]);
  expect(rows.at(-1)).toMatchObject({ hiddenCount: 5 });
});
