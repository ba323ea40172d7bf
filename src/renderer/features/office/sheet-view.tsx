import { useStore } from "@nanostores/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { OfficeContent, OfficeSheet } from "../../../shared/office";
import { writesOfHunk } from "../../editor/review/agent-lanes";
import { namesOf } from "../../editor/review/hunk-in-words";
import { reviewWords } from "../../editor/review/messages";
import { FormulaBar } from "./formula-bar";
import { officeWords } from "./messages";
import type { OfficeModel } from "./office-model";
import { Unshown } from "./run-view";
import { addressOf, type Place, placeNamed } from "./sheet-address";
import { type GridDoor, SheetGrid } from "./sheet-grid";
import { SheetTabs } from "./sheet-tabs";
import { useWanted } from "./use-wanted";

type SpreadsheetContent = Extract<OfficeContent, { kind: "spreadsheet" }>;

/** A workbook: formula bar, the grid of one sheet, and the sheet tabs. */
export function SheetView({ model, content }: { model: OfficeModel; content: SpreadsheetContent }) {
  useStore(model.$seen);
  const isStale = useStore(model.$isStale);
  const { sheets } = content;
  const shown = sheets.filter(({ state }) => state === "visible");
  const [name, setName] = useState(() => sheets[model.keptPlace().cursor]?.name ?? shown[0]?.name ?? "");
  const sheet = sheets.find((each) => each.name === name) ?? shown[0] ?? sheets[0];
  const grid = useRef<GridDoor>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState<Place>({ row: 1, column: 1 });
  const [editing, setEditing] = useState<"cell" | "bar" | null>(null);
  /** A cell of another sheet that is to be shown once that is there. */
  const pending = useRef<{ place: Place; focus: boolean } | null>(null);
  const index = sheet ? sheets.indexOf(sheet) : 0;

  useEffect(
    () =>
      model.shown({
        focus: () => grid.current?.focus(),
        run: (command) => {
          if (command !== "go-to-line") return false;
          nameField.current?.focus();
          nameField.current?.select();
          return true;
        },
        place: () => ({ cursor: index, scrollTop: 0 }),
      }),
    [model, index],
  );

  const inFront = sheet?.name;
  useWanted(
    model,
    useCallback(
      (wanted) => {
        if (!("sheet" in wanted)) return;
        const place = { row: wanted.row, column: wanted.column };
        if (wanted.sheet === inFront) {
          grid.current?.goTo(place);
          if (wanted.focus) grid.current?.focus();
        } else {
          pending.current = { place, focus: wanted.focus === true };
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

  const locked = model.copy.$about.get().readOnly ?? sheet?.locked ?? null;
  useEffect(() => {
    if (sheet) model.copy.$figure.set(`${sheet.name}!${addressOf(at)}`);
    return () => model.copy.$figure.set("");
  }, [model, sheet, at]);

  const waits = useWaitingCells(model, sheet);
  const waiting = waits.get(addressOf(at));
  if (!sheet) return <p className="office-waits">{officeWords.noSheets}</p>;

  return (
    <div className="office-sheet">
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
          const place = placeNamed(cell);
          const other = named === undefined ? sheet : sheets.find((each) => each.name === named.replace(/^'|'$/g, ""));
          if (!place || !other) return false;
          model.go({ sheet: other.name, ...place });
          return true;
        }}
        done={() => grid.current?.focus()}
      />
      {sheet.unshown.length > 0 || isStale || locked !== null || waiting ? (
        <div className="office-notes">
          {waiting ? (
            <span className="office-card" data-kind="hunk">
              <span className="office-card-who">{officeWords.wasBefore(waiting.by, waiting.before)}</span>
              <button
                type="button"
                className="office-small"
                onClick={() => void model.review.decide("keep", [waiting.hunk])}
              >
                {reviewWords.keep}
              </button>
              <button
                type="button"
                className="office-small"
                onClick={() => void model.review.decide("undo", [waiting.hunk])}
              >
                {reviewWords.undo}
              </button>
            </span>
          ) : null}
          {locked === null ? null : <span className="office-note-line">{officeWords.lockedBecause(locked)}</span>}
          {isStale ? <span className="office-note-line">{officeWords.toRecalculate}</span> : null}
          {sheet.unshown.map(({ what, count }) => (
            <span key={what}>
              <Unshown what={what} name={null} /> {count > 1 ? `× ${officeWords.number(count)}` : ""}
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
        waits={waits}
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
function useWaitingCells(model: OfficeModel, sheet: OfficeSheet | undefined): ReadonlyMap<string, WaitingCell> {
  const { hunks, writes } = useStore(model.review.$waiting);
  return useMemo(() => {
    const cells = new Map<string, WaitingCell>();
    for (const hunk of hunks)
      for (const part of hunk.parts)
        if ("sheet" in part && part.sheet === sheet?.name) {
          const by = namesOf(writesOfHunk(writes, hunk));
          cells.set(part.address, { hunk: hunk.id, by, before: part.before });
        }
    return cells;
  }, [hunks, writes, sheet?.name]);
}

/** A pending edit in a cell: its hunk, the agents' names, and the previous value. */
export type WaitingCell = { hunk: string; by: string; before: string };
