import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { expect, it } from "vitest";
import { heldOpen } from "../text/attention";
import { joinedLines } from "./joined-lines";
import { joinsLines } from "./live-host";
import { liveState } from "./live-text.fixture";

/** The text with its joined line breaks as `·`, or `~` where no space is shown. */
function shown(written: string, ...more: Extension[]): string {
  const state = liveState(written, joinsLines.of(true), joinedLines, ...more);
  let text = "";
  let at = 0;
  state.field(joinedLines).between(0, state.doc.length, (from, to, { spec }) => {
    text += state.sliceDoc(at, from) + (spec.widget ? "·" : "~");
    at = to;
  });
  return text + state.sliceDoc(at);
}

it("joins the lines of paragraphs, also in quotes, items, tasks and notes", () => {
  expect(shown("a\nb\n\nc\n\n‸")).toBe("a·b\n\nc\n\n");
  expect(shown("> a\n> b\nc\n\n‸")).toBe("> a·b·c\n\n");
  expect(shown("- a\n  b\n  - c\n    d\n- [ ] e\n  f\n\n‸")).toBe("- a·b\n  - c·d\n- [ ] e·f\n\n");
  expect(shown("渡し\n船\n\nship\n船\n\n‸")).toBe("渡し~船\n\nship·船\n\n");
});

it("keeps the breaks that the writer wants, and the lines of other blocks", () => {
  expect(shown("a  \nb\\\nc \nd\n\n‸")).toBe("a  \nb\\\nc·d\n\n");
  for (const block of [
    "```\na\nb\n```",
    "| a |\n| - |\n| b |",
    "    a\n    b",
    "<div>\na\n</div>",
    "# a\n# b",
    "---\na: 1\n---",
  ])
    expect(shown(`${block}\n\n‸`)).toBe(`${block}\n\n`);
});

it("keeps the lines of a paragraph with the selection or a pending edit in it", () => {
  expect(shown("a\nb‸\n\nc\nd\n\n")).toBe("a\nb\n\nc·d\n\n");
  expect(
    shown(
      "a\nb\n\nc\nd\n\n‸",
      heldOpen.of(() => [{ from: 0, to: 1 }]),
    ),
  ).toBe("a\nb\n\nc·d\n\n");
});

it("keeps the title of a callout, and what looks like a quote within a paragraph", () => {
  expect(shown("> [!note] Title\n> a\n> b\n\n‸")).toBe("> [!note] Title\n> a·b\n\n");
  expect(shown("a\n    > 5 mm\n\n‸")).toBe("a·> 5 mm\n\n");
  expect(shown("> a\n> > b\n> > c\n\n‸")).toBe("> a\n> > b·c\n\n");
});

it("keeps the lines of a paragraph when an edit in it becomes pending", () => {
  const set = StateEffect.define<readonly { from: number; to: number }[]>();
  const held = StateField.define<readonly { from: number; to: number }[]>({
    create: () => [],
    update: (value, { effects }) => effects.find((effect) => effect.is(set))?.value ?? value,
    provide: (field) => heldOpen.of((state) => state.field(field)),
  });
  const state = liveState("a\nb\n\n‸", joinsLines.of(true), joinedLines, held);
  expect(state.field(joinedLines).size).toBe(1);
  const after = state.update({ effects: set.of([{ from: 0, to: 1 }]) }).state;
  expect(after.field(joinedLines).size).toBe(0);
});

it("is off where line breaks are kept", () => {
  const state = liveState("a\nb\n\n‸", joinsLines.of(false), joinedLines);
  expect(state.field(joinedLines).size).toBe(0);
});
