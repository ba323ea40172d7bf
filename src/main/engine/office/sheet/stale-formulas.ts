import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../../../../core/limits";
import type { CellRange, CellRef } from "../../../../core/office/sheet-address";
import { type CellFormula, type DefinedName, plainFormula, type WrittenOnce } from "./sheet-formula";

/** A cell with its formula. `fills` are the cells that show its results, if there are several. */
export type LocatedFormula = { sheet: string; ref: CellRef; formula: CellFormula; fills?: CellRange | null };

/** The formulas whose results are out of date. */
export type StaleFormulas<F> = {
  stale: F[];
  /** How many of them only may refer to what changed: their text does not show it, or they were too many to follow. */
  possible: number;
};

/** Limits for following references; formulas beyond them count as out of date. */
const limits = { characters: 20_000_000, ranges: 1_000_000, entries: 4_000_000, filled: 1_000_000 };

type Changed = { sheet: string; ref: CellRef };

/**
 * The formulas whose results are out of date after `changed` cells change: those that refer to one of them, directly, through other cells
 * or through names. A formula that may refer to any cell counts as out of date.
 */
export function staleFormulas<F extends LocatedFormula>(
  formulas: readonly F[],
  changed: readonly Changed[],
  { names = [], ...own }: { names?: readonly DefinedName[] } & Partial<typeof limits> = {},
): StaleFormulas<F> {
  const graph = new ReferenceGraph(formulas, names, { ...limits, ...own });
  const certain = graph.follow(changed);
  const all = graph.followOpaque();
  return { stale: all.map((node) => formulas[node] as F), possible: all.length - certain };
}

/** What refers to what. The nodes are the formulas, then the names. */
class ReferenceGraph {
  readonly #index = new RangeIndex();
  /** The nodes that use a name. */
  readonly #users = new Map<string, number[]>();
  readonly #names: ReadonlyMap<string, number[]>;
  /** Nodes that may refer to any cell. */
  readonly #opaque: number[] = [];
  readonly #isStale: Uint8Array;
  readonly #stale: number[] = [];
  readonly #seen = new Set<WrittenOnce>();
  readonly #left: typeof limits;

  constructor(
    readonly formulas: readonly LocatedFormula[],
    readonly definitions: readonly DefinedName[],
    left: typeof limits,
  ) {
    this.#left = left;
    this.#isStale = new Uint8Array(formulas.length + definitions.length);
    this.#names = Map.groupBy(definitions.keys(), (at) => definitions[at]?.name.toLowerCase() ?? "");
    for (const [node, { sheet, formula }] of formulas.entries()) this.#add(node, sheet, formula);
    for (const [at, { formula }] of definitions.entries())
      this.#add(formulas.length + at, null, plainFormula(formula.replace(/^=/, "")));
  }

