import { EditorSelection, type EditorState } from "@codemirror/state";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fillTable } from "../writing/fill-table";
import { sheetCells } from "../writing/sheet-text";
import { cellText, tableAt } from "../writing/table";
import { columnMoved, rowMoved } from "../writing/table-commands";
import { liveState, seen } from "./live-text.fixture";
import { drawComposed } from "./region-changes";
import { tableGuard } from "./table-guard";
import { tableDecorations } from "./table-marks";
import { shownText } from "./table-widths";
import { drawnTableAt } from "./tables";
import { typedRow } from "./typed-rows";

const T = "| a | b |\n|---|---|\n| c | d |\n";
const at = (written: string) => liveState(written, tableGuard);
const shown = (state: EditorState) => {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}‸${state.sliceDoc(head)}`;
};

/** Replaces the selection, as typing, pasting and deleting do. */
const put = (written: string, insert: string, event: string) => {
  const state = at(written);
  const { from, to } = state.selection.main;
  return shown(
    state.update({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: event })
      .state,
  );
};
/** Deletes a range, with the cursor where it is written. */
const remove = (written: string, from: number, to: number, event = "delete.backward") =>
  at(written).update({ changes: { from, to }, userEvent: event }).state.doc.toString();

describe("what is typed in a cell", () => {
  it("stays in it: bars are escaped and lines are joined", () => {
    expect(put("| a‸ | b |\n|---|---|\n", "|", "input.type")).toBe("| a\\|‸ | b |\n|---|---|\n");
    expect(put("| a\\‸ | b |\n|---|---|\n", "|", "input.type")).toBe("| a\\|‸ | b |\n|---|---|\n");
    expect(put("| a‸ | b |\n|---|---|\n", "x\n  y|z", "input.paste")).toBe("| ax<br>y\\|z‸ | b |\n|---|---|\n");
    expect(put("| a |\n|---|\n\n|‸", "|", "input.type")).toBe("| a |\n|---|\n\n||‸");
    expect(put("| a |\n|---‸", "|", "input.type")).toBe("| a |\n|---|‸");
  });

  it("stays where it is typed in a row without a bar at its end, blanks as well", () => {
    const typed = (written: string, text: string) => {
      let state = at(written);
      for (const key of text) {
        const { head } = state.selection.main;
        state = state.update({
          changes: { from: head, insert: key },
          selection: { anchor: head + 1 },
          userEvent: "input.type",
        }).state;
      }
      return shown(state);
    };
    expect(typed("A | B\n--|--\nx | y‸\n", " hello world ok")).toBe("A | B\n--|--\nx | y hello world ok‸\n");
    expect(typed("| A | B |\n|---|---|\n| x | y‸", " z |w")).toBe("| A | B |\n|---|---|\n| x | y z \\|w‸");
    expect(typed("| A |\n|---|\nrow‸\n", " of text")).toBe("| A |\n|---|\nrow of text‸\n");
    const empty = at("A | B\n--|--\no‸ | x\n").update({ changes: { from: 12, to: 13 }, userEvent: "delete.backward" });
    expect(shown(empty.state)).toBe("A | B\n--|--\n| ‸ | x\n");
    expect(remove("| A |\n|---|\nx‸\n| y |\n", 12, 13)).toBe("| A |\n|---|\n| \n| y |\n");
    expect(remove("| A |\n|---|\nx‸\n\nend\n", 12, 13)).toBe("| A |\n|---|\n\n\nend\n");
    expect(put("A | B\n--|--\n⟨one | x\ntwo⟩ | u\n", "", "delete.selection")).toBe("A | B\n--|--\n| ‸ | \n|  | u\n");
  });

  it("is a row in plain Markdown if it begins with a bar in an empty row", () => {
    const typed = (written: string, text: string) => {
      let state = liveState(written, tableGuard, typedRow);
      for (const key of text) {
        const { head } = state.selection.main;
        const change = { changes: { from: head, insert: key }, selection: { anchor: head + 1 } };
        state = state.update({ ...change, userEvent: "input.type" }).state;
      }
      return shown(state);
    };
    const head = "| Name | City |\n|---|---|\n";
    expect(typed(`${head}| ‸ |   |\n`, "| Ann Lee | New York |")).toBe(`${head}| Ann Lee | New York‸  |\n`);
    expect(typed(`${head}| ‸ |   |\n`, "|a|b|c")).toBe(`${head}| a | bc‸  |\n`);
    expect(typed(`${head}| ‸ |   |\n`, "| a\\|b |")).toBe(`${head}| a\\|b | ‸  |\n`);
    expect(typed(`${head}| a‸ |   |\n`, "|b")).toBe(`${head}| a\\|b‸ |   |\n`);
    expect(typed(`${head}|  | ‸  |\n`, "|a|b")).toBe(`${head}| a | b‸  |\n`);
    const plain = "Name | City | Age\n--|--|--\n";
    expect(typed(`${plain}| ‸ |  |  |\n`, "Ann | York | 3")).toBe(`${plain}| Ann | York | 3‸ |\n`);
    expect(typed(`${plain}a‸ | b | \n`, "|c")).toBe(`${plain}a\\|c‸ | b | \n`);
  });

  it("below a table is a paragraph of its own, unless it begins with a bar", () => {
    const below = `${T}‸\nAfter.\n`;
    expect(put(below, "T", "input.type")).toBe(`${T}\nT‸\n\nAfter.\n`);
    expect(put(`${T}‸`, "T", "input.type")).toBe(`${T}\nT‸`);
    expect(put(`${T}‸\n\nAfter.`, "some words", "input.paste")).toBe(`${T}\nsome words‸\n\nAfter.`);
    expect(put("> | a |\n> |---|\n> | b |\n> ‸\n", "T", "input.type")).toBe("> | a |\n> |---|\n> | b |\n>\n> T‸\n");
    for (const sign of ["{", ":", "^"]) expect(put(below, sign, "input.type")).toBe(`${T}${sign}‸\nAfter.\n`);
    expect(put("| A |\n|---|\n‸\n| y |\n", "z", "input.type")).toBe("| A |\n|---|\nz‸\n| y |\n");
    expect(put(below, "|", "input.type")).toBe(`${T}|‸\nAfter.\n`);
    expect(put(`${T}\n‸\n`, "T", "input.type")).toBe(`${T}\nT‸\n`);
  });

  it("is added to a row that lacks cells", () => {
    expect(put("| a | b |\n|---|---|\n| c |‸\n", "x", "input.type")).toBe("| a | b |\n|---|---|\n| c | x‸ |\n");
  });

  it("replaces only the texts of the cells that are selected", () => {
    expect(put("| a⟨a | b⟩b |\n|---|---|\n", "", "delete.selection")).toBe("| a‸ | b |\n|---|---|\n");
    expect(put("| a⟨a | b⟩b |\n|---|---|\n", "x|", "input.type")).toBe("| ax\\|‸ | b |\n|---|---|\n");
    expect(put("x\n\n⟨| a |\n|---|\n| b |⟩", "", "delete.selection")).toBe("x\n\n‸");
  });

  it("and what is deleted there takes no bar and no line break", () => {
    const doc = "x\n\n| a | b |\n|---|---|\n| c | d |\ny";
    expect(remove(doc.replace("d |\ny", "d‸ |\n\ny"), 32, 35, "delete.forward")).toBe(doc.replace("\ny", "\n\ny"));
    expect(remove(doc.replace("| a", "| ‸a").replace("|\ny", "|\n\ny"), 2, 5)).toBe(doc.replace("|\ny", "|\n\ny"));
    expect(remove(`${T}\n‸y`, T.length, T.length + 1)).toBe(`${T}y`);
    expect(remove("| a |\n|---|\n| b‸ |\n| c |\n", 12, 18, "delete.line")).toBe("| a |\n|---|\n| c |\n");
    expect(remove("| a‸ |\n|---|\n| b |\n", 0, 6, "delete.line")).toBe("| a |\n|---|\n| b |\n");
  });

  it("does not bind commands, other writers, and other text", () => {
    const raw = at("| a‸ |\n|---|\n").update({ changes: { from: 3, insert: "|" } }).state;
    expect(raw.doc.toString()).toBe("| a| |\n|---|\n");
    expect(put(`${T}\nx‸`, "|", "input.type")).toBe(`${T}\nx|‸`);
  });
});

describe("a cursor that is moved", () => {
  const moved = (written: string, to: number) => {
    const { state } = at(written).update({ selection: EditorSelection.cursor(to), userEvent: "select" });
    return shown(state);
  };
  it("is in the text of a cell, and never in bars or the delimiter row", () => {
    expect(moved(`${T}‸`, 0)).toBe(T.replace("a", "‸a"));
    expect(moved(`${T}‸`, 9)).toBe(T.replace("b", "b‸"));
    expect(moved(`${T}‸`, 12)).toBe(T.replace("c", "‸c"));
    expect(moved(`${T}‸`, 4)).toBe(T.replace("a", "a‸"));
    // At the end of a row that lacks cells is the first of them.
    expect(moved("| a | b |\n|---|---|\n| c |\n\n‸", 25)).toBe("| a | b |\n|---|---|\n| c |‸\n\n");
  });
});

describe("cells of a sheet", () => {
  it("are separated by tabs or commas", () => {
    expect(sheetCells("a\tb\n1\t2\n", false)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(sheetCells('a\t"b ""c""\nd"\r\n1\t2', false)).toEqual([
      ["a", 'b "c"\nd'],
      ["1", "2"],
    ]);
    expect(sheetCells('a,"b,c"\n1,2', false)).toEqual([
      ["a", "b,c"],
      ["1", "2"],
    ]);
    expect(sheetCells("a\nb", true)).toEqual([["a"], ["b"]]);
    expect(sheetCells('"a" b\tc', false)).toEqual([['"a" b', "c"]]);
    expect(sheetCells("\ta\n\t", false)).toEqual([
      ["", "a"],
      ["", ""],
    ]);
    for (const text of ["one line, of words", "Dear you,\nyours, me", "a\nb", "a,b", "", "a,b\nc"])
      expect(sheetCells(text, false)).toBe(null);
  });

  it("fill a table from a cell on, which grows, and other cells keep their bytes", () => {
    const fill = (doc: string, row: number, column: number, data: string[][]) => {
      const state = at(`${doc}‸`);
      const table = tableAt(state, 0);
      if (!table) throw new Error("no table");
      return state.update({ changes: fillTable(state, table, { row, column }, data) }).state.doc.toString();
    };
    expect(fill(T, 0, 0, [["1"], ["2"]])).toBe("| 1 | b |\n|---|---|\n| 2 | d |\n");
    expect(fill(T, 2, 1, [["x", "y"], ["z"]])).toBe("| a | b |  |\n|---|---| --- |\n| c | x | y |\n|  | z |  |\n");
    expect(fill("a|b\n-|-\nc|d", 2, 1, [["x", "y|"]])).toBe("a|b | \n-|- | ---\nc|x | y\\|");
    expect(fill("> | a |\n> |---|\n", 0, 0, [["1"], ["2\n3"]])).toBe("> | 1 |\n> |---|\n> | 2<br>3 |\n");
    expect(fill("||b|\n|-|-|\n", 0, 0, [["x"]])).toBe("| x |b|\n|-|-|\n");
  });
});

it("rows and columns are moved past others", () => {
  const doc = "| a | b |c|\n|---|:-:|-|\n| 1 | 2 | 3 |\n| 4 |\n| 7 | 8 | 9 |";
  const state = at(`${doc}‸`);
  const drawn = drawnTableAt(state, 0);
  if (!drawn) throw new Error("no table");
  const after = (edits: ReturnType<typeof rowMoved>) => state.update({ changes: edits }).state.doc.toString();
  expect(after(rowMoved(state, drawn.table, 2, 4))).toBe(
    "| a | b |c|\n|---|:-:|-|\n| 4 |\n| 7 | 8 | 9 |\n| 1 | 2 | 3 |",
  );
  expect(after(rowMoved(state, drawn.table, 4, 2))).toBe(
    "| a | b |c|\n|---|:-:|-|\n| 7 | 8 | 9 |\n| 1 | 2 | 3 |\n| 4 |",
  );
  expect(rowMoved(state, drawn.table, 0, 2)).toEqual([]);
  expect(after(columnMoved(state, drawn.table, 0, 2))).toBe(
    "| b |c| a |\n|:-:|-|---|\n| 2 | 3 | 1 |\n|  |  | 4 |\n| 8 | 9 | 7 |",
  );
  expect(columnMoved(state, drawn.table, 0, 3)).toEqual([]);
});

it("the text of a cell is measured as it is shown", () => {
  expect(shownText("**a** [b](c.md) `d` ~~e~~ x_y_z 2*3*4")).toBe("a b d e x_y_z 2*3*4");
  expect(shownText("a<br>b \\| [[p\\|q]] $\\alpha^2$")).toBe("a\nb | q 2");
  expect(cellText("a|b\\|c\n d")).toBe("a\\|b\\|c<br>d");
});

it("a table that begins in the line of a list item is drawn, with the item's marker beside it", () => {
  const shownRow = (written: string) => {
    const state = at(written);
    const found = tableDecorations(state, 0, state.doc.length, [], () => ({ columns: "", opening: "1em" }));
    return found.inside.flatMap(({ value }) => value.spec.attributes?.["data-marker"] ?? []);
  };
  expect(shownRow("- a | b\n  --|--\n  1 | 2\n\n‸")).toEqual(["•"]);
  expect(shownRow("> 12. | a |\n>     |---|\n\n‸")).toEqual(["12."]);
  expect(shownRow("- x\n\n  | a |\n  |---|\n\n‸")).toEqual([]);
  expect(seen(at("- a | b\n  --|--\n  1 | 2\n\n‸"))).toBe("a¦b¦\n\n1¦2¦\n\n");
  expect(shown(at("- ⟨a⟩ | b\n  --|--\n").update({ ...key("|"), userEvent: "input.type" }).state)).toBe(
    "- \\|‸ | b\n  --|--\n",
  );
  function key(insert: string) {
    return { changes: { from: 2, to: 3, insert }, selection: { anchor: 2 + insert.length } };
  }
});

describe("a table stays drawn", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const isDrawn = (state: EditorState, position = 0) => drawnTableAt(state, position) !== null;

  it("while a word is composed in it, whatever the text is parsed as", () => {
    const compose = (state: EditorState, from: number, insert: string) =>
      state.update({ changes: { from, insert }, userEvent: "input.type.compose" }).state;
    // In the delimiter row, which then is none.
    const composed = compose(compose(at(`${T}‸`), 12, "n"), 13, "i");
    expect(isDrawn(composed)).toBe(true);
    const moved = composed.update({ selection: { anchor: 2 } }).state;
    expect(isDrawn(moved)).toBe(true);
    expect(isDrawn(moved.update({ effects: drawComposed.of(null) }).state)).toBe(false);
    expect(isDrawn(composed.update({ changes: { from: 14, insert: "x" }, userEvent: "input.type" }).state)).toBe(false);
    expect(drawnTableAt(compose(at("a | b\n--|--\nc | d‸"), 0, "n"), 0)).toMatchObject({ from: 0, to: 18 });
    expect(drawnTableAt(compose(at("a | b\n--|--\nc | d‸"), 17, "n"), 0)).toMatchObject({ from: 0, to: 18 });
  });

  it("if the time to parse the text is over at once", () => {
    let now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => {
      now += 1000;
      return now;
    });
    const { state } = at(`Above\n\n${T}‸`).update({ changes: { from: 10, insert: "x" }, userEvent: "input.type" });
    expect(isDrawn(state, 10)).toBe(true);
  });
});
