import {
  ancestry,
  detach,
  indexIn,
  insertBefore,
  insertNodes,
  type MarkupNode,
  splitBefore,
  withStart,
} from "./markup-tree";
import { isBlank } from "./remove-between";

const isParagraph = ({ name }: MarkupNode): boolean => name === "text:p" || name === "text:h";
const isList = ({ name }: MarkupNode): boolean => name === "text:list";
const isItem = ({ name }: MarkupNode): boolean => name === "text:list-item" || name === "text:list-header";
const elementsOf = ({ children }: MarkupNode): MarkupNode[] => children.filter(({ name }) => name !== "");

/**
 * Puts deleted text back where its mark is. The first of the deleted paragraphs goes on what is before the mark, and what is after the mark goes on the last
 * one, as the standard says. A mark at the start of its paragraph stands for paragraphs before it, which come back as they were.
 */
export function restoreDeleted(point: MarkupNode, deleted: readonly MarkupNode[]): void {
  const blocks = [...deleted];
  const [first] = blocks;
  const last = blocks.at(-1);
  const { parent } = point;
  if (first === undefined || last === undefined || parent === null) return;
  const host = ancestry(point).find(isParagraph);
  if (host === undefined) {
    insertBefore(point, blocks);
    return;
  }
  const lead = edgeParagraph(first, "first");
  const tail = edgeParagraph(last, "last");
  if (lead !== null && lead === tail) {
    insertBefore(point, withoutOwnStyle(lead.children, pathTo(point, host)));
    return;
  }
  const top = ancestry(point).find((node) => node.parent === host) ?? point;
  const before = host.children.slice(0, indexIn(top));
  const isAtStart = isBlank(before) && top === point;
  const isAlone = isAtStart && isBlank(host.children.slice(indexIn(top)));
  const wasInList = isList(first);
  if (isAtStart && !(isAlone && lead !== null && isBlank(lead.children) && tail !== null && !isBlank(tail.children))) {
    if (lead !== null) insertNodes(lead, 0, before);
    if (tail !== null) {
      insertNodes(host, indexIn(point), [...tail.children]);
      take(tail, blocks);
    }
    placeBeside(host, blocks, { side: "before", wasInList });
    return;
  }
  const rest = splitBefore(host, point);
  if (lead !== null) {
    insertNodes(host, host.children.length, [...lead.children]);
    take(lead, blocks);
  }
  if (tail !== null) insertNodes(tail, tail.children.length, [...rest.children]);
  else blocks.push(rest);
  placeBeside(host, blocks, { side: "after", wasInList });
}

/** The first or last paragraph of a block, also in a list; null for a table and the like. */
function edgeParagraph(block: MarkupNode, which: "first" | "last"): MarkupNode | null {
  if (isParagraph(block)) return block;
  if (!isList(block) && !isItem(block)) return null;
  const inside = elementsOf(block);
  const edge = which === "first" ? inside[0] : inside.at(-1);
  return edge === undefined ? null : edgeParagraph(edge, which);
}

/** Takes a paragraph out of the blocks, with the items and lists that hold nothing else. */
function take(paragraph: MarkupNode, blocks: MarkupNode[]): void {
  let node = paragraph;
  while (!blocks.includes(node)) {
    const { parent } = node;
    if (parent === null) return;
    detach(node);
    if (elementsOf(parent).length > 0) return;
    node = parent;
  }
  blocks.splice(blocks.indexOf(node), 1);
}

/** Elements around a node in its paragraph, the outermost first. */
const pathTo = (node: MarkupNode, host: MarkupNode): MarkupNode[] => {
  const path = ancestry(node);
  return path.slice(1, path.indexOf(host)).reverse();
};

/** The nodes without the elements that are around the mark too: the text is in these already. */
function withoutOwnStyle(nodes: readonly MarkupNode[], path: readonly MarkupNode[]): MarkupNode[] {
  let inner = [...nodes];
  for (const { start } of path) {
    const [only] = inner;
    if (only === undefined || inner.length > 1 || only.start !== start) return [...nodes];
    inner = [...only.children];
  }
  return inner;
}

type Placing = { side: "before" | "after"; wasInList: boolean };

/** Puts blocks beside a paragraph: as items of its list if they are items of one, else after or before that list if they were outside it. */
function placeBeside(host: MarkupNode, blocks: readonly MarkupNode[], { side, wasInList }: Placing): void {
  const holder = host.parent;
  if (holder === null || blocks.length === 0) return;
  const step = side === "after" ? 1 : 0;
  const list = isItem(holder) ? holder.parent : null;
  if (list === null || (!wasInList && !blocks.some(isList))) {
    insertNodes(holder, indexIn(host) + step, blocks);
    return;
  }
  const depth = ancestry(host).filter(isList).length;
  const following = side === "after" ? holder.children.slice(indexIn(host) + 1) : [];
  const items = blocks.every(isList) ? blocks.flatMap((block) => itemsOf(block, depth)) : [];
  const end = items.at(-1);
  if (items.length > 0 && end !== undefined) {
    insertNodes(end, end.children.length, following);
    insertNodes(list, indexIn(holder) + step, items);
    return;
  }
  const outermost = ancestry(host).filter(isList).at(-1) ?? list;
  const around = outermost.parent;
  if (around === null) return;
  const inside: MarkupNode[] = [];
  const outside = [...blocks];
  // Items at the near end of the blocks were in the same list.
  while (wasInList && side === "after" && outside[0] !== undefined && isList(outside[0]))
    inside.push(...itemsOf(outside.shift() as MarkupNode, depth));
  insertNodes(list, indexIn(holder) + step, inside);
  const edge = inside.at(-1) ?? holder;
  const siblings = edge.parent?.children ?? [];
  const next = side === "after" ? siblings[indexIn(edge) + 1] : holder;
  const isEdge = side === "after" ? next === undefined : indexIn(holder) === 0;
  if (!isEdge && next !== undefined) {
    const rest = splitBefore(outermost, next);
    const goesOn = withStart(rest, continued(rest.start));
    insertNodes(goesOn, 0, rest.children);
    insertNodes(around, indexIn(outermost) + 1, [...outside, goesOn]);
  } else insertNodes(around, indexIn(outermost) + step, outside);
}

/** A list that goes on with the numbers of the one before. */
const continued = (start: string): string => {
  if (/continue-numbering/.test(start)) return start;
  const prefix = /^<([^\s/>:]+:)?/.exec(start)?.[1] ?? "text:";
  return start.replace(/>$/, ` ${prefix}continue-numbering="true">`);
};

/** The items of a list at the depth of the list that they go into. */
function itemsOf(list: MarkupNode, depth: number): MarkupNode[] {
  const items = elementsOf(list);
  const [only] = items;
  const inside = only === undefined ? [] : elementsOf(only);
  const [nested] = inside;
  if (depth > 1 && items.length === 1 && inside.length === 1 && nested !== undefined && isList(nested))
    return itemsOf(nested, depth - 1);
  return items;
}
