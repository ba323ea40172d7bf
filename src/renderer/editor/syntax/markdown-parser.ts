import { markdownLanguage } from "@codemirror/lang-markdown";
import type { Parser } from "@lezer/common";
import { type MarkdownParser, parseCode } from "@lezer/markdown";
import { codeParser } from "./code-language";
import { markdownSyntax } from "./markdown-syntax";

let withCode: MarkdownParser | null = null;
let bare: MarkdownParser | null = null;

/** Parses a piece of Markdown as the editor does, including code in fences if its language is loaded. */
export function markdownParser(): Parser {
  withCode ??= proseParser().configure(parseCode({ codeParser }));
  return withCode;
}

/** The same without code: for cells, captions and footnotes. */
export function proseParser(): MarkdownParser {
  bare ??= (markdownLanguage.parser as MarkdownParser).configure(markdownSyntax);
  return bare;
}
