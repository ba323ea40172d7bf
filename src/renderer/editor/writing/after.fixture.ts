import { EditorSelection, EditorState, type StateCommand } from "@codemirror/state";

/** A text in which `|` is a cursor, or two of them the ends of a selection (`|a|`); `‖` stands for each further cursor. */
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

/** What a command makes of such a text, written the same way; null where it left it alone. */
export function after(command: StateCommand, marked: string): string | null {
  const state = stateOf(marked);
  let next = state;
  if (!command({ state, dispatch: (transaction) => (next = transaction.state) })) return null;
  return markedText(next);
}

/** A state as `stateOf` reads it. */
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
