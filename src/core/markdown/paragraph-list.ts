/** Collects paragraphs without the blanks around them. */
import type { Paragraph, ParagraphKind } from "./paragraphs";

const lineBreak = 10;

/** Collects the paragraphs of one text, in order. */
export class ParagraphList {
  readonly paragraphs: Paragraph[] = [];

  constructor(private readonly text: string) {}

  /** Adds the text between `from`, the start of line `lineFrom`, and `to`, unless it is only blanks. */
  add(kind: ParagraphKind, from: number, to: number, lineFrom: number): void {
    const { text } = this;
    let [start, end, line] = [from, to, lineFrom];
    let lineStart = from;
    for (; start < end && isBlankAt(text, start); start++) {
      if (text.charCodeAt(start) !== lineBreak) continue;
      line++;
      lineStart = start + 1;
    }
    if (start >= end) return;
    while (isBlankAt(text, end - 1)) end--;
    // The indentation of code is part of it.
    if (kind === "code") start = lineStart;
    const shown = text.slice(start, end);
    this.paragraphs.push({ kind, text: shown, from: start, to: end, line_from: line, line_to: line + breaksIn(shown) });
  }
}

function breaksIn(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks++;
  return breaks;
}

/** Whether the range contains only blanks. */
export function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isBlankAt(text, at)) return false;
  return true;
}

function isBlankAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) return true;
  return unit >= 0xa0 && (unit === 0xa0 || unit === 0x3000 || unit === 0x2028 || unit === 0x2029 || unit === 0xfeff);
}
