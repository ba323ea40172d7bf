import { describe, expect, it } from "vitest";
import { applyChanges } from "../text/change";
import { followCells, pendingCells } from "./follow-cells";
import { fits, hunksIn, keepHunks, listHunks, type PendingEdits, undoHunks } from "./pending-edits";

type Cells = Record<string, string>;

/** `A1`, or `Other!A1`; the default sheet is S. */
const projection = (cells: Cells): string =>
  Object.entries(cells)
    .filter(([, content]) => content !== "")
    .map(([name, content]) => {
      const [address = "", sheet = "S"] = name.split("!").reverse();
      const [, letters = "", digits = ""] = /^([A-Z])(\d+)$/.exec(address) ?? [];
      return { sheet, row: Number(digits), letters, line: `${sheet}\t${address}\t${content}\n` };
    })
    .sort(
      (a, b) =>
        Number(a.sheet > b.sheet) - Number(a.sheet < b.sheet) || a.row - b.row || (a.letters < b.letters ? -1 : 1),
    )
    .map(({ line }) => line)
    .join("");

/** A workbook that agents and the user edit in turn. Agents are named by the first letters of their writes: `a1`, `b2` … */
class Workbook {
  pending: PendingEdits = [];
  #writes = 0;
  constructor(public cells: Cells) {}

  get text(): string {
    return projection(this.cells);
  }

  #follow(cells: Cells, write: string | null) {
    const next = { ...this.cells, ...cells };
    const agentOf = (each: string) => each.slice(0, 1);
    const followed = followCells(this.pending, { before: this.text, after: projection(next), agentOf }, write);
    this.cells = next;
    this.pending = followed.pending;
    expect(fits(this.pending, this.text)).toBe(true);
    return followed;
  }

  agent(cells: Cells, name = "a"): this {
    this.#writes += 1;
    this.#follow(cells, `${name}${this.#writes}`);
    return this;
  }

  user(cells: Cells) {
    return this.#follow(cells, null);
  }

  undo(hunks: readonly string[] = hunksIn(this.pending)): string {
    return applyChanges(this.text, undoHunks(this.pending, hunks, "with the user's words").changes);
  }

  /** The addresses of each hunk, in hunk order. */
  hunks(): string[][] {
    const cells = pendingCells(this.pending, this.text);
    return listHunks(this.pending).map(({ id }) =>
      cells
        .filter(({ hunk }) => hunk === id)
        .map(
          ({ sheet, row, column }) => `${sheet === "S" ? "" : `${sheet}!`}${String.fromCharCode(64 + column)}${row}`,
        ),
    );
  }
}

const table = { A1: "Crop", B1: "Kilos", A2: "Beans", B2: "3", A3: "Peas", B3: "4" };

