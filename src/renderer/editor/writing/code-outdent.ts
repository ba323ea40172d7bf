import type { EditorState, TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { oneStep } from "./format";
import { verbatimAt } from "./prose";

/** How many lines above a closing bracket are searched for the opening one. */
const MAX_LINES = 500;

const OPENING: Readonly<Record<string, string>> = { "}": "{", "]": "[", ")": "(" };

/**
 * What typing into the indentation of a line of fenced code does: a closing bracket gets the indentation of the line that opens it, a closing fence
 * that of its opening. Null if the line stays where it is.
 */
export function outdentTransaction(state: EditorState, typed: string): TransactionSpec | null {
  const { main, ranges } = state.selection;
  if (state.readOnly || ranges.length > 1 || !main.empty || typed.length !== 1) return null;
  const line = state.doc.lineAt(main.head);
  const before = line.text.slice(0, main.head - line.from);
  const opening = OPENING[typed];
  const isFence = /^[ \t]+(?:``|~~)$/.test(before) && before.endsWith(typed);
  if (!isFence && (opening === undefined || !/^[ \t]+$/.test(before))) return null;
  const block = verbatimAt(state, line.from);
  if (block?.name !== "FencedCode" || block.from >= line.from) return null;
  const indent = isFence ? fenceIndent(state, block.from, typed) : openerIndent(state, line.number, block.from, typed);
  const now = /^[ \t]*/.exec(before)?.[0] ?? "";
  if (indent === null || indent.length >= now.length) return null;
  const changes = [
    { from: line.from, to: line.from + now.length, insert: indent },
    { from: main.head, insert: typed },
  ];
  const anchor = main.head - now.length + indent.length + 1;
  return oneStep(state, { changes, selection: { anchor }, userEvent: "input.type" });
}

/** The blanks before the fence that opens a block; null if three marks do not close it. */
function fenceIndent(state: EditorState, from: number, mark: string): string | null {
  const { text } = state.doc.lineAt(from);
  const found = /^([ \t]*)(`{3,}|~{3,})/.exec(text);
  return found?.[2] === mark.repeat(3) ? (found[1] ?? "") : null;
}

/** The blanks before the line that opens a bracket; null if there is none in the block. */
function openerIndent(state: EditorState, number: number, from: number, closing: string): string | null {
  const first = state.doc.lineAt(from).number;
  let open = 1;
  for (let at = number - 1; at > Math.max(first, number - MAX_LINES); at--) {
    const { text } = state.doc.line(at);
    for (let index = text.length - 1; index >= 0; index--) {
      if (text[index] === closing) open++;
      else if (text[index] === OPENING[closing] && --open === 0) return /^[ \t]*/.exec(text)?.[0] ?? "";
    }
  }
  return null;
}

/** Closing brackets and fences move to the indentation of what they close. */
export const outdenting = EditorView.inputHandler.of((view, _from, _to, typed) => {
  if (view.composing) return false;
  const spec = outdentTransaction(view.state, typed);
  if (spec) view.dispatch(spec);
  return spec !== null;
});
