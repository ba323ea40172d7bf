import { EditorSelection, EditorState, type StateCommand } from "@codemirror/state";

/** A text in which `|` is a cursor, or two of them enclose a selection (`|a|`); `‖` is each further cursor. */
export function stateOf(marked: string): EditorState {
  const cursors: number[] = [];
  const bars: number[] = [];
  let doc = "";
  for (const character of marked) {
    if (character === "|") bars.push(doc.length);
    else if (character === "‖") cursors.push(doc.length);
    else doc += character;
  }
  const ranges = [
    EditorSelection.range(bars[0] ?? 0, bars[1] ?? bars[0] ?? 0),
    ...cursors.map((at) => EditorSelection.cursor(at)),
  ];
  return EditorState.create({
    doc,
    selection: EditorSelection.create(ranges, 0),
    extensions: EditorState.allowMultipleSelections.of(true),
  });
}

/** The result of a command on such a text, in the same notation; null if it did nothing. */
export function after(command: StateCommand, marked: string): string | null {
  const state = stateOf(marked);
  let next = state;
  if (!command({ state, dispatch: (transaction) => (next = transaction.state) })) return null;
  return markedText(next);
}

/** Writes a state in the notation of `stateOf`. */
export function markedText({ doc, selection }: EditorState): string {
  const marks = selection.ranges.flatMap(({ from, to }, index): [number, string][] =>
    index !== selection.mainIndex
      ? [[from, "‖"]]
      : from === to
        ? [[from, "|"]]
        : [
            [from, "|"],
            [to, "|"],
          ],
  );
  let text = doc.toString();
  for (const [at, mark] of marks.sort((a, b) => b[0] - a[0])) text = text.slice(0, at) + mark + text.slice(at);
  return text;
}
