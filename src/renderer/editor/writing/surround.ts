import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { oneStep } from "./format";

/** What closes what is typed over a selection; those of the first table mean something in Markdown alone. */
const MARKS: Readonly<Record<string, string>> = { "*": "*", _: "_", "`": "`", "~": "~", $: "$" };
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

/** What happens when `typed` comes over a selection: it goes around the words, which stay selected. Null: it replaces them. */
export function surrounded(state: EditorState, typed: string, format: "markdown" | "text"): TransactionSpec | null {
  const close = BRACKETS[typed] ?? (format === "markdown" ? MARKS[typed] : undefined);
  const { ranges } = state.selection;
  if (close === undefined || state.readOnly || ranges.some(({ empty }) => empty)) return null;
  // Over a selection that is nothing but blanks a mark would be that, and no more.
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

/** Typing a bracket, a quotation mark or a mark of Markdown over a selection puts it around. */
export const surrounding = (format: "markdown" | "text") =>
  EditorView.inputHandler.of((view, _from, _to, typed) => {
    if (view.composing || typed.length > 2) return false;
    const change = surrounded(view.state, typed, format);
    if (change) view.dispatch(change);
    return change !== null;
  });
