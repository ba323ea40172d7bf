import { undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { historyWith, takeHistory } from "./editor";
import { historyKept, keepHistory } from "./kept-histories";
import { undoHistory } from "./undo-steps";

/** Types `insert` at the end of `text`, and keeps the history as when the document is closed. */
function closed(path: string, text: string, insert: string): void {
  const state = EditorState.create({ doc: text, extensions: undoHistory() });
  const typed = state.update({ changes: { from: text.length, insert }, userEvent: "input.type" }).state;
  keepHistory(path, { history: takeHistory(typed), text: typed.doc, hunks: ["w.0"] });
}

/** The text after an undo in the reopened document; null if there is nothing to undo. */
function undone(path: string, text: string): string | null {
  const { doc } = EditorState.create({ doc: text });
  const kept = historyKept(path, doc);
  if (kept === undefined) return null;
  let state = EditorState.create({ doc, extensions: historyWith(kept.history) });
  undo({ state, dispatch: (transaction) => (state = transaction.state) });
  return state.doc.toString();
}

it("undo goes on where it was, unless the text was changed elsewhere meanwhile", () => {
  closed("a.md", "One.\nTwo.", " Three.");
  expect(undone("a.md", "One.\nTwo. Three.")).toBe("One.\nTwo.");
  closed("a.md", "One.\nTwo.", " Three.");
  expect(undone("a.md", "One and more.\nTwo. Three.")).toBe(null);
});

it("a history is used once, and the oldest are forgotten", () => {
  for (let each = 0; each < 40; each++) closed(`${each}.md`, "a", "b");
  expect(undone("39.md", "ab")).toBe("a");
  expect(undone("39.md", "ab")).toBe(null);
  expect(undone("5.md", "ab")).toBe(null);
});
