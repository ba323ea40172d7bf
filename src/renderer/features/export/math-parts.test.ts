import temml from "temml";
import { expect, test } from "vitest";
import type { MathPart } from "../../../core/office/docx/docx-plan";
import { type MathNode, mathParts } from "./math-parts";

/** Parses the MathML of the library into elements, attributes and text. */
function read(markup: string): MathNode {
  const root: Node = { localName: "", children: [], text: "", attributes: {} };
  const open = [root];
  for (const [whole, end, name = "", attributes = "", text] of markup.matchAll(/<(\/?)([a-z]+)([^>]*)>|([^<]+)/g)) {
    const top = open.at(-1) ?? root;
    if (text !== undefined) for (const each of open) each.text += text.replaceAll("&gt;", ">").replaceAll("&lt;", "<");
    else if (end) open.pop();
    else {
      const made = {
        localName: name,
        children: [],
        text: "",
        attributes: Object.fromEntries(
          [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
        ),
      };
      top.children.push(made);
      if (!whole.endsWith("/>")) open.push(made);
    }
  }
  const node = ({ localName, children, text, attributes }: Node): MathNode => ({
    localName,
    children: children.map(node),
    textContent: text,
    getAttribute: (name) => attributes[name] ?? null,
  });
  return node(root.children[0] ?? root);
}

type Node = { localName: string; children: Node[]; text: string; attributes: Record<string, string> };

/** Serializes an element as `frac(a,b)`; letters stay as they are. */
const serialize = (part: MathPart | string): string => {
  if (typeof part === "string") return part;
  if (part.name === "m:r")
    return part.children
      .filter((child) => typeof child !== "string" && child.name === "m:t")
      .map(serialize)
      .join("");
  const name = part.name.slice(2);
  if (name === "t" || name === "e") return part.children.map(serialize).join("");
  if (name.endsWith("Pr")) return "";
  const inner = part.children.map(serialize).filter(Boolean);
  return `${name}(${inner.join(",")})`;
};
const office = (tex: string) =>
  mathParts(read(temml.renderToString(tex, { displayMode: true, annotate: false })))
    .map(serialize)
    .join("");

test("fractions, powers and roots become OMML elements", () => {
  expect(office("\\frac{a}{b}")).toBe("f(num(a),den(b))");
  expect(office("x^2_i")).toBe("sSubSup(x,sub(i),sup(2))");
  expect(office("\\sqrt{x}+\\sqrt[3]{y}")).toBe("rad(deg(),x)+rad(deg(3),y)");
});

test("sums and integrals contain the operand that follows them", () => {
  expect(office("\\sum_{i=1}^n i^2")).toBe("nary(sub(i,=,1),sup(n),sSup(i,sup(2)))");
  expect(office("\\int_0^1 x")).toBe("nary(sub(0),sup(1),x)");
});

test("accents, bars, braces and limits are placed above and below", () => {
  expect(office("\\hat{x}")).toBe("acc(x)");
  expect(office("\\lim_{x \\to 0} x")).toContain("lim");
  expect(office("\\underbrace{x}_{n}")).toContain("groupChr(x)");
});

test("growing fences enclose their content, and matrices have rows", () => {
  expect(office("\\left( \\frac{a}{b} \\right]")).toContain("d(f(num(a),den(b)))");
  expect(office("\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}")).toContain("m(mr(a,b),mr(c,d))");
});
