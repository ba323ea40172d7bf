import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { oneStep } from "./format";

/** The closing counterparts of characters that surround a selection; those of the first table only in Markdown. */
const MARKS: Readonly<Record<string, string>> = { "*": "*", _: "_", "`": "`", "~": "~", "=": "=", $: "$" };
const BRACKETS: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  '"': '"',
  "'": "'",
  "“": "”",
  "‘": "’",
  "«": "»",
  "「": "」",
  "『": "』",
  "（": "）",
  "【": "】",
  "《": "》",
  "〈": "〉",
  "［": "］",
};

/**
 * The change if `typed` is typed over a selection: it surrounds the text, which stays selected. Null: it replaces the
 * selection.
 */
export function surroundTransaction(
  state: EditorState,
  typed: string,
  format: "markdown" | "text",
): TransactionSpec | null {
  const close = BRACKETS[typed] ?? (format === "markdown" ? MARKS[typed] : undefined);
  const { ranges } = state.selection;
  if (close === undefined || state.readOnly || ranges.some(({ empty }) => empty)) return null;
  // Around nothing but spaces a mark would have no effect.
  if (ranges.some(({ from, to }) => state.sliceDoc(from, Math.min(to, from + 1000)).trim() === "")) return null;
  const change = state.changeByRange(({ anchor, head, from, to }) => ({
    changes: [
      { from, insert: typed },
      { from: to, insert: close },
    ],
    range: EditorSelection.range(anchor + typed.length, head + typed.length),
  }));
  return oneStep(state, { ...change, userEvent: "input.type" });
}

/** Typing a bracket, quotation mark or Markdown mark over a selection surrounds it. */
export const surrounding = (format: "markdown" | "text") =>
  EditorView.inputHandler.of((view, _from, _to, typed) => {
    if (view.composing || typed.length > 2) return false;
    const change = surroundTransaction(view.state, typed, format);
    if (change) view.dispatch(change);
    return change !== null;
  });
