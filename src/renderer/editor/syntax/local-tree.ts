import type { ChangeDesc, Line, Text } from "@codemirror/state";
import { type SyntaxNode, type Tree, TreeFragment } from "@lezer/common";
import { markdownParser } from "./markdown-parser";

/**
 * A Markdown tree of a part of a text; positions in the tree are relative to `offset`. If the part begins inside a very
 * long code block, the text begins with `opener`, the line that opens the block, which replaces as much of the text.
 */
export type PartTree = { tree: Tree; offset: number; opener: string };

/**
 * What can be reused of a part's tree after an edit. `offset` is where the part begins in the edited text, `end` where
 * it ended. `isAnchored`: nothing before it was edited, so no block can be open there that was not before.
 */
export type KnownPart = {
  fragments: readonly TreeFragment[];
  offset: number;
  opener: string;
  end: number;
  isAnchored: boolean;
};

/** What an edit leaves of a part; null if the edit begins before the part and ends in it. */
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
  // The last block of the part may continue in what is parsed next.
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(tree, [], true), ranges);
  return { fragments, offset: start, opener, end: changes.mapPos(end, 1), isAnchored };
}

/**
 * A table ends a paragraph directly above it; without its delimiter row, the table's header belongs to the paragraph.
 */
function paragraphBefore(tree: Tree, at: number): number {
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = tree.resolve(at, side); node; node = node.parent) {
      if (node.name === "Table" && node.prevSibling?.name === "Paragraph") return Math.min(at, node.prevSibling.from);
    }
  }
  return at;
}

/**
 * In characters: how far to search for a position where no block is open, and for the first line of a table, the maximum length of a parsed part, and of
 * one that begins where the last one did.
 */
const REACH = {
  back: 20_000,
  table: 32_000,
  fence: 400_000,
  code: 40_000,
  on: 4_000,
  part: 120_000,
  cached: 60_000,
  line: 20_000,
};

/**
 * Parses only the text around `from`–`to`: in a long text, an incremental parse costs as much as the text is long, at
 * every key. Starts at a heading after an empty line, or else after an empty line, and continues to an empty line, so
 * that text in a very long open block is treated as normal text. Null if that part is one giant line.
 */
export function parseRange(doc: Text, from: number, to: number, known: KnownPart | null = null): PartTree | null {
  const isKept =
    known?.isAnchored &&
    known.offset + known.opener.length <= from &&
    from <= known.end &&
    to - known.offset <= REACH.cached;
  const { offset, opener } = isKept ? known : findStart(doc, from);
  const end = beforeGiant(doc, from, Math.min(findEnd(doc, to), offset + REACH.part));
  if (doc.lineAt(from).length > REACH.line || end <= offset) return null;
  const fragments = known?.offset === offset && known.opener === opener ? known.fragments : [];
  const text = opener + doc.sliceString(offset + opener.length, end);
  return { tree: markdownParser().parse(text, fragments), offset, opener };
}

/** Ends a part before a giant line: in a megabyte-long paragraph each key would parse the whole part. */
function beforeGiant(doc: Text, from: number, end: number): number {
  // Every such line contains one of these positions.
  for (let at = from; ; at = Math.min(end, at + REACH.line)) {
    const line = doc.lineAt(at);
    if (line.length > REACH.line) return Math.max(from, line.from - 1);
    if (at >= end) return end;
  }
}

/** Where a part begins. */
type ParseStart = Pick<PartTree, "offset" | "opener">;

function findStart(doc: Text, from: number): ParseStart {
  let line = doc.lineAt(from);
  const { from: start } = line;
  let blank: Line | null = null;
  while (line.number > 1 && start - line.from < (isRow(line.text) ? REACH.table : REACH.back)) {
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

/** A long table is one block: without its first lines, none of its rows is one. */
const isRow = (text: string) => text.includes("|") && /^[ \t>]*\|/.test(text);

const FENCE = /^ {0,3}(?:`{3,}|~{3,})(.*)$/;

/**
 * The line to start from: the given one, or the opening fence of the code block that it is probably in. Only an opening
 * fence has an info string: bare fences between it and the line open and close in turn, as they do from the start of
 * the text.
 */
function outOfFence(doc: Text, line: Line): ParseStart {
  const start = doc.lineAt(Math.max(0, line.from - REACH.fence)).from;
  const text = doc.sliceString(start, line.from);
  const outside = { offset: line.from, opener: "" };
  const inside = (at: number): ParseStart => {
    if (line.from - start - at <= REACH.code) return { offset: start + at, opener: "" };
    const opener = `${lineOf(text, at)}\n`;
    return { offset: line.from - opener.length, opener };
  };
  let nearest = -1;
  let bare = 0;
  for (let at = lastFence(text, text.length); at >= 0; ) {
    const first = text.lastIndexOf("\n", at) + 1;
    const language = FENCE.exec(lineOf(text, first))?.[1];
    if (language !== undefined && language.trim() === "") {
      if (bare === 0) nearest = first;
      bare++;
    } else if (language !== undefined && !language.includes("`")) {
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

/** The position of the last fence before `end`; -1 if there is none. */
const lastFence = (text: string, end: number): number =>
  Math.max(text.lastIndexOf("```", end - 1), text.lastIndexOf("~~~", end - 1));

function findEnd(doc: Text, to: number): number {
  for (let line = doc.lineAt(to); line.to - to < REACH.on; line = doc.line(line.number + 1)) {
    if (line.length === 0 || line.number === doc.lines) return line.to;
  }
  return to;
}
