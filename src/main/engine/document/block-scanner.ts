/**
 * The blocks of a document, read line by line as CommonMark 0.31 describes it (containers first, then what starts a
 * block, then text), with GFM's tables; kept are only the headings of the document itself.
 */
import { closesHtml, type HtmlKind, htmlKindAt } from "./html-blocks";
import { definitionsEnd } from "./link-definitions";
import { countCells, isDelimiterRow } from "./table-rows";

/** A heading as it stands. `source` is its text without the marks of the heading; lines are 1-based. */
export type FoundHeading = { source: string; level: number; lineStart: number; headingEnd: number; from: number };

/** What a scan has found out. */
export type ScannedBlocks = {
  headings: FoundHeading[];
  /** Of the whole text; a final line break makes no extra line. */
  lineCount: number;
  /** Paragraphs that begin with `[`, where definitions of references stand. */
  definitionParagraphs: string[];
};

/** Scans from offset `start` on, which is where line `linesBefore + 1` starts. Each character is looked at a few times at most. */
export function scanBlocks(text: string, start: number, linesBefore: number): ScannedBlocks {
  const scanner = new BlockScanner(text, linesBefore);
  scanner.scan(start);
  return scanner;
}

const leaves = { none: 0, paragraph: 1, fence: 2, html: 3, indented: 4, table: 5 } as const;
type Leaf = (typeof leaves)[keyof typeof leaves];

const tab = 9;
const space = 32;
const quote = -1;

// Characters that no block starts with, and that are no blanks: letters, most punctuation, everything beyond ASCII.
const isPlain = new Uint8Array(128).fill(1);
for (const special of "\t #>`~*-_+=<[|:0123456789") isPlain[special.charCodeAt(0)] = 0;

const isBlankAt = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit === space || unit === tab;
};

class BlockScanner implements ScannedBlocks {
  readonly headings: FoundHeading[] = [];
  readonly definitionParagraphs: string[] = [];
  lineCount: number;

  // The open containers from the outside in: `quote`, or for a list item the columns that its content is indented by.
  private readonly containers: number[] = [];
  // Where in `containers` the quotes are.
  private readonly quotes: number[] = [];
  // Only the innermost container can be an item in which nothing stands yet.
  private isItemEmpty = false;

  private leaf: Leaf = leaves.none;
  private fenceMark = 0;
  private fenceLength = 0;
  private htmlKind: HtmlKind = 1;
  private paragraphStart = 0;
  private paragraphLine = 0;
  // Where the text of the paragraph's last line begins, behind the marks of its containers.
  private lastTextAt = 0;
  // The lines of a paragraph that begins with `[`, from their first character on; empty for any other.
  private definitionLines: string[] = [];

  // The current line: what is read so far, and the next character that is no blank, with their columns.
  private lineStart = 0;
  private at = 0;
  private column = 0;
  private end = 0;
  private textAt = 0;
  private textColumn = 0;
  // Before this offset no run of stars, dashes or underscores is a thematic break.
  private noRuleBefore = 0;

  constructor(
    private readonly text: string,
    linesBefore: number,
  ) {
    this.lineCount = linesBefore;
  }

  scan(start: number): void {
    const { text } = this;
    for (let at = start; at < text.length; at = this.end + 1) {
      const found = text.indexOf("\n", at);
      this.end = found < 0 ? text.length : found;
      this.lineCount++;
      const isOpenText = this.containers.length === 0 && this.leaf <= leaves.paragraph && at < this.end;
      const first = text.charCodeAt(at);
      if (isOpenText && (first >= 128 || isPlain[first] === 1)) {
        if (this.leaf === leaves.none) this.startParagraph(at, at);
        else this.continueParagraph(at);
      } else this.scanLine(at);
    }
    this.close(0);
  }

  private scanLine(start: number): void {
    this.lineStart = start;
    this.at = start;
    this.column = 0;
    this.noRuleBefore = 0;
    this.findText();
    const matched = this.matchContainers();
    const isWhole = matched === this.containers.length;
    if (isWhole && this.continuesLeaf()) return;
    if (this.isBlank()) this.close(matched);
    else this.readText(matched, isWhole);
  }

  /** How many of the open containers go on in this line. */
  private matchContainers(): number {
    const { text, containers } = this;
    let matched = 0;
    let quotes = 0;
    while (matched < containers.length) {
      if (this.isBlank()) {
        // A blank line is inside every item that has begun, and in no quote; this is found without asking each.
        const next = this.quotes[quotes];
        return next ?? containers.length - (this.isItemEmpty ? 1 : 0);
      }
      const width = containers[matched] as number;
      if (width === quote) {
        if (this.indent() >= 4 || text.charCodeAt(this.textAt) !== 62) return matched;
        this.takeQuoteMark();
        quotes++;
      } else if (this.indent() >= width) this.takeColumns(width);
      else return matched;
      matched++;
    }
    return matched;
  }

