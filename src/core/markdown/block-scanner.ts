/**
 * Reads the blocks of a document line by line as CommonMark 0.31 describes it (containers first, then block starts, then text), with GFM's
 * tables. Collects the document's own headings; other blocks go to an optional sink.
 */
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
import { leaves, OpenBlocks } from "./open-blocks";
import type { BlockSink } from "./scanned-blocks";
import { countCells, hasCells, isDelimiterRow } from "./table-rows";

const tab = 9;
const space = 32;

// Characters that no block starts with and that are not blanks: letters, most punctuation, everything beyond ASCII.
const isPlain = new Uint8Array(128).fill(1);
for (const special of "\t\n #>`~*-_+=<[|:0123456789") isPlain[special.charCodeAt(0)] = 0;

/** Scans from `start`, where line `linesBefore + 1` begins; reads each character a small, fixed number of times. */
export class BlockScanner extends OpenBlocks {
  private next: number;
  private fenceMark = 0;
  private fenceLength = 0;
  private htmlKind: HtmlKind = 1;
  // Before this offset no run of stars, dashes or underscores is a thematic break.
  private noRuleBefore = 0;

  constructor(text: string, start: number, linesBefore: number, sink: BlockSink | null = null) {
    super(text, start, linesBefore, sink);
    this.next = start;
  }

  /** The start of the next line. */
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

  /** Closes everything that is open, at the end of the text. */
  finish(): void {
    this.run(this.text.length);
    this.lineStart = this.text.length;
    this.lineCount++;
    this.close(0);
    this.lineCount--;
  }

  // For most lines outside containers, the first character is enough.
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
      // A row of dashes may underline a paragraph or be a rule; only otherwise is it a list marker.
      if (inParagraph && first === 45 && this.isUnderline()) return false;
      return !this.isRule() && this.startsItem(matched, inParagraph);
    }
    return (first === 43 || isDigit(first)) && this.startsItem(matched, inParagraph);
  }

  /** Whether a leaf block starts here; it takes the rest of the line. */
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
    // A paragraph continues, either because its containers do or because this is a lazy continuation line.
    if (this.leaf === leaves.paragraph) {
      this.lastTextAt = this.textAt;
      if (this.innerLines.length > 0) this.innerLines.push(this.text.slice(this.textAt, this.end));
    } else if (this.leaf === leaves.table && isWhole) this.addRow(this.lineStart, this.end, this.lineCount);
    else {
      this.close(matched);
      this.startParagraph(this.lineStart, this.textAt);
    }
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

  /** Turns the paragraph above this underline into a heading, unless it contains only definitions. */
  private endsHeading(): boolean {
    const { text, lineStart, lineCount, leafStart, leafLine } = this;
    const [from, line] = this.mayDefine ? this.keepDefinitions(lineStart) : [leafStart, leafLine];
    if (line === lineCount) {
      // A new paragraph starts with this line, which is not an underline.
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

  /** If this line is a delimiter row, the last line of the paragraph is the header of a table. */
  private startsTable(): boolean {
    const { text, lastTextAt, textAt, end, lineStart, lineCount } = this;
    // A paragraph that has just started has no line that could be the header.
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

  /** Opens a list item if the line continues with a list marker. */
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
