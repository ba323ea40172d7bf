import { EditorState, type StateCommand } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { after } from "./after.fixture";
import { displayWidth } from "./display-width";
import { tableAt } from "./table";
import { cellBelow, nextCell, previousCell, tableCommands } from "./table-commands";

/** The result of a command on a table that is written with `¦` for its bars, because `|` is the cursor. */
function on(command: StateCommand, text: string): string | null {
  const marked = text.replaceAll("|", "†").replaceAll("¦", "|");
  const positions = [...marked.matchAll(/†/g)].map(({ index }, nth) => index - nth);
  const state = EditorState.create({
    doc: marked.replaceAll("†", ""),
    selection: { anchor: positions[0] ?? 0, head: positions[1] ?? positions[0] ?? 0 },
  });
  let next = state;
  if (!command({ state, dispatch: (made) => (next = made.state) })) return null;
  const { from, to } = next.selection.main;
  const doc = next.doc.toString();
  const bars = (text: string) => text.replaceAll("|", "¦");
  return from === to
    ? `${bars(doc.slice(0, from))}|${bars(doc.slice(from))}`
    : `${bars(doc.slice(0, from))}|${bars(doc.slice(from, to))}|${bars(doc.slice(to))}`;
}

const T = "¦ A ¦ B ¦\n¦ --- ¦ --- ¦\n";

