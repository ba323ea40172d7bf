import type { ChangeDesc, Range, Text } from "@codemirror/state";
import type { Decoration, DecorationSet } from "@codemirror/view";
import type { Tree } from "@lezer/common";
import type { Span } from "../text/attention";
import type { PartTree } from "./local-tree";

/** A block that is in no other one. `tree` is null where a block that looks the same may have been read otherwise. */
type TopBlock = Span & { readonly tree: Tree | null; readonly name: string };

/** A range of a text, with the tree of the part that it is in. */
export type ParsedRange = { readonly part: PartTree; readonly doc: Text; readonly range: Span };

/** The blocks of the trees that were asked for last: several extensions ask for the same within one update. */
const listed = new WeakMap<Tree, { from: number; to: number; blocks: readonly TopBlock[] }>();

/** The top-level blocks that touch a range, in order. */
export function topBlocks({ part, doc, range }: ParsedRange): readonly TopBlock[] {
  const { tree, offset } = part;
  const [from, to] = [Math.max(0, range.from - offset), range.to - offset];
  let known = listed.get(tree);
  if (!known || known.from > from || known.to < to) {
    known = { from, to, blocks: readBlocks(part, doc, from, to) };
    listed.set(tree, known);
  }
  if (known.from === from && known.to === to) return known.blocks;
  return known.blocks.filter((block) => block.to >= range.from && block.from <= range.to);
}

function readBlocks({ tree, offset, opener }: PartTree, doc: Text, from: number, to: number): readonly TopBlock[] {
  const blocks: TopBlock[] = [];
  const cursor = tree.cursor();
  // The end of a part that is not the end of the text, and the beginning of one that begins with a line from above it, may be incomplete.
  const [first, last] = [opener.length, offset + tree.length < doc.length ? tree.length : Number.POSITIVE_INFINITY];
  if (!cursor.childAfter(Math.max(0, from - 1))) return blocks;
  do {
    if (cursor.from > to) break;
    const isWhole = cursor.from >= first && cursor.to < last;
    blocks.push({
      from: cursor.from + offset,
      to: cursor.to + offset,
      tree: isWhole ? cursor.tree : null,
      name: cursor.name,
    });
  } while (cursor.nextSibling());
  return blocks;
}

/**
 * The lines of `after` that may look different: a block that stayed the same object in the tree has the same text and the same
 * structure, and all that depends on it alone can be moved along. Null if that is true of nothing, or the ranges differ.
 * `more`: ranges of the new text that have changed in another way, such as by the selection in them.
 */
export function changedLines(
  before: ParsedRange,
  after: ParsedRange,
  changes: ChangeDesc,
  more: readonly Span[],
): Span | null {
  const { range, doc } = after;
  if (changes.mapPos(before.range.from, -1) !== range.from || changes.mapPos(before.range.to, 1) !== range.to)
    return null;
  let [fromB, toB, toA] = [Number.POSITIVE_INFINITY, -1, -1];
  changes.iterChangedRanges((_from, to, start, end) => {
    fromB = Math.min(fromB, start);
    [toA, toB] = [to, end];
  });
  // What stood across an end of the range may be outside of it now.
  const isBeside = toB < range.from || fromB > range.to;
  const isInside = fromB >= range.from && toB <= range.to;
  if (!isBeside && !isInside) return null;
  const [older, newer] = [topBlocks(before), topBlocks(after)];
  const shift = toB - toA;
  const isSame = (one: TopBlock | undefined, other: TopBlock | undefined, by: number) =>
    one !== undefined &&
    other !== undefined &&
    one.tree !== null &&
    one.tree === other.tree &&
    one.from + by === other.from;
  let head = 0;
  while (head < newer.length && (newer[head]?.to ?? 0) < fromB && isSame(older[head], newer[head], 0)) head++;
  let tail = 0;
  const most = Math.min(newer.length, older.length) - head;
  while (
    tail < most &&
    (newer.at(-1 - tail)?.from ?? 0) > toB &&
    isSame(older.at(-1 - tail), newer.at(-1 - tail), shift)
  )
    tail++;
  // All lines of what was there, and of what is there now.
  let [from, to] = [fromB, toB];
  const include = (first: number, last: number) => {
    [from, to] = [Math.min(from, first), Math.max(to, last)];
  };
  for (const { from: first, to: last } of older.slice(head, older.length - tail))
    include(changes.mapPos(first, -1), changes.mapPos(last, 1));
  for (const { from: first, to: last } of newer.slice(head, newer.length - tail)) include(first, last);
  for (const span of more) {
    if (span.to >= range.from && span.from <= range.to) include(span.from, span.to);
  }
  // Whole blocks: what one looks like may depend on all of its lines, also on what stands before an indented one.
  for (const block of newer) {
    const [first, last] = [doc.lineAt(block.from).from, doc.lineAt(Math.min(block.to, doc.length)).to];
    if (last >= from && first <= to) include(first, last);
  }
  [from, to] = [Math.max(from, range.from), Math.min(to, range.to)];
  if (from > to) return null;
  return { from: doc.lineAt(from).from, to: doc.lineAt(to).to };
}

/** A set of decorations, already moved along with the text, in which some lines are decorated again. */
export const redrawn = (moved: DecorationSet, { from, to }: Span, add: Range<Decoration>[]): DecorationSet =>
  moved.update({ filterFrom: from, filterTo: to, filter: () => false, add, sort: true });
