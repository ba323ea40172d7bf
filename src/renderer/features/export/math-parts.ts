import type { MathPart } from "../../../core/office/docx/docx-plan";

/** The parts of a MathML element that the conversion needs. */
export type MathNode = {
  readonly localName: string;
  readonly children: ArrayLike<MathNode>;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
};

/** Large operators, which take limits above and below, and an operand. */
const LARGE = /^[∏∐∑∫∬∭∮∯∰⋀⋁⋂⋃⨀⨁⨂⨄⨆]$/;

/** Accents, as the combining characters that Office uses. */
const ACCENTS = new Map([
  ["^", "\u0302"],
  ["ˆ", "\u0302"],
  ["~", "\u0303"],
  ["˜", "\u0303"],
  ["˙", "\u0307"],
  ["¨", "\u0308"],
  ["ˇ", "\u030c"],
  ["˘", "\u0306"],
  ["´", "\u0301"],
  ["`", "\u0300"],
  ["→", "\u20d7"],
]);

const part = (name: string, ...children: (MathPart | string)[]): MathPart => ({ name, children });
const value = (name: string, given: string): MathPart => ({ name, value: given, children: [] });

/** Converts a MathML formula to OMML. */
export function mathParts(math: MathNode): MathPart[] {
  return row([...Array.from(math.children)]);
}

function row(given: readonly MathNode[]): MathPart[] {
  const nodes = given.map(unwrapped);
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (nodes.length > 1 && isFence(first, "prefix") && isFence(last, "postfix")) {
    const signs = part("m:dPr", value("m:begChr", textOf(first)), value("m:endChr", textOf(last)));
    return [part("m:d", signs, part("m:e", ...row(nodes.slice(1, -1))))];
  }
  const parts: MathPart[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as MathNode;
    const large = nary(node);
    if (!large) parts.push(...convert(node));
    // What follows the operator is its operand.
    else parts.push(part("m:nary", ...large, part("m:e", ...(nodes[at + 1] ? convert(nodes[++at] as MathNode) : []))));
  }
  return parts;
}

/** Unwraps rows with a single child. */
function unwrapped(node: MathNode): MathNode {
  const only = node.localName === "mrow" && node.children.length === 1 ? node.children[0] : undefined;
  return only ? unwrapped(only) : node;
}

const isFence = (node: MathNode | undefined, form: string): boolean =>
  node?.localName === "mo" && node.getAttribute("fence") === "true" && node.getAttribute("form") === form;

const textOf = (node: MathNode | undefined): string => (node?.textContent ?? "").trim();

function nary(node: MathNode): MathPart[] | null {
  const kinds: Record<string, [below: number, above: number]> = {
    munderover: [1, 2],
    msubsup: [1, 2],
    munder: [1, 0],
    msub: [1, 0],
    mover: [0, 1],
    msup: [0, 1],
  };
  const operands = kinds[node.localName];
  const base = node.children[0];
  if (!operands || !base || !LARGE.test(textOf(base))) return null;
  const [below, above] = operands;
  const limits = node.localName.startsWith("mu") || node.localName === "mover" ? "undOvr" : "subSup";
  const properties = [value("m:chr", textOf(base)), value("m:limLoc", limits)];
  if (below === 0) properties.push(value("m:subHide", "1"));
  if (above === 0) properties.push(value("m:supHide", "1"));
  const at = (index: number) => (index === 0 ? [] : inner(node.children[index]));
  return [part("m:naryPr", ...properties), part("m:sub", ...at(below)), part("m:sup", ...at(above))];
}

const inner = (node: MathNode | undefined): MathPart[] => (node ? convert(node) : []);

