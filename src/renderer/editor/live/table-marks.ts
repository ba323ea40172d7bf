import { type EditorState, Prec, type Range, RangeSet, type SelectionRange } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  Direction,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { seenAsSource } from "../text/attention";
import type { Cell, Row } from "../writing/table";
import { element } from "./element";
import { ColumnWidths } from "./table-widths";
import { type Align, type DrawnTable, drawnTableAt, hasLetters, hasRightToLeft, tables } from "./tables";

/** How far beyond the view rows are laid out, in characters. */
const MARGIN = 1_000;

/** How long after a composition no further input comes from it, in milliseconds. */
const COMPOSITION_DELAY = 320;

const hidden = Decoration.replace({});
const selected = Decoration.mark({ class: "cm-live-selected" });
const atom = Decoration.mark({});

type TableDecorations = {
  /** The cells, around all other marks. */
  cells: Range<Decoration>[];
  /** Rows, and what is hidden in them. */
  inside: Range<Decoration>[];
  /** What the cursor moves across at once: everything between two cells. */
  atoms: Range<Decoration>[];
  /** Cells in rows with letters that are written from right to left: each has its own direction. */
  isolates: Range<Decoration>[];
};

/**
 * Lays out the rows of tables as grids: each line is a row, and each cell a mark around its text. Bars and the spaces
 * beside them are hidden. The text itself is edited, so undo, search, input methods and review work as everywhere.
 */
class TableMarks {
  cells: DecorationSet = Decoration.none;
  inside: DecorationSet = Decoration.none;
  atoms: DecorationSet = Decoration.none;
  isolates: DecorationSet = Decoration.none;
  /** Whether everything that is selected is in a table: its cells show the selection, and nothing else does. */
  isSelectedInside = false;
  readonly #view: EditorView;
  readonly #widths = new ColumnWidths();
  #isBehind = false;
  #isFontLoaded = false;
  #composing: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#draw("outdated");
    document.fonts.addEventListener("loadingdone", this.#handleFont);
  }

