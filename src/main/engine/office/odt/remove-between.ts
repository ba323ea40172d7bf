import {
  ancestry,
  detach,
  indexIn,
  insertAfter,
  insertNodes,
  type MarkupNode,
  nodesBetween,
  walkMarkup,
} from "./markup-tree";

const isParagraph = ({ name }: MarkupNode): boolean => name === "text:p" || name === "text:h";
const rangeMark = /^text:([\w-]+)-(?:start|end)$|^office:annotation(-end)?$/;
const mayBeEmpty = new Set(["text:list-item", "text:list-header", "text:list"]);

/**
 * Removes what is between two marks of a text. If they are in different paragraphs, what is left of these becomes one, as if the range had never
 * been inserted. Ends of other ranges that go on outside stay.
 */
export function removeBetween(start: MarkupNode, end: MarkupNode, marks: RangeMarks): void {
  const below = ancestry(end);
  const common = ancestry(start).find((node) => below.includes(node));
  if (common === undefined || common === start || common === end) return;
  const removed: MarkupNode[] = [];
  let first = start;
  for (; first.parent !== common && first.parent !== null; first = first.parent)
    removed.push(...first.parent.children.slice(indexIn(first) + 1));
  const before: MarkupNode[] = [];
  let last = end;
  for (; last.parent !== common && last.parent !== null; last = last.parent)
    before.unshift(...last.parent.children.slice(0, indexIn(last)));
  // No office program writes a range that begins or ends within a table and leaves the cell it is in.
  const isTorn = [...pathBelow(start, common), ...pathBelow(end, common), common].some(({ name }, at, all) =>
    at === all.length - 1 ? /^table:table-?(?:row|rows|header-rows)?$/.test(name) : name === "table:table-cell",
  );
  const between = isTorn ? null : nodesBetween(first, last);
  if (between === null) return;
  removed.push(...between, ...before);
  const kept = marks.strayIn(removed);
  for (const node of removed) detach(node);
  insertAfter(start, kept);
  join(start, end);
}

/** What is around a node, up to an element around both. */
const pathBelow = (node: MarkupNode, common: MarkupNode): MarkupNode[] => {
  const path = ancestry(node);
  return path.slice(1, path.indexOf(common));
};

const pairOf = ({ name, attributes }: MarkupNode): string | null => {
  const found = rangeMark.exec(name);
  if (found === null) return null;
  const id =
    attributes["text:change-id"] ?? attributes["text:name"] ?? attributes["text:id"] ?? attributes["office:name"];
  return id === undefined ? null : `${found[1] ?? "annotation"} ${id}`;
};

/** The ends of ranges in a tree, found once: every removal asks for them. */
export class RangeMarks {
  readonly #byPair = new Map<string, Set<MarkupNode>>();

  constructor(private readonly tree: MarkupNode) {
    walkMarkup(tree, (node) => this.add(node));
  }

  /** Adds a node that is new in the tree, if it is such an end. */
  add(node: MarkupNode): void {
    const pair = pairOf(node);
    if (pair === null) return;
    const known = this.#byPair.get(pair);
    if (known === undefined) this.#byPair.set(pair, new Set([node]));
    else known.add(node);
  }

  /** Ends in these nodes of the tree whose other end is outside them. */
  strayIn(nodes: readonly MarkupNode[]): MarkupNode[] {
    const inside = new Map<MarkupNode, string>();
    for (const each of nodes)
      walkMarkup(each, (node) => {
        const pair = pairOf(node);
        if (pair !== null) inside.set(node, pair);
      });
    const stray = new Set(Array.from(new Set(inside.values())).filter((pair) => this.#isOutside(pair, inside)));
    return Array.from(inside).flatMap(([node, pair]) => (stray.has(pair) ? [node] : []));
  }

  #isOutside(pair: string, inside: ReadonlyMap<MarkupNode, string>): boolean {
    const all = this.#byPair.get(pair) ?? new Set();
    for (const node of all) {
      if (inside.has(node)) continue;
      if (ancestry(node).at(-1) === this.tree) return true;
      // Whatever has left the tree does not come back.
      all.delete(node);
    }
    return false;
  }
}

/** Makes one paragraph of those in which the marks of an emptied range are. */
function join(start: MarkupNode, end: MarkupNode): void {
  const [upper, lower] = [ancestry(start).find(isParagraph), ancestry(end).find(isParagraph)];
  if (lower === undefined || lower === upper) return;
  if (upper === undefined) {
    // The range began with a paragraph; if it ended with one too, that is gone as a whole.
    if (isBlank(lower.children)) drop(lower, start);
    return;
  }
  const isUpperEmpty = isBlank(upper.children.slice(0, upper.children.indexOf(branch(start, upper)) + 1));
  if (isUpperEmpty && !isBlank(lower.children)) {
    insertNodes(lower, 0, [...upper.children]);
    drop(upper, null);
  } else {
    insertNodes(upper, upper.children.length, [...lower.children]);
    drop(lower, null);
  }
}

const branch = (node: MarkupNode, below: MarkupNode): MarkupNode =>
  ancestry(node).find(({ parent }) => parent === below) ?? node;

/** Removes a paragraph, and the list items and lists that are empty without it. What is left in it goes after a mark. */
function drop(paragraph: MarkupNode, mark: MarkupNode | null): void {
  const around = ancestry(paragraph).slice(1);
  const siblings = paragraph.parent?.children.filter(({ name }) => name !== "") ?? [];
  const isOnly = siblings.every((each) => each === paragraph || /^text:change/.test(each.name));
  if (mark !== null) {
    if (isOnly && !mayBeEmpty.has(paragraph.parent?.name ?? "")) return;
    insertAfter(mark, paragraph.children);
  }
  detach(paragraph);
  for (const node of around) {
    if (!mayBeEmpty.has(node.name) || node.children.some(({ name }) => name !== "")) break;
    detach(node);
  }
}

/** Whether nodes have neither text nor anything that is shown: they are marks. */
export function isBlank(nodes: readonly MarkupNode[]): boolean {
  return nodes.every((node) => {
    if (node.name === "") return node.start.trim() === "";
    if (/^text:(?:change|bookmark|reference-mark|soft-page-break)|^office:annotation/.test(node.name)) return true;
    return (node.name === "text:span" || node.name === "text:a") && isBlank(node.children);
  });
}
