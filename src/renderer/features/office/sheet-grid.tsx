import { useStore } from "@nanostores/react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { OfficeRange, OfficeSheet } from "../../../shared/office";
import { useSettingsStore } from "../../workbench/api/parts";
import { cellsEdit, parseTabSeparated, toTabSeparated } from "./cell-text";
import { GridCells } from "./grid-cells";
import { officeMessages } from "./messages";
import type { OfficeModel } from "./office-model";
import { cellId } from "./office-typing";
import { addressOf, type CellPosition, largest, rangeBetween, rangeName } from "./sheet-address";
import { layoutOf, scaled, seen } from "./sheet-layout";
import { type GridInfo, mergedAt, stepped, toEdge } from "./sheet-moves";
import type { PendingCell } from "./sheet-view";

/** The operations of the grid for its parent. */
export type GridHandle = { focus(): void; goTo(position: CellPosition): void };

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

/** The most cells that are copied, pasted or cleared at once. */
const MAX_CELLS = 20_000;

const arrows: Record<string, CellPosition> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** A virtualized grid of cells. A text field over the current cell has the focus, so that input methods can start composing there. */
export function SheetGrid({ ref, model, sheet, locked, pendingCells, isStale, isEditing, edit, moved }: Props) {
  const $settings = useSettingsStore();
  const { fontSize } = useStore($settings);
  const grid = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [at, setAt] = useState<CellPosition>({ row: 1, column: 1 });
  const [corner, setCorner] = useState<CellPosition>({ row: 1, column: 1 });
  const [view, setView] = useState({ width: 0, height: 0, em: 13 });
  const [scroll, setScroll] = useState({ x: 0, y: 0 });
  const { cells, drafts } = model;
  const id = cellId(sheet.name, addressOf(at));
  const draft = useStore(drafts.$drafts).get(id);

  const layout = useMemo(() => layoutOf(sheet, view.em, at), [sheet, view.em, at]);
  const { rows, columns, header } = layout;
  const inner = { width: Math.max(0, view.width - header.width), height: Math.max(0, view.height - header.height) };
  const across = scaled(columns.length, inner.width);
  const down = scaled(rows.length, inner.height);
  const x = Math.min(across.toContent(scroll.x), Math.max(0, columns.length - inner.width));
  const y = Math.min(down.toContent(scroll.y), Math.max(0, rows.length - inner.height));
  const frozen = {
    width: columns.start(Math.min(sheet.frozen.columns, columns.count) + 1),
    height: rows.start(Math.min(sheet.frozen.rows, rows.count) + 1),
  };
  const shownRows = seen(rows, sheet.frozen.rows, y + frozen.height, y + inner.height);
  const shownColumns = seen(columns, sheet.frozen.columns, x + frozen.width, x + inner.width);
  const left = (column: number) => header.width + columns.start(column) - (column > sheet.frozen.columns ? x : 0);
  const top = (row: number) => header.height + rows.start(row) - (row > sheet.frozen.rows ? y : 0);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () =>
      setView({
        width: box.clientWidth,
        height: box.clientHeight,
        em: Number.parseFloat(getComputedStyle(box).fontSize) || 13,
      });
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [fontSize]);

  useEffect(() => {
    const [firstRow, lastRow] = [shownRows[sheet.frozen.rows] ?? 1, shownRows.at(-1) ?? 1];
    const [firstColumn, lastColumn] = [shownColumns[sheet.frozen.columns] ?? 1, shownColumns.at(-1) ?? 1];
    const ranges: OfficeRange[] = [
      { top: firstRow, left: firstColumn, bottom: lastRow, right: lastColumn },
      ...(sheet.frozen.rows > 0 ? [{ top: 1, left: firstColumn, bottom: sheet.frozen.rows, right: lastColumn }] : []),
      ...(sheet.frozen.columns > 0 ? [{ top: firstRow, left: 1, bottom: lastRow, right: sheet.frozen.columns }] : []),
      { top: at.row, left: at.column, bottom: at.row, right: at.column },
    ];
    for (const range of ranges) cells.need(sheet.name, range);
  });

  const isFilled = (position: CellPosition) =>
    cells.isKnown(sheet.name, position) ? (cells.at(sheet.name, position)?.input ?? "") !== "" : null;
  const used = { row: sheet.rows, column: sheet.columns };
  const ground: GridInfo = { rows, columns, merged: sheet.merged, isFilled, used };
  const inputAt = (position: CellPosition) => cells.at(sheet.name, position)?.input ?? "";

  /** Scrolls a cell into view. */
  const scrollIntoView = (position: CellPosition) => {
    const box = scroller.current;
    if (!box) return;
    if (position.column > sheet.frozen.columns) {
      const [from, to] = [columns.start(position.column), columns.start(position.column + 1)];
      if (from < x + frozen.width) box.scrollLeft = across.toScroll(Math.max(0, from - frozen.width));
      else if (to > x + inner.width) box.scrollLeft = across.toScroll(to - inner.width);
    }
    if (position.row > sheet.frozen.rows) {
      const [from, to] = [rows.start(position.row), rows.start(position.row + 1)];
      if (from < y + frozen.height) box.scrollTop = Math.floor(down.toScroll(Math.max(0, from - frozen.height)));
      else if (to > y + inner.height) box.scrollTop = Math.ceil(down.toScroll(to - inner.height));
    }
  };

  const wantsView = useRef<CellPosition | null>(null);
  const go = (position: CellPosition, how: "moves" | "extends" = "moves") => {
    const to = {
      row: Math.max(1, Math.min(largest.rows, position.row)),
      column: Math.max(1, Math.min(largest.columns, position.column)),
    };
    if (how === "extends") setCorner(to);
    else {
      setAt(to);
      setCorner(to);
      moved(to);
    }
    wantsView.current = to;
  };
  // A cell beyond the previous size of the sheet can be scrolled to only after layout.
  useLayoutEffect(() => {
    if (wantsView.current && view.height > 0) {
      scrollIntoView(wantsView.current);
      wantsView.current = null;
    }
  });

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus({ preventScroll: true }),
    goTo: (position) => go(position),
  }));

  const merged = mergedAt(sheet.merged, at);
  const selected = merged && at.row === corner.row && at.column === corner.column ? merged : rangeBetween(at, corner);
  const areMany = (range: OfficeRange) => (range.bottom - range.top + 1) * (range.right - range.left + 1) > MAX_CELLS;
  const rejectsMany = (range: OfficeRange) => {
    if (areMany(range)) model.announce(officeMessages.tooManyCells(MAX_CELLS));
    return areMany(range);
  };
  const rejectsWriting = () => {
    const why = locked ?? model.tab.$info.get().readOnly;
    if (why !== null) model.announce(officeMessages.lockedBecause(why));
    return why !== null;
  };

  const begin = () => {
    if (rejectsWriting()) return;
    drafts.begin(id, inputAt(at));
    edit(true);
  };
  const leave = (by: CellPosition | null) => {
    void model.commit(id);
    edit(false);
    if (by) go(stepped(at, by, ground));
  };
  const empty = async () => {
    if (rejectsWriting() || rejectsMany(selected)) return;
    const blank = Array.from({ length: selected.bottom - selected.top + 1 }, () =>
      new Array<string>(selected.right - selected.left + 1).fill(""),
    );
    const change = cellsEdit(sheet.name, { row: selected.top, column: selected.left }, blank, inputAt);
    if (change && (await model.edit([change]))) model.announce(officeMessages.emptied(rangeName(selected)));
  };
  const copy = async () => {
    const range = {
      ...selected,
      bottom: Math.min(selected.bottom, Math.max(sheet.rows, selected.top)),
      right: Math.min(selected.right, Math.max(sheet.columns, selected.left)),
    };
    if (rejectsMany(range)) return;
    if (await model.copyCells(sheet.name, range, toTabSeparated))
      model.announce(officeMessages.copied(rangeName(range)));
  };
  const paste = async (event: ClipboardEvent) => {
    if (isEditing) return;
    const text = event.clipboardData.getData("text/plain");
    event.preventDefault();
    if (text === "" || rejectsWriting()) return;
    const values = parseTabSeparated(text);
    const width = Math.max(...values.map((line) => line.length));
    const corner = { row: selected.top, column: selected.left };
    const range = rangeBetween(corner, { row: corner.row + values.length - 1, column: corner.column + width - 1 });
    if (rejectsMany(range)) return;
    const change = cellsEdit(sheet.name, corner, values, inputAt);
    if (change && (await model.edit([change]))) model.announce(officeMessages.pasted(rangeName(range)));
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey, altKey } = event;
    const main = event.ctrlKey || event.metaKey;
    if (isEditing) {
      const isInserted = key === "Enter" && (altKey || main);
      if (key === "Escape") {
        if (draft && draft.text !== draft.before) model.announce(officeMessages.discarded);
        drafts.drop(id);
        edit(false);
      } else if (isInserted && main) leave(null);
      else if (key === "Enter" && !altKey) leave({ row: shiftKey ? -1 : 1, column: 0 });
      else if (key === "Tab") leave({ row: 0, column: shiftKey ? -1 : 1 });
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const from = shiftKey ? corner : at;
    const how = shiftKey ? "extends" : "moves";
    const page = Math.max(1, shownRows.length - sheet.frozen.rows - 2);
    const arrow = arrows[key];
    if (arrow && !altKey) go(main ? toEdge(from, arrow, ground) : stepped(from, arrow, ground), how);
    else if (key === "Home") go({ row: main ? 1 : from.row, column: 1 }, how);
    else if (key === "End")
      go({ row: main ? Math.max(1, sheet.rows) : from.row, column: Math.max(1, sheet.columns) }, how);
    else if ((key === "PageDown" || key === "PageUp") && !main && !altKey) {
      const by = key === "PageDown" ? 1 : -1;
      go({ row: rows.nextVisible(from.row + by * page, by), column: from.column }, how);
    } else if (key === "Tab" && !main && !altKey) go(stepped(at, { row: 0, column: shiftKey ? -1 : 1 }, ground));
    else if (key === "F2" || (key === "Enter" && !main && !altKey)) begin();
    else if (key === "Delete" || (key === "Backspace" && !main)) void empty();
    else if (key === "a" && main) {
      go({ row: 1, column: 1 });
      go({ row: Math.max(1, sheet.rows), column: Math.max(1, sheet.columns) }, "extends");
    } else if (key === "Escape") setCorner(at);
    else if (key === " " && (main || shiftKey)) {
      const whole = main
        ? [
            { row: 1, column: at.column },
            { row: rows.count, column: at.column },
          ]
        : [
            { row: at.row, column: 1 },
            { row: at.row, column: columns.count },
          ];
      const [one, other] = whole;
      if (one && other) {
        setAt(one);
        setCorner(other);
        moved(one);
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const cellUnder = (event: PointerEvent): CellPosition | null => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-cell]") : null;
    const [row, column] = (cell?.dataset["cell"] ?? "").split(".").map(Number);
    return row && column ? { row, column } : null;
  };
  const pointed = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const box = event.target instanceof Element ? event.target : null;
    const column = Number(box?.closest<HTMLElement>("[data-column]")?.dataset["column"] ?? 0);
    const row = Number(box?.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? 0);
    const position = cellUnder(event);
    if (!position && column === 0 && row === 0) return;
    event.preventDefault();
    if (isEditing) leave(null);
    field.current?.focus({ preventScroll: true });
    if (position) {
      const link = cells.at(sheet.name, position)?.link;
      if (link !== undefined && (event.ctrlKey || event.metaKey) && /^(https?|mailto):/i.test(link))
        model.openLink(link);
      go(position, event.shiftKey ? "extends" : "moves");
    } else {
      const one = { row: row || 1, column: column || 1 };
      setAt(one);
      moved(one);
      setCorner({ row: row || rows.count, column: column || columns.count });
    }
  };

  const box = {
    left: left(merged?.left ?? at.column),
    top: top(merged?.top ?? at.row),
    width: columns.start((merged?.right ?? at.column) + 1) - columns.start(merged?.left ?? at.column),
    height: rows.start((merged?.bottom ?? at.row) + 1) - rows.start(merged?.top ?? at.row),
  };
  const isHidden =
    (at.row > sheet.frozen.rows && box.top + box.height <= header.height + frozen.height) ||
    (at.column > sheet.frozen.columns && box.left + box.width <= header.width + frozen.width);

  return (
    <div
      ref={scroller}
      className="office-grid scrolls digits"
      onScroll={({ currentTarget }) => setScroll({ x: currentTarget.scrollLeft, y: currentTarget.scrollTop })}
    >
      <div
        className="office-grid-box"
        style={{ width: across.shown + header.width, height: down.shown + header.height }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys that do the same are those of the field in it */}
        <div
          className="office-grid-view"
          style={{ width: view.width, height: view.height }}
          onPointerDown={pointed}
          onPointerMove={(event) => {
            const position = (event.buttons & 1) === 1 && !isEditing ? cellUnder(event) : null;
            if (position && (position.row !== corner.row || position.column !== corner.column)) setCorner(position);
          }}
          onDoubleClick={begin}
        >
          <GridCells
            id={grid}
            model={model}
            sheet={sheet}
            layout={layout}
            rows={shownRows}
            columns={shownColumns}
            left={left}
            top={top}
            at={at}
            selected={selected}
            pendingCells={pendingCells}
            isStale={isStale}
          />
          <textarea
            ref={field}
            className="office-cell-field"
            data-editing={isEditing}
            data-hidden={isHidden && !isEditing}
            rows={1}
            spellCheck={false}
            aria-label={officeMessages.cellField(addressOf(at))}
            aria-activedescendant={`${grid}-${at.row}-${at.column}`}
            aria-readonly={locked !== null}
            aria-controls={grid}
            style={{
              left: box.left,
              top: box.top,
              minWidth: box.width,
              minHeight: box.height,
              // The field grows with its content while editing.
              ...(isEditing
                ? { maxWidth: Math.max(box.width, view.width - box.left) }
                : { width: box.width, height: box.height }),
            }}
            value={isEditing ? (draft?.text ?? inputAt(at)) : ""}
            onChange={(event) => {
              const { value } = event.currentTarget;
              if (isEditing) drafts.type(id, value);
              else if (!rejectsWriting()) {
                drafts.begin(id, inputAt(at));
                drafts.type(id, value);
                edit(true);
              }
            }}
            onKeyDown={handleKeyDown}
            onCopy={(event) => {
              if (isEditing) return;
              event.preventDefault();
              void copy();
            }}
            onCut={(event) => {
              if (isEditing) return;
              event.preventDefault();
              void copy().then(empty);
            }}
            onPaste={(event) => void paste(event)}
            onBlur={() => {
              if (!isEditing) return;
              void model.commit(id);
              edit(false);
            }}
          />
        </div>
      </div>
    </div>
  );
}
