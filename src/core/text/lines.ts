/** Works with the lines of a text by number, without splitting the whole text. */
import type { Change } from "./change";

/** The number of lines. A final line break does not start another line, and an empty text has none. */
export function countLines(text: string): number {
  let lines = 0;
  let at = 0;
  while (at < text.length) {
    lines++;
    const found = text.indexOf("\n", at);
    if (found < 0) break;
    at = found + 1;
  }
  return lines;
}

/**
 * The start of line `line` (1-based); the text's end for a line past the last. `known` is the start of an earlier line, to continue from.
 */
export function lineStart(text: string, line: number, known = { line: 1, start: 0 }): number {
  let at = known.start;
  for (let number = known.line; number < line; number++) {
    const found = text.indexOf("\n", at);
    if (found < 0) return text.length;
    at = found + 1;
  }
  return at;
}

/** Lines `from`–`to` of a text, 1-based and inclusive; `to` is less than `from` if there are none. */
export type LineSlice = { from: number; to: number; lines: string[] };

/** The lines `from`–`to` (1-based, inclusive), clamped to the text, without their breaks. */
export function sliceLines(text: string, from: number, to: number): LineSlice {
  const first = Math.max(1, from);
  const lines: string[] = [];
  let at = lineStart(text, first);
  for (let line = first; line <= to && at < text.length; line++) {
    const found = text.indexOf("\n", at);
    lines.push(text.slice(at, found < 0 ? text.length : found));
    at = found < 0 ? text.length : found + 1;
  }
  return { from: first, to: first + lines.length - 1, lines };
}

/** Rows of ` 12 text`, numbered from `first`. The numbers are right-aligned, at least four characters wide. */
export function numberLines(lines: readonly string[], first: number): string {
  const width = Math.max(4, String(first + lines.length - 1).length);
  return lines.map((line, index) => `${String(first + index).padStart(width)} ${line}`).join("\n");
}

/** The lines of a piece of content; a final line break ends the last line. */
export function contentLines(content: string): string[] {
  if (content === "") return [];
  return (content.endsWith("\n") ? content.slice(0, -1) : content).split("\n");
}

/**
 * The change that replaces the whole lines between the line starts `from` and `to` with `lines`. Breaks are added or removed so that lines
 * stay separate, and so that the text ends with a line break exactly if it did before (an empty text gets one).
 */
export function replaceLines(text: string, from: number, to: number, lines: readonly string[]): Change {
  const isOpen = text.length > 0 && !text.endsWith("\n");
  const content = lines.join("\n");
  if (to < text.length || !isOpen) {
    return { from, to, insert: lines.length === 0 ? "" : `${content}\n` };
  }
  if (from === to) return { from, to, insert: lines.length === 0 ? "" : `\n${content}` };
  return lines.length === 0 ? { from: Math.max(0, from - 1), to, insert: "" } : { from, to, insert: content };
}

/** The 1-based lines that contain these positions, which must be sorted; a break belongs to its line. */
export function lineNumbersOf(text: string, positions: readonly number[]): number[] {
  let line = 1;
  let next = text.indexOf("\n");
  return positions.map((position) => {
    while (next >= 0 && next < position) {
      line++;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  });
}
