import { foldNodeProp } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNodeRef } from "@lezer/common";
import { partTree } from "../syntax/part-tree";

/** How far to search for the end of a block; a longer one folds up to there. */
const LONGEST = 60_000;

const levelOf = ({ name }: { name: string }): number | null => {
  const level = /^(?:ATX|Setext)Heading([1-6])$/.exec(name)?.[1];
  return level === undefined ? null : Number(level);
};

/**
 * The starts of the lines from `from` to `to` in which something foldable begins. The cost depends on this range, not
 * on the length of the sections, because their ends are not searched.
 */
export function foldableLines(state: EditorState, from: number, to: number): Set<number> {
  const found = new Set<number>();
  const part = partTree(state, from, to);
  if (!part) return found;
  const { doc } = state;
  const isCut = part.offset + part.tree.length < doc.length;
  part.tree.iterate({
    from: Math.max(0, from - part.offset),
    to: to - part.offset,
    enter: (node) => {
      const first = node.from + part.offset;
      if (first < from || first > to) return;
      if (!holdsSection(node, isCut) && !holdsLines(node, doc.lineAt(first).to - part.offset)) return;
      found.add(doc.lineAt(first).from);
    },
  });
  return found;
}

/** A heading with content below it. */
function holdsSection(node: SyntaxNodeRef, isCut: boolean): boolean {
  const level = levelOf(node);
  if (level === null) return false;
  const next = node.node.nextSibling;
  return next ? (levelOf(next) ?? 7) > level : isCut;
}

const holdsLines = (node: SyntaxNodeRef, lineEnd: number) =>
  node.to > lineEnd && node.type.prop(foldNodeProp) !== undefined;

/**
 * The foldable range of the block that begins in the line at `at`, from the end of that line; `heading` if it is a
 * heading.
 */
export function blockSpanAt(state: EditorState, at: number): { from: number; to: number } | "heading" | null {
  const line = state.doc.lineAt(at);
  const part = partTree(state, line.from, Math.min(state.doc.length, line.from + LONGEST));
  if (!part) return null;
  let found: { from: number; to: number } | "heading" | null = null;
  part.tree.iterate({
    from: Math.max(0, line.from - part.offset),
    to: line.to - part.offset,
    enter: (node) => {
      if (found) return false;
      if (node.from + part.offset < line.from) return;
      if (levelOf(node) !== null) found = "heading";
      else if (holdsLines(node, line.to - part.offset)) found = { from: line.to, to: node.to + part.offset };
    },
  });
  return found;
}
