/** A document taken apart into the blocks that people call paragraphs. */
import { readMarkdownParagraphs } from "./markdown-paragraphs";
import { isBlank, ParagraphList } from "./paragraph-list";

/** What a paragraph is in its document. */
export type ParagraphKind =
  | "heading"
  | "paragraph"
  | "list_item"
  | "table_row"
  | "code"
  | "html"
  | "reference"
  | "front_matter"
  | "cell"
  | "slide_text"
  | "note";

/** One block of a document that has any text. */
export type Paragraph = {
  kind: ParagraphKind;
  /** As it stands in the document, with its marks (`## `, `- `, the fences of a code block), without blanks around it. */
  text: string;
  /** Where `text` starts and ends in the document's text, in UTF-16 units. */
  from: number;
  to: number;
  /** The lines it stands on, 1-based and inclusive. No line belongs to two paragraphs. */
  line_from: number;
  line_to: number;
};

/** The paragraphs of a text with `\n` line breaks, in order. In plain text they are what stands between blank lines. */
export function readParagraphs(text: string, format: "markdown" | "text"): Paragraph[] {
  return format === "markdown" ? readMarkdownParagraphs(text) : plainParagraphs(text);
}

function plainParagraphs(text: string): Paragraph[] {
  const list = new ParagraphList(text);
  let from = -1;
  let lineFrom = 1;
  let line = 1;
  for (let at = 0; at < text.length; line++) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (isBlank(text, at, end)) {
      if (from >= 0) list.add("paragraph", from, at, lineFrom);
      from = -1;
    } else if (from < 0) [from, lineFrom] = [at, line];
    at = end + 1;
  }
  if (from >= 0) list.add("paragraph", from, text.length, lineFrom);
  return list.paragraphs;
}

/** The paragraph (its place in the list) that stands on a line, 1-based; -1 where none does. */
export function paragraphAtLine(paragraphs: readonly Paragraph[], line: number): number {
  let low = 0;
  let high = paragraphs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paragraphs[middle] as Paragraph).line_to < line) low = middle + 1;
    else high = middle;
  }
  const found = paragraphs[low];
  return found !== undefined && found.line_from <= line ? low : -1;
}
