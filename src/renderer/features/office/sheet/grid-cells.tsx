import { type CSSProperties, memo, type ReactNode } from "react";
import { addressOf, cellName, columnName } from "../../../../core/office/sheet-address";
import type { OfficeCell, OfficeRange, OfficeSheet } from "../../../../shared/office";
import { fillStyle, runStyle } from "../colours";
import type { ThreadsByAddress } from "../document/part-threads";
import { officeMessages } from "../messages";
import { type CellPosition, holds, overlaps } from "../model/cell-ranges";
import type { OfficeModel } from "../model/office-model";
import { cellId } from "../model/office-typing";
import type { SheetLayout } from "./sheet-layout";
import type { PendingCell } from "./sheet-view";

type Props = {
  id: string;
  model: OfficeModel;
  sheet: OfficeSheet;
  layout: SheetLayout;
  rows: readonly number[];
  columns: readonly number[];
  left(column: number): number;
  top(row: number): number;
  at: CellPosition;
  selected: OfficeRange;
  pendingCells: ReadonlyMap<string, PendingCell>;
  /** The open comments of the document by the address of their cell; null if they are not known. */
  threads: ThreadsByAddress | null;
  isProtected(address: string): boolean;
  isStale: boolean;
};

/** The visible cells with row and column headers. */
export function GridCells({
  id,
  model,
  sheet,
  layout,
  rows,
  columns,
  left,
  top,
  at,
  selected,
  pendingCells,
  threads,
  isProtected,
  isStale,
}: Props) {
  const { header } = layout;
  const drafts = model.drafts.$drafts.get();
  const inView = {
    top: rows[0] ?? 1,
    left: columns[0] ?? 1,
    bottom: rows.at(-1) ?? 1,
    right: columns.at(-1) ?? 1,
  };
  const merged = sheet.merged.filter((range) => overlaps(range, inView));
  const isColumnIn = (column: number) => column >= selected.left && column <= selected.right;
  const isRowIn = (row: number) => row >= selected.top && row <= selected.bottom;

  /** What is said about a cell; until it is known, what the file says. */
  const commentAt = (position: CellPosition, cell: OfficeCell | undefined): string | null => {
    if (threads === null) return cell?.comment ?? null;
    const [thread] = threads.get(addressOf(sheet.name, position)) ?? [];
    return thread?.messages.map(({ name, text }) => `${name}: ${text}`).join("\n") ?? null;
  };
  const cellAt = (row: number, column: number): ReactNode => {
    const range = merged.find((each) => holds(each, { row, column }));
    // A merged cell is rendered at its first visible position.
    if (range && !isFirstSeen(range, row, column, rows, columns)) return null;
    const position = range ? { row: range.top, column: range.left } : { row, column };
    const cell = model.cells.at(sheet.name, position);
    const address = cellName(position);
    const draft = drafts.get(cellId(sheet.name, address));
    const size = {
      width: layout.columns.start((range?.right ?? column) + 1) - layout.columns.start(position.column),
      height: layout.rows.start((range?.bottom ?? row) + 1) - layout.rows.start(position.row),
    };
    return (
      <Cell
        key={`${position.row}.${position.column}`}
        id={`${id}-${position.row}-${position.column}`}
        position={position}
        cell={cell}
        draft={draft?.text ?? null}
        isInConflict={draft?.now !== undefined}
        span={range ? { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 } : null}
        x={left(position.column)}
        y={top(position.row)}
        width={size.width}
        height={size.height}
        spill={range ? 0 : spillOf(model, sheet.name, layout, cell, columns)}
        isSelected={holds(selected, position)}
        isCurrent={position.row === at.row && position.column === at.column}
        isFrozen={row <= sheet.frozen.rows || column <= sheet.frozen.columns}
        pending={pendingCells.get(address) ?? null}
        comment={commentAt(position, cell)}
        isProtected={isProtected(addressOf(sheet.name, position))}
        isStale={isStale && cell?.formula != null}
      />
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would hold all of its rows
    <div
      id={id}
      role="grid"
      className="office-cells"
      aria-label={officeMessages.gridOf(sheet.name)}
      aria-rowcount={layout.rows.count + 1}
      aria-colcount={layout.columns.count + 1}
      aria-multiselectable="true"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table would hold all of its rows */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="row" aria-rowindex={1} className="office-heads">
        {columns.map((column) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={column}
            role="columnheader"
            aria-colindex={column + 1}
            className="office-head soft"
            data-column={column}
            data-in={isColumnIn(column)}
            data-stays={column <= sheet.frozen.columns}
            style={{
              transform: `translate(${left(column)}px, 0)`,
              width: layout.columns.size(column),
              height: header.height,
            }}
          >
            {columnName(column)}
          </div>
        ))}
      </div>
      {rows.map((row) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div key={row} role="row" aria-rowindex={row + 1} className="office-cells-row">
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
          <div
            role="rowheader"
            aria-colindex={1}
            className="office-head soft"
            data-row={row}
            data-in={isRowIn(row)}
            data-stays={row <= sheet.frozen.rows}
            style={{
              transform: `translate(0, ${top(row)}px)`,
              width: header.width,
              height: layout.rows.size(row),
            }}
          >
            {row}
          </div>
          {columns.map((column) => cellAt(row, column))}
        </div>
      ))}
      <div className="office-corner" aria-hidden="true" style={{ width: header.width, height: header.height }} />
    </div>
  );
}

