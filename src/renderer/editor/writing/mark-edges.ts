import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import { distinct, type Edit } from "./format";
import { enclosingBlock, inlineNodes, type Mark } from "./marked-ranges";
import { isProse } from "./prose";

/** Where a cursor goes, in positions of the text before the edits. */
type Step = { to: number; edits: readonly Edit[] };

/**
 * Moves each cursor across the edge of the marked range that it touches: from the end of the marked text behind the closing mark, from behind it
 * back in, and the same at the start. Spaces typed at the end go outside, since a mark after a space closes nothing, and so does Chinese punctuation,
 * which usually has no space behind it: `**注意：**请` has no mark. Null if any range is not a cursor at such an edge.
 */
export function stepAcrossMark(state: EditorState, mark: Mark): TransactionSpec | null {
  const steps = state.selection.ranges.map(({ head, empty }) =>
    empty && isProse(state, head) ? stepFrom(state, head, mark) : null,
  );
  const known = steps.filter((step) => step !== null);
  if (known.length < steps.length) return null;
  const changes = state.changes(distinct(known.flatMap(({ edits }) => edits)));
  const cursors = known.map(({ to }) => EditorSelection.cursor(changes.mapPos(to, 1)));
  return {
    changes,
    selection: EditorSelection.create(cursors, state.selection.mainIndex),
    scrollIntoView: true,
    userEvent: changes.empty ? "select" : "input.format",
  };
}

function stepFrom(state: EditorState, at: number, mark: Mark): Step | null {
  const { block, text } = enclosingBlock(state, at);
  const nodes = inlineNodes({ from: at, to: at, block, text }, mark);
  const to = (position: number): Step => ({ to: position, edits: [] });
  const inner = nodes.findLast(({ open, close }) => open.to < at && at <= close.from);
  const written = mark === "`" || inner?.close.from !== at ? "" : text.slice(inner.open.to - block, at - block);
  const punctuation = /[^，。！？；：、]([，。！？；：、]+)$/.exec(written)?.[1];
  if (inner && punctuation) return movedOut(at - punctuation.length, punctuation, inner.close.to);
  if (inner) {
    const closing = text.slice(at - block, inner.close.to - block);
    // `***both|***`: either mark may be the inner one, so that it ends alone.
    const isRun = closing === "*".repeat(closing.length) && text.startsWith(closing, inner.from - block);
    if (isRun) return to(at + mark.length);
    if (/^[*_~=`]+$/.test(closing)) return to(inner.close.to);
  }
  for (const { from, to: end, open, close } of nodes) {
    if (end === at) return to(close.from);
    // `***both*|**`, behind the end of the other mark: what is left of the run ends this one.
    if (close.from < at && at < end && text.startsWith(mark, at - block)) return to(at + mark.length);
    if (open.to === at) return to(from);
    if (from === at) return to(open.to);
  }
  return withSpacesMovedOut(at, mark, { block, text });
}

/** Moves a text behind the mark that follows it and ends at `behind`, and with it the cursor. */
const movedOut = (from: number, text: string, behind: number): Step => ({
  to: behind,
  edits: [
    { from, to: from + text.length, insert: "" },
    { from: behind, to: behind, insert: text },
  ],
});

/** `**words |**`: the spaces go behind the mark, and with them the cursor. */
function withSpacesMovedOut(at: number, mark: Mark, { block, text }: { block: number; text: string }): Step | null {
  const before = text.slice(0, at - block);
  const words = before.trimEnd();
  const spaces = before.slice(words.length);
  const after = text.slice(at - block);
  // The second asterisk of `**` is not a mark of its own.
  const isOther = mark === "*" && /^\*{2}(?!\*)/.test(after);
  if (spaces === "" || spaces.includes("\n") || !after.startsWith(mark) || isOther) return null;
  const end = block + words.length;
  const moved = `${words}${mark}${spaces}${after.slice(mark.length)}`;
  const isClosed = inlineNodes({ from: end, to: end, block, text: moved }, mark).some(
    ({ close }) => close.from === end,
  );
  if (!isClosed) return null;
  return movedOut(end, spaces, at + mark.length);
}
