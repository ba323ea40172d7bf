import { type EditorState, StateEffect } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { heldOpen, type Span } from "../text/attention";
import { ownFolds, unfoldEverything } from "../writing/fold-sections";
import { calloutChoices, calloutFolds, choicesOf, restoreCallouts, toggleCalloutAt } from "./callout-folds";
import { liveState } from "./live-text.fixture";

const stateOf = (text: string) => liveState(text, [calloutChoices, calloutFolds]);

/** The text without what is folded: `▸` and `▾` are the buttons. */
function shown(state: EditorState): string {
  let text = "";
  let at = 0;
  state.field(calloutFolds).decorations.between(0, state.doc.length, (from, to) => {
    if (from < at) return;
    text += state.sliceDoc(at, from) + (from < to ? "▸" : "▾");
    at = to;
  });
  return text + state.sliceDoc(at);
}

/** What a command or a click does to a state. */
function after(state: EditorState, act: (view: EditorView) => unknown): EditorState {
  let next = state;
  const dispatch = (spec: object) => {
    next = next.update(spec).state;
  };
  act({
    get state() {
      return next;
    },
    dispatch,
  } as EditorView);
  return next;
}

const moved = (state: EditorState, at: number) => state.update({ selection: { anchor: at } }).state;

test.each([
  ["> [!note]- Title\n> hidden\n> more\n\nafter‸", "> [!note]- Title▸\n\nafter"],
  ["> [!tip]+ Title\n> seen\n\nafter‸", "> [!tip]+ Title▾\n> seen\n\nafter"],
  ["> [!tip] Title\n> seen\n\nafter‸", "> [!tip] Title\n> seen\n\nafter"],
  ["> [!note]- Only a title\n\nafter‸", "> [!note]- Only a title\n\nafter"],
  ["> [!note]-\n> hidden\n\nafter‸", "> [!note]-▸\n\nafter"],
  ["> plain\n> [!note]- no marker\n\nafter‸", "> plain\n> [!note]- no marker\n\nafter"],
  ["- item\n\n  > [!note]- In a list\n  > hidden\n\nafter‸", "- item\n\n  > [!note]- In a list▸\n\nafter"],
  ["> [!note]- Title‸\n> hidden\n\nafter", "> [!note]- Title▾\n> hidden\n\nafter"],
  ["> [!note]- Title\n> hid‸den\n\nafter", "> [!note]- Title▾\n> hidden\n\nafter"],
  ["before\n> [!note]- Title\n> ⟨hidden\n\naf⟩ter", "before\n> [!note]- Title▾\n> hidden\n\nafter"],
  [
    "> [!note] Outer\n> text\n>\n> > [!tip]- Inner\n> > hidden\n>\n> end\n\nafter‸",
    "> [!note] Outer\n> text\n>\n> > [!tip]- Inner▸\n>\n> end\n\nafter",
  ],
  ["> [!note]- Outer\n> > [!tip]- Inner\n> > hidden\n\nafter‸", "> [!note]- Outer▸\n\nafter"],
  ["> [!note]- Outer‸\n> > [!tip]- Inner\n> > hidden\n\nafter", "> [!note]- Outer▾\n> > [!tip]- Inner▸\n\nafter"],
  [
    "> [!note]- Outer\n> > [!tip]- Inner\n> > hid‸den\n\nafter",
    "> [!note]- Outer▾\n> > [!tip]- Inner▾\n> > hidden\n\nafter",
  ],
])("a callout is folded as its sign has it, and open for the cursor: %j", (text, expected) => {
  expect(shown(stateOf(text))).toBe(expected);
});

test("the button opens a folded callout and folds it again, and the text stays as it is", () => {
  const text = "> [!note]- Title\n> hidden\n\nafter";
  const folded = stateOf(`${text}‸`);
  const open = after(folded, (view) => toggleCalloutAt(view, 3));
  expect(shown(open)).toBe("> [!note]- Title▾\n> hidden\n\nafter");
  expect(open.doc).toBe(folded.doc);
  const typed = open.update({ changes: { from: 0, insert: "before\n\n" } }).state;
  expect(shown(typed)).toBe(`before\n\n${shown(open)}`);
  expect(shown(after(typed, (view) => toggleCalloutAt(view, 10)))).toBe("before\n\n> [!note]- Title▸\n\nafter");
});

