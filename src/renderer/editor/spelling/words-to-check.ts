import type { EditorState } from "@codemirror/state";
import { NOT_PROSE } from "../syntax/not-prose";
import { partTree } from "../syntax/part-tree";
import { findFrontMatter, frontMatter } from "../text/front-matter";

/** A word and its position in the text. */
export type Word = { from: number; to: number; word: string };

const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The words between two positions that a dictionary could contain: not code, addresses, maths, HTML, names or CJK. */
export function wordsToCheck(state: EditorState, from: number, to: number): Word[] {
  const front = state.field(frontMatter, false) ?? findFrontMatter(state.doc);
  const start = Math.max(from, front > 0 ? front + 1 : 0);
  if (start >= to) return [];
  const part = partTree(state, start, to);
  if (!part) return [];
  const skipped: { from: number; to: number }[] = [];
  part.tree.iterate({
    from: Math.max(0, start - part.offset),
    to: to - part.offset,
    enter: (node) => {
      if (!NOT_PROSE.has(node.name)) return true;
      skipped.push({ from: node.from + part.offset, to: node.to + part.offset });
      return false;
    },
  });
  const words: Word[] = [];
  let at = 0;
  for (let line = state.doc.lineAt(start); line.from <= to; line = state.doc.line(line.number + 1)) {
    for (const found of line.length > 50_000 ? [] : line.text.matchAll(WORD)) {
      const [word] = found;
      const position = line.from + found.index;
      const end = position + word.length;
      if (position < start || end > to) continue;
      while (at < skipped.length && (skipped[at]?.to ?? 0) <= position) at++;
      const isSkipped = (skipped[at]?.from ?? Number.POSITIVE_INFINITY) < end;
      if (
        !isSkipped &&
        isPlain(
          word,
          line.text.slice(Math.max(0, found.index - 2), found.index),
          line.text.slice(found.index + word.length, found.index + word.length + 2),
        )
      )
        words.push({ from: position, to: end, word });
    }
    if (line.number === state.doc.lines) break;
  }
  return words;
}

/** Ordinary words: not part of a name with digits, underscores, dots or inner capitals. */
function isPlain(word: string, before: string, after: string): boolean {
  if (word.length < 2 || UNSPACED.test(word)) return false;
  if (
    /[\p{N}_@#$\\/&]$/u.test(before) ||
    /[\p{L}\p{N}][.:]$/u.test(before) ||
    /^[\p{N}_@]/u.test(after) ||
    /^[./\\:][\p{L}\p{N}/\\]/u.test(after)
  )
    return false;
  return !/\p{Ll}\p{Lu}/u.test(word) && word !== word.toUpperCase();
}
