import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { cellBelow } from "../writing/table-commands";
import { sourceRows } from "./source-rows";

/** The source after typing, in which `⏎` is Enter. */
function typed(lines: readonly string[]): string {
  let state = EditorState.create({ extensions: sourceRows });
  for (const key of lines.join("⏎")) {
    if (key === "⏎" && cellBelow({ state, dispatch: (transaction) => (state = transaction.state) })) continue;
    const insert = key === "⏎" ? "\n" : key;
    state = state.update({ ...state.replaceSelection(insert), userEvent: "input.type" }).state;
  }
  return state.doc.toString();
}

it("a table that is written row by row stays as it is written", () => {
  const outer = ["| A | B |", "|---|---|", "| c | d |", "| e | f |"];
  expect(typed(outer)).toBe(outer.join("\n"));
  const plain = ["A | B | C", "--|--|--", "c | d | e", "f | g | h"];
  expect(typed(plain)).toBe(plain.join("\n"));
  const quoted = ["> | A | B |", "> |---|---|", "| c | d |"];
  expect(typed(quoted)).toBe("> | A | B |\n> |---|---|\n> | c | d |");
});

it("a bar beside other text of a row stays a bar", () => {
  expect(typed(["| A | B |", "|---|---|", "c|"])).toBe("| A | B |\n|---|---|\n| c|  |   |");
});

it("a bar behind a backslash is text", () => {
  expect(typed(["A | B", "--|--", "c | d", "\\|"])).toBe("A | B\n--|--\nc | d\n| \\| |  |");
});
