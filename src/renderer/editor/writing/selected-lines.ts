import type { EditorState, Line } from "@codemirror/state";

/** The maximum number of lines that are formatted at once. */
const MAX_LINES = 20_000;

/** The selected lines without duplicates; a selection that ends at the start of a line excludes that line. */
export function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to } of state.selection.ranges) {
    for (let line = state.doc.lineAt(from); lines.size < MAX_LINES; line = state.doc.line(line.number + 1)) {
      if (line.from < to || line.from === from) lines.set(line.number, line);
      if (line.to >= to || line.number === state.doc.lines) break;
    }
  }
  return [...lines.values()].sort((a, b) => a.number - b.number);
}
