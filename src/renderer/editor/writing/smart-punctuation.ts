import { isolateHistory } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { treeFor, verbatimAt } from "./prose";

/** What typed punctuation becomes: `remove` characters before the cursor, the typed one included, are replaced by `insert`. */
export type SmartReplacement = { remove: number; insert: string };

/** The longest part of a line that decides, in characters. */
const REACH = 2000;

/** Where signs mean something else: code, formulas, tags of HTML and comments, addresses and titles of links, that are still being written. */
const UNFINISHED = [
  /<[a-z/!][^<>]*$/i,
  /<!--(?:(?!-->).)*$/,
  /\[\[[^\]]*$/,
  /\]\([^()]*$/,
  /\$\$[^$]*$/,
  /^[ \t]*\[[^\]]*\]:/,
];

/** The replacement of a typed character, given the text before it in its line; null if it stays. */
export function smartReplacement(before: string, typed: string): SmartReplacement | null {
  if (UNFINISHED.some((pattern) => pattern.test(before)) || isInCode(before) || isEscaped(before)) return null;
  switch (typed) {
    case '"':
      return { remove: 1, insert: opens(before) ? "“" : "”" };
    case "'":
      return { remove: 1, insert: opens(before) ? "‘" : "’" };
    case "-":
      // Lines of signs are rules, underlines of headings, fences of front matter and heads of tables.
      if (/^[ \t>|:+*-]*$/.test(before)) return null;
      if (before.endsWith("–")) return { remove: 2, insert: "—" };
      return before.endsWith("-") && !before.endsWith("--") ? { remove: 2, insert: "–" } : null;
    case ".":
      return /(?:^|[^.])\.\.$/.test(before) && before.trim() !== ".." ? { remove: 3, insert: "…" } : null;
    default:
      return null;
  }
}

/** Whether a quote after this text opens. */
const opens = (before: string): boolean => /(?:^|[\s([{“‘«—–>*_~=])$/u.test(before);

const isEscaped = (before: string): boolean => /(?:^|[^\\])(?:\\\\)*\\$/.test(before);

/** Whether a code span was begun and not ended. */
function isInCode(before: string): boolean {
  let open: string | null = null;
  for (const [run] of before.matchAll(/`+/g)) {
    if (open === null) open = run;
    else if (open === run) open = null;
  }
  return open !== null;
}

/** Turns typed quotes, dashes and dots into typographic ones. The replacement is a step of undo of its own: what was typed comes back. */
export const smartPunctuation: Extension = EditorView.inputHandler.of((view, from, to, typed, insert) => {
  const { state } = view;
  if (!/^["'.-]$/.test(typed) || view.composing || from !== to || state.selection.ranges.length > 1 || state.readOnly)
    return false;
  const line = state.doc.lineAt(from);
  const before = state.sliceDoc(Math.max(line.from, from - REACH), from);
  const smart = smartReplacement(before, typed);
  if (smart === null || isVerbatim(view, from)) return false;
  view.dispatch(insert());
  const end = from + typed.length;
  view.dispatch({
    changes: { from: end - smart.remove, to: end, insert: smart.insert },
    selection: { anchor: end - smart.remove + smart.insert.length },
    annotations: isolateHistory.of("full"),
    userEvent: "input.replace",
    scrollIntoView: true,
  });
  return true;
});

const NAMES = /Code|Math|HTML|Comment|URL|WikiTarget|LinkTitle|LinkLabel|Autolink|LinkReference|ProcessingInstruction/;

function isVerbatim({ state }: EditorView, at: number): boolean {
  if (verbatimAt(state, at) !== null) return true;
  const line = state.doc.lineAt(at);
  const part = treeFor(state, line.from, line.to);
  let node: SyntaxNode | null = part?.tree.resolveInner(at - part.offset, -1) ?? null;
  for (; node; node = node.parent) {
    // A piece that ends at the cursor is over, such as code before its closing mark is.
    if (NAMES.test(node.name) && !node.name.endsWith("Mark")) return node.to > at - (part?.offset ?? 0);
  }
  return false;
}