  /** Adds a node; the references of a name, which has no sheet, must be complete and fixed. */
  #add(node: number, sheet: string | null, formula: CellFormula): void {
    if (!this.#canFollow(formula)) {
      this.#opaque.push(node);
      return;
    }
    let isOpaque = formula.isOpaque;
    for (const name of formula.names) isOpaque ||= !this.#uses(node, name);
    for (const name of formula.written.references.calls) this.#uses(node, name);
    for (const { sheet: named, range, text } of formula.ranges()) {
      // A name may look like a cell of the largest sheets.
      if (this.#uses(node, text) && !text.includes(":")) continue;
      const within = named ?? sheet;
      if (within === null || (sheet === null && !isFixed(text))) isOpaque = true;
      else this.#left.entries -= this.#index.add(within, range, node);
    }
    if (isOpaque || this.#left.entries < 0) this.#opaque.push(node);
  }

  #canFollow({ written, length, rangeCount }: CellFormula): boolean {
    if (!this.#seen.has(written)) this.#left.characters -= length;
    this.#seen.add(written);
    if (this.#left.characters < 0) return false;
    this.#left.ranges -= rangeCount;
    return this.#left.ranges >= 0 && this.#left.entries >= 0;
  }

  /** Whether the workbook defines this name. */
  #uses(node: number, name: string): boolean {
    const key = name.toLowerCase();
    if (!this.#names.has(key)) return false;
    const users = this.#users.get(key);
    if (users === undefined) this.#users.set(key, [node]);
    else users.push(node);
    return true;
  }

  /** Follows the references to these cells. Returns how many formulas are out of date. */
  follow(changed: readonly Changed[]): number {
    const waiting: number[] = [];
    for (const { sheet, ref } of changed) waiting.push(...this.#index.take(sheet, ref));
    this.#spread(waiting);
    return this.#stale.length;
  }

  followOpaque(): readonly number[] {
    while (this.#opaque.length > 0) this.#spread(this.#opaque.splice(0));
    return this.#stale;
  }

  #spread(waiting: number[]): void {
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (this.#isStale[node] === 1) continue;
      this.#isStale[node] = 1;
      const formula = this.formulas[node];
      if (formula === undefined) {
        const name = this.definitions[node - this.formulas.length]?.name.toLowerCase() ?? "";
        for (const user of this.#users.get(name) ?? []) waiting.push(user);
        continue;
      }
      this.#stale.push(node);
      for (const ref of this.#shownIn(formula))
        for (const each of this.#index.take(formula.sheet, ref)) waiting.push(each);
    }
  }

  *#shownIn({ ref, fills }: LocatedFormula): Generator<CellRef> {
    yield ref;
    if (!fills) return;
    const { from, to } = fills;
    const cells = (to.row - from.row + 1) * (to.column - from.column + 1);
    if (cells > this.#left.filled) {
      // What refers to so many results is not searched for: it may be anything.
      if (this.#left.filled >= 0) for (const node of this.formulas.keys()) this.#opaque.push(node);
      this.#left.filled = -1;
      return;
    }
    this.#left.filled -= cells;
    for (let row = from.row; row <= to.row; row++)
      for (let column = from.column; column <= to.column; column++) yield { row, column };
  }
}

/** Whether a reference is the same from every cell: `$A$1:$B$2`, `$A:$B`. */
const isFixed = (text: string): boolean =>
  text.split(":").every((corner) => /^(?:\$[A-Za-z]+)?(?:\$\d+)?$/.test(corner));

/** The levels of a sheet's rows and columns: each halves the number of parts. */
const ROW_LEVELS = Math.log2(MAX_SHEET_ROWS);
const COLUMN_LEVELS = Math.log2(MAX_SHEET_COLUMNS);

type Rectangle = { nodes: number[] };

/**
 * Finds the rectangles that contain a cell, each once. A rectangle is divided into parts that begin at multiples of their size, which is a
 * power of two; so a cell is in few possible parts, whatever the number of rectangles.
 */
class RangeIndex {
  readonly #sheets = new Map<
    string,
    { rectangles: Map<string, Rectangle>; parts: Map<number, Map<number, Rectangle[]>> }
  >();

  /** Adds a rectangle for a node. Returns the number of new entries. */
  add(sheet: string, { from, to }: CellRange, node: number): number {
    const name = sheet.toLowerCase();
    const own = this.#sheets.get(name) ?? { rectangles: new Map(), parts: new Map() };
    this.#sheets.set(name, own);
    const key = `${from.row} ${from.column} ${to.row} ${to.column}`;
    const known = own.rectangles.get(key);
    if (known !== undefined) {
      known.nodes.push(node);
      return 1;
    }
    const rectangle: Rectangle = { nodes: [node] };
    own.rectangles.set(key, rectangle);
    let entries = 1;
    const columns = [...partsOf(from.column - 1, to.column - 1, COLUMN_LEVELS)];
    for (const [rowLevel, row] of partsOf(from.row - 1, to.row - 1, ROW_LEVELS))
      for (const [columnLevel, column] of columns) {
        const level = rowLevel * 32 + columnLevel;
        const ofLevel = own.parts.get(level) ?? new Map<number, Rectangle[]>();
        own.parts.set(level, ofLevel);
        const at = row * MAX_SHEET_COLUMNS + column;
        const list = ofLevel.get(at);
        if (list === undefined) ofLevel.set(at, [rectangle]);
        else list.push(rectangle);
        entries++;
      }
    return entries;
  }

  /** The nodes of the rectangles with this cell, which are not found again. */
  take(sheet: string, { row, column }: CellRef): number[] {
    const own = this.#sheets.get(sheet.toLowerCase());
    const nodes: number[] = [];
    if (own === undefined) return nodes;
    for (const [level, parts] of own.parts) {
      const at = ((row - 1) >> (level >> 5)) * MAX_SHEET_COLUMNS + ((column - 1) >> (level & 31));
      const list = parts.get(at);
      if (list === undefined) continue;
      parts.delete(at);
      for (const rectangle of list) {
        for (const node of rectangle.nodes) nodes.push(node);
        rectangle.nodes = [];
      }
    }
    return nodes;
  }
}

/** Divides `from` to `to` into parts of `2 ** level`, each with its number. */
function* partsOf(from: number, to: number, most: number): Generator<[level: number, part: number]> {
  for (let at = from; at <= to; ) {
    let level = 0;
    while (level < most && at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) - 1 <= to) level++;
    yield [level, at / 2 ** level];
    at += 2 ** level;
  }
}

/** Warnings about results that were removed. */
export function staleWarnings({ stale, possible }: StaleFormulas<unknown>): string[] {
  if (stale.length === 0) return [];
  const certain = stale.length - possible;
  const refers =
    certain === 0
      ? `${possible === 1 ? "1 formula" : `${possible} formulas`} may refer to changed cells`
      : `${certain === 1 ? "1 formula refers" : `${certain} formulas refer`} to changed cells${possible === 0 ? "" : `, and ${possible} more may`}`;
  return [`${refers}; an office program calculates the new results when it opens the file`];
}