function convert(node: MathNode): MathPart[] {
  const children = Array.from(node.children);
  const [first, second, third] = children;
  const e = () => part("m:e", ...inner(first));
  switch (node.localName) {
    case "mi":
    case "mn":
    case "mo":
    case "ms":
      return run(textOf(node), node.localName === "mi" && textOf(node).length > 1 ? "p" : null);
    case "mtext":
      return run(node.textContent ?? "", "text");
    case "mspace":
      return Number.parseFloat(node.getAttribute("width") ?? "0") > 0 ? run(" ", "text") : [];
    case "mfrac": {
      const bare = node.getAttribute("linethickness");
      const bar = bare !== null && Number.parseFloat(bare) === 0 ? [part("m:fPr", value("m:type", "noBar"))] : [];
      return [part("m:f", ...bar, part("m:num", ...inner(first)), part("m:den", ...inner(second)))];
    }
    case "msup":
      return [part("m:sSup", e(), part("m:sup", ...inner(second)))];
    case "msub":
      return [part("m:sSub", e(), part("m:sub", ...inner(second)))];
    case "msubsup":
      return [part("m:sSubSup", e(), part("m:sub", ...inner(second)), part("m:sup", ...inner(third)))];
    case "msqrt":
      return [part("m:rad", part("m:radPr", value("m:degHide", "1")), part("m:deg"), part("m:e", ...row(children)))];
    case "mroot":
      return [part("m:rad", part("m:deg", ...inner(second)), e())];
    case "mover":
      return over(first, second);
    case "munder":
      return under(first, second);
    case "munderover":
      return [part("m:limUpp", part("m:e", ...under(first, second)), part("m:lim", ...inner(third)))];
    case "mtable":
      return [matrix(children)];
    default:
      return row(children);
  }
}

function over(base: MathNode | undefined, above: MathNode | undefined): MathPart[] {
  const sign = textOf(above);
  const e = part("m:e", ...inner(base));
  const accent = above?.localName === "mo" ? ACCENTS.get(sign) : undefined;
  if (accent) return [part("m:acc", part("m:accPr", value("m:chr", accent)), e)];
  if (above?.localName === "mo" && /^[¯‾_―]$/.test(sign))
    return [part("m:bar", part("m:barPr", value("m:pos", "top")), e)];
  if (/^[⏞⏜⎴]$/.test(sign))
    return [
      part(
        "m:groupChr",
        part("m:groupChrPr", value("m:chr", sign), value("m:pos", "top"), value("m:vertJc", "bot")),
        e,
      ),
    ];
  return [part("m:limUpp", e, part("m:lim", ...inner(above)))];
}

function under(base: MathNode | undefined, below: MathNode | undefined): MathPart[] {
  const sign = textOf(below);
  const e = part("m:e", ...inner(base));
  if (/^[⏟⏝⎵]$/.test(sign)) return [part("m:groupChr", part("m:groupChrPr", value("m:chr", sign)), e)];
  if (below?.localName === "mo" && /^[¯‾_―]$/.test(sign)) return [part("m:bar", e)];
  return [part("m:limLow", e, part("m:lim", ...inner(below)))];
}

function matrix(rows: readonly MathNode[]): MathPart {
  const cells = rows.map(({ children }) => Array.from(children));
  const columns = Math.max(1, ...cells.map(({ length }) => length));
  const count = part("m:mPr", part("m:mcs", part("m:mc", part("m:mcPr", value("m:count", String(columns))))));
  const filled = cells.map((each) =>
    part(
      "m:mr",
      ...Array.from({ length: columns }, (_, at) => part("m:e", ...row(Array.from(each[at]?.children ?? [])))),
    ),
  );
  return part("m:m", count, ...filled);
}

/** A run of text: `p` is upright, `text` is ordinary text. */
function run(text: string, style: "p" | "text" | null): MathPart[] {
  if (text === "") return [];
  const styleParts = style === "p" ? [value("m:sty", "p")] : style === "text" ? [part("m:nor")] : [];
  return [part("m:r", ...(styleParts.length > 0 ? [part("m:rPr", ...styleParts)] : []), part("m:t", text))];
}
