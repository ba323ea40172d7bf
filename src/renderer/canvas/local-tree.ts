import type { ChangeDesc, Line, Text } from "@codemirror/state";
import { type Tree, TreeFragment } from "@lezer/common";
import { markdownParser } from "../live/markdown-parser";

/** A Markdown tree of a part of a text; the tree's positions count from `offset`. */
export type PartTree = { tree: Tree; offset: number };

/** What of a part's tree still holds after an edit; `offset` is where the part begins in the edited text. */
export type KnownPart = { fragments: readonly TreeFragment[]; offset: number };

/** What an edit leaves of a part; null where it begins before the part and ends in it. */
export function afterEdit({ tree, offset }: PartTree, changes: ChangeDesc): KnownPart | null {
  const end = offset + tree.length;
  const start = changes.mapPos(offset, -1);
  const ranges: { fromA: number; toA: number; fromB: number; toB: number }[] = [];
  let holds = true;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    if (toA < offset || fromA > end) return;
    holds &&= fromA >= offset && toA <= end;
    ranges.push({ fromA: fromA - offset, toA: toA - offset, fromB: fromB - start, toB: toB - start });
  });
  if (!holds) return null;
  // What the part ends with may go on in what is parsed next.
  return { fragments: TreeFragment.applyChanges(TreeFragment.addTree(tree, [], true), ranges), offset: start };
}

/** How far a place is looked for at which no block is open, and how long the parsed part may get. Characters. */
const REACH = { back: 20_000, on: 4_000, part: 120_000, line: 20_000 };

/**
 * Parses only what is around `from`–`to`: in a long text the incremental parser costs as much as the text is long, at
 * every key. Begins at a heading after an empty line, else after an empty line, and goes on to an empty line, so that a
 * block which is open for very long is taken for text. Null where that part is one enormous line.
 */
export function parseAround(doc: Text, from: number, to: number, known: KnownPart | null = null): PartTree | null {
  const offset = placeToBegin(doc, from);
  const end = Math.min(placeToEnd(doc, to), offset + REACH.part);
  if (doc.lineAt(from).length > REACH.line || end <= offset) return null;
  const fragments = known?.offset === offset ? known.fragments : [];
  return { tree: markdownParser().parse(doc.sliceString(offset, end), fragments), offset };
}

function placeToBegin(doc: Text, from: number): number {
  let line = doc.lineAt(from);
  const { from: start } = line;
  let blank: Line | null = null;
  while (line.number > 1 && start - line.from < REACH.back) {
    const before = doc.line(line.number - 1);
    if (before.length > REACH.line) break;
    if (before.text.trim() === "") {
      // A comment in code may look like a heading.
      if (/^#{1,6}\s/.test(line.text)) return outOfFence(doc, line);
      if (!blank && /^\S/.test(line.text)) blank = line;
    }
    line = before;
  }
  if (line.number === 1) return 0;
  return blank ? outOfFence(doc, blank) : start;
}

const FENCE = /^ {0,3}(?:`{3,}|~{3,})(.*)$/;

/**
 * Where a line begins or, as far as can be seen from there, the fence that it is in. Only an opening fence has words
 * behind it: the bare ones between it and the line open and close by turns.
 */
function outOfFence(doc: Text, line: Line): number {
  let bare: Line[] = [];
  for (let n = line.number - 1; n >= 1; n--) {
    const above = doc.line(n);
    if (line.from - above.from > REACH.back || above.length > REACH.line) break;
    const words = FENCE.exec(above.text)?.[1];
    if (words === undefined) continue;
    if (words.trim() === "") bare = [above, ...bare];
    else if (!words.includes("`")) return bare.length % 2 === 0 ? (bare.at(-1) ?? above).from : line.from;
  }
  return line.from;
}

function placeToEnd(doc: Text, to: number): number {
  for (let line = doc.lineAt(to); line.to - to < REACH.on; line = doc.line(line.number + 1)) {
    if (line.length === 0 || line.number === doc.lines) return line.to;
  }
  return to;
}
