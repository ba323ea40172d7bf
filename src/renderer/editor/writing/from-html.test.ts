import { describe, expect, it } from "vitest";
import { markedText, stateOf } from "./after.fixture";
import { markdownOf, type RichNode } from "./from-html";
import { readHtml } from "./read-html.fixture";
import { pasteTransaction } from "./smart-paste";

const md = (html: string) => markdownOf(readHtml(html));

describe("rich text becomes Markdown", () => {
  it("with paragraphs, headings, emphasis and code", () => {
    expect(
      md(
        "<h2>A <b>b</b></h2><p>One <strong>two </strong><em>three</em><br>four</p><hr><p><code>a`b</code> <s>x</s></p>",
      ),
    ).toBe("## A **b**\n\nOne **two** *three*\\\nfour\n\n---\n\n``a`b`` ~~x~~");
    expect(md('<pre><code class="language-js">let a = 1;\n\nb();</code></pre>')).toBe("```js\nlet a = 1;\n\nb();\n```");
    expect(md("<blockquote><p>a</p><p>b</p></blockquote>")).toBe("> a\n>\n> b");
  });

  it("completely, or not at all if it is too large", () => {
    const nodes = readHtml("<p>one</p><p>two</p>");
    expect(markdownOf(nodes, 6)).toBe("one\n\ntwo");
    expect(markdownOf(nodes, 3)).toBeNull();
  });

  it("with nested lists, numbers and checkboxes", () => {
    expect(md("<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>")).toBe("- a\n  - b\n- c");
    expect(md('<ol start="3"><li>a</li><li>b<ol><li>c</li></ol></li></ol>')).toBe("3. a\n4. b\n   1. c");
    expect(md('<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>')).toBe(
      "- [x] a\n- [ ] b",
    );
    expect(md("<ul><li>a</li><ul><li>b</li></ul></ul>")).toBe("- a\n  - b");
    expect(md("<ul><li><p>a</p><p>b</p></li></ul>")).toBe("- a\n\n  b");
  });

  it("with tables, alignment and a bar in a cell, but not layout tables of one column", () => {
    expect(
      md(
        '<table><thead><tr><th>A</th><th align="right">B</th></tr></thead><tbody><tr><td>a|b</td><td align="right">1<br>2</td></tr></tbody></table>',
      ),
    ).toBe("| A | B |\n| --- | --: |\n| a\\|b | 1<br>2 |");
    expect(md("<table><tr><td><p>a</p><p>b</p></td></tr></table>")).toBe("a\n\nb");
  });

  it("with links and images, but none that run code or point to the local machine [A3 A4]", () => {
    expect(md('<a href="https://x.org/a b">see</a>')).toBe("[see](https://x.org/a%20b)");
    expect(md('<a href=" \u0001 java\nscript:x">see</a> <a href=" https://x.org/ ">b</a>')).toBe(
      "see [b](https://x.org/)",
    );
    expect(md('<a href="https://x.org">https://x.org</a>')).toBe("<https://x.org>");
    for (const href of [
      "javascript:alert(1)",
      "java\nscript:alert(1)",
      "\u0001javascript:x",
      "data:text/html,x",
      "file:///etc/passwd",
      "vbscript:x",
    ])
      expect(md(`<a href="${href}">see</a>`)).toBe("see");
    expect(md('<img alt="a mole" data-source="https://x.org/m.png">')).toBe("![a mole](https://x.org/m.png)");
    expect(md('<img alt="a mole" data-source="file:///c/m.png">')).toBe("a mole");
  });

  it("with Word's bold and italic, despite its styles for other scripts", () => {
    expect(md("<p>a <b style='mso-bidi-font-weight:normal'>b</b></p>")).toBe("a **b**");
    expect(md("<p>a <i style='color:red; mso-bidi-font-style:normal'>b</i></p>")).toBe("a *b*");
    expect(md("<p>a <b style='color:red; font-weight:normal'>b</b></p>")).toBe("a b");
  });

  it("from Google's clipboard, with its meaningless bold and weights in styles", () => {
    expect(
      md(
        '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;">one </span><span style="font-weight:700;">two</span><span style="font-style:italic;"> three</span></p></b>',
      ),
    ).toBe("one **two** *three*");
  });

  it("from Word's clipboard, whose lists are paragraphs with their level in a style", () => {
    const item = (level: number, mark: string, text: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp; </span></span>${text}<o:p></o:p></p>`;
    expect(
      md(
        `<p class="MsoNormal">Before</p>${item(1, "·", "a")}${item(2, "o", "b")}${item(1, "·", "c")}<p class="MsoNormal">After</p>`,
      ),
    ).toBe("Before\n\n- a\n   - b\n- c\n\nAfter");
    expect(md(item(1, "1.", "a") + item(1, "2.", "b"))).toBe("1. a\n2. b");
  });

  it("with Markdown syntax in the text escaped", () => {
    expect(md("<p>*a* _b_ a_b [c] `d` 1 &lt; 2</p>")).toBe("\\*a\\* \\_b\\_ a_b \\[c\\] \\`d\\` 1 < 2");
    expect(md("<p># a</p><p>- b</p><p>1. c</p><p>> d</p>")).toBe("\\# a\n\n\\- b\n\n1\\. c\n\n\\> d");
  });

  it("without scripts, styles and hidden pieces [A4]", () => {
    expect(md("<style>p{}</style><script>x()</script><p>a<span style='display:none'>b</span></p>")).toBe("a");
  });

  it("at any depth, quickly [A4 A25]", () => {
    let deep: RichNode = "x";
    for (let n = 0; n < 400; n++) deep = { name: n % 2 === 0 ? "li" : "ul", attributes: {}, children: [deep] };
    expect(markdownOf([deep])).toContain("x");
    expect(
      markdownOf(Array.from({ length: 50_000 }, () => ({ name: "p", attributes: {}, children: ["* x"] })))?.length,
    ).toBeGreaterThan(1000);
  });
});

describe("pasted Markdown", () => {
  const paste = (marked: string, markdown: string) => {
    const state = stateOf(marked);
    return markedText(state.update(pasteTransaction(state, markdown)).state);
  };
  it("continues the item or quote that it is pasted into", () => {
    expect(paste("- a|", " b\n\nc")).toBe("- a b\n\n  c|");
    expect(paste("> |", "a\n\nb")).toBe("> a\n>\n> b|");
  });
  it("is separate if it is a block", () => {
    expect(paste("a|b", "# T")).toBe("a\n\n# T\n\n|b");
    expect(paste("|", "- a\n- b")).toBe("- a\n- b|");
    expect(paste("a|b", "x")).toBe("ax|b");
  });
});
