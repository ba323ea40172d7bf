import { useStore } from "@nanostores/react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { addressOf, cellName } from "../../../../core/office/sheet-address";
import type { OfficeRange, OfficeSheet } from "../../../../shared/office";
import { ThreadNote, useParts } from "../document/part-threads";
import { officeMessages } from "../messages";
import { type CellPosition, holds, largest, rangeBetween } from "../model/cell-ranges";
import type { OfficeModel } from "../model/office-model";
import { cellId } from "../model/office-typing";
import { CellField } from "./cell-field";
import { GridCells } from "./grid-cells";
import { gridEdits } from "./grid-edits";
import { runEditingKey, runGridKey } from "./grid-keys";
import { type GridInfo, mergedAt, stepped } from "./sheet-moves";
import type { PendingCell } from "./sheet-view";
import { rangesInView, useGridViewport } from "./use-grid-viewport";

/** The operations of the grid for its parent. */
export type GridHandle = { focus(): void; goTo(position: CellPosition): void; selected(): OfficeRange };

type Props = {
  ref: Ref<GridHandle>;
  model: OfficeModel;
  sheet: OfficeSheet;
  locked: string | null;
  pendingCells: ReadonlyMap<string, PendingCell>;
  isStale: boolean;
  isEditing: boolean;
  edit(isEditing: boolean): void;
  moved(at: CellPosition): void;
};

/** A virtualized grid of cells, with a text field over the current one. */
export function SheetGrid({ ref, model, sheet, locked, pendingCells, isStale, isEditing, edit, moved }: Props) {
  const grid = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { cells, drafts } = model;
  const { at, corner, own, selected, setCorner, select, move } = useGridSelection(sheet, moved);
  const view = useGridViewport(sheet, at);
  const { rows, columns } = view.layout;
  const id = cellId(sheet.name, cellName(at));
  const draft = useStore(drafts.$drafts).get(id);
  const { inputAt, rejectsWriting, empty, copy, paste } = gridEdits(model, sheet, selected, locked);

  useEffect(() => {
    for (const range of rangesInView(view, sheet, at)) cells.need(sheet.name, range);
  });

  const isFilled = (position: CellPosition) => (cells.isKnown(sheet.name, position) ? inputAt(position) !== "" : null);
  const used = { row: sheet.rows, column: sheet.columns };
  const info: GridInfo = { rows, columns, merged: sheet.merged, isFilled, used };
  const go = (position: CellPosition, how: "moves" | "extends" = "moves") => view.reveal(move(position, how));
  const focus = () => field.current?.focus({ preventScroll: true });
  useImperativeHandle(ref, () => ({ focus, goTo: (position) => go(position), selected: () => selected }));

  const begin = (): boolean => {
    if (rejectsWriting()) return false;
    drafts.begin(id, inputAt(at));
    edit(true);
    return true;
  };
  const leave = (by: CellPosition | null) => {
    void model.commit(id);
    edit(false);
    if (by) go(stepped(at, by, info));
  };
  const discard = () => {
    if (draft && draft.text !== draft.before) model.announce(officeMessages.discarded);
    drafts.drop(id);
    edit(false);
  };
  /** The first key typed in a cell replaces its content. */
  const type = (value: string) => {
    if (isEditing || begin()) drafts.type(id, value);
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const pageRows = Math.max(1, view.rows.length - sheet.frozen.rows - 2);
    const isDone = isEditing
      ? runEditingKey(event, { leave, discard })
      : runGridKey(event, { at, corner, sheet, info, pageRows, go, select, begin, empty: () => void empty() });
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const handlePointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const position = cellUnder(event);
    const column = headUnder(event, "column");
    const row = headUnder(event, "row");
    if (!position && column === 0 && row === 0) return;
    event.preventDefault();
    if (isEditing) leave(null);
    focus();
    if (position) {
      const link = cells.at(sheet.name, position)?.link;
      if (link !== undefined && (event.ctrlKey || event.metaKey) && /^(https?|mailto):/i.test(link))
        model.openLink(link);
      go(position, event.shiftKey ? "extends" : "moves");
    } else {
      select({ row: row || 1, column: column || 1 }, { row: row || rows.count, column: column || columns.count });
    }
  };

  const box = view.boxOf(own);
  const { threads, isProtected, showMenu } = useParts(model);
  const [thread] = threads?.get(addressOf(sheet.name, at)) ?? [];
  return (
    <div
      ref={view.scroller}
      className="office-grid ui-font scrolls digits"
      onScroll={({ currentTarget }) => view.handleScroll(currentTarget)}
    >
      <div className="anchor" style={view.content}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys that do the same are those of the field in it */}
        <div
          className="office-grid-view"
          style={{ width: view.size.width, height: view.size.height }}
          onPointerDown={handlePointerDown}
          onPointerMove={(event) => {
            const position = (event.buttons & 1) === 1 && !isEditing ? cellUnder(event) : null;
            if (position && (position.row !== corner.row || position.column !== corner.column)) setCorner(position);
          }}
          onContextMenu={(event) => {
            const position = cellUnder(event);
            if (isEditing) return;
            event.preventDefault();
            // A right click outside the selection moves it there.
            if (position && !holds(selected, position)) go(position);
            focus();
            void showMenu();
          }}
          onDoubleClick={(event) => {
            if (cellUnder(event)) begin();
          }}
        >
          <GridCells
            id={grid}
            model={model}
            sheet={sheet}
            layout={view.layout}
            rows={view.rows}
            columns={view.columns}
            left={view.left}
            top={view.top}
            at={at}
            selected={selected}
            pendingCells={pendingCells}
            threads={threads}
            isProtected={isProtected}
            isStale={isStale}
          />
          {thread === undefined || isEditing || box.isHidden ? null : (
            <div className="office-beside-cell" style={besideBox(box, view.size)}>
              <ThreadNote thread={thread} />
            </div>
          )}
          <CellField
            field={field}
            grid={grid}
            at={at}
            box={box}
            room={view.size.width - box.left}
            value={isEditing ? (draft?.text ?? inputAt(at)) : ""}
            isEditing={isEditing}
            isReadOnly={locked !== null}
            type={type}
            copy={copy}
            cut={() => copy().then(empty)}
            paste={(text) => void paste(text)}
            handleKeyDown={handleKeyDown}
            handleBlur={() => {
              if (isEditing) leave(null);
            }}
          />
        </div>
      </div>
    </div>
  );
}

