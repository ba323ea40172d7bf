/** Tracks the open blocks while lines are read: containers, and a leaf block in the innermost one. */
import { ContainerCursor } from "./container-cursor";
import { definitionsIn, mayDefine } from "./link-definitions";
import type { BlockSink, ScannedDefinition, ScannedHeading } from "./scanned-blocks";

/** The kinds of leaf blocks. */
export const leaves = { none: 0, paragraph: 1, fence: 2, html: 3, indented: 4, table: 5 } as const;
type Leaf = (typeof leaves)[keyof typeof leaves];

/** Opens and closes blocks, and reports each block that ends. */
export class OpenBlocks extends ContainerCursor {
  readonly headings: ScannedHeading[] = [];
  readonly definitions: ScannedDefinition[] = [];
  /** The number of lines before the next one; a final line break does not count as a line. */
  lineCount: number;
  /** The start of the latest line at which nothing stayed open: a scan that starts there gives the same result. */
  freshAt: number;
  /** The number of lines before `freshAt`. */
  freshLine: number;

  protected leaf: Leaf = leaves.none;
  protected leafStart = 0;
  protected leafLine = 0;
  // The end of the last line of indented code that is not blank.
  protected codeEnd = 0;
  // The start of the text in the paragraph's last line, after the marks of its containers.
  protected lastTextAt = 0;
  protected mayDefine = false;
  // The lines of a paragraph that may be a definition, if container marks precede them.
  protected innerLines: string[] = [];

  constructor(
    text: string,
    start: number,
    linesBefore: number,
    protected readonly sink: BlockSink | null,
  ) {
    super(text);
    this.freshAt = start;
    this.lineCount = linesBefore;
    this.freshLine = linesBefore;
  }

  protected startParagraph(lineStart: number, textAt: number): void {
    const { text } = this;
    this.leaf = leaves.paragraph;
    this.isItemEmpty = false;
    this.leafStart = lineStart;
    this.leafLine = this.lineCount;
    this.lastTextAt = textAt;
    this.mayDefine = text.charCodeAt(textAt) === 91 && mayDefine(text, textAt, this.end);
    const isInner = this.mayDefine && this.depth > 0;
    if (isInner || this.innerLines.length > 0) this.innerLines = isInner ? [text.slice(textAt, this.end)] : [];
  }

  /** Ends the paragraph before the line that starts at `to`. */
  protected closeParagraph(to: number): void {
    this.leaf = leaves.none;
    const { sink, leafStart, leafLine, mayDefine } = this;
    const [from, line] = mayDefine ? this.keepDefinitions(to) : [leafStart, leafLine];
    if (sink && from < to) sink.block("paragraph", from, to, line);
  }

  /** The offset and the line at which the paragraph continues after its leading definitions. */
  protected keepDefinitions(to: number): [from: number, line: number] {
    const paragraph = this.paragraphText(to);
    let [from, line] = [this.leafStart, this.leafLine];
    let at = 0;
    for (const { label, end } of definitionsIn(paragraph)) {
      const [first, lineFrom] = [from, line];
      this.definitions.push({ from: this.leafStart, label });
      for (; at < end; line++) {
        at = nextLine(paragraph, at);
        from = nextLine(this.text, from);
      }
      this.sink?.block("reference", first, from, lineFrom);
    }
    return [from, line];
  }

  // The paragraph up to `to`, without the marks of its containers.
  private paragraphText(to: number): string {
    const { text, leafStart, innerLines } = this;
    if (innerLines.length > 0) return innerLines.join("\n");
    return text.slice(leafStart, text.charCodeAt(to - 1) === 10 ? to - 1 : to);
  }

  /** Closes all but the outer `kept` containers, and the innermost leaf block. */
  protected close(kept: number): void {
    if (this.leaf !== leaves.none) this.closeLeaf();
    if (kept === 0) {
      this.freshAt = this.lineStart;
      this.freshLine = this.lineCount - 1;
    }
    if (kept === this.depth) return;
    this.closeContainers(kept);
    this.sink?.close(kept);
  }

  /** Ends the innermost leaf block before this line. */
  protected closeLeaf(): void {
    const { leaf, sink } = this;
    this.leaf = leaves.none;
    if (leaf === leaves.paragraph) this.closeParagraph(this.lineStart);
    else if (leaf === leaves.indented) sink?.block("code", this.leafStart, this.codeEnd, this.leafLine);
    else if (leaf !== leaves.table) this.sendLeaf(leaf, this.lineStart);
  }

  /** Ends the innermost leaf block, a fence or HTML, with this line. */
  protected endLeaf(): void {
    const { leaf } = this;
    this.leaf = leaves.none;
    this.sendLeaf(leaf, this.end);
  }

  private sendLeaf(leaf: Leaf, to: number): void {
    this.sink?.block(leaf === leaves.fence ? "code" : "html", this.leafStart, to, this.leafLine);
  }

  protected open(leaf: Leaf, matched: number): void {
    this.close(matched);
    this.leaf = leaf;
    this.leafStart = this.lineStart;
    this.leafLine = this.lineCount;
    this.isItemEmpty = false;
  }
}

// The start of the line after the one at `from`.
function nextLine(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  return found < 0 ? text.length : found + 1;
}
