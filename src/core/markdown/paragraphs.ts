/** Splits a document into the blocks that people call paragraphs. */
import { MarkdownParagraphReader } from "./markdown-paragraphs";
import { isBlank, ParagraphList } from "./paragraph-list";

/** The kind of a paragraph. */
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

/** A block of a document that contains text. */
export type Paragraph = {
  kind: ParagraphKind;
  /** As written in the document, with its marks (`## `, `- `, the fences of a code block) but without blanks around it. */
  text: string;
  /** The range of `text` in the document, in UTF-16 units. */
  from: number;
  to: number;
  /** Its lines, 1-based and inclusive. No line belongs to two paragraphs. */
  line_from: number;
  line_to: number;
};

/** Reads a long text in steps. */
export type ParagraphReader = {
  /** Reads the lines that begin before `limit`. True if any are left. */
  readTo(limit: number): boolean;
  /** Reads the rest, and returns all paragraphs. */
  finish(): Paragraph[];
};

/** Starts reading a text with `\n` line breaks. In plain text, blank lines separate paragraphs. */
export function startParagraphReader(text: string, format: "markdown" | "text"): ParagraphReader {
  return format === "markdown" ? new MarkdownParagraphReader(text) : new PlainParagraphReader(text);
}

/** The paragraphs of a text, in order. */
export function readParagraphs(text: string, format: "markdown" | "text"): Paragraph[] {
  return startParagraphReader(text, format).finish();
}

class PlainParagraphReader implements ParagraphReader {
  private readonly list: ParagraphList;
  private at = 0;
  private line = 1;
  // The start of the current paragraph, -1 between paragraphs.
  private from = -1;
  private lineFrom = 1;

  constructor(private readonly text: string) {
    this.list = new ParagraphList(text);
  }

  readTo(limit: number): boolean {
    const { text } = this;
    for (const stop = Math.min(limit, text.length); this.at < stop; this.line++) {
      const found = text.indexOf("\n", this.at);
      const end = found < 0 ? text.length : found;
      if (isBlank(text, this.at, end)) this.endParagraph();
      else if (this.from < 0) [this.from, this.lineFrom] = [this.at, this.line];
      this.at = end + 1;
    }
    return this.at < text.length;
  }

  finish(): Paragraph[] {
    this.readTo(this.text.length);
    this.at = this.text.length;
    this.endParagraph();
    return this.list.paragraphs;
  }

  private endParagraph(): void {
    if (this.from >= 0) this.list.add("paragraph", this.from, this.at, this.lineFrom);
    this.from = -1;
  }
}

/** The index of the paragraph on a line (1-based); -1 if there is none. */
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
