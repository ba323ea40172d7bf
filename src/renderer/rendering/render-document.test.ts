import fc from "fast-check";
import { expect, test } from "vitest";
import { fewer } from "../../core/text/texts.fixture";
import { renderDocument } from "./render-document";

const messages = {
  alerts: { note: "Note", warning: "Warning" },
  properties: "Properties",
  lineBreaks: "keep",
} as const;
const render = (text: string) => renderDocument(text, messages);
const html = async (text: string) => (await render(text)).blocks.map((block) => block.html).join("");

test("each block has the lines that it comes from", async () => {
  const { blocks } = await render("---\na: 1\n---\n# One\n\ntext\nmore\n\n- a\n- b\n");
  expect(blocks.map(({ line, lineEnd }) => [line, lineEnd])).toEqual([
    [1, 3],
    [4, 4],
    [6, 7],
    [9, 10],
  ]);
});

test("tags are marked where they begin a word, and in no code or link", async () => {
  expect(await html("# T #h\n\n#a/b x#c `#d` [#e](f) #1 #\\g #<b>\n")).toBe(
    '<h1 id="t-h">T <span class="tag">#h</span></h1>\n<p><span class="tag">#a/b</span> x#c <code>#d</code> <a href="f">#e</a> #1 #\\g #<b></p>\n',
  );
});

test("comments are left out, with the paragraphs in which nothing else is; what is never closed stays", async () => {
  const text =
    "a %%b *c*%% d\n\n%%only\nthis%%\n\n> %%\n> x\n>\n> # y\n> %%\n> z\n\n100%% of 20%% `%%k%%`\n\n%%\nopen\n\nlast\n";
  expect(await html(text)).toBe(
    "<p>a  d</p>\n<blockquote>\n<p>z</p>\n</blockquote>\n<p>100%% of 20%% <code>%%k%%</code></p>\n<p>%%<br>\nopen</p>\n<p>last</p>\n",
  );
});

test("a block renders the same wherever it is", async () => {
  const task = "- [ ] one\n- x\n- [x] two\n";
  const [alone] = (await render(task)).blocks;
  const below = (await render(`# Heading\n\n${task}`)).blocks[1];
  expect(below?.html).toBe(alone?.html);
  expect(alone?.html).toContain('value="0"');
  expect(alone?.html).toContain('value="2" checked');
});

test("headings have unique ids, and links find them by slug, path, title and GitHub's slug", async () => {
  const { blocks, headings } = await render(
    "# What's new?\n\n## A\n\n# B\n\n## A\n\n[1](#a) [2](#b/a) [3](#whats-new)\n",
  );
  expect(headings.map(({ id, level, line }) => [id, level, line])).toEqual([
    ["what-s-new", 1, 1],
    ["a", 2, 3],
    ["b", 1, 5],
    ["a-1", 2, 7],
  ]);
  const links = [...(blocks.at(-1)?.html ?? "").matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual(["#a", "#a-1", "#what-s-new"]);
});

test("links to a part of their own document lead to headings and to blocks with ids, also as wiki links", async () => {
  const text = "# T\n\n## A b\n\npara ^One\n\n- item ^two\n\n> q\n\n^three\n\n";
  const links = "[1](#^one) [2](#^two) [[#^three]] [[#A b]] [[#A b|x]] [[#^nine]] [[T#A b]]";
  const rendered = await html(text + links);
  expect(rendered).toContain('<p id="block_one">para</p>');
  expect(rendered).toContain('<li id="block_two">item</li>');
  expect(rendered).toContain('<blockquote id="block_three">');
  const found = [...rendered.matchAll(/<a href="([^"]+)"( class="wiki-link")?/g)].map(
    ([, to, wiki]) => to + (wiki ?? ""),
  );
  expect(found).toEqual([
    "#block_one",
    "#block_two",
    "#block_three",
    "#a-b",
    "#a-b",
    'galley-wiki:%23%5Enine class="wiki-link"',
    'galley-wiki:T%23A%20b class="wiki-link"',
  ]);
});

test("front matter is a table of its values, escaped [A2]", async () => {
  const table = await html('---\ntitle: "<b>x"\ntags:\n  - a\n  - b\n# a comment\n---\n');
  expect(table).toContain('<th scope="row">title</th><td>&lt;b&gt;x</td>');
  expect(table).toContain("<td>a, b</td>");
  expect(table).not.toContain("comment");
});

