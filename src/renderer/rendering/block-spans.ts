import type { Token } from "markdown-it";

/** The maximum number of blocks that HTML can join into one. */
const MAX_TEXT = 400;

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/**
 * The top-level blocks of a document, as ranges of its tokens. If HTML such as `<details>` opens in one block and
 * closes in a later one, they become one block. HTML that is never closed joins nothing.
 */
export function blockSpans(tokens: readonly Token[]): { from: number; to: number }[] {
  const spans: { from: number; to: number; opens: number }[] = [];
  let from = 0;
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    depth += token.nesting;
    if (depth > 0) continue;
    const opens = token.type === "html_block" && from === at ? openings(token.content) : 0;
    spans.push({ from, to: at + 1, opens });
    from = at + 1;
    depth = 0;
  }
  const held: { from: number; to: number }[] = [];
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at] as { from: number; to: number; opens: number };
    let last = at;
    if (span.opens > 0) {
      let open = span.opens;
      const end = Math.min(spans.length, at + MAX_TEXT);
      for (let next = at + 1; next < end; next++) {
        open += spans[next]?.opens ?? 0;
        if (open > 0) continue;
        last = next;
        break;
      }
    }
    held.push({ from: span.from, to: spans[last]?.to ?? span.to });
    at = last;
  }
  return held;
}

/** How many elements a piece of HTML leaves open; negative if it closes more than it opens. */
function openings(html: string): number {
  let open = 0;
  for (const [, end, name = "", rest = ""] of html
    .replace(/<!--.*?(?:-->|$)/gs, "")
    .matchAll(/<(\/?)([a-z][\w-]*)([^<>]*)>/gi)) {
    if (VOID.test(name) || rest.endsWith("/")) continue;
    open += end ? -1 : 1;
  }
  return open;
}
