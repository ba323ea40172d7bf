import { expect, it } from "vitest";
import { FolderNames } from "./folder-names";
import type { LinkStyle } from "./wiki-target";
import { writeLink } from "./write-link";

const names = new FolderNames(["a.md", "x/a.md", "x/b c.md", "x/y/d.md", "odd[1].md", "pic.png"]);
const write = (from: string, path: string, style: string, text = "b c", inCell = false) => {
  const [syntax, paths] = style.split(" ") as [LinkStyle["syntax"], LinkStyle["paths"]];
  return writeLink(names, { from, path, text, style: { syntax, paths }, inCell });
};

it("a wiki link has the shortest clear name, and no text that says the same", () => {
  expect(write("a.md", "x/b c.md", "wiki shortest")).toBe("[[b c]]");
  expect(write("a.md", "x/b c.md", "wiki shortest", "B C")).toBe("[[b c|B C]]");
  expect(write("a.md", "x/b c.md", "wiki shortest", "B C", true)).toBe("[[b c\\|B C]]");
});

it("paths are relative or from the folder where the style says so", () => {
  expect(write("x/y/d.md", "x/b c.md", "wiki relative")).toBe("[[../b c|b c]]");
  expect(write("a.md", "x/b c.md", "wiki relative")).toBe("[[./x/b c|b c]]");
  expect(write("x/y/d.md", "x/b c.md", "wiki absolute")).toBe("[[x/b c|b c]]");
  expect(write("x/y/d.md", "x/b c.md", "markdown relative")).toBe("[b c](<../b c.md>)");
  expect(write("x/y/d.md", "x/b c.md", "markdown absolute")).toBe("[b c](</x/b c.md>)");
});

it("what no wiki link can name gets a Markdown link", () => {
  expect(write("a.md", "odd[1].md", "wiki shortest", "odd[1]")).toBe("[odd\\[1\\]](odd%5B1%5D.md)");
  expect(write("a.md", "x/b c.md", "wiki shortest", "b|c")).toBe("[b|c](<x/b c.md>)");
  // A nearer file has the same name.
  expect(write("x/y/d.md", "a.md", "wiki shortest", "a")).toBe("[a](../../a.md)");
});
