import type { MarkdownIt, Token } from "markdown-it";
import { isContents, isPageBreak } from "../../core/markdown/page-breaks";
import type { RenderedDocument } from "./rendered-document";

type Headings = RenderedDocument["headings"];

/** Renders what `layOut` makes. */
export function layoutRules({ renderer, utils: { escapeHtml } }: MarkdownIt): void {
  renderer.rules["page_break"] = () => '<hr class="page-break">\n';
  renderer.rules["contents"] = (tokens, at) => {
    const { headings } = (tokens[at] as Token).meta as { headings: Headings };
    return `<div class="contents">${listOf(headings, escapeHtml)}</div>\n`;
  };
}

/** Replaces page breaks and `[TOC]` among the top-level blocks of a document. */
export function layOut(tokens: readonly Token[], headings: Headings): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const inline = token.type === "paragraph_open" && token.level === 0 ? tokens[at + 1] : undefined;
    const source = inline?.content ?? (token.type === "html_block" && token.level === 0 ? token.content : "");
    if (isPageBreak(source)) kept.push(block(token, "page_break", null));
    else if (inline && isContents(source)) kept.push(block(token, "contents", { headings }));
    else {
      kept.push(token);
      continue;
    }
    // A paragraph is its opening, its text and its end.
    if (inline) at += 2;
  }
  return kept;
}

/** Instead of what a token has of its own notation. */
const BARE = { tag: "", attrs: null, nesting: 0, children: null, content: "", markup: "", hidden: false };

const block = (at: Token, type: string, meta: unknown): Token =>
  Object.assign(Object.create(Object.getPrototypeOf(at)), at, BARE, { type, meta });

/** Nested lists of links; a level that is left out, as from 1 to 3, is one step. */
function listOf(headings: Headings, escapeText: (text: string) => string): string {
  const open: number[] = [];
  let html = "";
  for (const { id, level, title } of headings) {
    while (open.length > 1 && level <= (open.at(-2) ?? 0)) {
      html += "</li></ul>";
      open.pop();
    }
    if (open.length === 0 || level > (open.at(-1) ?? 0)) {
      html += "<ul>";
      open.push(level);
    } else {
      html += "</li>";
      open[open.length - 1] = level;
    }
    html += `<li><a href="#${encodeURIComponent(id)}">${escapeText(title)}</a>`;
  }
  return html + "</li></ul>".repeat(open.length);
}