function isFirstSeen(
  range: OfficeRange,
  row: number,
  column: number,
  rows: readonly number[],
  columns: readonly number[],
): boolean {
  const firstRow = rows.find((each) => each >= range.top && each <= range.bottom);
  const firstColumn = columns.find((each) => each >= range.left && each <= range.right);
  return row === firstRow && column === firstColumn;
}

/** The pixels by which a long text overflows into the empty cells beside it. */
function spillOf(
  model: OfficeModel,
  sheet: string,
  layout: SheetLayout,
  cell: OfficeCell | undefined,
  columns: readonly number[],
): number {
  if (cell?.type !== "text" || cell.style.wraps || (cell.style.align ?? "left") !== "left") return 0;
  if (cell.text.length < 6) return 0;
  let width = 0;
  for (const column of columns) {
    if (column <= cell.column) continue;
    if (width > 900 || (model.cells.at(sheet, { row: cell.row, column })?.text ?? "") !== "") break;
    width += layout.columns.size(column);
  }
  return width;
}

type CellProps = {
  id: string;
  position: CellPosition;
  cell: OfficeCell | undefined;
  draft: string | null;
  isInConflict: boolean;
  span: { rows: number; columns: number } | null;
  x: number;
  y: number;
  width: number;
  height: number;
  spill: number;
  isSelected: boolean;
  isCurrent: boolean;
  isFrozen: boolean;
  pending: PendingCell | null;
  comment: string | null;
  isProtected: boolean;
  isStale: boolean;
};

const usualAlign = { text: "left", empty: "left", number: "right", date: "right", boolean: "center", error: "center" };

const Cell = memo(function Cell(props: CellProps) {
  const { id, position, cell, draft, isInConflict, span, x, y, width, height, spill } = props;
  const { isSelected, isCurrent, isFrozen, pending, comment, isProtected, isStale } = props;
  // A formula without a calculated value is shown as source.
  const isBare = draft === null && cell?.formula != null && cell.text === "";
  const text = draft ?? (isBare ? (cell?.formula ?? "") : (cell?.text ?? ""));
  const description = [
    text,
    cell?.formula ? officeMessages.formula(cell.formula) : "",
    isStale || isBare ? officeMessages.recalculated : "",
    pending ? officeMessages.wasBefore(pending.by, pending.before) : "",
    comment ? officeMessages.comment(comment) : "",
    isProtected ? officeMessages.protectedFromAgents : "",
    cell?.link ?? "",
    isInConflict ? officeMessages.conflict.label : "",
  ].filter(Boolean);
  const format = cell?.style ?? {};
  const style: CSSProperties = {
    transform: `translate(${x}px, ${y}px)`,
    width,
    height,
    ...fillStyle(format.fill, format.color),
    textAlign: (format.align ?? usualAlign[cell?.type ?? "empty"]) as CSSProperties["textAlign"],
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would hold all of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the field over the cells has the focus
    <div
      id={id}
      role="gridcell"
      className="office-grid-cell"
      aria-colindex={position.column + 1}
      aria-selected={isSelected}
      aria-rowspan={span?.rows}
      aria-colspan={span?.columns}
      aria-description={description.length > 1 ? description.slice(1).join(". ") : undefined}
      title={description.length > 1 || text.length > 7 ? description.join("\n") : undefined}
      data-cell={`${position.row}.${position.column}`}
      data-current={isCurrent}
      data-stays={isFrozen}
      data-type={cell?.type}
      data-waits={pending !== null}
      data-draft={draft !== null}
      data-stale={isStale || isBare}
      data-comment={comment !== null}
      data-protected={isProtected}
      data-link={cell?.link !== undefined}
      style={style}
    >
      {text === "" ? null : (
        <span
          className="office-cell-text"
          data-wraps={format.wraps === true}
          style={{ ...runStyle({ ...without(format) }), ...(spill > 0 ? { width: width + spill } : {}) }}
        >
          {text}
        </span>
      )}
    </div>
  );
});

/** The text style alone: fill and text colour belong to the cell. */
function without({ bold, italic, underline, strike, font }: OfficeCell["style"]) {
  return {
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(underline ? { underline } : {}),
    ...(strike ? { strike } : {}),
    ...(font ? { font } : {}),
  };
}