describe("in a table", () => {
  it("Tab and Shift+Tab move between cells, skip the delimiter row, and add a row at the end", () => {
    expect(on(nextCell, `¦ A| ¦ B ¦\n¦ --- ¦ --- ¦\n¦ c ¦ d ¦`)).toBe(`¦ A ¦ |B| ¦\n¦ --- ¦ --- ¦\n¦ c ¦ d ¦`);
    expect(on(nextCell, `¦ A ¦ B| ¦\n¦ --- ¦ --- ¦\n¦ c ¦ d ¦`)).toBe(`${T}¦ |c| ¦ d ¦`);
    expect(on(nextCell, `${T}¦ c ¦ d| ¦`)).toBe(`${T}¦ c ¦ d ¦\n¦ |  ¦   ¦`);
    expect(on(previousCell, `${T}¦ c| ¦ d ¦`)).toBe(`¦ A ¦ |B| ¦\n¦ --- ¦ --- ¦\n¦ c ¦ d ¦`);
    expect(on(nextCell, "a| ¦ b")).toBeNull();
    expect(on(nextCell, "```\n¦ A| ¦\n¦ - ¦\n```")).toBeNull();
  });

  it("Enter moves down, adds a row at the end, and leaves the table from an empty one", () => {
    expect(on(cellBelow, `¦ A ¦ B| ¦\n¦ --- ¦ --- ¦\n¦ c ¦ d ¦`)).toBe(`${T}¦ c ¦ |d| ¦`);
    expect(on(cellBelow, `${T}¦ c ¦ d| ¦`)).toBe(`${T}¦ c ¦ d ¦\n¦ |  ¦   ¦`);
    expect(on(cellBelow, `${T}¦ c| ¦ d ¦`)).toBe(`${T}¦ c ¦ d ¦\n¦ |  ¦   ¦`);
    expect(on(cellBelow, `¦A¦B¦\n¦-¦-¦|`)).toBe(`¦A¦B¦\n¦-¦-¦\n¦ | ¦  ¦`);
    expect(on(cellBelow, `¦A¦B¦\n¦-¦-¦|\n¦c¦d¦`)).toBe(`¦A¦B¦\n¦-¦-¦\n¦|c|¦d¦`);
    expect(on(cellBelow, `${T}¦ |  ¦   ¦`)).toBe(`${T}\n|`);
    expect(on(cellBelow, `${T}¦ |  ¦   ¦\nNext`)).toBe(`${T}\n|\n\nNext`);
    // From a cell beyond the table's last column into its last column.
    expect(on(cellBelow, `${T}¦ c ¦ d ¦ ee| ¦`)).toBe(`${T}¦ c ¦ d ¦ ee ¦\n¦   ¦ |  ¦`);
  });

  it("rows are added, moved and deleted", () => {
    expect(on(tableCommands["table-row-above"], `${T}¦ c| ¦ d ¦`)).toBe(`${T}¦ |  ¦   ¦\n¦ c ¦ d ¦`);
    expect(on(tableCommands["table-row-below"], `¦ A| ¦ B ¦\n¦ --- ¦ --- ¦\n¦ c ¦ d ¦`)).toBe(
      `${T}¦ |  ¦   ¦\n¦ c ¦ d ¦`,
    );
    expect(on(tableCommands["table-delete-row"], `${T}¦ c| ¦ d ¦\n¦ e ¦ f ¦`)).toBe(`${T}¦ |e ¦ f ¦`);
    expect(on(tableCommands["table-delete-row"], `¦ A| ¦ B ¦\n¦ --- ¦ --- ¦`)).toBeNull();
    expect(on(tableCommands["table-row-down"], `${T}¦ c| ¦ d ¦\n¦ eee ¦ f ¦`)).toBe(`${T}¦ eee ¦ f ¦\n¦ c| ¦ d ¦`);
  });

  it("columns are added, moved and deleted, and lines without outer bars stay tables", () => {
    expect(on(tableCommands["table-column-right"], `${T}¦ c| ¦ d ¦`)).toBe(
      "¦ A ¦     ¦ B ¦\n¦ --- ¦ --- ¦ --- ¦\n¦ c ¦ |    ¦ d ¦",
    );
    expect(on(tableCommands["table-column-left"], `${T}¦ c| ¦ d ¦`)).toBe(
      "¦     ¦ A ¦ B ¦\n¦ --- ¦ --- ¦ --- ¦\n¦ |    ¦ c ¦ d ¦",
    );
    expect(on(tableCommands["table-delete-column"], `${T}¦ c| ¦ d ¦`)).toBe("¦ B ¦\n¦ --- ¦\n¦ |d ¦");
    expect(on(tableCommands["table-delete-column"], `${T}¦ c ¦ d| ¦`)).toContain("¦ A ¦\n¦ --- ¦\n");
    expect(on(tableCommands["table-move-column-right"], `${T}¦ c| ¦ d \\¦ e ¦`)).toBe(
      "¦ B ¦ A ¦\n¦ --- ¦ --- ¦\n¦ d \\¦ e ¦ |c ¦",
    );
    expect(on(tableCommands["table-column-left"], "A| ¦ B\n--- ¦ ---\nc ¦ d")).toBe(
      "¦|     ¦ A ¦ B\n¦ --- ¦ --- ¦ ---\n¦     ¦ c ¦ d",
    );
  });

  it("a table that begins in the line of a list item stays in the item", () => {
    const item = "1. ¦ A| ¦ B ¦\n   ¦ --- ¦ --- ¦\n   ¦ c ¦ d ¦";
    expect(on(nextCell, item)).toBe("1. ¦ A ¦ |B| ¦\n   ¦ --- ¦ --- ¦\n   ¦ c ¦ d ¦");
    expect(on(tableCommands["table-row-below"], item)).toBe(
      "1. ¦ A ¦ B ¦\n   ¦ --- ¦ --- ¦\n   ¦ |  ¦   ¦\n   ¦ c ¦ d ¦",
    );
    expect(on(tableCommands["table-delete-column"], item)).toBe("1. ¦ |B ¦\n   ¦ --- ¦\n   ¦ d ¦");
    expect(on(tableCommands["tidy-table"], item)).toBe("1. ¦ |A   ¦ B   ¦\n   ¦ --- ¦ --- ¦\n   ¦ c   ¦ d   ¦");
  });

  it("alignment changes only the delimiter row", () => {
    expect(on(tableCommands["table-align-center"], `¦ A ¦ B| ¦\n¦ --- ¦ ----- ¦`)).toBe("¦ A ¦ B| ¦\n¦ --- ¦ :---: ¦");
    expect(on(tableCommands["table-align-right"], `¦ A| ¦ B ¦\n¦ --- ¦ ----- ¦`)).toBe("¦ A| ¦ B ¦\n¦ --: ¦ ----- ¦");
  });

  it("tidying aligns the bars, with two columns for an ideograph", () => {
    expect(on(tableCommands["tidy-table"], "¦A|¦名字¦\n¦-¦:-:¦\n¦long one¦x¦")).toBe(
      "¦ |A        ¦ 名字 ¦\n¦ -------- ¦ :--: ¦\n¦ long one ¦  x   ¦",
    );
    expect(on(tableCommands["tidy-table"], "> ¦a|¦\n> ¦-¦")).toBe("> ¦ |a   ¦\n> ¦ --- ¦");
    expect(displayWidth("名a👍🏽é")).toBe(6);
  });
});

it("a cell keeps its escaped bars and its code", () => {
  expect(on(nextCell, "¦ A| ¦ `x \\¦ y` ¦\n¦ - ¦ - ¦")).toBe("¦ A ¦ |`x \\¦ y`| ¦\n¦ - ¦ - ¦");
  expect(after(nextCell, "x|")).toBeNull();
});

