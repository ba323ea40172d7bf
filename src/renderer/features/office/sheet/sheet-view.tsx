import { useStore } from "@nanostores/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { addressOf, cellName, sheetInAddress } from "../../../../core/office/sheet-address";
import type { OfficeContent, OfficeSheet } from "../../../../shared/office";
import { writesOfHunk } from "../../../editor/review/agent-lanes";
import { writerNames } from "../../../editor/review/describe-hunk";
import { reviewMessages } from "../../../editor/review/messages";
import { QuietButton } from "../../../ui/kit/button";
import { Unshown } from "../document/run-view";
import { officeMessages } from "../messages";
import { type CellPosition, parseAddress, rangeName } from "../model/cell-ranges";
import type { OfficeModel } from "../model/office-model";
import { useNavigationTarget } from "../model/use-navigation-target";
import { FormulaBar } from "./formula-bar";
import { type GridHandle, SheetGrid } from "./sheet-grid";
import { SheetTabs } from "./sheet-tabs";

type SpreadsheetContent = Extract<OfficeContent, { kind: "spreadsheet" }>;

/** A workbook: formula bar, the grid of one sheet, and the sheet tabs. */
export function SheetView({ model, content }: { model: OfficeModel; content: SpreadsheetContent }) {
  useStore(model.$revision);
  const isStale = useStore(model.$isStale);
  const { sheets } = content;
  const shown = sheets.filter(({ state }) => state === "visible");
  const [name, setName] = useState(() => sheets[model.lastViewState().cursor]?.name ?? shown[0]?.name ?? "");
  const sheet = sheets.find((each) => each.name === name) ?? shown[0] ?? sheets[0];
  const grid = useRef<GridHandle>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState<CellPosition>({ row: 1, column: 1 });
  const [editing, setEditing] = useState<"cell" | "bar" | null>(null);
  /** A cell of another sheet to show once that sheet is loaded. */
  const pending = useRef<{ place: CellPosition; focus: boolean } | null>(null);
  const index = sheet ? sheets.indexOf(sheet) : 0;

  useEffect(
    () =>
      model.onShown({
        focus: () => grid.current?.focus(),
        run: (command) => {
          if (command !== "go-to-line") return false;
          nameField.current?.focus();
          nameField.current?.select();
          return true;
        },
        selection: () => {
          const shownSheet = sheets[index];
          if (shownSheet === undefined) return null;
          const words = model.cells.at(shownSheet.name, at)?.text ?? "";
          const range = grid.current?.selected();
          const address = addressOf(shownSheet.name, at);
          if (range === undefined) return { address, words };
          return { address, words, range: `${sheetInAddress(shownSheet.name)}!${rangeName(range)}` };
        },
        viewState: () => ({ cursor: index, scrollTop: 0 }),
      }),
    [model, index, sheets, at],
  );

  const inFront = sheet?.name;
  useNavigationTarget(
    model,
    useCallback(
      (wanted) => {
        if (!("sheet" in wanted)) return;
        const cell = { row: wanted.row, column: wanted.column };
        if (wanted.sheet === inFront) {
          grid.current?.goTo(cell);
          if (wanted.focus) grid.current?.focus();
        } else {
          pending.current = { place: cell, focus: wanted.focus === true };
          setName(wanted.sheet);
        }
      },
      [inFront],
    ),
  );
  useEffect(() => {
    if (pending.current) grid.current?.goTo(pending.current.place);
    if (pending.current?.focus) grid.current?.focus();
    pending.current = null;
  });

  const locked = model.tab.$info.get().readOnly ?? sheet?.locked ?? null;
  useEffect(() => {
    if (sheet) model.tab.$statusText.set(`${sheet.name}!${cellName(at)}`);
    return () => model.tab.$statusText.set("");
  }, [model, sheet, at]);

  const pendingCells = usePendingCells(model, sheet);
  const pendingCell = pendingCells.get(cellName(at));
  if (!sheet) return <p className="ends-small centred faint">{officeMessages.noSheets}</p>;

  return (
    <div className="pane">
      <FormulaBar
        ref={nameField}
        model={model}
        sheet={sheet}
        at={at}
        isEditing={editing === "bar"}
        locked={locked}
        edit={(isEditing) => setEditing(isEditing ? "bar" : null)}
        goTo={(text) => {
          const [cell = "", named] = text.split("!").reverse();
          const position = parseAddress(cell);
          const other = named === undefined ? sheet : sheets.find((each) => each.name === named.replace(/^'|'$/g, ""));
          if (!position || !other) return false;
          model.go({ sheet: other.name, ...position });
          return true;
        }}
        done={() => grid.current?.focus()}
      />
      {sheet.unshown.length > 0 || isStale || locked !== null || pendingCell ? (
        <div className="inset-small actions bar">
          {pendingCell ? (
            <span className="office-card card ui-font small" data-kind="hunk">
              <span className="office-card-who clip soft">
                {officeMessages.wasBefore(pendingCell.by, pendingCell.before)}
              </span>
              <QuietButton onClick={() => void model.review.decide("keep", [pendingCell.hunk])}>
                {reviewMessages.keep}
              </QuietButton>
              <QuietButton onClick={() => void model.review.decide("undo", [pendingCell.hunk])}>
                {reviewMessages.undo}
              </QuietButton>
            </span>
          ) : null}
          {locked === null ? null : <span className="soft small">{officeMessages.lockedBecause(locked)}</span>}
          {isStale ? <span className="soft small">{officeMessages.toRecalculate}</span> : null}
          {sheet.unshown.map(({ what, count }) => (
            <span key={what}>
              <Unshown what={what} name={null} /> {count > 1 ? `× ${officeMessages.number(count)}` : ""}
            </span>
          ))}
        </div>
      ) : null}
      <SheetGrid
        key={sheet.name}
        ref={grid}
        model={model}
        sheet={sheet}
        locked={locked}
        pendingCells={pendingCells}
        isStale={isStale}
        isEditing={editing === "cell"}
        edit={(isEditing) => setEditing(isEditing ? "cell" : null)}
        moved={setAt}
      />
      <SheetTabs sheets={sheets} active={sheet.name} show={setName} />
    </div>
  );
}

/** The pending edits of agents in a sheet, by cell address. */
function usePendingCells(model: OfficeModel, sheet: OfficeSheet | undefined): ReadonlyMap<string, PendingCell> {
  const { hunks, writes } = useStore(model.review.$pending);
  return useMemo(() => {
    const cells = new Map<string, PendingCell>();
    for (const hunk of hunks)
      for (const part of hunk.parts)
        if ("sheet" in part && part.sheet === sheet?.name) {
          const by = writerNames(writesOfHunk(writes, hunk));
          cells.set(part.address, { hunk: hunk.id, by, before: part.before });
        }
    return cells;
  }, [hunks, writes, sheet?.name]);
}

/** A pending edit in a cell: its hunk, the agents' names, and the previous value. */
export type PendingCell = { hunk: string; by: string; before: string };
