import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree } from "@codemirror/language";
import { ChangeSet, EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { styleLines } from "./markdown-style";
import { afterEdit, parseRange } from "./syntax/local-tree";
import { toText } from "./text/change-sets";
import { findFrontMatter, frontMatter } from "./text/front-matter";

/** The lines of a text with their styles in short form: `h1`, `list`, `code first fence` … */
function styledLines(text: string, trees: "whole" | "local" = "whole"): string[] {
  const state = EditorState.create({
    doc: toText(text),
    extensions: [markdown({ base: markdownLanguage }), frontMatter],
  });
  const end = state.doc.length;
  const tree =
    trees === "whole" ? { tree: ensureSyntaxTree(state, end, 5000), offset: 0 } : parseRange(state.doc, 0, end);
  if (!tree?.tree) throw new Error("no tree");
  const lines = styleLines(state, { tree: tree.tree, offset: tree.offset, opener: "" }, 0, end);
  return Array.from({ length: state.doc.lines }, (_, index) => {
    const line = state.doc.line(index + 1);
    const style = lines.get(line.from);
    const classes = [...(style?.classes ?? [])].map((name) => name.replace("cm-line-", ""));
    const hang = style?.hang && style.hang > line.from ? [`hang ${style.hang - line.from}`] : [];
    const continued = style?.continued ? [`as below "${style.continued}"`] : [];
    const item = style?.item ? [`in "${style.item}"`] : [];
    return [...classes, ...hang, ...continued, ...item].join(" ");
  });
}

describe("the line styles", () => {
  it("are set for headings by their level, with `#` or underlined", () => {
    expect(styledLines("# One\n\n### Three\n\nTwo\n---\n")).toEqual([
      "heading h1",
      "",
      "heading h3",
      "",
      "heading h2",
      "heading h2",
      "",
    ]);
  });

  it("of a code block reach from fence to fence", () => {
    expect(styledLines("```ts\ncode\n```\ntext")).toEqual(["code first fence", "code", "code last fence", ""]);
    expect(styledLines("```\nnot closed")).toEqual(["code first fence", "code last"]);
  });

  it("set code in an item as far in as the item's text", () => {
    const code = (text: string) => styledLines(text).filter((line) => line.includes("code"));
    expect(code("- a\n\n  ```\n  x\n\n  ```\n\n```\ny\n```")).toEqual([
      'list code first fence hang 2 in "- "',
      'list code hang 2 in "- "',
      'list code in "- "',
      'list code last fence hang 2 in "- "',
      "code first fence",
      "code",
      "code last fence",
    ]);
    expect(code("1. a\n   - b\n\n     ~~~\n     x\n     ~~~")[1]).toBe('list code hang 5 in "   - "');
    // In the item's own line and in a quote it stays where its markers are.
    expect(code("- ```\n  x\n  ```")[1]).not.toContain("in ");
    expect(code("> - a\n>\n>   ```\n>   x\n>   ```")[1]).not.toContain("in ");
  });

  it("hang items after their marker, nested ones after their own, tasks after their checkbox", () => {
    expect(styledLines("- one\n  - two\n- [x] three\n\n1. one\n10. ten")).toEqual([
      "list hang 2",
      "list hang 4",
      "list done hang 6",
      "",
      "list hang 3",
      "list hang 4",
    ]);
  });

  it("hang a line that continues an item or a quote without blanks or markers as if it had them", () => {
    expect(styledLines("- [ ] one\nmore\n  - two\nmore\n> a\nmore\n\n> - b\n> more\nmore\n\n- c\n\nnext")).toEqual([
      "list hang 6",
      'list as below "- "',
      "list hang 4",
      'list as below "  - "',
      "quote hang 2",
      'quote as below "> "',
      "",
      "quote list hang 4",
      "quote list hang 2",
      'quote list as below "> - "',
      "",
      "list hang 2",
      "",
      "",
    ]);
  });

  it("hang a nested quote after both markers", () => {
    expect(styledLines("> one\n> > two")).toEqual(["quote hang 2", "quote hang 4"]);
  });

  it("treat front matter as nothing else, whatever it looks like", () => {
    expect(styledLines("---\ntitle: x\n- # no heading\n---\n# Heading")).toEqual([
      "front first",
      "front",
      "front",
      "front last",
      "heading h1",
    ]);
  });

  it("are the same if only the visible part is parsed", () => {
    const text =
      "# One\n\n- a\n  - b\n\n> q\n\n```js\nx\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n<div>\n</div>\n";
    expect(styledLines(text, "local")).toEqual(styledLines(text));
  });
});

describe("front matter", () => {
  const end = (text: string) => findFrontMatter(toText(text));
  it("is a closed block at the very start", () => {
    expect(end("---\na: 1\n---\ntext")).toBe(12);
    expect(end("---\na: 1\n...\ntext")).toBe(12);
    expect(end("\n---\na: 1\n---\n")).toBe(0);
    expect(end("---\nnever closed\n")).toBe(0);
    expect(end("---\n---\n")).toBe(7);
    expect(end("")).toBe(0);
  });

  it("follows edits", () => {
    let state = EditorState.create({ doc: "---\na: 1\ntext", extensions: frontMatter });
    expect(state.field(frontMatter)).toBe(0);
    state = state.update({ changes: { from: 8, insert: "\n---" } }).state;
    expect(state.field(frontMatter)).toBe(12);
    state = state.update({ changes: { from: 5, insert: "b" } }).state;
    expect(state.field(frontMatter)).toBe(13);
    state = state.update({ changes: { from: 0, insert: " " } }).state;
    expect(state.field(frontMatter)).toBe(0);
  });
});

describe("parsing a part of a long text", () => {
  const long = `${"para\n\n".repeat(20_000)}# Heading\n\n- item\n\n${"para\n\n".repeat(20_000)}`;
  it("begins nearby, where no block is open", () => {
    const doc = toText(long);
    const part = parseRange(doc, long.indexOf("- item"), long.indexOf("- item") + 6);
    expect(part?.offset).toBe(long.indexOf("# Heading"));
  });

  it("does not take a comment in code for a heading", () => {
    const code = `para\n\n\`\`\`sh\nls\n\n# comment\n\nls\n\`\`\`\n\n# Heading\n\n\`\`\`\n\n# other\n\`\`\`\n\ntext\n`;
    const doc = toText(`${"para\n\n".repeat(20_000)}${code}`);
    const start = doc.length - code.length;
    const begins = (words: string) => {
      const at = start + code.indexOf(words);
      return code.slice((parseRange(doc, at, at + 1)?.offset ?? 0) - start).split("\n")[0];
    };
    expect(begins("# comment")).toBe("```sh");
    expect(begins("ls\n```")).toBe("```sh");
    expect(begins("# Heading")).toBe("# Heading");
    expect(begins("# other")).toBe("```");
    expect(begins("text")).toBe("```");
  });

  it("sees a fence that is far above, from the start of the text, without parsing more", () => {
    const doc = toText(`\`\`\`\n${"code\n\n".repeat(20_000)}# comment\n\n\`\`\`\n\nwords\n`);
    const at = doc.toString().indexOf("# comment");
    const part = parseRange(doc, at, at + 1);
    if (!part) throw new Error("no part");
    expect(part.opener).toBe("```\n");
    expect(part.tree.resolve(at + 1 - part.offset).name).toBe("CodeText");
    expect(part.tree.length).toBeLessThan(1000);
    const after = doc.toString().indexOf("words");
    const below = parseRange(doc, after, after + 1);
    expect(below?.tree.resolve(after + 1 - below.offset).name).toBe("Paragraph");
  });

  it("begins where it did after an edit in it, and again after one above it", () => {
    const doc = toText(long);
    const at = long.indexOf("- item");
    const part = parseRange(doc, at, at + 6);
    if (!part) throw new Error("no part");
    const edit = (from: number, insert: string) => {
      const changes = ChangeSet.of({ from, insert }, doc.length);
      const now = changes.apply(doc);
      const moved = changes.mapPos(at, 1);
      return {
        part: parseRange(now, moved, moved + 6, afterEdit(part, changes)),
        fresh: parseRange(now, moved, moved + 6),
      };
    };
    const inside = edit(at + 3, "x");
    expect(inside.part?.offset).toBe(part.offset);
    expect(String(inside.part?.tree)).toBe(String(inside.fresh?.tree));
    const above = edit(0, "```\n");
    expect(above.part?.offset).toBe(above.fresh?.offset);
    expect(String(above.part?.tree)).toBe(String(above.fresh?.tree));
    expect(String(above.part?.tree)).not.toBe(String(part.tree));
  });

  it("does not try to parse a giant line", () => {
    expect(parseRange(toText("x".repeat(1_000_000)), 500_000, 501_000)).toBeNull();
    const below = toText(`# Heading\n\nwords\n\n${"x".repeat(1_000_000)}\n`);
    expect(parseRange(below, 0, 50_000)?.tree.length).toBe("# Heading\n\nwords\n".length);
  });
});
