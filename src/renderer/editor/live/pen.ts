import type { EditorState } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import type { PartTree } from "../syntax/local-tree";

/** The part of the text to decorate. `width`: the width in pixels of a text in the editor's font. */
export type DrawingContext = {
  state: EditorState;
  part: PartTree;
  from: number;
  to: number;
  width(text: string): number;
};

/** Adds decorations to ranges, and to the lines of positions. Ignores everything outside the part. */
export type DecorationWriter = DrawingContext & {
  add(from: number, to: number, decoration: Decoration): void;
  hide(from: number, to: number): void;
  line(at: number, className: string, style?: string): void;
  text(from: number, to: number): string;
};

/** A decoration that only styles text. */
export const styleMark = (className: string, attributes?: Record<string, string>) =>
  Decoration.mark({ class: className, ...(attributes ? { attributes } : {}) });

const MARKS = new Set(
  "EmphasisMark StrikethroughMark HighlightMark CodeMark LinkMark HeaderMark MathMark SuperscriptMark SubscriptMark".split(
    " ",
  ),
);

/** The markup of a node itself, without that of its children, by positions in the text. */
export function marksOf({ part }: DecorationWriter, node: SyntaxNode): { from: number; to: number }[] {
  const marks = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (MARKS.has(child.name)) marks.push({ from: child.from + part.offset, to: child.to + part.offset });
  return marks;
}
