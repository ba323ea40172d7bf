/** Reads the paragraphs of a Markdown document: the blocks that the scanner reports, with the kind of their container. */
import { BlockScanner } from "./block-scanner";
import { ParagraphList } from "./paragraph-list";
import type { Paragraph } from "./paragraphs";
import type { BlockKind, BlockSink } from "./scanned-blocks";
import { findFrontmatter } from "./sections";

/** Reads the paragraphs of Markdown with `\n` line breaks. Linear in the length of the text, however deeply blocks are nested. */
export class MarkdownParagraphReader implements BlockSink {
  private readonly list: ParagraphList;
  private readonly scanner: BlockScanner;
  private depth = 0;
  // The open list items, outermost first: the nesting depth of each, and whether it has no text of its own yet.
  private readonly items: { depth: number; isBare: boolean }[] = [];

  constructor(private readonly text: string) {
    this.list = new ParagraphList(text);
    const front = findFrontmatter(text);
    if (front) this.list.add("front_matter", 0, front.to, 1);
    this.scanner = new BlockScanner(text, front?.to ?? 0, front?.lineEnd ?? 0, this);
  }

  readTo(limit: number): boolean {
    this.scanner.run(limit);
    return this.scanner.position < this.text.length;
  }

  finish(): Paragraph[] {
    this.scanner.finish();
    return this.list.paragraphs;
  }

  block(kind: BlockKind, from: number, to: number, lineFrom: number): void {
    const item = kind === "paragraph" ? this.items.at(-1) : undefined;
    this.list.add(item?.isBare ? "list_item" : kind, from, to, lineFrom);
    if (item) item.isBare = false;
  }

  open(container: "quote" | "item"): void {
    this.depth++;
    if (container === "item") this.items.push({ depth: this.depth, isBare: true });
  }

  close(kept: number): void {
    this.depth = kept;
    while ((this.items.at(-1)?.depth ?? 0) > kept) this.items.pop();
  }
}
