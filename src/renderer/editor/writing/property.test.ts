import { history, redo, undo } from "@codemirror/commands";
import { EditorSelection, EditorState, type StateCommand, type Transaction } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shiftTab, tab } from "./indent-items";
import { giveUpMark, joinNextBlock } from "./join-lines";
import { insertLink } from "./link";
import { breakWithin, continueBlock } from "./new-line";

import { cellBelow, nextCell, previousCell, tableCommands } from "./table-commands";

import { writingCommands } from "./writing-commands";

const RUNS = process.env["GALLEY_LONG"] ? 20_000 : 300;

/**
 * How far from the selection a command may edit: its lines, the block or list they are in, or anywhere by inserting.
 */
const reaches: Record<string, "block" | "list" | "insertion" | "fence"> = {
  "code-block": "fence",
  "bullet-list": "list",
  "numbered-list": "list",
  "task-list": "list",
  enter: "list",
  backspace: "list",
  tab: "list",
  "shift-tab": "list",
  "insert-footnote": "insertion",
  "insert-rule": "insertion",
  "insert-table": "insertion",
};

const { link: _link, ...formatting } = writingCommands;
const commands: Record<string, StateCommand> = {
  // Not tested: CodeMirror's own commands for moving and copying lines.
  ...(Object.fromEntries(
    Object.entries(formatting as Record<string, Command>).filter(
      ([name]) =>
        !/^(?:(?:move|copy)-line|fold|unfold|insert-(?:date|page-break|contents)|(?:select|move)-section)|(?:spelling|case)$/.test(
          name,
        ),
    ),
  ) as unknown as Record<string, StateCommand>),
  link: insertLink(""),
  enter: continueBlock,
  backspace: giveUpMark,
  delete: joinNextBlock,
  "shift enter": breakWithin,
  tab,
  "shift-tab": shiftTab,
  ...tableCommands,
  "next-cell": nextCell,
  "previous-cell": previousCell,
  "cell-below": cellBelow,
};

const words = fc.constantFrom(
  "one",
  "two three",
  "中文，好",
  "a **b c** d",
  "e _f_ g",
  "`h`",
  "[i](j)",
  "k ~~l~~",
  "m\\*n",
  "",
);
const starts = fc.constantFrom(
  "",
  "",
  "",
  "- ",
  "* ",
  "1. ",
  "2. ",
  "9. ",
  "- [ ] ",
  "> ",
  "> - ",
  "# ",
  "### ",
  "  - ",
  "   1. ",
  "  ",
  "    ",
);
const line = fc.tuple(starts, words).map(([start, text]) => start + text);
const special = fc.constantFrom(
  "```",
  "---",
  "",
  "",
  "| a | b |\n| --- | :-: |\n| c \\| d | `e` |",
  "Title\n===",
  "$$",
  "<div>",
  "[^1]: note",
);
const documents = fc
  .array(fc.oneof({ arbitrary: line, weight: 4 }, { arbitrary: special, weight: 1 }), { minLength: 1, maxLength: 14 })
  .map((lines) => lines.join("\n"));

/** The text that may move with a column or a row; it must stay the same. */
const letters = (text: string) => [...text.replace(/[^\p{L}]/gu, "")].sort().join("");

/** The lines a command may change: the blocks of the selections, or everything that a list could reach from there. */
function allowed(state: EditorState, reach: "block" | "list"): { from: number; to: number } {
  const { ranges } = state.selection;
  let first = state.doc.lineAt(Math.min(...ranges.map(({ from }) => from)));
  let last = state.doc.lineAt(Math.max(...ranges.map(({ to }) => to)));
  const text = (number: number) => state.doc.line(number).text;
  // A list can contain empty lines, and continues in text directly below it.
  const isEnd = (number: number) =>
    reach === "block"
      ? text(number).trim() === ""
      : /^(?:#|```)/.test(text(number)) ||
        (/^[^\s\d*+>-]/.test(text(number)) && (number === 1 || text(number - 1).trim() === ""));
  while (first.number > 1 && !isEnd(first.number - 1)) first = state.doc.line(first.number - 1);
  while (last.number < state.doc.lines && !isEnd(last.number + 1)) last = state.doc.line(last.number + 1);
  return { from: first.from, to: last.to };
}

it("no command changes a byte outside its reach or deletes a letter, and undo restores the exact text", () => {
  let done = 0;
  fc.assert(
    fc.property(
      documents,
      fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
      fc.array(fc.constantFrom(...Object.keys(commands)), { minLength: 1, maxLength: 4 }),
      (doc, places, names) => {
        const ranges = places.map(([a, b], index) =>
          index % 2 === 0
            ? EditorSelection.range(a % (doc.length + 1), b % (doc.length + 1))
            : EditorSelection.cursor(a % (doc.length + 1)),
        );
        let state = EditorState.create({
          doc,
          selection: EditorSelection.create(ranges),
          extensions: [history(), EditorState.allowMultipleSelections.of(true)],
        });
        for (const name of names) {
          const before = state;
          let transaction: Transaction | null = null;
          const dispatch = (made: Transaction) => {
            transaction = made;
          };
          commands[name]?.({ state, dispatch });
          const made = transaction as Transaction | null;
          if (!made) continue;
          state = made.state;
          expect(made.newSelection.ranges.every(({ from, to }) => from >= 0 && to <= state.doc.length)).toBe(true);
          if (!made.docChanged) continue;
          done++;
          const reach = reaches[name] ?? "block";
          // Enter replaces the selection.
          const replaces =
            (name === "enter" || name === "shift enter") && before.selection.ranges.some((range) => !range.empty);
          if (!/delete/.test(name) && !replaces)
            expect(letters(state.doc.toString()), name).toBe(letters(before.doc.toString()));
          const span = reach === "insertion" || reach === "fence" ? null : allowed(before, reach);
          made.changes.iterChanges((fromA, toA) => {
            // A row is deleted with its line break.
            if (span)
              expect(
                fromA >= span.from && toA <= span.to + (name === "table-delete-row" ? 1 : 0),
                `${name} stays in its place`,
              ).toBe(true);
            else expect(before.sliceDoc(fromA, toA).replace(reach === "fence" ? /[`~>\s]/g : /\s/g, ""), name).toBe("");
          });
          let undone = state;
          undo({ state, dispatch: (one) => (undone = one.state) });
          expect(undone.doc.toString(), name).toBe(before.doc.toString());
          let again = undone;
          redo({ state: undone, dispatch: (one) => (again = one.state) });
          expect(again.doc.toString(), name).toBe(state.doc.toString());
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(done).toBeGreaterThan(RUNS / 2);
});
