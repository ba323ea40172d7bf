import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { MAX_PARSED_PARAGRAPH } from "../../ui/limits";
import { proseParser } from "../syntax/markdown-parser";
import { readOpening } from "./opening";

/** The inline marks, and their names in the syntax tree. */
const KINDS = {
  "**": "StrongEmphasis",
  "*": "Emphasis",
  "~~": "Strikethrough",
  "==": "Highlight",
  "`": "InlineCode",
} as const;
export type Mark = keyof typeof KINDS;
export const MARKS = Object.keys(KINDS) as Mark[];

export type Span = { from: number; to: number };

/** A part of a selection within one block; `text` is that block, which begins at `block`. */
export type Piece = Span & { block: number; text: string };

/** The marks around a marked range: `open` and `close`. */
export type MarkedRange = { open: Span; close: Span };

/** The length of a line's leading blanks. */
export const indentOf = (text: string) => /^[ \t]*/.exec(text)?.[0].length ?? 0;

/** Where the text of a line begins: after quotes, item markers, checkbox and heading marker. */
export function contentStart(text: string): number {
  const { contentStart: words } = readOpening(text);
  return words + (/^#{1,6}(?:[ \t]+|$)/.exec(text.slice(words))?.[0].length ?? 0);
}

/** The lines around a range that are parsed with it: up to blank lines, or the markers of other blocks. */
export function enclosingBlock(state: EditorState, from: number, to = from): { block: number; text: string } {
  const { doc } = state;
  let first = doc.lineAt(from);
  let last = doc.lineAt(to);
  const start = first.from + contentStart(first.text);
  if (start - first.from === indentOf(first.text)) {
    while (first.number > 1 && from - first.from < MAX_PARSED_PARAGRAPH) {
      const before = doc.line(first.number - 1);
      if (before.text.trim() === "" || contentStart(before.text) !== indentOf(before.text)) break;
      first = before;
    }
  }
  while (last.number < doc.lines && last.to - to < MAX_PARSED_PARAGRAPH) {
    const after = doc.line(last.number + 1);
    if (after.text.trim() === "" || contentStart(after.text) !== indentOf(after.text)) break;
    last = after;
  }
  const block = Math.max(Math.min(from, first.from + contentStart(first.text)), from - MAX_PARSED_PARAGRAPH);
  return { block, text: doc.sliceString(block, Math.min(last.to, to + MAX_PARSED_PARAGRAPH)) };
}

/** The ranges with a mark in the block of a piece, outer ones first. */
export function inlineNodes({ block, text }: Piece, mark: Mark): (MarkedRange & Span)[] {
  const found: (MarkedRange & Span)[] = [];
  // Leading spaces would make the block code.
  const blanks = indentOf(text);
  const offset = block + blanks;
  proseParser()
    .parse(text.slice(blanks))
    .iterate({
      enter: ({ name, node }) => {
        const [first, last] = name === KINDS[mark] ? [node.firstChild, node.lastChild] : [null, null];
        if (first && last && first.from < last.from) {
          const within = (child: SyntaxNode) => ({ from: child.from + offset, to: child.to + offset });
          found.push({ open: within(first), close: within(last), from: node.from + offset, to: node.to + offset });
        }
      },
    });
  return found;
}