test("alerts have a title, and quotes have none", async () => {
  expect(await html("> [!WARNING]\n> text")).toContain(
    '<div class="alert alert-warning">\n<p class="alert-title">Warning</p>',
  );
  expect(await html("> [!WARNING]\n>\n> text")).toContain("alert-warning");
  expect(await html("> [!WARNING]")).toContain("<blockquote>");
  expect(await html("> [!NOTE](there)\n> text")).toContain("<blockquote>");
  expect(await html("> > [!NOTE]\n> > a\n>\n> b")).toMatch(
    /<blockquote>\n<div class="alert alert-note">[\s\S]*<\/div>[\s\S]*<\/blockquote>/,
  );
});

test("highlights are marked, and comparisons are text", async () => {
  expect(await html("a ==b *c*== d")).toContain("a <mark>b <em>c</em></mark> d");
  expect(await html("if a == b and c == d")).not.toContain("<mark>");
});

test("callouts have Obsidian's types, titles with marks, folds and callouts in them", async () => {
  expect(await html("> [!tldr]\n> text")).toContain('<div class="alert alert-tip">\n<p class="alert-title">Tldr</p>');
  expect(await html("> [!my-type]\n> text")).toContain(
    '<div class="alert alert-note">\n<p class="alert-title">My type</p>',
  );
  expect(await html("> [!bug] A *small* title\n> text")).toContain(
    '<div class="alert alert-caution">\n<p class="alert-title">A <em>small</em> title</p>\n<p>text</p>',
  );
  expect(await html("> [!faq]- Closed\n> text")).toContain(
    '<details class="alert alert-warning">\n<summary class="alert-title">Closed</summary>\n<p>text</p>\n</details>',
  );
  expect(await html("> [!faq]+\n> text")).toContain('<details class="alert alert-warning" open="">');
  expect(await html("> [!tip] Only a title")).toContain('<p class="alert-title">Only a title</p>');
  expect(await html("> [!tip] Outer\n> > [!bug]- Inner\n> > text")).toMatch(
    /<div class="alert alert-tip">[\s\S]*<details class="alert alert-caution">[\s\S]*<\/details>\s*<\/div>/,
  );
});

test("maths is code with a class, and prices stay prices", async () => {
  expect(await html("$x<y$ and $$z$$")).toContain(
    '<code class="math">x&lt;y</code> and <code class="math math-display">z</code>',
  );
  expect(await html("$$\na\nb\n$$")).toBe('<p><code class="math math-display">a\nb</code></p>\n');
  expect(await html("text\n$$\na\n$$\nmore")).toContain('<code class="math math-display">a</code>');
  for (const text of ["$5 and $10", "a $ b $ c", "$$ is never closed\n\ntext", "\\$x$", "`$x$`", "$ x$"])
    expect(await html(text), text).not.toContain("math");
});

test("wiki links name their page, and embedded ones show images", async () => {
  expect(await html("[[A page#Part|shown]]")).toContain(
    '<a href="galley-wiki:A%20page%23Part" class="wiki-link">shown</a>',
  );
  expect(await html("![[a b.png]]")).toContain('<img src="%5B%5Ba%20b.png%5D%5D" alt="a b.png">');
  expect(await html("![[Other]]")).toContain('href="galley-wiki:Other"');
  for (const text of ["[[]]", "[[a\nb]]", "`[[a]]`", "[[a"]) expect(await html(text), text).not.toContain("wiki-link");
});

test("an embed that is alone on its line is marked, so that the view shows the note in its place", async () => {
  const count = async (text: string) => (await html(text)).split("wiki-embed").length - 1;
  expect(await html("![[A note#Part|shown]]")).toBe(
    '<p><a href="galley-wiki:A%20note%23Part" class="wiki-link wiki-embed">shown</a></p>\n',
  );
  expect(await count("above\n![[a]]\nbelow\n![[b]]  \nlast")).toBe(2);
  expect(await count("- ![[a]]\n- [ ] ![[b]]\n\n> ![[c]]\n")).toBe(3);
  for (const text of ["in ![[a]] words", "![[a]], and", "# ![[a]]", "| ![[a]] |\n|---|\n", "[[a]]", "![[a.pdf]]"])
    expect(await count(text), text).toBe(0);
});

test("superscript, subscript and emoji codes are rendered where they are on", async () => {
  const text =
    "x^2^ H~2~O ~~no~~ a^[in ^ it] :smile: :+1: \\:smile: :none: 10:100:20 a:x: `:smile:` <https://x.y/:smile:>";
  const on = (await renderDocument(text, { ...messages, superSubscript: true, emojiCodes: true })).blocks[0]?.html;
  expect(on).toContain("x<sup>2</sup> H<sub>2</sub>O <s>no</s>");
  expect(on).toContain("😄 👍 :smile: :none: 10:100:20 a:x: <code>:smile:</code>");
  expect(on).toContain(">https://x.y/:smile:</a>");
  expect(on).toContain('class="footnote-ref"');
  const off = await html(text);
  expect(off).toContain("x^2^ H~2~O <s>no</s>");
  expect(off).toContain(":smile: :+1: :smile:");
  const { headings } = await renderDocument("# A :smile: b\n", { ...messages, emojiCodes: true });
  expect(headings[0]?.title).toBe("A :smile: b");
});