describe("columns of tables whose rows lack bars or cells", () => {
  const rowsOf = (state: EditorState) => {
    const table = tableAt(state, 0);
    return table?.rows.map(({ cells }) => cells.map(({ start, end }) => state.sliceDoc(start, end)));
  };
  /** The cells without the empty ones at the end, which a row may lack. */
  const written = (row: readonly string[]) => row.slice(0, row.findLastIndex((cell) => cell !== "") + 1);
  const cell = fc.constantFrom("", "a", "b c", "d\\|e", "渡");
  const row = fc.record({
    cells: fc.array(cell, { minLength: 1, maxLength: 4 }),
    isOpen: fc.boolean(),
    isClosed: fc.boolean(),
    gap: fc.constantFrom("", " "),
  });
  const text = ({
    cells,
    isOpen,
    isClosed,
    gap,
  }: {
    cells: string[];
    isOpen: boolean;
    isClosed: boolean;
    gap: string;
  }) => `${isOpen ? "|" : ""}${cells.map((each) => gap + each + gap).join("|")}${isClosed ? "|" : ""}`;
  const lines = fc
    .record({ head: row, rows: fc.array(row, { maxLength: 4 }), signs: row, width: fc.integer({ min: 2, max: 4 }) })
    .map(({ head, rows, signs, width }) =>
      [
        text({ ...head, cells: Array.from({ length: width }, (_, n) => `h${n}`) }),
        text({ ...signs, cells: Array.from({ length: width }, () => "---") }),
        ...rows.map(text),
      ].join("\n"),
    );

  it("are deleted and moved without losing another cell", () => {
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), fc.constantFrom("delete", "left", "right"), (doc, a, b, what) => {
        const plain = EditorState.create({ doc });
        const before = rowsOf(plain);
        const { rows = [] } = tableAt(plain, 0) ?? {};
        const { cells = [] } = rows[a % plain.doc.lines] ?? {};
        // A line that is a bar alone has no cells.
        fc.pre(rows.length === plain.doc.lines && cells.length > 0);
        const column = b % cells.length;
        const state = plain.update({ selection: { anchor: cells[column]?.end ?? 0 } }).state;
        let next = state;
        const name = {
          delete: "table-delete-column",
          left: "table-move-column-left",
          right: "table-move-column-right",
        };
        tableCommands[name[what] as keyof typeof tableCommands]({ state, dispatch: (made) => (next = made.state) });
        const width = before?.[0]?.length ?? 0;
        const to = column + (what === "left" ? -1 : 1);
        const expected = before?.map((each) => {
          if (what === "delete") return each.toSpliced(column, 1);
          if (to < 0 || to >= width || column >= width) return each;
          const full = [...each, ...Array<string>(Math.max(0, width - each.length)).fill("")];
          full.splice(to, 0, ...full.splice(column, 1));
          return full;
        });
        expect(rowsOf(next)?.map(written)).toEqual(expected?.map(written));
        expect(next.doc.lines).toBe(state.doc.lines);
      }),
      { numRuns: process.env.GALLEY_LONG ? 20_000 : 500 },
    );
  });
});

describe("in a table without outer bars", () => {
  const run = (name: keyof typeof tableCommands, text: string) => on(tableCommands[name], text)?.replace("|", "");

  it("no row becomes code when another cell is the first", () => {
    const before = "Name| ¦ Count ¦ Note\n---- ¦ ----: ¦ ----\nab   ¦     5 ¦ x";
    expect(run("table-delete-column", before)).toBe("¦ Count ¦ Note\n¦ ----: ¦ ----\n¦     5 ¦ x");
    expect(run("table-move-column-right", "Name| ¦ No\n---- ¦ --:\nab   ¦     5")).toBe(
      "¦ No¦Name \n¦ --:¦---- \n¦     5¦ab   ",
    );
  });

  it("the list item that it begins in keeps its marker", () => {
    expect(run("table-delete-column", "- a| ¦ b\n  --- ¦ ---\n  c ¦ d")).toBe("- ¦ b ¦\n  ¦ --- ¦\n  ¦ d ¦");
    expect(run("table-move-column-right", "- a| ¦ b\n  --- ¦ ---\n  c ¦ d")).toBe("- ¦ b¦a \n  ¦ ---¦--- \n  ¦ d¦c ");
    expect(run("table-row-below", "- a| ¦ b\n  --- ¦ ---\n  c ¦ d")).toBe("- a ¦ b\n  --- ¦ ---\n  ¦  ¦  ¦\n  c ¦ d");
    expect(run("tidy-table", "- a| ¦ b\n  --- ¦ ---")).toBe("- ¦ a   ¦ b   ¦\n  ¦ --- ¦ --- ¦");
  });

  it("a backslash at the end of a row does not escape the bar that comes behind it", () => {
    expect(run("table-move-column-left", "¦ a ¦ b ¦\n¦ - ¦ - ¦\n¦ c ¦ d\\|")).toBe("¦ b ¦ a ¦\n¦ - ¦ - ¦\n¦ d\\ ¦ c ");
  });
});
