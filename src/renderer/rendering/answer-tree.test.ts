import { expect, test } from "vitest";
import { type AnswerNode, answerTree } from "./answer-tree";

/** Writes a tree as `paragraph(a strong(b))`. */
const drawn = (nodes: readonly AnswerNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === "string") return node;
      const { kind } = node;
      const more = "address" in node ? ` ${node.address}` : "level" in node ? ` ${node.level}` : "";
      if ("children" in node) return `${kind}${more}(${drawn(node.children)})`;
      return "code" in node ? `${kind}(${node.code})` : "isDone" in node ? `${kind}(${node.isDone})` : kind;
    })
    .join("");

const expectTree = (text: string, tree: string) => expect(drawn(answerTree(text)), text).toBe(tree);

test("paragraphs, headings, emphasis, lists and tables are parsed", () => {
  expectTree("A **b** *c* ~~d~~ `e`", "paragraph(A strong(b) em(c) del(d) code(e))");
  expectTree("## Two", "heading 2(Two)");
  expectTree("- a\n- b\n  - c", "list(item(line(a))item(line(b)list(item(line(c)))))");
  expectTree("3. a\n\n4. b", "list(item(paragraph(a))item(paragraph(b)))");
  expectTree("> q", "quote(paragraph(q))");
  expectTree("| a |\n|---|\n| 1 |", "table(row(cell(a))row(cell(1)))");
  expectTree("- [x] done", "list(item(line(task(true)done)))");
  expectTree("a\\\nb", "paragraph(abreakb)");
});

test("code keeps every character and its language", () => {
  expect(answerTree("```js\nconst x = '<b>';\n```")).toEqual([
    { kind: "code block", language: "js", code: "const x = '<b>';" },
  ]);
  expectTree("$x^2$ and\n\n$$\ny\n$$", "paragraph(maths(x^2) and)maths(y)");
});

test("formulas in the brackets of TeX are formulas, and escaped brackets around words are brackets", () => {
  expectTree("Then \\(a^2 + b^2\\), and \\(x\\).", "paragraph(Then maths(a^2 + b^2), and maths(x).)");
  expectTree("So\n\\[\n\\frac{1}{2}\n\\]\nand", "paragraph(So)maths(\\frac{1}{2})paragraph(and)");
  expectTree("\\[ E = mc^2 \\]", "maths(E = mc^2)");
  expectTree("- \\[ y \\]", "list(item(maths(y)))");
  expectTree("\\(\\text{for all } x \\in A\\)", "paragraph(maths(\\text{for all } x \\in A))");
  expectTree("a \\(see the text\\) b", "paragraph(a (see the text) b)");
  expectTree("\\[text\\](address)", "paragraph([text](address))");
  expectTree("\\[ open\n\nx \\]", "paragraph([ open)paragraph(x ])");
  expectTree("\\(x `\\)`", "paragraph((x code(\\)))");
});

test("HTML is text [A28]", () => {
  expectTree("a <b onclick=x>b</b>", "paragraph(a <b onclick=x>b</b>)");
  expectTree("<script>alert(1)</script>", "paragraph(<script>alert(1)</script>)");
  expectTree(
    "<img src=x onerror=alert(1)>\n\n<iframe src='x'></iframe>",
    "paragraph(<img src=x onerror=alert(1)>)paragraph(<iframe src='x'></iframe>)",
  );
});

test("images become links, and addresses that run programs are not linked [A3 A28]", () => {
  expectTree("![a](https://example.org/x.png)", "paragraph(image https://example.org/x.png(a))");
  expectTree("[a](javascript:alert(1))", "paragraph([a](javascript:alert(1)))");
  expectTree("[a](file:///etc/passwd)", "paragraph([a](file:///etc/passwd))");
  expectTree("[[Page]]", "paragraph(link galley-wiki:Page(Page))");
});

test("undefined footnotes and unclosed marks stay text", () => {
  expectTree("a[^1] b", "paragraph(a[^1] b)");
  expectTree("**a `b", "paragraph(**a `b)");
  expectTree("```\nopen", "code block(open)");
});

test("deep and odd input is parsed quickly [A25]", () => {
  for (const text of [
    ">".repeat(3000),
    "[".repeat(20_000),
    "*".repeat(20_000),
    `${"- ".repeat(500)}x`,
    "\\(".repeat(10_000),
    "\\[\n".repeat(6000),
    "\u202e\u0000\ud800",
  ])
    expect(Array.isArray(answerTree(text))).toBe(true);
});