test("[TOC] becomes a list of links to the headings, and page breaks a line of their own", async () => {
  const { blocks } = await render(
    "# A & b\n\n[TOC]\n\n### C\n\n## D\n\n> [TOC]\n\n\\newpage\n\n<!-- pagebreak -->\n\n# E\n\nin [TOC] words\n",
  );
  expect(blocks[1]).toMatchObject({
    html: '<div class="contents"><ul><li><a href="#a-b">A &amp; b</a><ul><li><a href="#c">C</a></li><li><a href="#d">D</a></li></ul></li><li><a href="#e">E</a></li></ul></div>\n',
    line: 3,
    lineEnd: 3,
  });
  expect(blocks.map(({ html }) => html.includes("page-break"))).toEqual([
    ...Array(5).fill(false),
    true,
    true,
    false,
    false,
  ]);
  expect(blocks.filter(({ html }) => html.includes("[TOC]"))).toHaveLength(2);
  expect(await html("[TOC]")).toBe('<div class="contents"></div>\n');
});

test("the size of an image is an attribute, and no part of its text", async () => {
  expect(await html("![Sized|200](a.png)")).toContain('<img src="a.png" alt="Sized" width="200">');
  expect(await html("![**Bold** one|300x150](a.png)")).toContain(
    '<img src="a.png" alt="Bold one" width="300" height="150">',
  );
  expect(await html("![[a b.png|200]]")).toContain('<img src="%5B%5Ba%20b.png%5D%5D" alt="a b.png" width="200">');
  expect(await html("![[a.png|Shown|200]]")).toContain('alt="Shown" width="200"');
  expect(await html("| ![x\\|80](a.png) |\n|---|\n")).toContain('alt="x" width="80"');
  expect(await html("![Figure 3](a.png)")).toContain('<img src="a.png" alt="Figure 3">');
  expect((await render("# ![Logo|40](a.png) Title\n")).headings[0]?.title).toBe("Logo Title");
});

test("single line breaks are kept or joined", async () => {
  const poem = "Term\n: Definition\n\n> [!NOTE]\n> one\n> two\n";
  expect(await html(poem)).toContain("Term<br>\n: Definition");
  expect(await html(poem)).toContain("<p>one<br>\ntwo</p>");
  const joined = await renderDocument(poem, { ...messages, lineBreaks: "join" });
  expect(joined.blocks[0]?.html).toBe("<p>Term\n: Definition</p>\n");
});

test("HTML that opens in one block and closes in another joins the blocks in between", async () => {
  const { blocks } = await render("<details><summary>S</summary>\n\ninside *it*\n\n</details>\n\nafter");
  expect(blocks.length).toBe(2);
  expect(blocks[0]?.html).toMatch(/<details>[\s\S]*<em>it<\/em>[\s\S]*<\/details>/);
  expect((await render("<div>\n\na\n\nb")).blocks.length).toBe(3);
});

test("code has the colours of its language, or none if that is unknown", async () => {
  expect(await html("```js\nconst a = 'b';\n```")).toContain('<span class="tok-keyword">const</span>');
  expect(await html("```nonesuch\n<b>\n```")).toBe('<pre><code class="language-nonesuch">&lt;b&gt;\n</code></pre>\n');
  expect(await html("```<style/onload=x>\na\n```")).toBe("<pre><code>a\n</code></pre>\n");
});

test("addresses that start local programs or run code are not linked [A3]", async () => {
  for (const address of [
    "javascript:alert(1)",
    "java&#10;script:alert(1)",
    "JaVaScRiPt:alert(1)",
    "vbscript:x",
    "data:text/html,x",
    "file:///etc/passwd",
    "smb://host/x",
    "ms-calculator:",
    "galley://app/index.html",
    "//host/x",
    "\\\\\\\\host\\\\x",
    "blob:x",
  ])
    expect(await html(`[x](${address})`), address).not.toContain("<a");
  expect(await html("[x](other.md#part)")).toContain('<a href="other.md#part">');
});

