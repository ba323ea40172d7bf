import { MAX_SHEET_COLUMNS } from "../../../../core/limits";
import type { OfficeTableCell } from "../../../../core/office/office-view";
import { repeatsOf } from "../odf/scan";
import type { OdfStyles } from "../odf/styles";
import type { XmlTag } from "../package/scan-xml";

type Table = { id: number; row: number; column: number; headers: number; widths: (number | null)[] };

/** The tables around the current position of a scan. The paragraphs of a nested table belong to the cell of the outer one. */
export class OpenTables {
  /** The cell of the outermost table; null outside tables. */
  cell: OfficeTableCell | null = null;
  readonly #open: Table[] = [];
  #count = 0;
  #groups = 1;
  #group: number | null = null;

  constructor(private readonly styles: OdfStyles) {}

  /** The group of a paragraph at this position: 0 for the body itself, null in a nested table. */
  get group(): number | null {
    if (this.#open.length === 0) return 0;
    return this.#open.length === 1 ? this.#group : null;
  }

  open(name: string, tag: XmlTag): void {
    const table = this.#open.at(-1);
    if (name === "table:table") this.#open.push({ id: this.#count++, row: -1, column: 0, headers: 0, widths: [] });
    else if (table === undefined) return;
    else if (name === "table:table-column") {
      const { width } = this.styles.of("table-column", tag.attribute("table:style-name"));
      const count = repeatsOf(tag.attribute("table:number-columns-repeated"));
      for (let each = 0; each < count && table.widths.length < MAX_SHEET_COLUMNS; each++) table.widths.push(width);
    } else if (name === "table:table-header-rows") table.headers++;
    else if (name === "table:table-row") Object.assign(table, { row: table.row + 1, column: 0 });
    else if (name === "table:table-cell" || name === "table:covered-table-cell") this.#openCell(table, name, tag);
  }

  close(name: string): void {
    const table = this.#open.at(-1);
    if (name === "table:table") {
      this.#open.pop();
      if (this.#open.length === 0) this.cell = null;
    } else if (name === "table:table-header-rows") {
      if (table !== undefined) table.headers--;
    } else if (name === "table:table-cell" || name === "table:covered-table-cell") {
      if (this.#open.length <= 1) this.cell = null;
    }
  }

  #openCell(table: Table, name: string, tag: XmlTag): void {
    if (this.#open.length > 1) return;
    this.#group = this.#groups++;
    const count = (of: string): number => Math.min(1000, Math.max(1, Number(tag.attribute(of) ?? 1) || 1));
    const isCovered = name === "table:covered-table-cell";
    this.cell = {
      table: table.id,
      row: table.row,
      column: table.column,
      isHeader: table.headers > 0,
      rowSpan: isCovered ? 0 : count("table:number-rows-spanned"),
      columnSpan: count("table:number-columns-spanned"),
      width: table.widths[table.column] ?? null,
      fill: this.styles.of("table-cell", tag.attribute("table:style-name")).fill,
    };
    table.column += repeatsOf(tag.attribute("table:number-columns-repeated"));
  }
}
