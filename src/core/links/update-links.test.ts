import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "../text/change";
import { fewer } from "../text/texts.fixture";
import { FolderNames, movedPath } from "./folder-names";
import { HeadingNames, namedHeadings } from "./heading-fragments";
import { readTarget, syntaxOf, withPath } from "./link-target";
import { findLinks } from "./links";
import { relativePath, resolveLink } from "./resolve-link";
import { mayNeedUpdates, moveIn, updateLinksAfterHeading, updateLinksAfterMove } from "./update-links";

/** The text of `doc` after `from` is renamed to `to` in a folder of these files. */
function updated(text: string, [from, to]: [string, string], files: string[], doc = "notes/here.md"): string {
  const move = moveIn(new FolderNames([...files, doc]), from, to);
  return applyChanges(text, updateLinksAfterMove(text, doc, move).updates);
}

describe("after a file is renamed", () => {
  it("links to it are rewritten in their own style, and nothing else changes", () => {
    expect(updated("[a](old.md#x 'T') ![](old.md)", ["notes/old.md", "notes/new.md"], ["notes/old.md"])).toBe(
      "[a](new.md#x 'T') ![](new.md)",
    );
    expect(updated("[a](<../a b/old.md>)", ["a b/old.md", "a b/new (1).md"], ["a b/old.md"])).toBe(
      "[a](<../a b/new (1).md>)",
    );
    expect(updated("[a](../a%20b/old.md)", ["a b/old.md", "a b/c d).md"], ["a b/old.md"])).toBe(
      "[a](../a%20b/c%20d%29.md)",
    );
    expect(updated("[a](/x/old.md) [b](old)", ["x/old.md", "x/n.md"], ["x/old.md"])).toBe("[a](/x/n.md) [b](old)");
    expect(updated("[r]: old.md\n<img src='old.md'>", ["notes/old.md", "notes/#1.md"], ["notes/old.md"])).toBe(
      "[r]: %231.md\n<img src='%231.md'>",
    );
  });
  it("wiki links keep their label, and include as many folders as necessary", () => {
    expect(updated("[[old|x]] [[old#h]] [[x/old.md]]", ["x/old.md", "x/new.md"], ["x/old.md"])).toBe(
      "[[new|x]] [[new#h]] [[x/new.md]]",
    );
    expect(updated("[[old]]", ["x/old.md", "x/new.md"], ["x/old.md", "notes/new.md"])).toBe("[[x/new]]");
    expect(updated("| [[old\\|x]] |\n|--|\n", ["x/old.md", "x/new.md"], ["x/old.md"])).toBe("| [[new\\|x]] |\n|--|\n");
  });
  it("links to entries of the library stay, also when their document is moved", () => {
    const text = "[[spell:old]] [[spell:srd-5e/old|x]] [[old]]";
    const after = "[[spell:old]] [[spell:srd-5e/old|x]] [[new]]";
    expect(updated(text, ["x/old.md", "x/new.md"], ["x/old.md"])).toBe(after);
    expect(updated(text, ["notes/here.md", "here.md"], ["x/old.md"])).toBe(text);
  });
  it("a wiki link to another file of that name still leads to it", () => {
    expect(updated("[[a]]", ["notes/b.md", "notes/a.md"], ["x/a.md", "notes/b.md"])).toBe("[[x/a]]");
  });
  it("the quick check does not miss a link that would now lead to the renamed file", () => {
    const move = moveIn(new FolderNames(["x/a.md", "notes/b.md", "notes/here.md"]), "notes/b.md", "notes/a.md");
    expect(updateLinksAfterMove("[[a]]", "notes/here.md", move).updates).toHaveLength(1);
    expect(mayNeedUpdates(move)("[[a]]")).toBe(true);
    expect(mayNeedUpdates(move)("[[c]] [d](d.md)")).toBe(false);
  });
  it("a link that cannot be rewritten is reported as stuck", () => {
    const move = moveIn(new FolderNames(["a.md", "b.md"]), "b.md", "c|d.md");
    expect(updateLinksAfterMove("[[b]]", "a.md", move)).toMatchObject({ updates: [], stuck: [{ kind: "wiki" }] });
  });
});

describe("after a file is moved", () => {
  it("its own links still lead to the same files", () => {
    expect(
      updated(
        "[a](a.md) [b](../b.md) [c](#c) [d](deep/here.md)",
        ["notes/here.md", "deep/er/here.md"],
        ["notes/a.md", "b.md"],
      ),
    ).toBe("[a](../../notes/a.md) [b](../../b.md) [c](#c) [d](deep/here.md)");
  });
  it("a folder keeps the links between its files", () => {
    expect(updated("[a](sub/a.md) [b](../b.md) [s](sub/)", ["notes", "x/y"], ["notes/sub/a.md", "b.md"])).toBe(
      "[a](sub/a.md) [b](../../b.md) [s](sub/)",
    );
  });
});

const name = fc.constantFrom(
  "a",
  "b c",
  "d(e",
  "f)g",
  "h#i",
  "50%",
  "x&amp;y",
  "文 件",
  "cafe\u0301",
  "שלום",
  "n[1]",
  "q?r",
  "k:l",
  "m`n",
  "o\\p",
);
const path = fc
  .tuple(fc.array(name, { maxLength: 2 }), name, fc.constantFrom(".md", ".md", ".png"))
  .map(([folders, last, ending]) => [...folders, last + ending].join("/"));

