import type { OfficeCell, OfficeCellsChanged, OfficeRange } from "../../../shared/office";
import { overlaps, type Place } from "./sheet-address";

/** Rows and columns of a tile: together what main answers at once. */
const tile = { rows: 200, columns: 60 } as const;

/** As many tiles are kept; the ones looked at longest ago go first. */
const MOST = 60;

type World = {
  ask(sheet: string, range: OfficeRange): Promise<{ version: string; cells: readonly OfficeCell[] } | null>;
  changed(): void;
};

type Tile = { sheet: string; range: OfficeRange; cells: ReadonlyMap<string, OfficeCell> | null; state: Tiled };
type Tiled = "fresh" | "old" | "asked";

const keyOf = (sheet: string, row: number, column: number) => `${row}.${column}.${sheet}`;

/** The cells of a workbook that the person has looked at, in tiles; what an edit made old stays until the new comes. */
export class SheetCells {
  readonly #world: World;
  readonly #tiles = new Map<string, Tile>();
  #version = "";

  constructor(world: World) {
    this.#world = world;
  }

  /** A cell that holds something, as far as it is known. */
  at(sheet: string, { row, column }: Place): OfficeCell | undefined {
    return this.#tiles.get(this.#tileOf(sheet, row, column))?.cells?.get(`${row}.${column}`);
  }

  /** Whether the cell has been looked up, so that one without content is empty. */
  isKnown(sheet: string, { row, column }: Place): boolean {
    return this.#tiles.get(this.#tileOf(sheet, row, column))?.cells != null;
  }

  /** Whether what is known of the cell is how it is now. */
  isFresh(sheet: string, { row, column }: Place): boolean {
    return this.#tiles.get(this.#tileOf(sheet, row, column))?.state === "fresh";
  }

  /** All known cells of a sheet that lie in a range, in no order. */
  inRange(sheet: string, range: OfficeRange): OfficeCell[] {
    return [...this.#tiles.values()]
      .filter((each) => each.sheet === sheet && overlaps(each.range, range))
      .flatMap(({ cells }) => [...(cells?.values() ?? [])])
      .filter(({ row, column }) => overlaps(range, { top: row, left: column, bottom: row, right: column }));
  }

  /** Another version: cells of these ranges may say something else; null for all of them. */
  change(version: string, changes: readonly OfficeCellsChanged[] | null): void {
    this.#version = version;
    for (const each of this.#tiles.values()) {
      const isOld =
        changes === null ||
        changes.some(
          ({ sheet, ranges }) =>
            sheet === each.sheet && (ranges === null || ranges.some((range) => overlaps(range, each.range))),
        );
      // What was asked of the version before comes too late.
      if (isOld || each.state === "asked") each.state = "old";
    }
    this.#world.changed();
  }

  /** Asks for what is missing or old of a range. */
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
    // The ones looked at last stand at the end.
    this.#tiles.delete(key);
    this.#tiles.set(key, wanted);
    for (const oldest of this.#tiles.keys()) {
      if (this.#tiles.size <= MOST) break;
      this.#tiles.delete(oldest);
    }
    if (wanted.state === "old") void this.#fetch(wanted);
  }

  async #fetch(wanted: Tile): Promise<void> {
    wanted.state = "asked";
    const asked = this.#version;
    const answer = await this.#world.ask(wanted.sheet, wanted.range);
    if (wanted.state !== "asked" || asked !== this.#version) return;
    if (!answer) return;
    if (answer.version !== this.#version) {
      // Main is ahead, and will tell: then it is asked for again.
      wanted.state = "old";
      return;
    }
    wanted.cells = new Map(answer.cells.map((cell) => [`${cell.row}.${cell.column}`, cell]));
    wanted.state = "fresh";
    this.#world.changed();
  }

  #tileOf(sheet: string, row: number, column: number): string {
    return keyOf(sheet, row - ((row - 1) % tile.rows), column - ((column - 1) % tile.columns));
  }
}
