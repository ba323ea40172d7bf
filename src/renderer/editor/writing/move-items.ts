import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, type EditorState, type StateCommand, type Text } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { Span } from "./marked-ranges";
import { treeFor } from "./prose";

/** How far above and below the selection the ends of its items and of those beside them are looked for, in characters. */
const REACH = 100_000;

/**
 * Moves the list items of the selection, with all that is in them, past the item before or after them in the same list. True without a change if a part of
 * an item would be left behind: at the end of the list if an item has more than one line, and beside items that are longer than `REACH`. False elsewhere:
 * lines are moved there.
 */
export const moveItems =
  (direction: "up" | "down"): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly || state.selection.ranges.length > 1) return false;
    const found = selectedItems(state);
    if (found === null) return false;
    if (found === "too long") return true;
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
    // The end of selected whole lines is the start of the next line, which the last line does not have.
    const moved = (position: number) => Math.min(state.doc.length, position + by);
    const { anchor, head } = state.selection.main;
    dispatch(
      state.update({
        changes,
        selection: EditorSelection.single(moved(anchor), moved(head)),
        scrollIntoView: true,
        userEvent: "move.line",
        annotations: isolateHistory.of("full"),
      }),
    );
    return true;
  };

type SelectedItems = { items: Span; beside: { up: Span | null; down: Span | null } };

/** The whole lines of the items that the selection is in, and of the items beside them. Null if it does not begin in the first line of an item. */
function selectedItems(state: EditorState): SelectedItems | "too long" | null {
  const { doc } = state;
  const { from, empty } = state.selection.main;
  let { to } = state.selection.main;
  // Of selected whole lines, the line after the last one is none.
  if (!empty && doc.lineAt(to).from === to) to--;
  const line = doc.lineAt(from);
  if (!/^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(line.text)) return null;
  const [start, end] = [openStart(doc, line.number), openEnd(doc, doc.lineAt(to).number)];
  if (start === null || end === null) return "too long";
  const part = treeFor(state, start, end);
  if (part === null) return null;
  if (part.offset + part.tree.length < end) return "too long";
  const linesOf = (node: SyntaxNode): Span => ({
    from: doc.lineAt(node.from + part.offset).from,
    to: doc.lineAt(node.to + part.offset).to,
  });
  const marker = line.from + (/^[ \t>]*/.exec(line.text)?.[0].length ?? 0);
  let first: SyntaxNode | null = part.tree.resolveInner(marker - part.offset, 1);
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

/** The start of the nearest line above a line that is in no item which begins above it; null if none is near. */
function openStart(doc: Text, number: number): number | null {
  const least = doc.line(number).from - REACH;
  for (let n = number - 1; n > 0; n--) {
    if (isOutside(doc, n)) return doc.line(n).from;
    if (doc.line(n).from < least) return null;
  }
  return 0;
}

/** The end of the second such line below a line: there the item ends that comes after the line's. */
function openEnd(doc: Text, number: number): number | null {
  const most = doc.line(number).to + REACH;
  let count = 0;
  for (let n = number + 1; n <= doc.lines; n++) {
    if (isOutside(doc, n)) count++;
    if (count === 2) return doc.line(n).to;
    if (doc.line(n).to > most) return null;
  }
  return doc.length;
}

/** Whether a line is surely in no item that begins above it. */
function isOutside(doc: Text, number: number): boolean {
  const { text } = doc.line(number);
  if (!/^\S/.test(text)) return false;
  const before = number > 1 ? doc.line(number - 1).text : "";
  if (before.trim() === "" || /^#{1,6}\s/.test(text)) return true;
  if (text.startsWith(">")) return !/^ {0,3}>/.test(before);
  // A list that begins with another number than 1 cannot interrupt a paragraph.
  const isNumber = /^\d{1,9}[.)]\s/;
  return /^(?:[-*+]|1[.)])\s+\S/.test(text) || (isNumber.test(text) && isNumber.test(before));
}

/** The item before or after an item of a list. Within a quote, its signs are between them. */
function itemBeside(item: SyntaxNode, side: "prevSibling" | "nextSibling"): SyntaxNode | null {
  let node = item[side];
  while (node && node.name !== "ListItem") node = node[side];
  return node;
}
