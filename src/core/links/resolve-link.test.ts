import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fewer } from "../text/texts.fixture";
import { FolderNames } from "./folder-names";
import { type LinkSyntax, readTarget, writeTarget } from "./link-target";
import { joinPath, relativePath, resolveLink } from "./resolve-link";

/** What a target in `notes/here.md` resolves to in a folder of these files. */
function leads(target: string, files: string[], syntax: LinkSyntax = "markdown", from = "notes/here.md"): string {
  const read = readTarget(target, syntax);
  if (read.kind === "address") return "address";
  const found = resolveLink(new FolderNames([...files, from]), from, read, syntax);
  const fragment = read.fragment === null ? "" : ` at ${read.fragment}`;
  return `${found.status}${"path" in found ? ` ${found.path}` : ""}${fragment}`;
}

describe("a target in parentheses", () => {
  it("is relative to its document, or to the folder if it starts with a slash", () => {
    expect(leads("a.md#h", ["notes/a.md"])).toBe("file notes/a.md at h");
    expect(leads("../b.md", ["b.md"])).toBe("file b.md");
    expect(leads("/b.md", ["b.md"])).toBe("file b.md");
    expect(leads("#h%20i", [])).toBe("file notes/here.md at h i");
    expect(leads("../img", ["img/a.png"])).toBe("folder img");
  });
  it("is decoded: percent signs, angle brackets, backslashes, entities", () => {
    expect(leads("a%20b.md", ["notes/a b.md"])).toBe("file notes/a b.md");
    expect(leads("<a b.md>", ["notes/a b.md"])).toBe("file notes/a b.md");
    expect(leads("a\\(b.md", ["notes/a(b.md"])).toBe("file notes/a(b.md");
    expect(leads("a&amp;b.md", ["notes/a&b.md"])).toBe("file notes/a&b.md");
    expect(leads("a%23b.md#c", ["notes/a#b.md"])).toBe("file notes/a#b.md at c");
    expect(leads("100%.md", ["notes/100%.md"])).toBe("file notes/100%.md");
    expect(leads("a%20b.md", ["notes/a%20b.md"])).toBe("file notes/a%20b.md");
  });
  it("matches other letter case and Unicode forms if only one file can be meant, and Markdown files without their ending", () => {
    expect(leads("A.MD", ["notes/a.md"])).toBe("file notes/a.md");
    expect(leads("A.MD", ["notes/a.md", "notes/a.Md"])).toBe("missing notes/A.MD");
    expect(leads("caf\u00e9.md", ["notes/cafe\u0301.md"])).toBe("file notes/cafe\u0301.md");
    expect(leads("a", ["notes/a.md"])).toBe("file notes/a.md");
  });
  it("never leads out of the folder, nor to something that is not a path", () => {
    expect(leads("../../etc/passwd", [])).toBe("outside");
    expect(leads("..%2F..%2Fetc", [])).toBe("outside");
    for (const other of ["https://x.y", "javascript:alert(1)", "file:///etc", "//host/a", "mailto:a@b.c"])
      expect(leads(other, [])).toBe("address");
    expect(leads("gone.md", [])).toBe("missing notes/gone.md");
  });
});

describe("a wiki link", () => {
  it("names a file in any folder; the nearest one wins", () => {
    expect(leads("A", ["a.md"], "wiki")).toBe("file a.md");
    expect(leads("a", ["x/y/a.md", "a.md", "notes/sub/a.md"], "wiki")).toBe("file a.md");
    expect(leads("a", ["x/a.md", "notes/a.md"], "wiki")).toBe("file notes/a.md");
    expect(leads("x/a", ["x/a.md", "notes/a.md"], "wiki")).toBe("file x/a.md");
    expect(leads("a.png", ["img/a.png"], "wiki")).toBe("file img/a.png");
    expect(leads("../a", ["a.md"], "wiki")).toBe("file a.md");
    expect(leads("#h", [], "wiki")).toBe("file notes/here.md at h");
  });
  it("gives the path at which a missing file would be", () => {
    expect(leads("New note", [], "wiki")).toBe("missing notes/New note.md");
    expect(leads("x/New", [], "wiki")).toBe("missing x/New.md");
    expect(leads("p.png", [], "wiki")).toBe("missing notes/p.png");
  });
});

const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((text) => !/^\.*$|[/\0]/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

it("the relative path to a file, written as a target, leads to it, whatever its name", () => {
  fc.assert(
    fc.property(path, path, (from, to) => {
      fc.pre(from !== to && !from.startsWith(`${to}/`) && !to.startsWith(`${from}/`));
      const written = writeTarget(relativePath(from, to));
      const read = readTarget(written, "markdown");
      expect(read.kind).toBe("path");
      if (read.kind === "path") expect(joinPath(from.slice(0, Math.max(0, from.lastIndexOf("/"))), read.path)).toBe(to);
    }),
    fewer(300),
  );
});
