import type { XmlElement } from "../package/splice-xml";

/**
 * An element, or with an empty `name` a text, of a part that is rearranged. What is not rearranged is written as it was: `start` and
 * `end` are its tags as they stand in the file.
 */
export type MarkupNode = {
  name: string;
  start: string;
  end: string;
  children: MarkupNode[];
  parent: MarkupNode | null;
  attributes: Readonly<Record<string, string>>;
};

/** A tree of an element of a part; comments and the like are texts of it. */
export function markupTree(xml: string, element: XmlElement, parent: MarkupNode | null = null): MarkupNode {
  const { name, from, to, insideFrom, insideTo, attributes } = element;
  const node: MarkupNode = {
    name,
    start: xml.slice(from, insideFrom),
    end: xml.slice(insideTo, to),
    children: [],
    parent,
    attributes,
  };
  let at = insideFrom;
  const textTo = (end: number): void => {
    if (end > at) node.children.push(textNode(xml.slice(at, end), node));
  };
  for (const child of element.nodes) {
    if (child.kind === "text") continue;
    textTo(child.from);
    node.children.push(markupTree(xml, child, node));
    at = child.to;
  }
  textTo(insideTo);
  return node;
}

export const textNode = (text: string, parent: MarkupNode | null = null): MarkupNode => ({
  name: "",
  start: text,
  end: "",
  children: [],
  parent,
  attributes: {},
});

/** The tree as XML. */
export function renderMarkup(node: MarkupNode): string {
  if (node.children.length === 0) return node.start + node.end;
  const isClosed = node.end === "" && node.name !== "";
  const start = isClosed ? node.start.replace(/\s*\/>$/, ">") : node.start;
  const end = isClosed ? `</${/^<([^\s/>]+)/.exec(node.start)?.[1] ?? ""}>` : node.end;
  return start + node.children.map(renderMarkup).join("") + end;
}

export function detach(node: MarkupNode): void {
  const { parent } = node;
  if (parent !== null) parent.children.splice(parent.children.indexOf(node), 1);
  node.parent = null;
}

/** Puts nodes into an element, before its child with this index. */
export function insertNodes(parent: MarkupNode, index: number, nodes: readonly MarkupNode[]): void {
  for (const node of nodes) {
    if (node.parent !== null) detach(node);
    node.parent = parent;
  }
  parent.children.splice(index, 0, ...nodes);
}

export const indexIn = (node: MarkupNode): number => node.parent?.children.indexOf(node) ?? -1;

/** The node and what is around it, the innermost first. */
export function ancestry(node: MarkupNode): MarkupNode[] {
  const found: MarkupNode[] = [];
  for (let at: MarkupNode | null = node; at !== null; at = at.parent) found.push(at);
  return found;
}

export function walkMarkup(node: MarkupNode, visit: (node: MarkupNode) => void): void {
  visit(node);
  for (const child of [...node.children]) walkMarkup(child, visit);
}

/**
 * Splits an element before a node in it: what is before stays, and the rest is returned as an element with the same start tag, which has no parent.
 * Elements between the two are split too. Ids are not repeated.
 */
export function splitBefore(element: MarkupNode, node: MarkupNode): MarkupNode {
  let rest: MarkupNode[] = [];
  let at = node;
  let isFirst = true;
  for (;;) {
    const { parent } = at;
    if (parent === null) throw new RangeError("the node is not in the element");
    const moved = parent.children.slice(indexIn(at) + (isFirst ? 0 : 1));
    const tail: MarkupNode = { ...emptyLike(parent), children: [] };
    insertNodes(tail, 0, [...rest, ...moved]);
    isFirst = false;
    rest = [tail];
    if (parent === element) return tail;
    at = parent;
  }
}

/** An element with the tags of another one, without its ids and its contents. */
function emptyLike(node: MarkupNode): MarkupNode {
  const start = node.start.replaceAll(/\s(?:xml|[\w.-]+):id\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
  return { ...node, start, children: [], parent: null };
}
