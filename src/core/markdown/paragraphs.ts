/** A document taken apart into the blocks that people call paragraphs. */
import { MarkdownReading } from "./markdown-paragraphs";
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

/** A reading that can be interrupted, for a text that is too long to be read at one go. */
export type ParagraphReading = {
  /** Reads the lines that begin before `limit`; answers whether any are left. */
  readTo(limit: number): boolean;
  /** Reads what is left, and answers with all paragraphs. */
  finish(): Paragraph[];
};

/** Begins with a text with `\n` line breaks. In plain text paragraphs are what stands between blank lines. */
export function startParagraphs(text: string, format: "markdown" | "text"): ParagraphReading {
  return format === "markdown" ? new MarkdownReading(text) : new PlainReading(text);
}

/** The paragraphs of a text, in order. */
export function readParagraphs(text: string, format: "markdown" | "text"): Paragraph[] {
  return startParagraphs(text, format).finish();
}

class PlainReading implements ParagraphReading {
  private readonly list: ParagraphList;
  private at = 0;
  private line = 1;
  // Where the paragraph starts that is being read, -1 between two.
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