/** The width of a comment beside its cell, in pixels. */
const NOTE_WIDTH = 240;

/** To the right of a cell, or to its left if there is no room. */
function besideBox(
  { left, top, width }: { left: number; top: number; width: number },
  view: { width: number; height: number },
): CSSProperties {
  const isRight = left + width + NOTE_WIDTH + 8 <= view.width;
  return {
    left: isRight ? left + width + 4 : Math.max(0, left - NOTE_WIDTH - 4),
    top: Math.max(0, Math.min(top, view.height - 90)),
    width: Math.min(NOTE_WIDTH, view.width),
    maxHeight: Math.max(90, view.height - top),
  };
}

function cellUnder(event: Pick<PointerEvent, "target">): CellPosition | null {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-cell]") : null;
  const [row, column] = (cell?.dataset["cell"] ?? "").split(".").map(Number);
  return row && column ? { row, column } : null;
}

/** The number of the row or column whose header is under the pointer; 0 for none. */
function headUnder(event: PointerEvent, axis: "row" | "column"): number {
  const head = event.target instanceof Element ? event.target.closest<HTMLElement>(`[data-${axis}]`) : null;
  return Number(head?.dataset[axis] ?? 0);
}

/** The current cell `at` and the opposite `corner` of the selection; `moved` is called when the current cell changes. */
function useGridSelection(sheet: OfficeSheet, moved: (at: CellPosition) => void) {
  const [at, setAt] = useState<CellPosition>({ row: 1, column: 1 });
  const [corner, setCorner] = useState<CellPosition>({ row: 1, column: 1 });
  const merged = mergedAt(sheet.merged, at);
  const own: OfficeRange = merged ?? { top: at.row, left: at.column, bottom: at.row, right: at.column };
  const isOneCell = at.row === corner.row && at.column === corner.column;
  const select = (from: CellPosition, to: CellPosition) => {
    setAt(from);
    setCorner(to);
    moved(from);
  };
  return {
    at,
    corner,
    /** The current cell, with all that is merged into it. */
    own,
    selected: isOneCell ? own : rangeBetween(at, corner),
    setCorner,
    select,
    /** Moves the current cell or the other corner; returns where it is then, within the largest sheet. */
    move({ row, column }: CellPosition, how: "moves" | "extends"): CellPosition {
      const to = {
        row: Math.max(1, Math.min(largest.rows, row)),
        column: Math.max(1, Math.min(largest.columns, column)),
      };
      if (how === "extends") setCorner(to);
      else select(to, to);
      return to;
    },
  };
}