  update(update: ViewUpdate): void {
    const { view, state, startState, changes } = update;
    // Do not redraw inside a word that is being composed.
    if (view.composing || view.compositionStarted) {
      if (update.docChanged) {
        for (const set of ["cells", "inside", "atoms", "isolates"] as const) this[set] = this[set].map(changes);
        this.#isBehind = true;
      }
      return;
    }
    const isResized = update.geometryChanged && !update.docChanged && this.#widths.isOutdated(view);
    const isSame =
      !update.docChanged &&
      !update.viewportChanged &&
      !update.selectionSet &&
      state.field(tables) === startState.field(tables, false) &&
      state.facet(seenAsSource).every((spansOf) => spansOf(state) === spansOf(startState));
    if (isSame && !isResized && !this.#isBehind && !this.#isFontLoaded) return;
    const font = isResized || this.#isFontLoaded ? "outdated" : "known";
    this.#isBehind = false;
    this.#isFontLoaded = false;
    this.#draw(font);
  }

  handleCompositionEnd(): void {
    clearTimeout(this.#composing);
    this.#composing = setTimeout(() => {
      const { composing, compositionStarted, dom } = this.#view;
      if (this.#isBehind && dom.isConnected && !composing && !compositionStarted) this.#view.dispatch({});
    }, COMPOSITION_DELAY);
  }

  readonly #handleFont = (): void => {
    this.#isFontLoaded = true;
    if (this.#view.dom.isConnected && !this.#view.composing) queueMicrotask(() => this.#view.dispatch({}));
  };

  destroy(): void {
    clearTimeout(this.#composing);
    document.fonts.removeEventListener("loadingdone", this.#handleFont);
  }

  #draw(font: "outdated" | "known"): void {
    const { state, viewport } = this.#view;
    const [from, to] = [viewport.from - MARGIN, viewport.to + MARGIN];
    const selection = selectedInside(state);
    this.isSelectedInside = selection.length > 0;
    if (state.field(tables).drawn.length > 0) this.#widths.prepare(this.#view, font);
    const found = tableDecorations(state, from, to, selection, (drawn) => ({
      columns: this.#widths.of(state, drawn),
      opening: this.#widths.openingOf(drawn),
    }));
    this.cells = Decoration.set(found.cells, true);
    this.inside = Decoration.set(found.inside, true);
    this.atoms = Decoration.set(found.atoms, true);
    this.isolates = Decoration.set(found.isolates, true);
  }
}

/** The selected ranges, if all of them are in tables; otherwise none. */
function selectedInside(state: EditorState): readonly SelectionRange[] {
  const ranges = state.selection.ranges.filter(({ empty }) => !empty);
  return ranges.every(({ from, to }) => (drawnTableAt(state, from)?.to ?? -1) >= to) ? ranges : [];
}

/** The widths of a table's columns, and of what is before its header in the line of a list item. */
type TableWidths = { columns: string; opening: string };

/** The decorations of the rows from `from` to `to`. */
export function tableDecorations(
  state: EditorState,
  from: number,
  to: number,
  selection: readonly SelectionRange[],
  widthsOf: (drawn: DrawnTable) => TableWidths,
): TableDecorations {
  const found: TableDecorations = { cells: [], inside: [], atoms: [], isolates: [] };
  for (const drawn of state.field(tables).drawn) {
    if (drawn.from > to || drawn.to < from) continue;
    const widths = widthsOf(drawn);
    drawn.table.rows.forEach((row, index) => {
      if (row.to >= from && row.from <= to) drawRow(state, drawn, row, index, widths, selection, found);
    });
  }
  return found;
}

function drawRow(
  state: EditorState,
  drawn: DrawnTable,
  row: Row,
  index: number,
  { columns, opening }: TableWidths,
  selection: readonly SelectionRange[],
  { cells, inside, atoms, isolates }: TableDecorations,
): void {
  if (row.kind === "signs") {
    const isShown = isSignsShown(state, row);
    inside.push(
      Decoration.line({
        class: isShown ? "cm-live-signs-shown" : "cm-live-signs",
        ...(isShown ? {} : { attributes: { "aria-hidden": "true" } }),
      }).range(row.from),
    );
    if (!isShown && row.from < row.to) inside.push(hidden.range(row.from, row.to));
    return;
  }
  const { table, align, isRightToLeft } = drawn;
  const isLast = index === table.rows.length - 1;
  const classes = ["cm-live-row"];
  if (row.kind === "head") classes.push("cm-live-row-head");
  if (isLast) classes.push("cm-live-row-last");
  if (isRightToLeft) classes.push("cm-live-row-rtl");
  if (drawn.opening !== "") classes.push("cm-live-row-item");
  inside.push(
    Decoration.line({
      class: classes.join(" "),
      attributes: {
        role: "row",
        "aria-rowindex": String(row.kind === "head" ? 1 : index),
        style: opening === "" ? `--columns: ${columns}` : `--columns: ${columns}; --opening: ${opening}`,
        ...(drawn.opening !== "" && row.kind === "head" ? { "data-marker": markerOf(drawn.opening) } : {}),
      },
    }).range(row.from),
  );
  const isIsolated = isRightToLeft || hasRightToLeft(state.sliceDoc(row.from, row.to));
  const count = row.cells.length;
  let atomFrom = atomBefore(drawn, index);
  row.cells.forEach((cell, column) => {
    const from = column === 0 ? row.from : cell.from;
    const to = column === count - 1 ? row.to : cell.to + 1;
    if (from >= to) return;
    const { start, end } = shownPart(state, cell);
    const around = cellMark({
      kind: row.kind,
      column,
      align: align[column] ?? null,
      dir: hasLetters(state.sliceDoc(start, end)) ? "auto" : isRightToLeft ? "rtl" : "ltr",
      isExcess: column >= table.width,
      isSelected: isWhole(selection, from, to, cell),
    });
    cells.push(around.range(from, to));
    if (isIsolated) isolates.push(around.range(from, to));
    if (from < start) inside.push(hidden.range(from, start));
    if (end < to) inside.push(hidden.range(end, to));
    if (atomFrom < start) atoms.push(atom.range(atomFrom, start));
    atomFrom = end;
    for (const range of selection) {
      const [first, last] = [Math.max(range.from, start), Math.min(range.to, end)];
      if (first < last) inside.push(selected.range(first, last));
    }
  });
  // The last row: what is behind its last cell. A row that lacks cells can have the cursor at its end.
  if (isLast && atomFrom < row.to) {
    const isShort = count < table.width && row.isClosed;
    const after = Math.min(state.doc.length, row.to + 1);
    if (isShort) {
      atoms.push(atom.range(atomFrom, row.to));
      if (row.to < after) atoms.push(atom.range(row.to, after));
    } else atoms.push(atom.range(atomFrom, after));
  }
  for (let column = count; column < drawn.columns; column++)
    inside.push(
      Decoration.widget({ widget: new AbsentCell(row.kind, column, column >= table.width), side: 1 }).range(row.to),
    );
}

/** The marker of a list item as it is drawn beside a table. */
const markerOf = (opening: string): string =>
  opening
    .replaceAll(/[ \t>]+/g, " ")
    .trim()
    .replaceAll(/[-*+]/g, "•");

/** Where the hidden text before a row's first cell begins: behind the last cell above it. */
function atomBefore({ table }: DrawnTable, index: number): number {
  const row = table.rows[index];
  const above = table.rows[index - 1]?.kind === "signs" ? table.rows[index - 2] : table.rows[index - 1];
  if (!row) return 0;
  if (!above) return Math.max(0, row.from - 1);
  const isShort = above.cells.length < table.width && above.isClosed;
  return isShort ? above.to : (above.cells.at(-1)?.end ?? above.to);
}

/** The text of a cell, with the spaces beside it up to a cursor in them: those that are being typed. */
function shownPart(state: EditorState, cell: Cell): { start: number; end: number } {
  let { start, end } = cell;
  for (const { head, empty } of state.selection.ranges) {
    if (!empty || head < cell.from || head > cell.to) continue;
    start = Math.min(start, head);
    end = Math.max(end, head);
  }
  return { start, end };
}

/** Whether a selection that reaches into other cells contains this one. */
const isWhole = (selection: readonly SelectionRange[], from: number, to: number, { start, end }: Cell): boolean =>
  selection.some((range) => range.from <= start && range.to >= end && (range.from < from || range.to > to));

/** Whether the delimiter row is shown: to a selection in it, such as a match, and for an agent's pending edit of it. */
function isSignsShown(state: EditorState, { from, to }: Row): boolean {
  if (state.selection.ranges.some((range) => range.from >= from && range.to <= to)) return true;
  return state.facet(seenAsSource).some((spansOf) => spansOf(state).some((span) => span.from < to && span.to > from));
}

const marks = new Map<string, Decoration>();

/** What a cell looks like. `dir`: `auto` is the direction of its own first letter; without one, it is the table's. */
type CellStyle = {
  kind: Row["kind"];
  column: number;
  align: Align;
  dir: "auto" | "ltr" | "rtl";
  isExcess: boolean;
  isSelected: boolean;
};

function cellMark(style: CellStyle): Decoration {
  const { kind, column, align, dir, isExcess, isSelected } = style;
  const key = `${kind} ${column} ${align} ${dir} ${isExcess} ${isSelected}`;
  const known = marks.get(key);
  if (known) return known;
  const made = Decoration.mark({
    class: cellClasses(align, isExcess, isSelected),
    attributes: cellAttributes(kind, column, dir),
    inclusive: true,
    bidiIsolate: dir === "auto" ? null : dir === "rtl" ? Direction.RTL : Direction.LTR,
  });
  marks.set(key, made);
  return made;
}

const cellClasses = (align: string | null, isExcess: boolean, isSelected: boolean): string =>
  [
    "cm-live-cell",
    ...(align ? [`cm-live-cell-${align}`] : []),
    ...(isExcess ? ["cm-live-cell-excess"] : []),
    ...(isSelected ? ["cm-live-cell-selected"] : []),
  ].join(" ");

const cellAttributes = (kind: Row["kind"], column: number, dir: CellStyle["dir"] = "auto") => ({
  role: kind === "head" ? "columnheader" : "cell",
  "aria-colindex": String(column + 1),
  dir,
  style: `grid-column: ${column + 1}`,
});

/** A cell that a row lacks. Text typed in the first one is added to the row. */
class AbsentCell extends WidgetType {
  constructor(
    readonly kind: Row["kind"],
    readonly column: number,
    readonly isExcess: boolean,
  ) {
    super();
  }

  override eq(other: AbsentCell): boolean {
    return other.kind === this.kind && other.column === this.column && other.isExcess === this.isExcess;
  }

  override toDOM(): HTMLElement {
    const dom = element("span", `${cellClasses(null, this.isExcess, false)} cm-live-cell-absent`);
    for (const [name, value] of Object.entries(cellAttributes(this.kind, this.column))) dom.setAttribute(name, value);
    return dom;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const none = RangeSet.empty;

export const tableMarks = Prec.lowest(
  ViewPlugin.fromClass(TableMarks, {
    provide: (plugin) => [
      EditorView.editorAttributes.of((view) =>
        view.plugin(plugin)?.isSelectedInside ? { class: "cm-live-cells-selected" } : null,
      ),
      EditorView.outerDecorations.of((view) => view.plugin(plugin)?.cells ?? Decoration.none),
      EditorView.decorations.of((view) => view.plugin(plugin)?.inside ?? Decoration.none),
      EditorView.atomicRanges.of((view) => view.plugin(plugin)?.atoms ?? none),
      EditorView.bidiIsolatedRanges.of((view) => view.plugin(plugin)?.isolates ?? Decoration.none),
    ],
    eventHandlers: {
      compositionend() {
        this.handleCompositionEnd();
      },
    },
  }),
);

/** The element of a cell, if its row is drawn. */
export function cellElement(view: EditorView, row: Row, column: number): HTMLElement | null {
  if (row.from < view.viewport.from || row.to > view.viewport.to) return null;
  const { node } = view.domAtPos(row.from);
  const line = (node instanceof Element ? node : node.parentElement)?.closest(".cm-line");
  return line?.querySelector<HTMLElement>(`:scope > [aria-colindex="${column + 1}"]`) ?? null;
}

/** The drawn table of an element in it. */
export function drawnTableOf(view: EditorView, inside: Element): DrawnTable | null {
  const line = inside.closest(".cm-live-table")?.querySelector(".cm-line");
  return line ? drawnTableAt(view.state, view.posAtDOM(line)) : null;
}