describe("the hunks of a spreadsheet", () => {
  it("are separate cells if one agent writes two adjacent ones in two calls", () => {
    const book = new Workbook({ ...table, D2: "1", E2: "2" }).agent({ D2: "10" }).agent({ E2: "20" });
    expect(book.hunks()).toEqual([["D2"], ["E2"]]);
    const [first = "", second = ""] = hunksIn(book.pending);
    expect(book.undo([second])).toBe(projection({ ...book.cells, E2: "2" }));
    book.pending = keepHunks(book.pending, [first]);
    expect(book.undo()).toBe(projection({ ...book.cells, E2: "2" }));
  });

  it("are single cells, whether they were empty or are emptied", () => {
    const filled = new Workbook(table).agent({ D2: "10" }).agent({ E2: "20" }).agent({ D3: "5" });
    expect(filled.hunks()).toEqual([["D2"], ["E2"], ["D3"]]);
    expect(filled.undo(hunksIn(filled.pending).slice(1, 2))).toBe(projection({ ...table, D2: "10", D3: "5" }));
    const emptied = new Workbook(table).agent({ A2: "" }).agent({ B2: "" }).agent({ C2: "x" });
    expect(emptied.hunks()).toEqual([["A2"], ["B2"], ["C2"]]);
    expect(emptied.undo(hunksIn(emptied.pending).slice(0, 1))).toBe(projection({ ...table, B2: "", C2: "x" }));
    expect(emptied.undo()).toBe(projection(table));
  });

  it("are the areas of one call: a filled range is one, and cells that do not touch are several", () => {
    const range = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${"CDEFG"[index % 5]}${Math.floor(index / 5) + 1}`, `${index}`]),
    );
    const book = new Workbook({ ...table, Z9: "far" }).agent({ ...range, J1: "x", K2: "y", Z9: "other" });
    expect(book.hunks().map((cells) => cells.length)).toEqual([500, 1, 1, 1]);
    expect(book.undo()).toBe(projection({ ...table, Z9: "far" }));
  });

  it("are a whole sheet if it had no cells before, and a whole workbook if it had none", () => {
    const sheet = new Workbook(table).agent({ "T!A1": "1", "T!C9": "2", C5: "3" });
    expect(sheet.hunks()).toEqual([["C5"], ["T!A1", "T!C9"]]);
    expect(new Workbook({}).agent({ A1: "1", C9: "2", "T!B2": "3" }).hunks()).toEqual([["A1", "C9", "T!B2"]]);
  });

  it("follow their cells when rows are inserted between, which are one hunk from there on", () => {
    const book = new Workbook(table).agent({ A2: "New", B2: "9", A3: "Beans", B3: "3", A4: "Peas", B4: "4" });
    expect(book.hunks()).toEqual([["A2", "B2", "A3", "B3", "A4", "B4"]]);
    expect(book.undo()).toBe(projection(table));
  });

  it("are correct if a call writes more cells than are compared word by word", () => {
    const column = (word: string) =>
      Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`A${index + 1}`, `${word} peas ${index}`]));
    const book = new Workbook({ ...column("green"), C5: "3" })
      .agent({ A7: "late peas", C5: "4" })
      .agent(column("blue"));
    expect(book.hunks().map((cells) => cells.length)).toEqual([3000, 1]);
    book.user({ A9: "mine" });
    expect(book.hunks().map((cells) => cells.length)).toEqual([2999, 1]);
    expect(book.undo()).toBe(projection({ ...column("green"), C5: "3", A9: "mine" }));
  });

  it("get a new id if their agent writes there again, but only for those cells", () => {
    const book = new Workbook(table).agent({ C1: "a", C2: "b", C3: "c" });
    const [name] = hunksIn(book.pending);
    book.agent({ C2: "B" });
    expect(book.hunks()).toEqual([["C1", "C3"], ["C2"]]);
    expect(hunksIn(book.pending)[0]).toBe(name);
    expect(book.undo()).toBe(projection(table));
  });
});

describe("a write by others to a spreadsheet", () => {
  it("is accepted in every cell without pending edits, and does not move pending ones", () => {
    const book = new Workbook(table).agent({ B2: "30" });
    book.user({ A2: "Broad beans", A1: "", C7: "new" });
    expect(book.hunks()).toEqual([["B2"]]);
    expect(book.undo()).toBe(projection({ ...book.cells, B2: "3" }));
  });

  it("ends the review of a cell that it fills, empties, or restores to its accepted text", () => {
    const book = new Workbook(table).agent({ B2: "30" }).agent({ B3: "" }).agent({ A2: "Leeks" }).agent({ C1: "x" });
    const [, leeks = "", thirty = "", gone = ""] = hunksIn(book.pending);
    expect(book.user({ B2: "3" })).toMatchObject({ undone: [thirty], overwritten: [] });
    expect(book.user({ B3: "7" })).toMatchObject({ undone: [], overwritten: [gone] });
    expect(book.user({ A2: "" })).toMatchObject({ undone: [], overwritten: [leeks] });
    expect(book.hunks()).toEqual([["C1"]]);
    expect(book.undo()).toBe(projection({ A1: "Crop", B1: "Kilos", A3: "Peas", B2: "3", B3: "7" }));
  });

  it("makes a hunk mixed if it adds words to the same cell", () => {
    const book = new Workbook({ A1: "Some peas and beans" }).agent({ A1: "Some late peas and leeks" });
    book.user({ A1: "Some lateish peas and leeks" });
    expect(listHunks(book.pending)).toMatchObject([{ isMixed: true }]);
    expect(book.undo()).toBe(projection({ A1: "Some peas and beans" }));
  });
});

it("after any writes, undoing all restores the accepted text, and each hunk belongs to one write", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const contents = ["", "1", "2", "peas", "late peas", "late green peas"];
  for (let round = 0; round < 400; round++) {
    const book = new Workbook({});
    const cells = () =>
      Object.fromEntries(
        Array.from({ length: 1 + random(5) }, () => [
          `${random(4) === 0 ? "T!" : ""}${"ABC"[random(3)]}${1 + random(4)}`,
          contents[random(contents.length)] as string,
        ]),
      );
    book.user(cells());
    const accepted = { ...book.cells };
    const touched = new Set<string>();
    for (let step = 0; step < 6; step++) {
      const written = cells();
      if (random(3) > 0) {
        for (const name of Object.keys(written)) touched.add(name);
        book.agent(written, "ab"[random(2)]);
      } else {
        // The user writes next to pending edits; that is accepted.
        const own = Object.fromEntries(Object.entries(written).filter(([name]) => !touched.has(name)));
        Object.assign(accepted, own);
        book.user(own);
      }
      expect(book.undo()).toBe(projection(accepted));
      for (const { writes } of listHunks(book.pending)) expect(writes.length).toBeGreaterThan(0);
      for (const hunk of hunksIn(book.pending)) {
        const next = applyChanges(book.text, undoHunks(book.pending, [hunk], "whole").changes);
        const own = pendingCells(book.pending, book.text).filter((cell) => cell.hunk === hunk);
        const lines = new Set(projection(book.cells).split("\n"));
        const others = next.split("\n").filter((line) => !lines.has(line));
        expect(others.length).toBe(own.filter(({ accepted: was }) => was !== "").length);
      }
    }
  }
});