  /** Whether the innermost block takes the whole line, or ends with it. */
  private continuesLeaf(): boolean {
    switch (this.leaf) {
      case leaves.fence:
        if (this.closesFence()) this.leaf = leaves.none;
        return true;
      case leaves.html:
        if (this.isBlank() ? this.htmlKind >= 6 : this.closesHtml()) this.leaf = leaves.none;
        return true;
      case leaves.indented:
        if (this.isBlank() || this.indent() >= 4) return true;
        this.leaf = leaves.none;
        return false;
      case leaves.table:
        if (this.isBlank() || countCells(this.text.slice(this.textAt, this.end)) === 0) this.leaf = leaves.none;
        return this.isBlank();
      case leaves.paragraph:
        if (this.isBlank()) this.closeParagraph();
        return this.isBlank();
      default:
        return this.isBlank();
    }
  }

  /** Opens the containers that start in this line, then the block that does, or goes on with a paragraph or table. */
  private readText(matchedBefore: number, isWhole: boolean): void {
    let matched = matchedBefore;
    while (this.startsContainer(matched, isWhole)) {
      matched = this.containers.length;
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
      this.quotes.push(this.containers.length);
      this.containers.push(quote);
      this.isItemEmpty = false;
      this.takeQuoteMark();
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
    if (this.leaf === leaves.paragraph) this.continueParagraph(this.textAt);
    else if (this.leaf !== leaves.table || !isWhole) {
      this.close(matched);
      this.startParagraph(this.lineStart, this.textAt);
    }
  }

  private continueParagraph(textAt: number): void {
    this.lastTextAt = textAt;
    if (this.definitionLines.length > 0) this.definitionLines.push(this.text.slice(textAt, this.end));
  }

  private startParagraph(lineStart: number, textAt: number): void {
    this.leaf = leaves.paragraph;
    this.isItemEmpty = false;
    this.paragraphStart = lineStart;
    this.lastTextAt = textAt;
    this.paragraphLine = this.lineCount;
    this.definitionLines = this.text.charCodeAt(textAt) === 91 ? [this.text.slice(textAt, this.end)] : [];
  }

  private closeParagraph(): void {
    this.leaf = leaves.none;
    if (this.definitionLines.length > 0) this.definitionParagraphs.push(this.definitionLines.join("\n"));
    this.definitionLines = [];
  }

  /** Closes everything but the outer `kept` containers, and the innermost block. */
  private close(kept: number): void {
    if (this.leaf === leaves.paragraph) this.closeParagraph();
    this.leaf = leaves.none;
    if (kept === this.containers.length) return;
    this.containers.length = kept;
    while (this.quotes.length > 0 && (this.quotes.at(-1) as number) >= kept) this.quotes.pop();
    this.isItemEmpty = false;
  }

  private open(leaf: Leaf, matched: number): void {
    this.close(matched);
    this.leaf = leaf;
    this.isItemEmpty = false;
  }

  private startsHeading(matched: number): boolean {
    const { text, end } = this;
    let at = this.textAt;
    while (at < end && text.charCodeAt(at) === 35) at++;
    const level = at - this.textAt;
    if (level > 6 || (at < end && !isBlankAt(text, at))) return false;
    this.open(leaves.none, matched);
    if (matched > 0) return true;
    while (at < end && isBlankAt(text, at)) at++;
    let to = this.trimEnd(at, end);
    let marks = to;
    while (marks > at && text.charCodeAt(marks - 1) === 35) marks--;
    if (marks === at || isBlankAt(text, marks - 1)) to = this.trimEnd(at, marks);
    const { lineCount: line, lineStart: from } = this;
    this.headings.push({ source: text.slice(at, to), level, lineStart: line, headingEnd: line, from });
    return true;
  }

  private isUnderline(): boolean {
    const { text, end } = this;
    const mark = text.charCodeAt(this.textAt);
    let at = this.textAt + 1;
    while (at < end && text.charCodeAt(at) === mark) at++;
    return this.trimEnd(at, end) === at;
  }

  /** Makes the paragraph above this underline a heading, unless it holds nothing but definitions. */
  private endsHeading(): boolean {
    const { text } = this;
    const skipped = this.takeDefinitions();
    if (skipped < 0) return false;
    if (this.containers.length === 0) {
      let from = this.paragraphStart;
      for (let line = 0; line < skipped; line++) from = text.indexOf("\n", from) + 1;
      const lines = text.slice(from, this.lineStart).split("\n");
      this.headings.push({
        ...{
          source: lines.map(trimBlanks).join("\n").trim(),
          level: text.charCodeAt(this.textAt) === 61 ? 1 : 2,
          from,
        },
        ...{ lineStart: this.paragraphLine + skipped, headingEnd: this.lineCount },
      });
    }
    this.open(leaves.none, this.containers.length);
    return true;
  }

  // How many lines of definitions stand above the rest of the paragraph; -1 where nothing else does: then it begins anew
  // with the line that was no underline.
  private takeDefinitions(): number {
    if (this.definitionLines.length === 0) return 0;
    const paragraph = this.definitionLines.join("\n");
    const end = definitionsEnd(paragraph);
    if (end === 0) return 0;
    if (end < paragraph.length) return paragraph.slice(0, end).split("\n").length - 1;
    this.definitionParagraphs.push(paragraph);
    this.startParagraph(this.lineStart, this.textAt);
    return -1;
  }

  private startsFence(matched: number): boolean {
    const { text, end } = this;
    const mark = text.charCodeAt(this.textAt);
    let at = this.textAt;
    while (at < end && text.charCodeAt(at) === mark) at++;
    const length = at - this.textAt;
    if (length < 3 || (mark === 96 && text.slice(at, end).includes("`"))) return false;
    this.open(leaves.fence, matched);
    this.fenceMark = mark;
    this.fenceLength = length;
    return true;
  }

  private closesFence(): boolean {
    const { text, end } = this;
    if (text.charCodeAt(this.textAt) !== this.fenceMark || this.indent() >= 4) return false;
    let at = this.textAt;
    while (at < end && text.charCodeAt(at) === this.fenceMark) at++;
    return at - this.textAt >= this.fenceLength && this.trimEnd(at, end) === at;
  }

  private startsHtml(matched: number): boolean {
    const kind = htmlKindAt(this.text.slice(this.textAt, this.end));
    // A tag alone on its line does not end a paragraph.
    if (kind === 0 || (kind === 7 && this.leaf === leaves.paragraph)) return false;
    this.open(leaves.html, matched);
    this.htmlKind = kind;
    if (this.closesHtml()) this.leaf = leaves.none;
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
    const { text, end } = this;
    if (this.textAt < this.noRuleBefore) return false;
    const mark = text.charCodeAt(this.textAt);
    let marks = 0;
    for (let at = this.textAt; at < end; at++) {
      if (text.charCodeAt(at) === mark) marks++;
      else if (!isBlankAt(text, at)) {
        this.noRuleBefore = at;
        return false;
      }
    }
    return marks >= 3;
  }

  private startsTable(): boolean {
    // A paragraph that has just begun anew has no line that could be the header.
    if (this.lastTextAt === this.textAt) return false;
    const row = this.text.slice(this.textAt, this.end);
    if (!isDelimiterRow(row)) return false;
    const header = this.text.slice(this.lastTextAt, this.lineStart - 1);
    if (countCells(header) !== countCells(row)) return false;
    this.open(leaves.table, this.containers.length);
    return true;
  }

  /** Opens a list item, if the line goes on with the mark of one. */
  private startsItem(matched: number, inParagraph: boolean): boolean {
    const { text, end } = this;
    const mark = this.markEnd(inParagraph);
    if (mark < 0) return false;
    let at = mark;
    while (at < end && isBlankAt(text, at)) at++;
    const isBare = at >= end;
    if (inParagraph && isBare) return false;
    this.close(matched);
    const markWidth = mark - this.textAt;
    const indent = this.indent();
    this.at = mark;
    this.column = this.textColumn + markWidth;
    this.findText();
    const gap = this.textColumn - this.column;
    const padding = isBare || gap > 4 ? 1 : gap;
    this.takeColumns(padding);
    this.containers.push(indent + markWidth + padding);
    this.isItemEmpty = true;
    return true;
  }

  // Where the mark of a list item ends that stands here; -1 where none does.
  private markEnd(inParagraph: boolean): number {
    const { text, end } = this;
    let at = this.textAt;
    const first = text.charCodeAt(at);
    if (first === 42 || first === 43 || first === 45) at++;
    else {
      while (at < end && at - this.textAt < 10 && isDigit(text.charCodeAt(at))) at++;
      const digits = at - this.textAt;
      const closing = text.charCodeAt(at);
      if (digits === 0 || digits > 9 || at >= end || (closing !== 41 && closing !== 46)) return -1;
      if (inParagraph && Number(text.slice(this.textAt, at)) !== 1) return -1;
      at++;
    }
    return at >= end || isBlankAt(text, at) ? at : -1;
  }

  private isBlank(): boolean {
    return this.textAt >= this.end;
  }

  private indent(): number {
    return this.textColumn - this.column;
  }

  private findText(): void {
    const { text, end } = this;
    let { at, column } = this;
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit === tab) column += 4 - (column % 4);
      else if (unit === space) column++;
      else break;
    }
    this.textAt = at;
    this.textColumn = column;
  }

  private takeQuoteMark(): void {
    this.at = this.textAt + 1;
    this.column = this.textColumn + 1;
    this.findText();
    this.takeColumns(1);
  }

  // Takes blanks, as far as there are any; a tab may be taken in part, then the column is inside it.
  private takeColumns(count: number): void {
    let left = Math.min(count, this.textColumn - this.column);
    while (left > 0 && this.at < this.textAt) {
      const isTab = this.text.charCodeAt(this.at) === tab;
      const width = isTab ? 4 - (this.column % 4) : 1;
      this.column += Math.min(width, left);
      if (width <= left) this.at++;
      left -= width;
    }
  }

  private trimEnd(from: number, to: number): number {
    let end = to;
    while (end > from && isBlankAt(this.text, end - 1)) end--;
    return end;
  }
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

function trimBlanks(line: string): string {
  let from = 0;
  while (from < line.length && isBlankAt(line, from)) from++;
  let to = line.length;
  while (to > from && isBlankAt(line, to - 1)) to--;
  return line.slice(from, to);
}
