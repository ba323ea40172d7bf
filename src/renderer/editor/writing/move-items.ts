import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, type EditorState, type StateCommand } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { Span } from "./marked-ranges";
import { treeFor } from "./prose";

/** How far from the selection a list item is looked for, in characters. */
const REACH = 20_000;

/**
 * Moves the list items of the selection, with all that is in them, past the item before or after them in the same list. True without a change at the end
 * of the list if an item has more than one line: its content would be left behind. False elsewhere: lines are moved there.
 */
export const moveItems =
  (direction: "up" | "down"): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly || state.selection.ranges.length > 1) return false;
    const found = selectedItems(state);
    if (found === null) return false;
    const { items, beside } = found;
    const other = beside[direction];
    if (other === null) return state.doc.lineAt(items.from).to < items.to;
    const [upper, lower] = direction === "up" ? [other, items] : [items, other];
    const gap = state.sliceDoc(upper.to, lower.from);
    const text = state.sliceDoc(other.from, other.to);
    // The other item is what is deleted and inserted: the selected ones keep their comments and pending edits.
    const changes =
      direction === "up"
        ? [
            { from: other.from, to: items.from, insert: "" },
            { from: items.to, insert: gap + text },
          ]
        : [
            { from: items.from, insert: text + gap },
            { from: items.to, to: other.to, insert: "" },
          ];
    const by = (text.length + gap.length) * (direction === "up" ? -1 : 1);
    const { anchor, head } = state.selection.main;
    dispatch(
      state.update({
        changes,
        selection: EditorSelection.single(anchor + by, head + by),
        scrollIntoView: true,
        userEvent: "move.line",
        annotations: isolateHistory.of("full"),
      }),
    );
    return true;
  };

/** The whole lines of the items that the selection is in, and of the items beside them. Null if it does not begin in the first line of an item. */
function selectedItems(state: EditorState): { items: Span; beside: { up: Span | null; down: Span | null } } | null {
  const { doc } = state;
  const { from, to } = state.selection.main;
  const line = doc.lineAt(from);
  const part = treeFor(state, Math.max(0, line.from - REACH), Math.min(doc.length, to + REACH));
  if (part === null) return null;
  const linesOf = (node: SyntaxNode): Span => ({
    from: doc.lineAt(node.from + part.offset).from,
    to: doc.lineAt(node.to + part.offset).to,
  });
  const start = line.from + (/^[ \t>]*/.exec(line.text)?.[0].length ?? 0);
  let first: SyntaxNode | null = part.tree.resolveInner(start - part.offset, 1);
  // Of several items that begin in the line, the outermost one is the line.
  for (let outer = first; outer; outer = outer.parent as SyntaxNode)
    if (outer.name === "ListItem" && linesOf(outer).from === line.from) first = outer;
  if (first.name !== "ListItem" || linesOf(first).from !== line.from) return null;
  let last: SyntaxNode = first;
  for (let next = itemBeside(last, "nextSibling"); next && next.from + part.offset < to; ) {
    last = next;
    next = itemBeside(last, "nextSibling");
  }
  const items = { from: linesOf(first).from, to: linesOf(last).to };
  if (to > items.to) return null;
  const [up, down] = [itemBeside(first, "prevSibling"), itemBeside(last, "nextSibling")];
  return { items, beside: { up: up && linesOf(up), down: down && linesOf(down) } };
}

/** The item before or after an item of a list. Within a quote, its signs are between them. */
function itemBeside(item: SyntaxNode, side: "prevSibling" | "nextSibling"): SyntaxNode | null {
  let node = item[side];
  while (node && node.name !== "ListItem") node = node[side];
  return node;
}
