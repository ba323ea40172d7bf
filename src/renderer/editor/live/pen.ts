import type { EditorState } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import type { PartTree } from "../local-tree";

/** What the marks of a part of the text are drawn from. `width`: pixels of a piece of text in the canvas's own font. */
export type Drawing = {
  state: EditorState;
  part: PartTree;
  from: number;
  to: number;
  width(text: string): number;
};

/** What draws: decorations over spans of the text, and over the lines of positions. What lies outside is left out. */
export type Pen = Drawing & {
  add(from: number, to: number, decoration: Decoration): void;
  hide(from: number, to: number): void;
  line(at: number, className: string, style?: string): void;
  text(from: number, to: number): string;
};

/** A decoration that only dresses words. */
export const marked = (className: string, attributes?: Record<string, string>) =>
  Decoration.mark({ class: className, ...(attributes ? { attributes } : {}) });

const MARKS = new Set(["EmphasisMark", "StrikethroughMark", "CodeMark", "LinkMark", "HeaderMark", "MathMark"]);

/** The marks that a node itself begins, ends and is divided with, in the text's own positions. */
export function marksOf({ part }: Pen, node: SyntaxNode): { from: number; to: number }[] {
  const marks = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (MARKS.has(child.name)) marks.push({ from: child.from + part.offset, to: child.to + part.offset });
  return marks;
}
