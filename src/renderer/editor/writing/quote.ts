import type { EditorState, Line, StateCommand } from "@codemirror/state";
import { apply, mapSelection } from "./format";
import { selectedLines } from "./selected-lines";

/** The maximum number of lines of a block around a cursor. */
const MAX_LINES = 300;

/** Quotes the selected lines, or the whole block at the cursor; removes one level if all of them are quoted. */
export const toggleQuote: StateCommand = (target) => {
  const { state } = target;
  const lines = quotedLines(state);
  const written = lines.filter(({ text }) => text.trim() !== "");
  const isQuoted = written.length > 0 && written.every(({ text }) => /^ {0,3}>/.test(text));
  const edits = lines.flatMap((line) => {
    if (!isQuoted)
      return [{ from: line.from, to: line.from, insert: line.length === 0 && lines.length > 1 ? ">" : "> " }];
    const mark = /^ {0,3}> ?/.exec(line.text)?.[0].length ?? 0;
    return mark > 0 ? [{ from: line.from, to: line.from + mark, insert: "" }] : [];
  });
  return apply(target, edits, mapSelection(state.selection, state.changes(edits)));
};

function quotedLines(state: EditorState): Line[] {
  const lines = selectedLines(state);
  const [only] = lines;
  if (lines.length !== 1 || !only || only.text.trim() === "" || !state.selection.ranges.every(({ empty }) => empty))
    return lines;
  const block = [only];
  const isOf = (line: Line) => line.text.trim() !== "" && block.length < MAX_LINES;
  for (let n = only.number - 1; n >= 1 && isOf(state.doc.line(n)); n--) block.unshift(state.doc.line(n));
  for (let n = only.number + 1; n <= state.doc.lines && isOf(state.doc.line(n)); n++) block.push(state.doc.line(n));
  return block;
}
