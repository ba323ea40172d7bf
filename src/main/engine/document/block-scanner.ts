/**
 * The blocks of a document, read line by line as CommonMark 0.31 describes it (containers first, then what starts a
 * block, then text), with GFM's tables. Headings of the document itself are kept; who wants the other blocks gives a sink.
 */
import { ContainerCursor } from "./container-cursor";
import { closesHtml, type HtmlKind, htmlKindAt } from "./html-blocks";

import {
  fenceLengthAt,
  headingLevelAt,
  headingSourceSpan,
  isDigit,
  isRunAlone,
  itemMarkEnd,
  ruleBrokenAt,
  runEnd,
  skipBlanks,
} from "./line-marks";
import { definitionsIn, mayDefine } from "./link-definitions";
import type { BlockSink, FoundDefinition, FoundHeading } from "./scanned-blocks";
import { countCells, hasCells, isDelimiterRow } from "./table-rows";

const leaves = { none: 0, paragraph: 1, fence: 2, html: 3, indented: 4, table: 5 } as const;
type Leaf = (typeof leaves)[keyof typeof leaves];

const tab = 9;
const space = 32;

// Characters that no block starts with, and that are no blanks: letters, most punctuation, everything beyond ASCII.
const isPlain = new Uint8Array(128).fill(1);
for (const special of "\t\n #>`~*-_+=<[|:0123456789") isPlain[special.charCodeAt(0)] = 0;

/** Scans from `start` on, where line `linesBefore + 1` begins; each character is looked at a few times at most. */
export class BlockScanner extends ContainerCursor {
  readonly headings: FoundHeading[] = [];
  readonly definitions: FoundDefinition[] = [];
  /** The lines before the one that comes next; a final line break makes no extra line. */
  lineCount: number;
  /** The last start of a line where nothing was open that this line did not end: a scan that begins there goes on alike. */
  freshAt: number;
  /** The lines before it. */
  freshLine: number;

  private next: number;
  private leaf: Leaf = leaves.none;
  private leafStart = 0;
  private leafLine = 0;
  private fenceMark = 0;
  private fenceLength = 0;
  private htmlKind: HtmlKind = 1;
  // Where the last line of indented code ends that is not blank.
  private codeEnd = 0;
  // Where the text of the paragraph's last line begins, behind the marks of its containers.
  private lastTextAt = 0;
  private mayDefine = false;
  // The lines of a paragraph that may define something, where marks of containers stand before them.
  private innerLines: string[] = [];

  // Before this offset no run of stars, dashes or underscores is a thematic break.
  private noRuleBefore = 0;

  constructor(
    text: string,
    start: number,
    linesBefore: number,
    private readonly sink: BlockSink | null = null,
  ) {
    super(text);
    this.next = start;
    this.freshAt = start;
    this.lineCount = linesBefore;
    this.freshLine = linesBefore;
  }

  /** Where the next line begins. */
  get position(): number {
    return this.next;
  }

  /** Reads all lines that begin before `limit`. */
  run(limit: number): void {
    const { text } = this;
    const stop = Math.min(limit, text.length);
    let at = this.next;
    while (at < stop) {
      const found = text.indexOf("\n", at);
      const end = found < 0 ? text.length : found;
      this.end = end;
      this.lineCount++;
      if (this.depth > 0 || !this.takesPlainly(at, end)) this.scanLine(at);
      at = end + 1;
    }
    this.next = at;
  }

  /** Ends all that is open, where the text ends. */
  finish(): void {
    this.run(this.text.length);
    this.lineStart = this.text.length;
    this.lineCount++;
    this.close(0);
    this.lineCount--;
  }

