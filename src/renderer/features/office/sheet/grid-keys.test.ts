import { describe, expect, it } from "vitest";
import type { OfficeSheet } from "../../../../shared/office";
import { type GridKey, runEditingKey, runGridKey } from "./grid-keys";
import { SheetAxis } from "./sheet-axis";

const key = (name: string): GridKey => {
  const [key = "", ...held] = name.split("+").reverse();
  return {
    key: key === "Space" ? " " : key,
    shiftKey: held.includes("Shift"),
    altKey: held.includes("Alt"),
    ctrlKey: held.includes("Ctrl"),
    metaKey: false,
  };
};

/** What a key does at C5 (with the selection's corner at D6) of a sheet with 20 used rows and 8 used columns. */
function does(name: string): string[] {
  const done: string[] = [];
  const text = ({ row, column }: { row: number; column: number }) => `${row},${column}`;
  const isRun = runGridKey(key(name), {
    at: { row: 5, column: 3 },
    corner: { row: 6, column: 4 },
    sheet: { rows: 20, columns: 8 } as OfficeSheet,
    info: {
      rows: new SheetAxis(100, 20, []),
      columns: new SheetAxis(26, 60, []),
      merged: [],
      used: { row: 20, column: 8 },
      isFilled: () => true,
    },
    pageRows: 10,
    go: (position, how = "moves") => done.push(`${how} ${text(position)}`),
    select: (from, to) => done.push(`select ${text(from)} to ${text(to)}`),
    begin: () => done.push("begin"),
    empty: () => done.push("empty"),
  });
  expect(isRun).toBe(done.length > 0);
  return done;
}

describe("the keys of a grid", () => {
  it.each([
    ["ArrowDown", ["moves 6,3"]],
    ["Shift+ArrowRight", ["extends 6,5"]],
    ["Ctrl+ArrowDown", ["moves 20,3"]],
    ["Home", ["moves 5,1"]],
    ["Ctrl+Shift+End", ["extends 20,8"]],
    ["PageDown", ["moves 15,3"]],
    ["Shift+PageUp", ["extends 1,4"]],
    ["Shift+Tab", ["moves 5,2"]],
    ["Enter", ["begin"]],
    ["F2", ["begin"]],
    ["Backspace", ["empty"]],
    ["Ctrl+a", ["moves 1,1", "extends 20,8"]],
    ["Escape", ["select 5,3 to 5,3"]],
    ["Ctrl+Space", ["select 1,3 to 100,3"]],
    ["Shift+Space", ["select 5,1 to 5,26"]],
  ])("%s", (name, expected) => expect(does(name)).toEqual(expected));

  it("a letter, a space, and keys of the window are left alone", () => {
    for (const name of ["b", "Space", "Alt+ArrowDown", "Ctrl+Tab", "Ctrl+PageDown", "Ctrl+Enter"])
      expect(does(name)).toEqual([]);
  });

  it("while a cell is edited, Enter and Tab save and move, Ctrl+Enter saves, Alt+Enter and arrows belong to the text", () => {
    const run = (name: string) => {
      const done: string[] = [];
      const leave = (by: { row: number; column: number } | null) => {
        done.push(by ? `${by.row},${by.column}` : "stays");
      };
      runEditingKey(key(name), { leave, discard: () => void done.push("discard") });
      return done;
    };
    expect(run("Enter")).toEqual(["1,0"]);
    expect(run("Shift+Enter")).toEqual(["-1,0"]);
    expect(run("Tab")).toEqual(["0,1"]);
    expect(run("Ctrl+Enter")).toEqual(["stays"]);
    expect(run("Escape")).toEqual(["discard"]);
    for (const name of ["Alt+Enter", "ArrowDown", "a"]) expect(run(name)).toEqual([]);
  });
});
