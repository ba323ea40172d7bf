import type { ChangeDesc, Line, Text } from "@codemirror/state";
import { type SyntaxNode, type Tree, TreeFragment } from "@lezer/common";
import { markdownParser } from "./live/markdown-parser";

/**
 * A Markdown tree of a part of a text; the tree's positions count from `offset`. Where the part begins in the middle of a
 * very long block of code, `opener` is the line that opens it, parsed in place of as much of the text there.
 */
export type PartTree = { tree: Tree; offset: number; opener: string };

/**
 * What of a part's tree still holds after an edit; `offset` is where the part begins in the edited text, and it reached to
 * `end`. `isAnchored`: nothing before it was edited, so that no block can be open there that was not before.
 */
export type KnownPart = {
  fragments: readonly TreeFragment[];
  offset: number;
  opener: string;
  end: number;
  isAnchored: boolean;
};

/** What an edit leaves of a part; null where it begins before the part and ends in it. */
export function afterEdit({ tree, offset, opener }: PartTree, changes: ChangeDesc): KnownPart | null {
  const end = offset + tree.length;
  const start = changes.mapPos(offset, -1);
  const ranges: { fromA: number; toA: number; fromB: number; toB: number }[] = [];
  let holds = true;
  let isAnchored = true;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    isAnchored &&= fromA >= offset + opener.length;
    if (toA < offset || fromA > end) return;
    holds &&= fromA >= offset && toA <= end;
    if (!holds) return;
    const first = Math.max(ranges.at(-1)?.toA ?? 0, paragraphBefore(tree, fromA - offset));
    const back = fromA - offset - first;
    ranges.push({ fromA: first, toA: toA - offset, fromB: fromB - start - back, toB: toB - start });
  });
  if (!holds) return null;
  // What the part ends with may go on in what is parsed next.
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(tree, [], true), ranges);
  return { fragments, offset: start, opener, end: changes.mapPos(end, 1), isAnchored };
}

/** A paragraph ends where a table follows it directly; without its line of dashes the table's head is the paragraph's. */
function paragraphBefore(tree: Tree, at: number): number {
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = tree.resolve(at, side); node; node = node.parent) {
      if (node.name === "Table" && node.prevSibling?.name === "Paragraph") return Math.min(at, node.prevSibling.from);
    }
  }
  return at;
}

/**
 * How far a place is looked for at which no block is open, how long the parsed part may get, and how long one that begins
 * where the last one did. Characters.
 */
const REACH = { back: 20_000, fence: 400_000, code: 40_000, on: 4_000, part: 120_000, kept: 60_000, line: 20_000 };

/**
 * Parses only what is around `from`–`to`: in a long text the incremental parser costs as much as the text is long, at
 * every key. Begins at a heading after an empty line, else after an empty line, and goes on to an empty line, so that a
 * block which is open for very long is taken for text. Null where that part is one enormous line.
 */
export function parseAround(doc: Text, from: number, to: number, known: KnownPart | null = null): PartTree | null {
  const isKept =
    known?.isAnchored &&
    known.offset + known.opener.length <= from &&
    from <= known.end &&
    to - known.offset <= REACH.kept;
  const { offset, opener } = isKept ? known : placeToBegin(doc, from);
  const end = beforeGiant(doc, from, Math.min(placeToEnd(doc, to), offset + REACH.part));
  if (doc.lineAt(from).length > REACH.line || end <= offset) return null;
  const fragments = known?.offset === offset && known.opener === opener ? known.fragments : [];
  const text = opener + doc.sliceString(offset + opener.length, end);
  return { tree: markdownParser().parse(text, fragments), offset, opener };
}

/** A part that comes to an enormous line ends before it: of a paragraph of a megabyte each key would parse all that is in the part. */
function beforeGiant(doc: Text, from: number, end: number): number {
  // Such a line holds one of these places at least.
  for (let at = from; ; at = Math.min(end, at + REACH.line)) {
    const line = doc.lineAt(at);
    if (line.length > REACH.line) return Math.max(from, line.from - 1);
    if (at >= end) return end;
  }
}

/** Where a part begins. */
type Begin = Pick<PartTree, "offset" | "opener">;

function placeToBegin(doc: Text, from: number): Begin {
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
  if (line.number === 1) return { offset: 0, opener: "" };
  return blank ? outOfFence(doc, blank) : { offset: start, opener: "" };
}

const FENCE = /^ {0,3}(?:`{3,}|~{3,})(.*)$/;

/**
 * Where a line begins or, as far as can be seen from there, the fence that it is in. Only an opening fence has words
 * behind it: the bare ones between it and the line open and close by turns, and so do all of them from the text's start.
 */
function outOfFence(doc: Text, line: Line): Begin {
  const start = doc.lineAt(Math.max(0, line.from - REACH.fence)).from;
  const text = doc.sliceString(start, line.from);
  const outside = { offset: line.from, opener: "" };
  const inside = (at: number): Begin => {
    if (line.from - start - at <= REACH.code) return { offset: start + at, opener: "" };
    const opener = `${lineOf(text, at)}\n`;
    return { offset: line.from - opener.length, opener };
  };
  let nearest = -1;
  let bare = 0;
  for (let at = lastFence(text, text.length); at >= 0; ) {
    const first = text.lastIndexOf("\n", at) + 1;
    const words = FENCE.exec(lineOf(text, first))?.[1];
    if (words !== undefined && words.trim() === "") {
      if (bare === 0) nearest = first;
      bare++;
    } else if (words !== undefined && !words.includes("`")) {
      if (bare === 0) return inside(first);
      return bare % 2 === 0 ? inside(nearest) : outside;
    }
    at = first === 0 ? -1 : lastFence(text, first);
  }
  return start === 0 && bare % 2 === 1 ? inside(nearest) : outside;
}

const lineOf = (text: string, first: number): string => {
  const end = text.indexOf("\n", first);
  return text.slice(first, end < 0 ? text.length : end);
};

/** Where the last three ticks or tildes before `end` begin; -1 where there are none. */
const lastFence = (text: string, end: number): number =>
  Math.max(text.lastIndexOf("```", end - 1), text.lastIndexOf("~~~", end - 1));

function placeToEnd(doc: Text, to: number): number {
  for (let line = doc.lineAt(to); line.to - to < REACH.on; line = doc.line(line.number + 1)) {
    if (line.length === 0 || line.number === doc.lines) return line.to;
  }
  return to;
}