  // Most lines outside of containers are done with after a look at their first character.
  private takesPlainly(at: number, end: number): boolean {
    const { leaf } = this;
    const first = at < end ? this.text.charCodeAt(at) : 10;
    if (leaf <= leaves.paragraph) {
      if (first === 10) {
        this.lineStart = at;
        if (leaf === leaves.paragraph) this.closeParagraph(at);
        return true;
      }
      if (first < 128 && isPlain[first] === 0) return false;
      if (leaf === leaves.paragraph) this.lastTextAt = at;
      else {
        this.freshAt = at;
        this.freshLine = this.lineCount - 1;
        this.startParagraph(at, at);
      }
      return true;
    }
    return leaf === leaves.fence && first !== this.fenceMark && first !== space && first !== tab;
  }

  private scanLine(start: number): void {
    this.startLine(start);
    this.noRuleBefore = 0;
    const matched = this.matchContainers();
    const isWhole = matched === this.depth;
    if (isWhole && this.continuesLeaf()) return;
    if (this.isBlank()) this.close(matched);
    else this.readText(matched, isWhole);
  }

  /** Whether the innermost block takes the whole line, or ends with it. */
  private continuesLeaf(): boolean {
    const isBlank = this.isBlank();
    switch (this.leaf) {
      case leaves.fence:
        if (this.closesFence()) this.endLeaf();
        return true;
      case leaves.html:
        if (isBlank && this.htmlKind >= 6) this.closeLeaf();
        else if (!isBlank && this.closesHtml()) this.endLeaf();
        return true;
      case leaves.indented:
        if (isBlank) return true;
        if (this.indent() >= 4) this.codeEnd = this.end;
        else this.closeLeaf();
        return this.leaf === leaves.indented;
      case leaves.table:
        if (isBlank || countCells(this.text, this.textAt, this.end) === 0) this.leaf = leaves.none;
        return isBlank;
      case leaves.paragraph:
        if (isBlank) this.closeParagraph(this.lineStart);
        return isBlank;
      default:
        return isBlank;
    }
  }

  /** Opens the containers that start in this line, then the block that does, or goes on with a paragraph or table. */
  private readText(matchedBefore: number, isWhole: boolean): void {
    let matched = matchedBefore;
    while (this.startsContainer(matched, isWhole)) {
      matched = this.depth;
      if (this.isBlank()) return;
    }
    if (!this.startsBlock(matched, isWhole)) this.addText(matched, isWhole);
  }

  private startsContainer(matched: number, isWhole: boolean): boolean {
    if (this.indent() >= 4) return false;
    const inParagraph = isWhole && this.leaf === leaves.paragraph;
    const first = this.text.charCodeAt(this.textAt);
    if (first === 62) {
      this.close(matched);
      this.openQuote();
      this.sink?.open("quote");
      return true;
    }
    if (first === 45 || first === 42) {
      // A row of dashes may underline a paragraph or be a rule; only then is it the mark of an item.
      if (inParagraph && first === 45 && this.isUnderline()) return false;
      return !this.isRule() && this.startsItem(matched, inParagraph);
    }
    return (first === 43 || isDigit(first)) && this.startsItem(matched, inParagraph);
  }

  /** Whether a block that is no container starts here; it takes the rest of the line. */
  private startsBlock(matched: number, isWhole: boolean): boolean {
    if (this.indent() >= 4) {
      if (this.leaf === leaves.paragraph) return false;
      this.open(leaves.indented, matched);
      this.codeEnd = this.end;
      return true;
    }
    const inParagraph = isWhole && this.leaf === leaves.paragraph;
    switch (this.text.charCodeAt(this.textAt)) {
      case 35: // #
        return this.startsHeading(matched);
      case 96: // `
      case 126: // ~
        return this.startsFence(matched);
      case 60: // <
        return this.startsHtml(matched);
      case 61: // =
        return inParagraph && this.isUnderline() && this.endsHeading();
      case 45: // -
        if (inParagraph && this.isUnderline() && this.endsHeading()) return true;
        return this.startsRule(matched) || (inParagraph && this.startsTable());
      case 42: // *
      case 95: // _
        return this.startsRule(matched);
      case 124: // |
      case 58: // :
        return inParagraph && this.startsTable();
      default:
        return false;
    }
  }

