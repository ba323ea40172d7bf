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

const says = (text: string, tree: string) => expect(drawn(answerTree(text)), text).toBe(tree);

test("paragraphs, headings, emphasis, lists and tables are parsed", () => {
  says("A **b** *c* ~~d~~ `e`", "paragraph(A strong(b) em(c) del(d) code(e))");
  says("## Two", "heading 2(Two)");
  says("- a\n- b\n  - c", "list(item(line(a))item(line(b)list(item(line(c)))))");
  says("3. a\n\n4. b", "list(item(paragraph(a))item(paragraph(b)))");
  says("> q", "quote(paragraph(q))");
  says("| a |\n|---|\n| 1 |", "table(row(cell(a))row(cell(1)))");
  says("- [x] done", "list(item(line(task(true)done)))");
  says("a\\\nb", "paragraph(abreakb)");
});

test("code keeps every character and its language", () => {
  expect(answerTree("```js\nconst x = '<b>';\n```")).toEqual([
    { kind: "code block", language: "js", code: "const x = '<b>';" },
  ]);
  says("$x^2$ and\n\n$$\ny\n$$", "paragraph(maths(x^2) and)maths(y)");
});

test("HTML is text [A28]", () => {
  says("a <b onclick=x>b</b>", "paragraph(a <b onclick=x>b</b>)");
  says("<script>alert(1)</script>", "paragraph(<script>alert(1)</script>)");
  says(
    "<img src=x onerror=alert(1)>\n\n<iframe src='x'></iframe>",
    "paragraph(<img src=x onerror=alert(1)>)paragraph(<iframe src='x'></iframe>)",
  );
});

test("images become links, and addresses that run programs are not linked [A3 A28]", () => {
  says("![a](https://example.org/x.png)", "paragraph(image https://example.org/x.png(a))");
  says("[a](javascript:alert(1))", "paragraph([a](javascript:alert(1)))");
  says("[a](file:///etc/passwd)", "paragraph([a](file:///etc/passwd))");
  says("[[Page]]", "paragraph(link galley-wiki:Page(Page))");
});

test("undefined footnotes and unclosed marks stay text", () => {
  says("a[^1] b", "paragraph(a[^1] b)");
  says("**a `b", "paragraph(**a `b)");
  says("```\nopen", "code block(open)");
});

test("deep and odd input is parsed quickly [A25]", () => {
  for (const text of [
    ">".repeat(3000),
    "[".repeat(20_000),
    "*".repeat(20_000),
    `${"- ".repeat(500)}x`,
    "\u202e\u0000\ud800",
  ])
    expect(Array.isArray(answerTree(text))).toBe(true);
});
