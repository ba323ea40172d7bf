import { scanXml } from "../package/scan-xml";
import { emphasis, type InlineNode, type MarkedLine, markedLines, marking, strong } from "./inline-marks";
import { readableXml, shownText } from "./plain-entities";

/** A stretch of running text in a document: what stands between the borders of blocks. */
export type Segment = {
  /** The range of its content in the document. */
  from: number;
  to: number;
  /** The level of the heading that it is; 0 for any other text. */
  level: number;
  nodes: readonly InlineNode[];
  /** One for each line of the segment that shows text; a heading has one. */
  lines: MarkedLine[];
};

/** What a document shows, in order: its segments, and rules between them. */
export type ShownPart = { kind: "segment"; segment: Segment } | { kind: "rule" };

const blocks = new Set(
  "address article aside blockquote body caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td th thead tr ul".split(
    " ",
  ),
);
/** Elements that are not part of the book's text, and the pronunciations above ideographs. */
const unread = new Set("head script style template rt rp svg math".split(" "));

export const documentPrefixes = {
  "urn:oasis:names:tc:opendocument:xmlns:container": "c",
  "http://www.idpf.org/2007/opf": "opf",
  "http://purl.org/dc/elements/1.1/": "dc",
  "http://www.w3.org/1999/xhtml": "h",
  "http://www.daisy.org/z3986/2005/ncx/": "ncx",
};

type Tree = InlineNode & { kind: "element" };

/** The running texts of an XHTML document, with their ranges in `xml`. Throws an `XmlError` for what is not well-formed. */
export function documentParts(xml: string): ShownPart[] {
  const parts: ShownPart[] = [];
  const root = treeOf(xml);
  collect(root, 0, parts);
  return parts;
}

function treeOf(xml: string): Tree {
  const root = element("", { from: 0, to: 0 });
  const open: Tree[] = [root];
  scanXml(readableXml(xml), documentPrefixes, {
    open(name, tag) {
      const opened = element(name.replace(/^h:/, ""), tag);
      open.at(-1)?.nodes.push(opened);
      open.push(opened);
    },
    close(_, from, to) {
      const closed = open.pop();
      if (closed === undefined) return;
      closed.to = to;
      closed.startTag = xml.slice(closed.from, closed.insideFrom);
      closed.endTag = xml.slice(from, to);
      noteContent(closed);
      closed.hasBlocks = closed.nodes.some(
        (node) => node.kind === "element" && (node.hasBlocks || blocks.has(node.name)),
      );
    },
    text(text, from, to) {
      open.at(-1)?.nodes.push({ kind: "text", text: shownText(text), from, to });
    },
  });
  return root;
}

const element = (name: string, { from, to }: { from: number; to: number }): Tree => ({
  kind: "element",
  name,
  from,
  insideFrom: to,
  to,
  startTag: "",
  endTag: "",
  isUnread: unread.has(name),
  hasBlocks: false,
  hasLetters: false,
  showsText: false,
  isMark: false,
  hasEmphasis: false,
  breaks: 0,
  nodes: [],
});

/** Notes what an element contains, from what its children do: each is asked for once for every element around it. */
function noteContent(node: Tree): void {
  node.breaks = node.name === "br" ? 1 : 0;
  node.isMark = marking.has(node.name);
  for (const child of node.nodes) {
    if (child.kind === "text") {
      node.showsText ||= /\S/.test(child.text);
      node.hasLetters ||= /\p{L}/u.test(child.text);
      continue;
    }
    node.isMark ||= child.isMark;
    node.hasEmphasis ||= child.hasEmphasis || emphasis.has(child.name) || strong.has(child.name);
    if (child.isUnread) continue;
    node.showsText ||= child.showsText;
    node.hasLetters ||= child.hasLetters;
    node.breaks += child.breaks;
  }
}

/** Walks the blocks; what lies between their borders in one parent is a segment. */
function collect(parent: Tree, level: number, parts: ShownPart[]): void {
  let run: InlineNode[] = [];
  const finish = (): void => {
    const segment = segmentOf(run, level);
    if (segment !== null) parts.push({ kind: "segment", segment });
    run = [];
  };
  for (const node of parent.nodes) {
    const isBorder = node.kind === "element" && (node.hasBlocks || blocks.has(node.name));
    if (!isBorder) {
      run.push(node);
      continue;
    }
    finish();
    if (node.name === "hr") parts.push({ kind: "rule" });
    else if (!node.isUnread) collect(node, Number(/^h([1-6])$/.exec(node.name)?.[1] ?? level), parts);
  }
  finish();
}

/** Null if the nodes show no text. An element around all of it is left where it is. */
function segmentOf(nodes: readonly InlineNode[], level: number): Segment | null {
  if (!nodes.some((node) => (node.kind === "text" ? /\S/.test(node.text) : node.showsText && !node.isUnread)))
    return null;
  const shown = nodes.filter((node) => node.kind === "element" || /\S/.test(node.text));
  const [only] = shown;
  if (shown.length === 1 && only?.kind === "element" && !only.isUnread && only.name !== "br") {
    const within = segmentOf(only.nodes, level);
    if (within !== null) return within;
  }
  const lines = markedLines(nodes, level > 0 ? "one line" : "lines");
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (lines.length === 0 || first === undefined || last === undefined) return null;
  return { from: first.from, to: last.to, level, nodes, lines };
}
