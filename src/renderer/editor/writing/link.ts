import {
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
  type TransactionSpec,
} from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { apply, type Edit, oneStep } from "./format";
import { isProse, treeFor } from "./prose";

/** The range of the link's address at a position; null if there is no link. */
function addressAt(state: EditorState, at: number): { from: number; to: number } | null {
  const line = state.doc.lineAt(at);
  const part = treeFor(state, line.from, line.to);
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = part?.tree.resolveInner(at - part.offset, side) ?? null;
    for (; node && part; node = node.parent) {
      if (node.name !== "Link" && node.name !== "Image") continue;
      const url = node.getChild("URL");
      if (url) return { from: url.from + part.offset, to: url.to + part.offset };
      // `[text]()`: the empty position between the parentheses.
      const close = node.lastChild;
      const isEmpty = close && state.sliceDoc(close.from - 1 + part.offset, close.to + part.offset) === "()";
      return isEmpty ? { from: close.from + part.offset, to: close.from + part.offset } : null;
    }
  }
  return null;
}

/** An address as it is written in a link. */
const inBrackets = (address: string): string =>
  /[()<>\s]/.test(address) ? `<${address.replace(/[<>]/g, encodeURIComponent).replace(/\s/g, "%20")}>` : address;

/** The copied text, if it is only an address. */
export function addressOf(copied: string): string | null {
  const text = copied.trim();
  if (text.length > 2000 || /[\s<>"\\^`{|}]/.test(text)) return null;
  return /^(?:https?:\/\/[^\s/?#]+|mailto:[^\s@]+@[^\s@]+)/i.test(text) ? text : null;
}

/** Makes the selection a link to this address; the cursor goes after it, or into the empty brackets or parentheses. */
function linkEdit(
  state: EditorState,
  range: SelectionRange,
  address: string,
): { edit: Edit; cursor: { anchor: number; head: number } } {
  const text = state.sliceDoc(range.from, range.to);
  const isAddress = addressOf(text) !== null && address === "";
  const to = inBrackets(isAddress ? text.trim() : address);
  const shown = isAddress ? "" : isBalanced(text) ? text : text.replace(/(?<!\\)[[\]]/g, "\\$&");
  const insert = `[${shown}](${to})`;
  const inText = range.from + 1;
  const inAddress = range.from + shown.length + 3;
  const at = shown === "" ? inText : to === "" ? inAddress : range.from + insert.length;
  return { edit: { from: range.from, to: range.to, insert }, cursor: { anchor: at, head: at } };
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    depth += character === "[" ? 1 : character === "]" ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * Inserts a link around the selection, with `copied` as its address if it is one. In a link, selects its address.
 * Without selection, inserts `[…]()` with the cursor in the brackets.
 */
export const insertLink =
  (copied: string): StateCommand =>
  (target) => {
    const { state, dispatch } = target;
    const { ranges, main, mainIndex } = state.selection;
    const existing = ranges.length === 1 ? addressAt(state, main.from) : null;
    if (existing) {
      dispatch(
        state.update({
          selection: { anchor: existing.from, head: existing.to },
          scrollIntoView: true,
          userEvent: "select",
        }),
      );
      return true;
    }
    if (ranges.some(({ from, to }) => !isProse(state, from) || state.sliceDoc(from, to).includes("\n\n"))) return false;
    const made = ranges.map((range) => linkEdit(state, range, addressOf(copied) ?? ""));
    const edits = made.map(({ edit }) => edit);
    let before = 0;
    const cursors = made.map(({ edit, cursor }) => {
      const moved = EditorSelection.range(cursor.anchor + before, cursor.head + before);
      before += edit.insert.length - (edit.to - edit.from);
      return moved;
    });
    return apply(target, edits, EditorSelection.create(cursors, mainIndex));
  };

/** Makes the selections links to an address that was pasted over them; null if there are only cursors. */
export function linkOver(state: EditorState, copied: string): TransactionSpec | null {
  const address = addressOf(copied);
  const { ranges } = state.selection;
  if (address === null || ranges.some((range) => range.empty)) return null;
  const text = ranges.map(({ from, to }) => state.sliceDoc(from, to));
  const isPlain = text.every((text) => !text.includes("\n") && addressOf(text) === null && text.trim() !== "");
  if (!isPlain || ranges.some(({ from }) => !isProse(state, from) || addressAt(state, from))) return null;
  const changes = ranges.map((range) => linkEdit(state, range, address).edit);
  const after = state.changes(changes);
  const cursors = ranges.map(({ to }) => EditorSelection.cursor(after.mapPos(to, 1)));
  const selection = EditorSelection.create(cursors, state.selection.mainIndex);
  return oneStep(state, { changes: after, selection, userEvent: "input.paste" });
}
