import { ensureSyntaxTree, language } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { type PartTree, parseRange } from "../syntax/local-tree";
import { findFrontMatter, frontMatter } from "../text/front-matter";

/** How long a command waits for the editor's tree before it parses the text around the cursor itself, in milliseconds. */
const PATIENCE = 20;

const VERBATIM = new Set([
  "FencedCode",
  "CodeBlock",
  "HTMLBlock",
  "CommentBlock",
  "ProcessingInstructionBlock",
  "BlockMath",
]);

/** The Markdown tree around `from`–`to`: the editor's own, or that of a part. Null within one giant line. */
export function treeFor(state: EditorState, from: number, to: number): PartTree | null {
  const whole = state.facet(language) ? ensureSyntaxTree(state, to, PATIENCE) : null;
  return whole ? { tree: whole, offset: 0, opener: "" } : parseRange(state.doc, from, to);
}

/** The verbatim block at a position: code, HTML or maths, by positions in the text; null in prose. */
export function verbatimAt(state: EditorState, position: number): { name: string; from: number; to: number } | null {
  const front = state.field(frontMatter, false) ?? findFrontMatter(state.doc);
  if (front > 0 && position <= front) return { name: "FrontMatter", from: 0, to: front };
  const line = state.doc.lineAt(position);
  const part = treeFor(state, line.from, line.to);
  if (!part) return null;
  const at = position - part.offset;
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = part.tree.resolve(at, side); node; node = node.parent) {
      if (!VERBATIM.has(node.name)) continue;
      const [from, to] = [node.from + part.offset, node.to + part.offset];
      // The end of the last line of indented code or HTML still belongs to it, as does the end of a closing fence.
      if (from <= position && position <= to) return { name: node.name, from, to };
    }
  }
  return null;
}

/** Whether a position is in prose, where Markdown syntax applies. */
export const isProse = (state: EditorState, position: number): boolean => verbatimAt(state, position) === null;
