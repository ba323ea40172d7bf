import type { EditorState, Line } from "@codemirror/state";

/** More lines than that are not formatted at once. */
const MOST = 20_000;

/** The lines that the selections touch, each once; a selection that ends at a line's very start leaves that one out. */
export function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to } of state.selection.ranges) {
    for (let line = state.doc.lineAt(from); lines.size < MOST; line = state.doc.line(line.number + 1)) {
      if (line.from < to || line.from === from) lines.set(line.number, line);
      if (line.to >= to || line.number === state.doc.lines) break;
    }
  }
  return [...lines.values()].sort((a, b) => a.number - b.number);
}
