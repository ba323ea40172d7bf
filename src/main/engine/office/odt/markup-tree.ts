import type { XmlElement } from "../package/splice-xml";

type Markup = Pick<MarkupNode, "name" | "start" | "end" | "attributes">;

/**
 * An element, or with an empty `name` a text, of a part that is rearranged. What is not rearranged is written as it was: `start` and
 * `end` are its tags as they stand in the file. Children are linked: one of thousands is taken out or put in without moving the others.
 */
export class MarkupNode {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly attributes: Readonly<Record<string, string>>;
  #parent: MarkupNode | null = null;
  #first: MarkupNode | null = null;
  #last: MarkupNode | null = null;
  #previous: MarkupNode | null = null;
  #next: MarkupNode | null = null;
  /** The children as a list, until one comes or goes. */
  #children: readonly MarkupNode[] | null = null;

  constructor({ name, start, end, attributes }: Markup) {
    this.name = name;
    this.start = start;
    this.end = end;
    this.attributes = attributes;
  }

  get parent(): MarkupNode | null {
    return this.#parent;
  }

  get next(): MarkupNode | null {
    return this.#next;
  }

  get children(): readonly MarkupNode[] {
    if (this.#children !== null) return this.#children;
    const found: MarkupNode[] = [];
    for (let at = this.#first; at !== null; at = at.#next) found.push(at);
    this.#children = found;
    return found;
  }

  detach(): void {
    const parent = this.#parent;
    if (parent === null) return;
    const [previous, next] = [this.#previous, this.#next];
    if (previous === null) parent.#first = next;
    else previous.#next = next;
    if (next === null) parent.#last = previous;
    else next.#previous = previous;
    parent.#children = null;
    this.#parent = null;
    this.#previous = null;
    this.#next = null;
  }

  /** Puts a node, which is taken from where it is, before one of the children, or with null at the end. */
  insert(node: MarkupNode, before: MarkupNode | null): void {
    node.detach();
    const previous = before === null ? this.#last : before.#previous;
    node.#parent = this;
    node.#previous = previous;
    node.#next = before;
    if (previous === null) this.#first = node;
    else previous.#next = node;
    if (before === null) this.#last = node;
    else before.#previous = node;
    this.#children = null;
  }
}

/** A tree of an element of a part; comments and the like are texts of it. */
export function markupTree(xml: string, element: XmlElement): MarkupNode {
  const { name, from, to, insideFrom, insideTo, attributes } = element;
  const node = new MarkupNode({ name, start: xml.slice(from, insideFrom), end: xml.slice(insideTo, to), attributes });
  let at = insideFrom;
  const textTo = (end: number): void => {
    if (end > at) node.insert(textNode(xml.slice(at, end)), null);
  };
  for (const child of element.nodes) {
    if (child.kind === "text") continue;
    textTo(child.from);
    node.insert(markupTree(xml, child), null);
    at = child.to;
  }
  textTo(insideTo);
  return node;
}

const textNode = (text: string): MarkupNode => new MarkupNode({ name: "", start: text, end: "", attributes: {} });

/** The tree as XML. */
export function renderMarkup(node: MarkupNode): string {
  if (node.children.length === 0) return node.start + node.end;
  const isClosed = node.end === "" && node.name !== "";
  const start = isClosed ? node.start.replace(/\s*\/>$/, ">") : node.start;
  const end = isClosed ? `</${/^<([^\s/>]+)/.exec(node.start)?.[1] ?? ""}>` : node.end;
  return start + node.children.map(renderMarkup).join("") + end;
}

export const detach = (node: MarkupNode): void => node.detach();

/** Puts nodes into an element, before its child with this index. */
export function insertNodes(parent: MarkupNode, index: number, nodes: readonly MarkupNode[]): void {
  for (const node of nodes) node.detach();
  const before = parent.children[index] ?? null;
  for (const node of nodes) parent.insert(node, before);
}

/** Puts nodes beside a node, if that is in an element. */
export function insertBefore(node: MarkupNode, nodes: readonly MarkupNode[]): void {
  for (const each of nodes) node.parent?.insert(each, node);
}

export function insertAfter(node: MarkupNode, nodes: readonly MarkupNode[]): void {
  const { next } = node;
  for (const each of nodes) node.parent?.insert(each, next);
}

/** The nodes between two children of an element; null if the second does not come after the first. */
export function nodesBetween(first: MarkupNode, last: MarkupNode): MarkupNode[] | null {
  const found: MarkupNode[] = [];
  if (first === last) return found;
  for (let at = first.next; at !== last; at = at.next) {
    if (at === null) return null;
    found.push(at);
  }
  return found;
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
  for (const child of node.children) walkMarkup(child, visit);
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
    const tail = emptyLike(parent);
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
  return withStart(node, start);
}

/** An element like another one with another start tag, and without contents. */
export const withStart = ({ name, end, attributes }: MarkupNode, start: string): MarkupNode =>
  new MarkupNode({ name, start, end, attributes });
