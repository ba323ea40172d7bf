/** Where a scanner stands in a line, in offsets and in columns: a tab reaches to the next column that four divides. */

const tab = 9;
const space = 32;

/** One line after the other of a text: what is read of it so far, and the next character that is no blank. */
export class LineCursor {
  protected lineStart = 0;
  protected end = 0;
  /** The next character that is no blank, `end` where there is none. */
  protected textAt = 0;
  private textColumn = 0;
  private at = 0;
  private column = 0;

  constructor(protected readonly text: string) {}

  /** Begins with the line at `start`; `end` has been set. */
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

  /** Takes the blanks before the text, and a mark that is so long. */
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

  // Takes blanks, as far as there are any; a tab may be taken in part, then the column is inside it.
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
