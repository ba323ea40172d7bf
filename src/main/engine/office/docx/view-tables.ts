import type { OfficeTableCell } from "../../../../core/office/office-view";
import type { XmlTag } from "../package/scan-xml";
import type { ViewEntry } from "../text/view-entry";

type Table = {
  id: number;
  row: number;
  column: number;
  isHeader: boolean;
  /** The cell that a merged cell below belongs to, by column. */
  merging: Map<number, OfficeTableCell>;
};

/** The numbers that tables and groups of paragraphs get, in all parts of a document. */
export type Counters = { tables: number; groups: number };

/** The tables around the current position of a scan. The paragraphs of a nested table belong to the cell of the outer one. */
export class OpenTables {
  /** The cell of the outermost table; null outside tables. */
  cell: OfficeTableCell | null = null;
  readonly #open: Table[] = [];
  /** How many properties of a table, row or cell are open. */
  #properties = 0;
  /** The group of the cell's paragraphs; null after a nested table, since a cell must end with a paragraph. */
  #group: number | null = null;
  #firstInCell = 0;

  constructor(
    private readonly counters: Counters,
    private readonly entries: readonly ViewEntry[],
  ) {}

  get isInProperties(): boolean {
    return this.#properties > 0;
  }

  /** The group of a paragraph at this position: 0 for the body itself, null in a nested table. */
  get group(): number | null {
    if (this.#open.length === 0) return 0;
    return this.#open.length === 1 ? this.#group : null;
  }

  open(name: string, tag: XmlTag): void {
    switch (name) {
      case "w:tblPr":
      case "w:trPr":
      case "w:tcPr":
        this.#properties++;
        break;
      case "w:tbl":
        this.#openTable();
        break;
      case "w:tr": {
        const table = this.#open.at(-1);
        if (table !== undefined) Object.assign(table, { row: table.row + 1, column: 0, isHeader: false });
        break;
      }
      case "w:tblHeader": {
        const table = this.#open.at(-1);
        if (table !== undefined) table.isHeader = tag.attribute("w:val") !== "0";
        break;
      }
      case "w:tc":
        this.#openCell();
        break;
      default:
        if (this.cell !== null && this.#open.length === 1) this.#cellProperty(this.cell, name, tag);
        break;
    }
  }

  close(name: string): void {
    switch (name) {
      case "w:tblPr":
      case "w:trPr":
      case "w:tcPr":
        this.#properties--;
        break;
      case "w:tbl":
        this.#open.pop();
        if (this.#open.length === 0) this.cell = null;
        break;
      case "w:tc":
        this.#closeCell();
        break;
      default:
        break;
    }
  }

  #openTable(): void {
    if (this.#open.length > 0) {
      for (const each of this.entries.slice(this.#firstInCell)) each.group = null;
      this.#group = null;
    }
    this.#open.push({ id: this.counters.tables++, row: -1, column: 0, isHeader: false, merging: new Map() });
  }

  #openCell(): void {
    const [table, nested] = this.#open;
    if (table === undefined || nested !== undefined) return;
    const { id, row, column, isHeader } = table;
    this.#group = this.counters.groups++;
    this.#firstInCell = this.entries.length;
    this.cell = { table: id, row, column, rowSpan: 1, columnSpan: 1, isHeader, width: null, fill: null };
  }

  #closeCell(): void {
    const { cell } = this;
    const [table, nested] = this.#open;
    if (table === undefined || nested !== undefined) return;
    table.column += cell?.columnSpan ?? 1;
    if (cell !== null && cell.rowSpan === 1 && table.merging.get(cell.column) !== cell)
      table.merging.delete(cell.column);
    this.cell = null;
  }

  #cellProperty(cell: OfficeTableCell, name: string, tag: XmlTag): void {
    switch (name) {
      case "w:tcW":
        if (tag.attribute("w:type") === "dxa") cell.width = Number(tag.attribute("w:w")) / 20 || null;
        break;
      case "w:gridSpan":
        cell.columnSpan = Math.min(1000, Math.max(1, Number(tag.attribute("w:val")) || 1));
        break;
      case "w:shd": {
        const fill = tag.attribute("w:fill") ?? "";
        if (this.isInProperties && /^[0-9a-fA-F]{6}$/.test(fill)) cell.fill = `#${fill.toLowerCase()}`;
        break;
      }
      case "w:vMerge":
        this.#merge(cell, tag.attribute("w:val") === "restart");
        break;
      default:
        break;
    }
  }

  /** The cell begins a vertical merge, or continues the one above. */
  #merge(cell: OfficeTableCell, isFirst: boolean): void {
    const merging = this.#open[0]?.merging;
    const above = merging?.get(cell.column);
    if (isFirst) merging?.set(cell.column, cell);
    else if (above !== undefined) {
      above.rowSpan++;
      cell.rowSpan = 0;
    }
  }
}
