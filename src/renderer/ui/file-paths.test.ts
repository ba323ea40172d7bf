import fc from "fast-check";
import { expect, test } from "vitest";
import { afterMove, folderOf, isWithin, nameOf, sortEntries, stemLength, validateName, within } from "./file-paths";

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
  const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => validateName(text, [], "linux") === null);
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
  expect(validateName("  ", [], "linux")).toBe("Enter a name.");
  expect(validateName("..", [], "linux")).toContain("..");
  expect(validateName("a/b", [], "linux")).toContain("/");
  expect(validateName("a\nb", [], "linux")).toContain("line breaks");
  expect(validateName("猫".repeat(86), [], "linux")).toContain("255");
  expect(validateName("notes.md", ["notes.md"], "linux")).toContain("already");
  expect(validateName("a:b", [], "linux")).toBeNull();
  expect(validateName("a:b", [], "win32")).toContain(":");
  expect(validateName("con.md", [], "win32")).toContain("Windows");
  expect(validateName("notes.", [], "win32")).toContain("dot");
});

test("folders come first, and numbers sort by value", () => {
  const entries = ["b.md", "chapter 10.md", "Chapter 2.md", "a.md"].map((name) => ({ name, kind: "file" as const }));
  expect(sortEntries([...entries, { name: "zeta", kind: "folder" as const }]).map(({ name }) => name)).toEqual([
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
