import { expect, it } from "vitest";
import { lineTextAt } from "./line-selection";
import { liveState } from "./live-text.fixture";

it("a triple click selects the text of a line, an item, a heading or a cell, and no line break", () => {
  const selected = (text: string) => {
    const state = liveState(text);
    const { from, to } = lineTextAt(state, state.selection.main.head);
    return state.sliceDoc(from, to);
  };
  expect(selected("some **wor‸ds**.\n\nNext")).toBe("some **words**.");
  expect(selected("- [ ] a ta‸sk\n- b")).toBe("a task");
  expect(selected("> ## Ti‸tle\n> text")).toBe("Title");
  expect(selected("```\n- co‸de\n```")).toBe("- code");
  expect(selected("| A | B |\n|---|---|\n| some te‸xt | b |\n")).toBe("some text");
  expect(selected("a\n‸\nb")).toBe("");
});
