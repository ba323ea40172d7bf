import { EditorSelection, type Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { oneStep } from "../writing/format";
import { columnMoved, rowMoved, tableCommands } from "../writing/table-commands";
import { tableMenuCommand, tableMenuItems } from "../writing/table-menu";
import { element } from "./element";
import { popupMenu } from "./live-host";
import { liveMessages } from "./messages";
import { drawnTableOf } from "./table-marks";
import { type DrawnTable, drawnTableAt } from "./tables";

/** How far around a table its handles can be reached, and how far a press moves before it is a drag, in pixels. */
const REACH = 30;
const DRAG = 4;

/** The cell under the pointer: its row's index among all rows, and its column. */
type Pointed = { from: number; row: number; column: number };

type Drag = {
  kind: "row" | "column";
  pointed: Pointed;
  x: number;
  y: number;
  target: number | null;
  isMoving: boolean;
};

/**
 * The handles of the table under the pointer: one beside the row, one above the column, and buttons that add a row and a
 * column. A click on a handle opens its menu, a drag moves the row or column. All of it are commands, too.
 */
class TableHandles {
  readonly #view: EditorView;
  readonly #box = element("div", "cm-table-tools");
  readonly #row = handle("cm-table-handle cm-table-row-handle");
  readonly #column = handle("cm-table-handle cm-table-column-handle");
  readonly #addRow = handle("cm-table-add cm-table-add-row", "+");
  readonly #addColumn = handle("cm-table-add cm-table-add-column", "+");
  readonly #line = element("div", "cm-table-drop");
  #pointed: Pointed | null = null;
  #drag: Drag | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    if (!this.#box.hidden) this.#box.hidden = true;
    if (!this.#line.hidden) this.#line.hidden = true;
    this.#box.append(this.#row, this.#column, this.#addRow, this.#addColumn, this.#line);
    view.scrollDOM.append(this.#box);
    view.scrollDOM.addEventListener("mousemove", this.#handleMove);
    view.scrollDOM.addEventListener("mouseleave", this.#handleLeave);
    for (const kind of ["row", "column"] as const) {
      const button = kind === "row" ? this.#row : this.#column;
      button.addEventListener("pointerdown", (event) => this.#handleDown(event, kind));
      button.addEventListener("pointermove", (event) => this.#handleDrag(event));
      button.addEventListener("pointerup", (event) => this.#handleUp(event));
      button.addEventListener("pointercancel", () => this.#endDrag());
      button.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        event.stopPropagation();
        void this.#openMenu(kind);
      });
    }
    this.#addRow.addEventListener("click", () => this.#add("row"));
    this.#addColumn.addEventListener("click", () => this.#add("column"));
  }

  update(update: ViewUpdate): void {
    // What is edited moves away from under them.
    if (update.docChanged) this.#hide();
    else if (this.#pointed && (update.geometryChanged || update.viewportChanged))
      update.view.requestMeasure({ read: () => null, write: () => this.#place() });
  }

  destroy(): void {
    this.#view.scrollDOM.removeEventListener("mousemove", this.#handleMove);
    this.#view.scrollDOM.removeEventListener("mouseleave", this.#handleLeave);
    this.#box.remove();
  }

  readonly #handleMove = (event: MouseEvent): void => {
    // While text is selected, or in a text that cannot be edited, there is nothing to handle.
    if (this.#drag || event.buttons !== 0 || this.#view.state.readOnly) return;
    const target = event.target instanceof Element ? event.target : null;
    if (!target || this.#box.contains(target)) return;
    const cell = target.closest<HTMLElement>(".cm-live-cell");
    const row = cell?.closest(".cm-line");
    if (!cell || !row) {
      if (!this.#isNear(event)) this.#hide();
      return;
    }
    const drawn = drawnTableOf(this.#view, cell);
    const from = this.#view.posAtDOM(row);
    const index = drawn?.table.rows.findIndex((each) => from >= each.from && from <= each.to) ?? -1;
    const column = Number(cell.getAttribute("aria-colindex")) - 1;
    if (!drawn || index < 0 || column >= drawn.table.width) {
      this.#hide();
      return;
    }
    const { from: start } = drawn;
    const now = this.#pointed;
    if (now?.from === start && now.row === index && now.column === column && !this.#box.hidden) return;
    this.#pointed = { from: start, row: index, column };
    this.#place();
  };

  readonly #handleLeave = (): void => {
    if (!this.#drag) this.#hide();
  };

  #hide(): void {
    this.#pointed = null;
    if (!this.#box.hidden) this.#box.hidden = true;
    if (!this.#line.hidden) this.#line.hidden = true;
    this.#drag = null;
  }

  #isNear({ clientX, clientY }: MouseEvent): boolean {
    const found = this.#found();
    if (!found) return false;
    const { left, top, right, bottom } = found.area;
    return clientX > left - REACH && clientX < right + REACH && clientY > top - REACH && clientY < bottom + REACH;
  }

  /** The table under the pointer, its drawn rows, and the area of its cells. */
  #found(): { drawn: DrawnTable; rows: Map<number, HTMLElement>; area: DOMRect } | null {
    const drawn = this.#pointed && drawnTableAt(this.#view.state, this.#pointed.from);
    if (!drawn) return null;
    const rows = new Map<number, HTMLElement>();
    let area: DOMRect | null = null;
    for (const [index, row] of drawn.table.rows.entries()) {
      if (row.kind === "signs" || row.from < this.#view.viewport.from || row.to > this.#view.viewport.to) continue;
      const { node } = this.#view.domAtPos(row.from);
      const line = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(".cm-line");
      if (!line) continue;
      rows.set(index, line);
      area = joined(area, cellsArea(line, drawn.table.width));
    }
    return area ? { drawn, rows, area } : null;
  }

  #place(): void {
    const pointed = this.#pointed;
    const found = this.#found();
    const line = pointed && found?.rows.get(pointed.row);
    const cell = line?.querySelector(`:scope > [aria-colindex="${(pointed?.column ?? 0) + 1}"]`);
    if (!pointed || !found || !line || !cell) {
      this.#hide();
      return;
    }
    const { area, drawn } = found;
    const row = cellsArea(line, drawn.table.width);
    const column = cell.getBoundingClientRect();
    const { scrollDOM } = this.#view;
    const origin = scrollDOM.getBoundingClientRect();
    const [dx, dy] = [scrollDOM.scrollLeft - origin.left, scrollDOM.scrollTop - origin.top];
    const put = (dom: HTMLElement, left: number, top: number, width: number, height: number) => {
      dom.style.transform = `translate(${left + dx}px, ${top + dy}px)`;
      dom.style.width = `${width}px`;
      dom.style.height = `${height}px`;
    };
    const isRightToLeft = drawn.isRightToLeft;
    put(this.#row, isRightToLeft ? area.right + 3 : area.left - 17, row.top, 14, row.height);
    put(this.#column, column.left, area.top - 17, column.width, 14);
    put(this.#addRow, area.left, area.bottom + 3, area.width, 12);
    put(this.#addColumn, isRightToLeft ? area.left - 15 : area.right + 3, area.top, 12, area.height);
    const isHead = drawn.table.rows[pointed.row]?.kind === "head";
    const { table } = liveMessages;
    label(this.#row, isHead ? table.header : table.row(pointed.row - 1));
    label(this.#column, table.column(pointed.column + 1));
    label(this.#addRow, table.addRow);
    label(this.#addColumn, table.addColumn);
    // A table that is drawn in part has no edge to add a row at.
    this.#addRow.hidden = !found.rows.has(drawn.table.rows.length - 1);
    this.#box.hidden = false;
  }

  #handleDown(event: PointerEvent, kind: "row" | "column"): void {
    if (event.button !== 0 || !this.#pointed) return;
    event.preventDefault();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    this.#drag = { kind, pointed: this.#pointed, x, y, target: null, isMoving: false };
  }

  #handleDrag({ clientX, clientY }: PointerEvent): void {
    const drag = this.#drag;
    const found = drag && this.#found();
    if (!drag || !found) return;
    if (!drag.isMoving && Math.hypot(clientX - drag.x, clientY - drag.y) < DRAG) return;
    drag.isMoving = true;
    this.#box.classList.add("cm-table-dragging");
    const gap =
      drag.kind === "row" ? rowGap(found, drag.pointed.row, clientY) : columnGap(found, drag.pointed.column, clientX);
    drag.target = gap?.target ?? null;
    this.#line.hidden = gap === null;
    if (!gap) return;
    const { scrollDOM } = this.#view;
    const origin = scrollDOM.getBoundingClientRect();
    const { area } = found;
    const isRow = drag.kind === "row";
    const left = (isRow ? area.left : gap.at - 1) + scrollDOM.scrollLeft - origin.left;
    const top = (isRow ? gap.at - 1 : area.top) + scrollDOM.scrollTop - origin.top;
    this.#line.style.transform = `translate(${left}px, ${top}px)`;
    this.#line.style.width = `${isRow ? area.width : 3}px`;
    this.#line.style.height = `${isRow ? 3 : area.height}px`;
  }

  #handleUp(event: PointerEvent): void {
    const drag = this.#drag;
    (event.currentTarget as Element).releasePointerCapture(event.pointerId);
    this.#endDrag();
    if (!drag) return;
    if (!drag.isMoving) void this.#openMenu(drag.kind);
    else if (drag.target !== null) this.#move(drag, drag.target);
  }

  #endDrag(): void {
    this.#drag = null;
    if (!this.#line.hidden) this.#line.hidden = true;
    this.#box.classList.remove("cm-table-dragging");
  }

  /** Moves the dragged row or column, with the cursor in it. */
  #move({ kind, pointed }: Drag, target: number): void {
    const { state } = this.#view;
    const drawn = drawnTableAt(state, pointed.from);
    if (!drawn || state.readOnly) return;
    const { table } = drawn;
    const edits =
      kind === "row" ? rowMoved(state, table, pointed.row, target) : columnMoved(state, table, pointed.column, target);
    if (edits.length === 0) return;
    this.#view.dispatch(oneStep(state, { changes: edits, scrollIntoView: false, userEvent: "move.table" }));
    const moved = drawnTableAt(this.#view.state, pointed.from);
    const cell =
      moved?.table.rows[kind === "row" ? target : pointed.row]?.cells[kind === "row" ? pointed.column : target];
    if (cell) this.#view.dispatch({ selection: EditorSelection.cursor(cell.start) });
    this.#view.focus();
  }

  async #openMenu(kind: "row" | "column"): Promise<void> {
    const pointed = this.#pointed;
    const { state } = this.#view;
    const drawn = pointed && drawnTableAt(state, pointed.from);
    const popup = state.facet(popupMenu);
    if (!pointed || !drawn || !popup) return;
    const isBody = drawn.table.rows[pointed.row]?.kind === "body";
    const command = tableMenuCommand(await popup(tableMenuItems(kind, isBody)));
    // An agent may have written while the menu was open.
    if (command && this.#view.state.doc === state.doc) this.#run(command, pointed);
    this.#view.focus();
  }

  #add(what: "row" | "column"): void {
    const pointed = this.#pointed;
    const table = pointed && drawnTableAt(this.#view.state, pointed.from)?.table;
    if (!pointed || !table) return;
    if (what === "row") this.#run("table-row-below", { ...pointed, row: table.rows.length - 1, column: 0 });
    else this.#run("table-column-right", { ...pointed, column: table.width - 1 });
    this.#view.focus();
  }

  /** Runs a command in a cell, which need not be that of the cursor. */
  #run(command: keyof typeof tableCommands, { from, row, column }: Pointed): void {
    const { state } = this.#view;
    const line = drawnTableAt(state, from)?.table.rows[row];
    const cell = line?.cells[Math.min(column, line.cells.length - 1)];
    const { main } = state.selection;
    if (!cell) return;
    if (main.head < cell.from || main.head > cell.to)
      this.#view.dispatch({ selection: EditorSelection.cursor(cell.start) });
    tableCommands[command](this.#view);
  }
}

function handle(className: string, text = ""): HTMLButtonElement {
  const button = element("button", className, text);
  button.type = "button";
  button.tabIndex = -1;
  button.addEventListener("mousedown", (event) => event.preventDefault());
  return button;
}

function label(dom: HTMLElement, text: string): void {
  dom.title = text;
  dom.setAttribute("aria-label", text);
}

/** The area of a row's cells, without those beyond the last column. */
function cellsArea(line: Element, width: number): DOMRect {
  const [first, last] = [1, width].map((column) => line.querySelector(`:scope > [aria-colindex="${column}"]`));
  const start = (first ?? line).getBoundingClientRect();
  return joined(start, (last ?? first ?? line).getBoundingClientRect());
}

function joined(a: DOMRect | null, b: DOMRect): DOMRect {
  if (!a) return b;
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  return new DOMRect(left, top, Math.max(a.right, b.right) - left, Math.max(a.bottom, b.bottom) - top);
}

/** Between which rows a row would be dropped: the index that it would have, and where that is on the screen. */
function rowGap(
  { rows, drawn }: { rows: Map<number, HTMLElement>; drawn: DrawnTable },
  from: number,
  y: number,
): { target: number; at: number } | null {
  if (drawn.table.rows[from]?.kind !== "body") return null;
  let gap: { target: number; at: number } | null = null;
  for (const [index, row] of rows) {
    if (index < 2) continue;
    const { top, bottom } = row.getBoundingClientRect();
    if (y < (top + bottom) / 2) {
      if (!gap) gap = { target: index, at: top };
      break;
    }
    gap = { target: index + 1, at: bottom };
  }
  // In front of a row below, the row comes one earlier: its own place is free.
  return gap && { ...gap, target: gap.target > from ? gap.target - 1 : gap.target };
}

function columnGap(
  { rows, drawn }: { rows: Map<number, HTMLElement>; drawn: DrawnTable },
  from: number,
  x: number,
): { target: number; at: number } | null {
  const [line] = rows.values();
  if (!line) return null;
  const { isRightToLeft } = drawn;
  let gap: { target: number; at: number } | null = null;
  for (let column = 0; column < drawn.table.width; column++) {
    const box = line.querySelector(`:scope > [aria-colindex="${column + 1}"]`)?.getBoundingClientRect();
    if (!box) continue;
    const isBefore = isRightToLeft ? x > (box.left + box.right) / 2 : x < (box.left + box.right) / 2;
    if (isBefore) {
      gap ??= { target: column, at: isRightToLeft ? box.right : box.left };
      break;
    }
    gap = { target: column + 1, at: isRightToLeft ? box.left : box.right };
  }
  return gap && { ...gap, target: gap.target > from ? gap.target - 1 : gap.target };
}

export const tableHandles: Extension = ViewPlugin.fromClass(TableHandles);
