/** A scanner's position in a line, in offsets and in columns: a tab advances to the next multiple of four columns. */

const tab = 9;
const space = 32;

/** Reads a text line by line: how much of the line has been read, and the next non-blank character. */
export class LineCursor {
  protected lineStart = 0;
  protected end = 0;
  /** The next character that is not blank; `end` if there is none. */
  protected textAt = 0;
  private textColumn = 0;
  private at = 0;
  private column = 0;

  constructor(protected readonly text: string) {}

  /** Starts the line at `start`; `end` must already be set. */
  protected startLine(start: number): void {
    this.lineStart = start;
    this.at = start;
    this.column = 0;
    this.findText();
  }

  protected isBlank(): boolean {
    return this.textAt >= this.end;
  }

  protected indent(): number {
    return this.textColumn - this.column;
  }

  /** Reads the blanks before the text, and a mark of this width. */
  protected take(width: number): void {
    this.at = this.textAt + width;
    this.column = this.textColumn + width;
    this.findText();
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

  // Reads up to `count` columns of blanks. A tab may be read in part; the column is then inside it.
  protected takeColumns(count: number): void {
    let left = Math.min(count, this.textColumn - this.column);
    while (left > 0 && this.at < this.textAt) {
      const isTab = this.text.charCodeAt(this.at) === tab;
      const width = isTab ? 4 - (this.column % 4) : 1;
      this.column += Math.min(width, left);
      if (width <= left) this.at++;
      left -= width;
    }
  }
}
