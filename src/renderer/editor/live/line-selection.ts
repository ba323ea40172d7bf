import { EditorSelection, type EditorState, type Extension } from "@codemirror/state";
import { EditorView, type MouseSelectionStyle } from "@codemirror/view";
import { readOpening } from "../writing/opening";
import { isProse } from "../writing/prose";
import { cellPlaceAt } from "./tables";

/**
 * What a triple click selects: the text of a cell, of an item, a quote or a heading, or of another line, without the line break. CodeMirror selects the
 * break as well: what is typed instead would be joined with the next line, and a row of a table with the paragraph below.
 */
export function lineTextAt(state: EditorState, position: number): { from: number; to: number } {
  const cell = cellPlaceAt(state, position)?.cell;
  if (cell) return { from: cell.start, to: cell.end };
  const { from, to, text } = state.doc.lineAt(position);
  if (!isProse(state, from)) return { from, to };
  const { contentStart } = readOpening(text);
  const heading = /^#{1,6}[ \t]+/.exec(text.slice(contentStart))?.[0].length ?? 0;
  return { from: Math.min(to, from + contentStart + heading), to };
}

function selectLines(view: EditorView, event: MouseEvent): MouseSelectionStyle | null {
  if (event.button !== 0 || event.detail < 3 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
    return null;
  let start = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
  return {
    get(now) {
      const end = view.posAtCoords({ x: now.clientX, y: now.clientY }, false);
      const [first, last] = [lineTextAt(view.state, start), lineTextAt(view.state, end)];
      return EditorSelection.single(
        ...(start <= end ? ([first.from, last.to] as const) : ([first.to, last.from] as const)),
      );
    },
    update({ docChanged, changes }) {
      if (docChanged) start = changes.mapPos(start);
    },
  };
}

export const lineSelection: Extension = EditorView.mouseSelectionStyle.of(selectLines);
