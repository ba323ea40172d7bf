import type { OfficeCell, OfficeCellsChanged, OfficeRange } from "../../../../shared/office";
import { type CellPosition, overlaps } from "./cell-ranges";

/** Rows and columns of a tile, the unit of requests. */
const tile = { rows: 200, columns: 60 } as const;

/** The maximum number of tiles kept; the least recently used are dropped. */
const MAX_TILES = 60;

type Options = {
  ask(sheet: string, range: OfficeRange): Promise<{ version: string; cells: readonly OfficeCell[] } | null>;
  changed(): void;
};

type Tile = { sheet: string; range: OfficeRange; cells: ReadonlyMap<string, OfficeCell> | null; state: TileState };
type TileState = "fresh" | "old" | "asked";

const keyOf = (sheet: string, row: number, column: number) => `${row}.${column}.${sheet}`;

/** The loaded cells of a workbook, in tiles. Outdated cells stay visible until their new content arrives. */
export class SheetCells {
  readonly #options: Options;
  readonly #tiles = new Map<string, Tile>();
  #version = "";

  constructor(options: Options) {
    this.#options = options;
  }

  /** A non-empty cell, if it is loaded. */
  at(sheet: string, { row, column }: CellPosition): OfficeCell | undefined {
    return this.#tiles.get(this.#tileOf(sheet, row, column))?.cells?.get(`${row}.${column}`);
  }

  /** Whether the cell has been loaded, so that a missing one is empty. */
  isKnown(sheet: string, { row, column }: CellPosition): boolean {
    return this.#tiles.get(this.#tileOf(sheet, row, column))?.cells != null;
  }

  /** Whether the cell is loaded and up to date. */
  isFresh(sheet: string, { row, column }: CellPosition): boolean {
    return this.#tiles.get(this.#tileOf(sheet, row, column))?.state === "fresh";
  }

  /** All loaded cells of a range, unordered. */
  inRange(sheet: string, range: OfficeRange): OfficeCell[] {
    return [...this.#tiles.values()]
      .filter((each) => each.sheet === sheet && overlaps(each.range, range))
      .flatMap(({ cells }) => [...(cells?.values() ?? [])])
      .filter(({ row, column }) => overlaps(range, { top: row, left: column, bottom: row, right: column }));
  }

  /** Switches to a version. The cells of these ranges may have changed; null: all of them. */
  change(version: string, changes: readonly OfficeCellsChanged[] | null): void {
    this.#version = version;
    for (const each of this.#tiles.values()) {
      const isOld =
        changes === null ||
        changes.some(
          ({ sheet, ranges }) =>
            sheet === each.sheet && (ranges === null || ranges.some((range) => overlaps(range, each.range))),
        );
      // Answers for the previous version are ignored.
      if (isOld || each.state === "asked") each.state = "old";
    }
    this.#options.changed();
  }

  /** Requests the missing and outdated cells of a range. */
  need(sheet: string, { top, left, bottom, right }: OfficeRange): void {
    for (let row = top - ((top - 1) % tile.rows); row <= bottom; row += tile.rows)
      for (let column = left - ((left - 1) % tile.columns); column <= right; column += tile.columns)
        this.#want(sheet, row, column);
  }

  #want(sheet: string, top: number, left: number): void {
    const key = keyOf(sheet, top, left);
    const range = { top, left, bottom: top + tile.rows - 1, right: left + tile.columns - 1 };
    const known = this.#tiles.get(key);
    const wanted: Tile = known ?? { sheet, range, cells: null, state: "old" };
    // Most recently used tiles are last.
    this.#tiles.delete(key);
    this.#tiles.set(key, wanted);
    for (const oldest of this.#tiles.keys()) {
      if (this.#tiles.size <= MAX_TILES) break;
      this.#tiles.delete(oldest);
    }
    if (wanted.state === "old") void this.#fetch(wanted);
  }

  async #fetch(wanted: Tile): Promise<void> {
    wanted.state = "asked";
    const asked = this.#version;
    const answer = await this.#options.ask(wanted.sheet, wanted.range);
    if (wanted.state !== "asked" || asked !== this.#version) return;
    if (!answer) return;
    if (answer.version !== this.#version) {
      // Main is ahead and will send an event; the cells are requested again then.
      wanted.state = "old";
      return;
    }
    wanted.cells = new Map(answer.cells.map((cell) => [`${cell.row}.${cell.column}`, cell]));
    wanted.state = "fresh";
    this.#options.changed();
  }

  #tileOf(sheet: string, row: number, column: number): string {
    return keyOf(sheet, row - ((row - 1) % tile.rows), column - ((column - 1) % tile.columns));
  }
}
