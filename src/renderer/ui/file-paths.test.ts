import fc from "fast-check";
import { expect, test } from "vitest";
import { afterMove, folderOf, inReadingOrder, isWithin, nameOf, nameProblem, stemLength, within } from "./file-paths";

test("a path is split on either system", () => {
  expect(nameOf("/home/ada/notes.md")).toBe("notes.md");
  expect(folderOf("/home/ada/notes.md")).toBe("/home/ada");
  expect(folderOf("/notes.md")).toBe("/");
  expect(nameOf("C:\\Users\\ada\\notes.md")).toBe("notes.md");
  expect(folderOf("C:\\notes.md")).toBe("C:\\");
  expect(nameOf("/")).toBe("/");
  expect(nameOf("/home/a\\b.md")).toBe("a\\b.md");
});

test("a name joined to a folder is its last part again", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => nameProblem(text, [], "linux") === null);
  fc.assert(
    fc.property(fc.constantFrom("/", "/home/ada", "/文書"), name, (folder, name) => {
      expect(nameOf(within(folder, name))).toBe(name);
      expect(folderOf(within(folder, name))).toBe(folder);
      expect(isWithin(within(folder, name), folder)).toBe(true);
    }),
  );
  expect(within("C:\\Users", "a.md")).toBe("C:\\Users\\a.md");
});

test("a folder whose name has the same beginning does not contain the other's files", () => {
  expect(isWithin("/book2/a.md", "/book")).toBe(false);
  expect(afterMove("/book/a/b.md", "/book", "/novel")).toBe("/novel/a/b.md");
  expect(afterMove("/book2/a.md", "/book", "/novel")).toBe("/book2/a.md");
});

test("an invalid name is rejected with a reason", () => {
  expect(nameProblem("  ", [], "linux")).toBe("Enter a name.");
  expect(nameProblem("..", [], "linux")).toContain("..");
  expect(nameProblem("a/b", [], "linux")).toContain("/");
  expect(nameProblem("a\nb", [], "linux")).toContain("line breaks");
  expect(nameProblem("猫".repeat(86), [], "linux")).toContain("255");
  expect(nameProblem("notes.md", ["notes.md"], "linux")).toContain("already");
  expect(nameProblem("a:b", [], "linux")).toBeNull();
  expect(nameProblem("a:b", [], "win32")).toContain(":");
  expect(nameProblem("con.md", [], "win32")).toContain("Windows");
  expect(nameProblem("notes.", [], "win32")).toContain("dot");
});

test("folders come first, and numbers sort by value", () => {
  const entries = ["b.md", "chapter 10.md", "Chapter 2.md", "a.md"].map((name) => ({ name, kind: "file" as const }));
  expect(inReadingOrder([...entries, { name: "zeta", kind: "folder" as const }]).map(({ name }) => name)).toEqual([
    "zeta",
    "a.md",
    "b.md",
    "Chapter 2.md",
    "chapter 10.md",
  ]);
});

test("renaming does not select the extension", () => {
  expect(stemLength("notes.md")).toBe(5);
  expect(stemLength(".gitignore")).toBe(10);
  expect(stemLength("Makefile")).toBe(8);
});
