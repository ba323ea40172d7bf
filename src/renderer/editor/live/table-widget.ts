import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import type { Writer } from "../../../shared/contract";
import { writerName } from "../sync/remote-changes";
import { proseParser } from "../syntax/markdown-parser";
import { definitionOf, definitions } from "./definitions";
import { element } from "./element";
import { followLinkAt } from "./follow-link";
import { type Brush, inlineDom, type SourcePositions } from "./inline-dom";

const MAX_LENGTH = { rows: 400, columns: 60, cells: 4000 };

type Align = "left" | "center" | "right" | null;

/** The source of a table: its lines without indentation. */
export type ReadTable = { source: string; indent: number; align: readonly Align[]; rows: number };

/** Reads the lines of a table whose first line is indented by `indent` spaces; null if it is too large to render. */
export function readTable(lines: string, indent: number): ReadTable | null {
  const rows = lines.split("\n");
  if (rows.length > MAX_LENGTH.rows) return null;
  const align = (rows[1] ?? "")
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell): Align => {
      const [left, right] = [/^\s*:/.test(cell), /:\s*$/.test(cell)];
      return left && right ? "center" : right ? "right" : left ? "left" : null;
    });
  if (align.length > MAX_LENGTH.columns || align.length * rows.length > MAX_LENGTH.cells) return null;
  return { source: lines, indent, align, rows: rows.length };
}

/** Heights of rendered tables by their source, so that they are known the next time before rendering. */
const heights = new Map<string, number>();
const MAX_HEIGHTS = 300;

/** A rendered table. A click puts the cursor at the clicked position in the source. */
export class TableWidget extends WidgetType {
  /** `by`: whose remote change is highlighted in it. */
  constructor(
    readonly table: ReadTable,
    readonly by: Writer | null,
  ) {
    super();
  }

  override eq(other: TableWidget): boolean {
    return other.table.source === this.table.source && other.by === this.by;
  }

  override get estimatedHeight(): number {
    return heights.get(this.table.source) ?? (this.table.rows - 1) * 34 + 18;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { source, indent, align } = this.table;
    const box = element("div", "cm-live-table");
    if (this.by) {
      box.classList.add("cm-changed-line");
      box.dataset["writer"] = writerName(this.by);
      box.dataset["kind"] = this.by.kind;
    }
    const table = element("table", "");
    if (indent > 0) box.style.setProperty("--indent", String(indent));
    const positions: SourcePositions = new WeakMap();
    const known = view.state.field(definitions);
    const brush: Brush = { source, positions, isDefined: (label) => definitionOf(known, label) !== null };
    const starts = new WeakMap<HTMLElement, number>();
    for (const row of rowsOf(source)) {
      const line = element("tr", "");
      align.forEach((side, column) => {
        const cell = element(row.isHead ? "th" : "td", "");
        if (row.isHead) cell.scope = "col";
        if (side) cell.style.textAlign = side;
        const found = row.cells[column];
        if (found?.node) cell.append(inlineDom(found.node, brush));
        starts.set(cell, found?.at ?? row.end);
        line.append(cell);
      });
      table.append(line);
    }
    box.append(table);
    box.addEventListener("mousedown", (event) => {
      if (event.button !== 0) return;
      const within = positionAt(event, positions, starts);
      if (within === null) return;
      event.preventDefault();
      const at = Math.min(view.posAtDOM(box) + within, view.state.doc.length);
      if ((event.ctrlKey || event.metaKey) && followLinkAt(view, at)) return;
      view.dispatch({ selection: { anchor: at }, userEvent: "select.pointer" });
      view.focus();
    });
    return box;
  }

  override destroy(dom: HTMLElement): void {
    if (!dom.isConnected || dom.offsetHeight === 0) return;
    if (heights.size >= MAX_HEIGHTS) heights.clear();
    heights.set(this.table.source, dom.offsetHeight);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

type Row = { isHead: boolean; end: number; cells: { at: number; node: SyntaxNode | null }[] };

/** The rows of a table, with where the text of each cell begins; an empty cell begins after its `|`. */
function rowsOf(source: string): Row[] {
  const table = proseParser().parse(source).topNode.getChild("Table");
  const rows: Row[] = [];
  for (let row = table?.firstChild ?? null; row; row = row.nextSibling) {
    if (row.name !== "TableHeader" && row.name !== "TableRow") continue;
    const cells: Row["cells"] = [];
    let open: Row["cells"][number] | null = source[row.from] === "|" ? null : { at: row.from, node: null };
    for (let child = row.firstChild; child; child = child.nextSibling) {
      if (child.name === "TableDelimiter") {
        if (open) cells.push(open);
        open = { at: Math.min(child.to + (source[child.to] === " " ? 1 : 0), row.to), node: null };
      } else if (child.name === "TableCell") {
        open = { at: child.from, node: child };
      }
    }
    if (open) cells.push(open);
    rows.push({ isHead: row.name === "TableHeader", end: row.to, cells });
  }
  return rows;
}

/** The source position of a click: in the text, or at the end of a cell's text. */
function positionAt(
  event: MouseEvent,
  positions: SourcePositions,
  starts: WeakMap<HTMLElement, number>,
): number | null {
  const caret = document.caretPositionFromPoint(event.clientX, event.clientY);
  const node = caret?.offsetNode;
  const cell = event.target instanceof Element ? event.target.closest("th, td") : null;
  if (node instanceof Text && cell?.contains(node)) {
    const start = positions.get(node);
    if (start !== undefined) return start + (caret?.offset ?? 0);
  }
  if (!(cell instanceof HTMLElement))
    return event.target instanceof Element && event.target.closest("table") ? 0 : null;
  return starts.get(cell) ?? 0;
}
