import type { EditorState, Line, StateCommand } from "@codemirror/state";
import { apply, type Edit, mapSelection } from "./format";
import { readOpening } from "./opening";
import { isProse } from "./prose";
import { selectedLines } from "./selected-lines";

/** The heading in a line: its level, the marker before its text, and for a Setext heading its underline. */
type Heading = { level: number; marks: { from: number; to: number }; underline: Line | null };

function headingIn(state: EditorState, line: Line): Heading {
  const { contentStart } = readOpening(line.text);
  const start = line.from + contentStart;
  const marks = /^(#{1,6})(?:[ \t]+|$)/.exec(line.text.slice(contentStart));
  if (marks)
    return { level: marks[1]?.length ?? 1, marks: { from: start, to: start + marks[0].length }, underline: null };
  const below = line.number < state.doc.lines && contentStart < line.length ? state.doc.line(line.number + 1) : null;
  const under = below ? /^(?:[ \t>]*)(=+|-+)[ \t]*$/.exec(below.text) : null;
  const isUnderlined = under && below && isUnderline(state, below);
  if (!isUnderlined) return { level: 0, marks: { from: start, to: start }, underline: null };
  return { level: under[1]?.startsWith("=") ? 1 : 2, marks: { from: start, to: start }, underline: below };
}

/** `---` below a text makes it a heading; below an empty line or an item's marker it is a thematic break. */
function isUnderline(state: EditorState, below: Line): boolean {
  const above = state.doc.line(below.number - 1);
  const { openers, contentStart } = readOpening(above.text);
  return contentStart < above.length && openers.every(({ kind }) => kind === "quote") && !/^[ \t]*\|/.test(above.text);
}

function headingEdits(state: EditorState, line: Line, level: (now: number) => number): Edit[] {
  const { level: now, marks, underline } = headingIn(state, line);
  const wanted = level(now);
  if (wanted === now) return [];
  const edits = [{ ...marks, insert: wanted === 0 ? "" : `${"#".repeat(wanted)} ` }];
  return underline ? [...edits, { from: line.to, to: underline.to, insert: "" }] : edits;
}

const headed = (state: EditorState) =>
  selectedLines(state).filter((line) => isProse(state, line.from) && line.text.trim() !== "");

/** Makes the lines headings of this level, or plain text if all of them already are. 0: plain text. */
export const setHeading =
  (level: 0 | 1 | 2 | 3 | 4 | 5 | 6): StateCommand =>
  (target) => {
    const { state } = target;
    const lines = headed(state);
    const [only] = state.selection.ranges;
    // In an empty line it begins a new heading.
    if (lines.length === 0 && level > 0 && only?.empty && isProse(state, only.head)) {
      const insert = `${"#".repeat(level)} `;
      return apply(
        target,
        [{ from: only.head, to: only.head, insert }],
        mapSelection(state.selection, state.changes({ from: only.head, insert })),
      );
    }
    const isAll = lines.every((line) => headingIn(state, line).level === level);
    return applied(
      target,
      lines.flatMap((line) => headingEdits(state, line, () => (isAll ? 0 : level))),
    );
  };

/** Raises (`raise`: fewer `#`) or lowers headings by one level as far as possible. Other lines stay. */
export const shiftHeading =
  (direction: "raise" | "lower"): StateCommand =>
  (target) => {
    const { state } = target;
    const by = direction === "raise" ? -1 : 1;
    const next = (now: number) => (now === 0 ? 0 : Math.min(6, Math.max(1, now + by)));
    return applied(
      target,
      headed(state).flatMap((line) => headingEdits(state, line, next)),
    );
  };

/** The cursor keeps its position relative to the text, after a new marker. */
const applied = (target: Parameters<StateCommand>[0], edits: Edit[]): boolean =>
  apply(target, edits, mapSelection(target.state.selection, target.state.changes(edits)));
