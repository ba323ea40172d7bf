import { ensureSyntaxTree, language } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { findFrontMatter, frontMatter } from "../front-matter";
import { type PartTree, parseAround } from "../local-tree";

/** Milliseconds that a command may wait for the editor's own tree before it makes one of what is around. */
const PATIENCE = 20;

const VERBATIM = new Set([
  "FencedCode",
  "CodeBlock",
  "HTMLBlock",
  "CommentBlock",
  "ProcessingInstructionBlock",
  "BlockMath",
]);

/** The Markdown tree around `from`–`to`: the editor's own, or one of that part. Null within one enormous line. */
export function treeAround(state: EditorState, from: number, to: number): PartTree | null {
  const whole = state.facet(language) ? ensureSyntaxTree(state, to, PATIENCE) : null;
  return whole ? { tree: whole, offset: 0, opener: "" } : parseAround(state.doc, from, to);
}

/** The block around a position that is kept as it is written: code, HTML, maths. In the text's positions; null in prose. */
export function verbatimAt(state: EditorState, position: number): { name: string; from: number; to: number } | null {
  const front = state.field(frontMatter, false) ?? findFrontMatter(state.doc);
  if (front > 0 && position <= front) return { name: "FrontMatter", from: 0, to: front };
  const line = state.doc.lineAt(position);
  const part = treeAround(state, line.from, line.to);
  if (!part) return null;
  const at = position - part.offset;
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = part.tree.resolve(at, side); node; node = node.parent) {
      if (!VERBATIM.has(node.name)) continue;
      const [from, to] = [node.from + part.offset, node.to + part.offset];
      // At the end of an indented block's or HTML's last line one still writes in it; behind a closed fence too.
      if (from <= position && position <= to) return { name: node.name, from, to };
    }
  }
  return null;
}

/** Whether what is written at a position is prose, in which marks mean something. */
export const isProse = (state: EditorState, position: number): boolean => verbatimAt(state, position) === null;
