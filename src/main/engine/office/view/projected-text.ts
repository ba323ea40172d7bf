import { cellName } from "../../../../core/office/sheet-address";
import { lineOf } from "../../../../core/review/cell-lines";
import type { Change } from "../../../../core/text/change";
import { MAX_COMPARED_CELLS } from "../../ports/limits";
import { TextLimit } from "../package/text-limit";
import type { SheetsView } from "../sheet/sheet-view";
import type { ModelEdit } from "./model-protocol";
import type { PackageView } from "./view-package";

/** The text projection, a paragraph or a cell on each line; null if it is too large to be compared piece by piece. */
export function projectionText(view: PackageView): string | null {
  if (view.kind !== "spreadsheet") return view.text.entries.map(({ text }) => inLine(text)).join("\n");
  const { book } = view;
  if (book.sheets.reduce((sum, { cellCount }) => sum + cellCount, 0) > MAX_COMPARED_CELLS) return null;
  const lines = cellLines(book, (name, address, input) => lineOf(`${inLine(name)}\t${address}`, inLine(input)));
  return lines?.join("") ?? null;
}

/** A line for each non-empty cell; null if they are too many to be compared piece by piece. */
export function cellLines(
  book: SheetsView,
  line: (sheet: string, address: string, input: string) => string,
): string[] | null {
  const lines: string[] = [];
  const limit = new TextLimit();
  try {
    for (const [at, { name, rows, columns }] of book.sheets.entries())
      for (const cell of book.cells(at, { top: 1, left: 1, bottom: rows, right: columns })) {
        const { row, column, input } = cell;
        if (input === "") continue;
        limit.take(input.length);
        lines.push(line(name, cellName({ row, column }), input));
      }
  } catch (error) {
    if (limit.isReached) return null;
    throw error;
  }
  return lines;
}

/** A text on one line: its line breaks become line separators (U+2028). */
const inLine = (text: string): string => text.replaceAll("\n", "\u2028");

/** Reverses `inLine`. */
export const ofLine = (line: string): string => line.replaceAll("\u2028", "\n");

/** The cells that differ between two projections, as edits from the one to the other. */
export function cellEdits(from: string, to: string): ModelEdit[] {
  const cellsOf = (projection: string): Map<string, string> =>
    new Map(
      projection.split("\n").flatMap((line) => {
        const end = line.indexOf("\t", line.indexOf("\t") + 1);
        return end < 0 ? [] : [[line.slice(0, end), ofLine(line.slice(end + 1))] as const];
      }),
    );
  const [then, now] = [cellsOf(from), cellsOf(to)];
  const edits = new Map<string, Extract<ModelEdit, { edit: "cells" }>>();
  for (const key of new Set([...then.keys(), ...now.keys()])) {
    const [before, after] = [then.get(key) ?? "", now.get(key) ?? ""];
    if (before === after) continue;
    const [sheet = "", address = ""] = key.split("\t");
    const name = ofLine(sheet);
    const edit = edits.get(name) ?? { edit: "cells", sheet: name, cells: {}, before: {} };
    edits.set(name, edit);
    edit.cells[address] = after;
    edit.before[address] = before;
  }
  return [...edits.values()];
}

/** The lines that changes touch, before and after; `first` is the index of the first line, from 0. */
export function lineStretches(
  text: string,
  changes: readonly Change[],
): { first: number; before: string[]; after: string[] }[] {
  const stretches: { from: number; to: number; changes: Change[] }[] = [];
  for (const change of [...changes].sort((one, other) => one.from - other.from)) {
    const from = change.from === 0 ? 0 : text.lastIndexOf("\n", change.from - 1) + 1;
    const end = text.indexOf("\n", change.to);
    const to = end < 0 ? text.length : end;
    const last = stretches.at(-1);
    if (last !== undefined && from <= last.to + 1) {
      last.to = Math.max(last.to, to);
      last.changes.push(change);
    } else stretches.push({ from, to, changes: [change] });
  }
  let counted = 0;
  let line = 0;
  return stretches.map(({ from, to, changes: own }) => {
    for (; counted < from; counted++) if (text.charCodeAt(counted) === 10) line++;
    let after = text.slice(from, to);
    for (const change of own.toReversed())
      after = after.slice(0, change.from - from) + change.insert + after.slice(change.to - from);
    return { first: line, before: text.slice(from, to).split("\n"), after: after.split("\n") };
  });
}
