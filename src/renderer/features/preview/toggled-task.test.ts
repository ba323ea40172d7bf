import { Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toggledTask } from "./toggled-task";

const of = (line: string, isDone: boolean) => toggledTask(Text.of(["before", line]), 2, isDone);

test("the character between the brackets changes at any nesting depth", () => {
  for (const before of ["- ", "* ", "+ ", "1. ", "12) ", "  - ", "> - ", "> > 1. ", "- - ", "\t- "]) {
    const at = 7 + before.length + 1;
    expect(of(`${before}[ ] x`, true), before).toEqual({ from: at, to: at + 1, insert: "x" });
    expect(of(`${before}[X] x`, false), before).toEqual({ from: at, to: at + 1, insert: " " });
  }
});

test("other lines, and tasks in the wanted state, are not changed", () => {
  for (const line of ["[ ] x", "text - [ ] x", "- [y] x", "- [ ]x", "-[ ] x", "", "- `[ ] x`"])
    expect(of(line, true)).toBeNull();
  expect(of("- [x] a", true)).toBeNull();
  expect(toggledTask(Text.of(["- [ ] a"]), 9, true)).toBeNull();
});

test("any line is handled quickly, and at most one character changes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("- ", "> ", "1. ", "[ ] ", "[x] ", " ", "\t", "a")),
      fc.boolean(),
      (parts, isDone) => {
        const change = of(parts.join(""), isDone);
        expect(change === null || change.to - change.from === 1).toBe(true);
      },
    ),
  );
  expect(of("- ".repeat(100_000), true)).toBeNull();
});
