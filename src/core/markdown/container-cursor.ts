/** Tracks the open quotes and list items, and which of them a line continues. */
import { LineCursor } from "./line-cursor";

const quoteMark = 62;
const quote = -1;

/** A line cursor that skips the marks and the indentation of the containers around a line. */
export class ContainerCursor extends LineCursor {
  // The open containers, outermost first: `quote`, or the number of columns that a list item's content is indented by.
  private readonly containers: number[] = [];
  // The indexes of the quotes in `containers`.
  private readonly quotes: number[] = [];
  // Only the innermost container can be an item that is still empty.
  protected isItemEmpty = false;

  protected get depth(): number {
    return this.containers.length;
  }

  /** How many of the open containers this line continues. */
  protected matchContainers(): number {
    const { text, containers } = this;
    let matched = 0;
    let quotes = 0;
    while (matched < containers.length) {
      if (this.isBlank()) {
        // A blank line continues every list item that has content, and no quote; no need to check each one.
        const next = this.quotes[quotes];
        return next ?? containers.length - (this.isItemEmpty ? 1 : 0);
      }
      const width = containers[matched] as number;
      if (width === quote) {
        if (this.indent() >= 4 || text.charCodeAt(this.textAt) !== quoteMark) return matched;
        this.takeQuoteMark();
        quotes++;
      } else if (this.indent() >= width) this.takeColumns(width);
      else return matched;
      matched++;
    }
    return matched;
  }

  /** Opens the quote whose mark is here. */
  protected openQuote(): void {
    this.quotes.push(this.containers.length);
    this.containers.push(quote);
    this.isItemEmpty = false;
    this.takeQuoteMark();
  }

  /** Opens the list item whose marker is here; `isBare` if nothing follows it on this line. */
  protected openItem(markWidth: number, isBare: boolean): void {
    const indent = this.indent();
    this.take(markWidth);
    const gap = this.indent();
    const padding = isBare || gap > 4 ? 1 : gap;
    this.takeColumns(padding);
    this.containers.push(indent + markWidth + padding);
    this.isItemEmpty = true;
  }

  /** Closes all but the outer `kept` containers; there must be more than that. */
  protected closeContainers(kept: number): void {
    this.containers.length = kept;
    while (this.quotes.length > 0 && (this.quotes.at(-1) as number) >= kept) this.quotes.pop();
    this.isItemEmpty = false;
  }

  private takeQuoteMark(): void {
    this.take(1);
    this.takeColumns(1);
  }
}