  private addText(matched: number, isWhole: boolean): void {
    // A paragraph goes on, be it that its containers do or that the line is a lazy one.
    if (this.leaf === leaves.paragraph) {
      this.lastTextAt = this.textAt;
      if (this.innerLines.length > 0) this.innerLines.push(this.text.slice(this.textAt, this.end));
    } else if (this.leaf === leaves.table && isWhole) this.addRow(this.lineStart, this.end, this.lineCount);
    else {
      this.close(matched);
      this.startParagraph(this.lineStart, this.textAt);
    }
  }

  private startParagraph(lineStart: number, textAt: number): void {
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
  private closeParagraph(to: number): void {
    this.leaf = leaves.none;
    const { sink, leafStart, leafLine, mayDefine } = this;
    const [from, line] = mayDefine ? this.keepDefinitions(to) : [leafStart, leafLine];
    if (sink && from < to) sink.block("paragraph", from, to, line);
  }

  /** Where the paragraph goes on behind the definitions at its beginning, and in which line. */
  private keepDefinitions(to: number): [from: number, line: number] {
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

  // The paragraph up to `to`, without the marks of containers.
  private paragraphText(to: number): string {
    const { text, leafStart, innerLines } = this;
    if (innerLines.length > 0) return innerLines.join("\n");
    return text.slice(leafStart, text.charCodeAt(to - 1) === 10 ? to - 1 : to);
  }

  /** Closes everything but the outer `kept` containers, and the innermost block. */
  private close(kept: number): void {
    if (this.leaf !== leaves.none) this.closeLeaf();
    if (kept === 0) {
      this.freshAt = this.lineStart;
      this.freshLine = this.lineCount - 1;
    }
    if (kept === this.depth) return;
    this.closeContainers(kept);
    this.sink?.close(kept);
  }

  /** Ends the innermost block before this line. */
  private closeLeaf(): void {
    const { leaf, sink } = this;
    this.leaf = leaves.none;
    if (leaf === leaves.paragraph) this.closeParagraph(this.lineStart);
    else if (leaf === leaves.indented) sink?.block("code", this.leafStart, this.codeEnd, this.leafLine);
    else if (leaf !== leaves.table) this.sendLeaf(leaf, this.lineStart);
  }

  /** Ends the innermost block, a fence or HTML, with this line. */
  private endLeaf(): void {
    const { leaf } = this;
    this.leaf = leaves.none;
    this.sendLeaf(leaf, this.end);
  }

  private sendLeaf(leaf: Leaf, to: number): void {
    this.sink?.block(leaf === leaves.fence ? "code" : "html", this.leafStart, to, this.leafLine);
  }

  private open(leaf: Leaf, matched: number): void {
    this.close(matched);
    this.leaf = leaf;
    this.leafStart = this.lineStart;
    this.leafLine = this.lineCount;
    this.isItemEmpty = false;
  }

  private startsHeading(matched: number): boolean {
    const { text, textAt, end, lineStart: from, lineCount: line } = this;
    const level = headingLevelAt(text, textAt, end);
    if (level === 0) return false;
    this.open(leaves.none, matched);
    if (matched > 0 && !this.sink) return true;
    const [sourceFrom, sourceTo] = headingSourceSpan(text, textAt + level, end);
    if (matched === 0) this.headings.push({ level, lineStart: line, headingEnd: line, from, sourceFrom, sourceTo });
    if (sourceTo > sourceFrom) this.sink?.block("heading", from, end, line);
    return true;
  }

  private isUnderline(): boolean {
    return isRunAlone(this.text, this.textAt, this.end);
  }

  /** Makes the paragraph above this underline a heading, unless it holds nothing but definitions. */
  private endsHeading(): boolean {
    const { text, lineStart, lineCount, leafStart, leafLine } = this;
    const [from, line] = this.mayDefine ? this.keepDefinitions(lineStart) : [leafStart, leafLine];
    if (line === lineCount) {
      // It begins anew with the line that is no underline.
      this.startParagraph(lineStart, this.textAt);
      return false;
    }
    if (this.depth === 0) {
      const level = text.charCodeAt(this.textAt) === 61 ? 1 : 2;
      const [sourceFrom, sourceTo] = [from, lineStart - 1];
      this.headings.push({ level, lineStart: line, headingEnd: lineCount, from, sourceFrom, sourceTo });
    }
    this.leaf = leaves.none;
    this.sink?.block("heading", from, this.end, line);
    return true;
  }

  private startsFence(matched: number): boolean {
    const length = fenceLengthAt(this.text, this.textAt, this.end);
    if (length === 0) return false;
    this.open(leaves.fence, matched);
    this.fenceMark = this.text.charCodeAt(this.textAt);
    this.fenceLength = length;
    return true;
  }

  private closesFence(): boolean {
    const { text, textAt, end } = this;
    if (textAt >= end || text.charCodeAt(textAt) !== this.fenceMark || this.indent() >= 4) return false;
    const close = runEnd(text, textAt, end);
    return close - textAt >= this.fenceLength && skipBlanks(text, close, end) >= end;
  }

  private startsHtml(matched: number): boolean {
    const kind = htmlKindAt(this.text.slice(this.textAt, this.end));
    // A tag alone on its line does not end a paragraph.
    if (kind === 0 || (kind === 7 && this.leaf === leaves.paragraph)) return false;
    this.open(leaves.html, matched);
    this.htmlKind = kind;
    if (this.closesHtml()) this.endLeaf();
    return true;
  }

  private closesHtml(): boolean {
    return this.htmlKind <= 5 && closesHtml(this.htmlKind, this.text.slice(this.textAt, this.end));
  }

  private startsRule(matched: number): boolean {
    if (!this.isRule()) return false;
    this.open(leaves.none, matched);
    return true;
  }

  private isRule(): boolean {
    if (this.textAt < this.noRuleBefore) return false;
    const broken = ruleBrokenAt(this.text, this.textAt, this.end);
    if (broken < 0) return true;
    if (broken < this.end) this.noRuleBefore = broken;
    return false;
  }

  /** The last line of the paragraph is the header of a table where this line is its row of dashes. */
  private startsTable(): boolean {
    const { text, lastTextAt, textAt, end, lineStart, lineCount } = this;
    // A paragraph that has just begun anew has no line that could be the header.
    if (lastTextAt === textAt || !isDelimiterRow(text.slice(textAt, end))) return false;
    if (countCells(text, lastTextAt, lineStart - 1) !== countCells(text, textAt, end)) return false;
    const header = text.lastIndexOf("\n", lineStart - 2) + 1;
    this.innerLines.pop();
    if (header > this.leafStart) this.closeParagraph(header);
    this.leaf = leaves.table;
    this.addRow(header, lineStart - 1, lineCount - 1, lastTextAt);
    return true;
  }

  private addRow(from: number, to: number, line: number, textAt = this.textAt): void {
    if (this.sink && hasCells(this.text, textAt, to)) this.sink.block("table_row", from, to, line);
  }

  /** Opens a list item, if the line goes on with the mark of one. */
  private startsItem(matched: number, inParagraph: boolean): boolean {
    const { text, end } = this;
    const mark = itemMarkEnd(text, this.textAt, end, inParagraph ? "in a paragraph" : "anywhere");
    if (mark < 0) return false;
    const isBare = skipBlanks(text, mark, end) >= end;
    if (inParagraph && isBare) return false;
    this.close(matched);
    this.openItem(mark - this.textAt, isBare);
    this.sink?.open("item");
    return true;
  }
}

// Where the line begins that follows the one at `from`.
function nextLine(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  return found < 0 ? text.length : found + 1;
}