test("a table that begins in the line of a list item is in that item, and a heading, quote or item above a delimiter row is no table", async () => {
  const shape = async (text: string) =>
    [...(await html(text)).matchAll(/<(ul|ol|li|table|th|h1|blockquote|p)[ >]/g)].map(([, tag]) => tag).join(" ");
  expect(await shape("- a | b\n  --|--\n  1 | 2\n")).toBe("ul li table th th");
  expect(await html("- a | b\n  --|--\n  1 | 2\n")).not.toContain("- a");
  expect(await shape("> 2. a | b\n>    --|--\n")).toBe("blockquote ol li table th th");
  expect(await shape("- | a | b |\n  |---|---|\n- c\n")).toBe("ul li table th th li");
  expect(await shape("- a | b\n--|--\n1 | 2\n")).toBe("ul li");
  expect(await shape("# a | b\n--|--\n")).toBe("h1 p");
  expect(await shape("> a | b\n--|--\n")).toBe("blockquote p");
  expect(await shape("text\na | b\n--|--\n")).toBe("p table th th");
});

test("tables align cells without a style attribute", async () => {
  const table = await html("| a | b |\n|:-:|--:|\n| 1 | 2 |");
  expect(table).toContain('<th class="align-center">');
  expect(table).not.toContain("style");
});

test("any text can be rendered, with its blocks in order and none lost", async () => {
  const piece = fc.constantFrom(
    "# h\n",
    "> q\n",
    "- a\n",
    "1. b\n",
    "    code\n",
    "```\n",
    "$$\n",
    "$x$",
    "[[w]]",
    "<div>\n",
    "</div>\n",
    "| a |\n|---|\n",
    "[^1]",
    "[^1]: n\n",
    "> [!NOTE]\n",
    "\n",
    "text ",
    "- [ ] t\n",
    "---\n",
    "<!--",
    "-->",
    "\t",
    "\u0000",
    "\ud800",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      const { blocks } = await render(pieces.join(""));
      for (const [index, { line, lineEnd }] of blocks.entries()) {
        expect(lineEnd).toBeGreaterThanOrEqual(line);
        expect(line).toBeGreaterThanOrEqual(blocks[index - 1]?.line ?? 1);
      }
    }),
    fewer(200),
  );
});

test("documents made to be slow take time linear in their length [A25]", async () => {
  for (const text of [
    "$".repeat(50_000),
    "[[".repeat(50_000),
    "> ".repeat(2000),
    "<div>\n\n".repeat(3000),
    "> [!NOTE]\n> x\n\n".repeat(3000),
    "- [ ] x\n".repeat(5000),
    "# a\n".repeat(5000),
    "[^1]".repeat(5000),
    "![[".repeat(30_000),
    "$$\n".repeat(5001),
  ]) {
    const started = process.cpuUsage();
    await render(text);
    expect(process.cpuUsage(started).user / 1000, text.slice(0, 20)).toBeLessThan(8000);
  }
});

test("ids that name paragraphs for links are not shown, and other signs that look like them are", async () => {
  expect(await html("Words. ^abc-1\n\n- item ^b\n\nline\n^c\n\n^alone\n")).toBe(
    '<p id="block_abc-1">Words.</p>\n<ul>\n<li id="block_b">item</li>\n</ul>\n<p id="block_c">line</p>\n',
  );
  expect(await html("x^2 a ^b c\n\n`^d`\n\n*e*^f\n")).toBe(
    "<p>x^2 a ^b c</p>\n<p><code>^d</code></p>\n<p><em>e</em>^f</p>\n",
  );
});

test("front matter shows lists as their items, and what is nested as it is written", async () => {
  const cells = async (text: string) =>
    [...(await html(text)).matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell]) => cell);
  expect(await cells('---\ntags: [one, "two"]\naliases:\n  - Anna\n  - Bob\n---\n')).toEqual(["one, two", "Anna, Bob"]);
  expect(await cells('---\na: [b, [c]]\nd:\n  - e: f\n  -\ng: ["x, y"]\n---\n')).toEqual([
    "[b, [c]]",
    "  - e: f\n  -",
    "[&quot;x, y&quot;]",
  ]);
  const commented = '---\na: [b, "c"]  # d\ne: "f # g"   # h\ni: j#k # l\nm:\n  - n # o\n  - p\nq: # r\n---\n';
  expect(await cells(commented)).toEqual(["b, c", "f # g", "j#k", "n, p", ""]);
});

test("a link to an entry shows its name, and dice are marked outside code and links where they are on", async () => {
  const text = "[[spell:srd-5e/Fireball]] deals 8d6+2, `3d6` not, [2d6](a.md) neither\n";
  const shown = async (dice: boolean) => (await renderDocument(text, { ...messages, dice })).blocks[0]?.html ?? "";
  expect(await shown(true)).toContain('class="wiki-link">Fireball</a> deals <span class="dice">8d6+2</span>,');
  expect((await shown(true)).match(/class="dice"/g)).toHaveLength(1);
  expect(await shown(false)).toContain("Fireball</a> deals 8d6+2, ");
});
