/** The quotes and list items that are open, and how far a line goes on with them. */
import { LineCursor } from "./line-cursor";

const quoteMark = 62;
const quote = -1;

/** A line cursor that goes past the marks and the indentation of the containers that a line is in. */
export class ContainerCursor extends LineCursor {
  // The open containers from the outside in: `quote`, or for a list item the columns that its content is indented by.
  private readonly containers: number[] = [];
  // Where in `containers` the quotes are.
  private readonly quotes: number[] = [];
  // Only the innermost container can be an item in which nothing stands yet.
  protected isItemEmpty = false;

  protected get depth(): number {
    return this.containers.length;
  }

  /** How many of the open containers go on in this line. */
  protected matchContainers(): number {
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
        if (this.indent() >= 4 || text.charCodeAt(this.textAt) !== quoteMark) return matched;
        this.takeQuoteMark();
        quotes++;
      } else if (this.indent() >= width) this.takeColumns(width);
      else return matched;
      matched++;
    }
    return matched;
  }

  /** Opens the quote whose mark stands here. */
  protected openQuote(): void {
    this.quotes.push(this.containers.length);
    this.containers.push(quote);
    this.isItemEmpty = false;
    this.takeQuoteMark();
  }

  /** Opens the list item whose mark stands here; `isBare` where nothing follows it in this line. */
  protected openItem(markWidth: number, isBare: boolean): void {
    const indent = this.indent();
    this.take(markWidth);
    const gap = this.indent();
    const padding = isBare || gap > 4 ? 1 : gap;
    this.takeColumns(padding);
    this.containers.push(indent + markWidth + padding);
    this.isItemEmpty = true;
  }

  /** Closes all but the outer `kept` containers, of which there are more. */
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