test("a sign of folding that is edited counts instead of what was chosen", () => {
  const open = after(stateOf("> [!note]- Title\n> hidden\n\nafter‸"), (view) => toggleCalloutAt(view, 0));
  const plus = open.update({ changes: { from: 9, to: 10, insert: "+" } }).state;
  const minus = plus.update({ changes: { from: 9, to: 10, insert: "-" } }).state;
  expect([shown(plus), shown(minus)]).toEqual(["> [!note]+ Title▾\n> hidden\n\nafter", "> [!note]- Title▸\n\nafter"]);
});

test("the fold command folds the callout at the cursor and moves the cursor out; the unfold command keeps it open", () => {
  const inside = stateOf("> [!note]+ Title\n> see‸n\n\nafter");
  const command = (name: "fold" | "unfold") => (view: EditorView) =>
    view.state.facet(ownFolds).some((folds) => folds[name](view));
  const folded = after(inside, command("fold"));
  expect(shown(folded)).toBe("> [!note]+ Title▸\n\nafter");
  expect(folded.selection.main.head).toBe(folded.doc.toString().indexOf("\n\n") + 1);
  const entered = moved(folded, 20);
  expect(shown(entered)).toBe("> [!note]+ Title▾\n> seen\n\nafter");
  expect(shown(moved(entered, entered.doc.length))).toBe("> [!note]+ Title▸\n\nafter");
  const kept = after(entered, command("unfold"));
  expect(shown(moved(kept, kept.doc.length))).toBe("> [!note]+ Title▾\n> seen\n\nafter");
});

test("a callout with a pending edit is open and cannot be folded", () => {
  const state = stateOf("> [!note]- Title\n> hidden\n\nafter‸");
  const spans: readonly Span[] = [{ from: 20, to: 22 }];
  const held = state.update({ effects: StateEffect.appendConfig.of(heldOpen.of(() => spans)) }).state;
  expect(shown(held)).toBe("> [!note]- Title▾\n> hidden\n\nafter");
  expect(after(held, (view) => toggleCalloutAt(view, 0))).toBe(held);
});

test("a callout that is all of the text is not folded around the cursor", () => {
  const state = stateOf("> [!note]+ Title\n> se‸en");
  expect(after(state, (view) => toggleCalloutAt(view, 0))).toBe(state);
});

test("a callout that is longer than the part around the view is folded as a whole", () => {
  const lines = "> a line of hidden text\n".repeat(1500);
  const state = stateOf(`‸before\n\n> [!note]- Title\n${lines}\nafter`);
  expect(shown(state)).toBe("before\n\n> [!note]- Title▸\n\nafter");
  const longer = stateOf(`‸before\n\n> [!note]- Title\n${lines.repeat(3)}\nafter`);
  expect(shown(longer)).toBe(longer.doc.toString());
});

test("what the user chose is kept with the tab, as far as the callouts are still there", () => {
  const text = "> [!note]- One\n> hidden\n\n> [!tip]+ Two\n> seen\n\nafter‸";
  const chosen = after(
    after(stateOf(text), (view) => toggleCalloutAt(view, 0)),
    (view) => toggleCalloutAt(view, 25),
  );
  const choices = choicesOf(chosen);
  expect(choices).toEqual([
    [2, true],
    [27, false],
  ]);
  const again = stateOf(text);
  expect(shown(again.update({ effects: restoreCallouts(again, choices) }).state)).toBe(shown(chosen));
  const changed = stateOf("other text\n\n> [!note]- Title\n> hidden\n\nafter‸");
  expect(restoreCallouts(changed, [...choices, [-1, true], [9999, true]])).toEqual([]);
});

test("the command that unfolds everything opens all callouts, until one is folded again", () => {
  const state = stateOf("> [!note]- One\n> > [!tip]- In it\n> > hidden\n\n> [!tip]- Two\n> hidden\n\nafter‸");
  const open = after(state, (view) => unfoldEverything(view));
  expect(shown(open)).not.toContain("▸");
  expect(shown(after(open, (view) => toggleCalloutAt(view, 0)))).toContain("> [!note]- One▸\n\n> [!tip]- Two▾");
});