const folder = fc
  .record({
    files: fc.uniqueArray(path, { minLength: 3, maxLength: 8 }),
    to: path,
    move: fc.nat(),
    kinds: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
  })
  .filter(({ files, to }) => !files.includes(to) && files.every((file) => !to.startsWith(`${file}/`)));

/** A text with a link to every file of the folder, alternating between parentheses, `<>` and wiki links. */
function textOf(doc: string, files: string[], kinds: number[]): string {
  const before = new FolderNames(files);
  return files
    .map((file, index) => {
      const way = relativePath(doc, file);
      const kind = (kinds[index] ?? 0) % 3;
      const wiki = file.replace(/\.md$/, "");
      const found = /[[\]|#\n]/.test(wiki)
        ? null
        : resolveLink(before, doc, { kind: "path", path: wiki, literal: wiki, fragment: null }, "wiki");
      if (kind === 2 && found?.status === "file" && found.path === file) return `[[${wiki}#h|z]]`;
      // As a tool would write it: bare with percent signs, or in angle brackets.
      return kind === 1 ? `[y](${withPath("<x#h>", "markdown", way)})` : `[x](${withPath("x", "markdown", way)} "t")`;
    })
    .join(" and\n");
}

/** What each link of a text resolves to. */
function destinations(text: string, doc: string, names: FolderNames): string[] {
  return findLinks(text).map(({ kind, target }) => {
    const read = readTarget(text.slice(target.from, target.to), syntaxOf(kind));
    if (read.kind !== "path") return "address";
    const found = resolveLink(names, doc, read, syntaxOf(kind));
    return `${found.status} ${"path" in found ? found.path : ""} ${read.fragment}`;
  });
}

describe("after any move", () => {
  it("every link leads to the same file, only targets change, and moving back restores them", () => {
    fc.assert(
      fc.property(folder, ({ files, to, move: which, kinds }) => {
        const from = files[which % files.length] as string;
        const move = moveIn(new FolderNames(files), from, to);
        for (const doc of files.filter((file) => file.endsWith(".md"))) {
          const text = textOf(doc, files, kinds);
          const { updates, stuck } = updateLinksAfterMove(text, doc, move);
          const after = applyChanges(text, updates);
          const now = movedPath(doc, from, to);
          if (stuck.length > 0) continue;
          const wanted = destinations(text, doc, move.before).map((one) =>
            one.replace(`file ${from} `, () => `file ${to} `),
          );
          expect(destinations(after, now, move.after)).toEqual(wanted);
          const targets = findLinks(text).map(({ target }) => target);
          for (const { from: start, to: end } of updates)
            expect(targets.some((target) => target.from <= start && end <= target.to)).toBe(true);
          for (const line of doc === from ? [] : text.split("\n"))
            if (updateLinksAfterMove(line, doc, move).updates.length > 0) expect(mayNeedUpdates(move)(line)).toBe(true);
          const back = updateLinksAfterMove(after, now, moveIn(move.after, to, from));
          if (back.stuck.length === 0)
            expect(destinations(applyChanges(after, back.updates), doc, move.before)).toEqual(
              destinations(text, doc, move.before),
            );
        }
      }),
      { numRuns: process.env["GALLEY_LONG"] ? 20_000 : 100 },
    );
  });
  it("renaming in the same folder and back restores every byte", () => {
    fc.assert(
      fc.property(folder, name, ({ files, move: which, kinds }, called) => {
        const from = files[which % files.length] as string;
        const to = `${from.slice(0, from.lastIndexOf("/") + 1)}${called} unlike${from.endsWith(".md") ? ".md" : ".png"}`;
        const move = moveIn(new FolderNames(files), from, to);
        for (const doc of files.filter((file) => file.endsWith(".md"))) {
          const text = textOf(doc, files, kinds);
          const { updates, stuck } = updateLinksAfterMove(text, doc, move);
          if (stuck.length > 0) continue;
          const after = applyChanges(text, updates);
          const back = updateLinksAfterMove(after, movedPath(doc, from, to), moveIn(move.after, to, from));
          expect(applyChanges(after, back.updates)).toBe(text);
        }
      }),
      fewer(300),
    );
  });
});

/** The text of a document after one of its headings was renamed. */
function renamed(text: string, from: string, to: string, doc = "a.md"): string {
  const own = "# Intro\n\n## Set up\n\n# Intro\n";
  const names = new FolderNames(["a.md", "b.md"]);
  const before = new HeadingNames(namedHeadings(own));
  const after = new HeadingNames(namedHeadings(own.replace(from, to)));
  return applyChanges(text, updateLinksAfterHeading(text, doc, { path: "a.md", names, before, after }).updates);
}

describe("after a heading is renamed", () => {
  it("fragments and wiki links follow it, each in its own style", () => {
    expect(renamed("[x](#set-up) [[#Set up]] [y](a.md#Set%20up) [z](b.md#set-up)", "Set up", "Make ready")).toBe(
      "[x](#make-ready) [[#Make ready]] [y](a.md#Make%20ready) [z](b.md#set-up)",
    );
    expect(renamed("[x](a.md#set-up) [[a#Set up|w]]", "Set up", "设置 一", "b.md")).toBe(
      "[x](a.md#设置-一) [[a#设置 一|w]]",
    );
  });
  it("links follow other headings that get another number", () => {
    expect(renamed("[x](#intro) [y](#intro-1)", "Intro", "Start")).toBe("[x](#start) [y](#intro)");
  });
  it("links to other headings and to none stay", () => {
    expect(renamed("[x](#nowhere) [y](#intro-1)", "Set up", "X")).toBe("[x](#nowhere) [y](#intro-1)");
  });
});
