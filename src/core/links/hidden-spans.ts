import { codeSpans, scanLinks } from "./link-scanner";

/** A range of a text that is not prose, in UTF-16 units. */
export type HiddenSpan = { from: number; to: number };

/** What is not prose: formulas, comments, and the tags of HTML. */
const HIDDEN = /\$\$[^$]+\$\$|<!--(?:[^-]|-(?!->))*-->|<[a-z/][^<>]{0,4000}>/gi;

/** The code, links, formulas, tags of HTML and comments of one block, in order and without overlaps. Linear in its length. */
export function hiddenSpans(text: string, from: number, to: number): HiddenSpan[] {
  const spans: HiddenSpan[] = scanLinks(text, from, to).map(({ from, to }) => ({ from, to }));
  let codeEnd = from;
  for (const [start, end] of [...codeSpans(text, from, to)].sort(([a], [b]) => a - b)) {
    if (start < codeEnd) continue;
    spans.push({ from: start, to: end });
    codeEnd = end;
  }
  for (const { 0: code, index } of text.slice(from, to).matchAll(HIDDEN))
    spans.push({ from: from + index, to: from + index + code.length });
  spans.sort((a, b) => a.from - b.from);
  const merged: HiddenSpan[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push(span);
  }
  return merged;
}
