import { type EditorState, Facet, StateEffect, StateField } from "@codemirror/state";

/** A range of the text. */
export type Span = { readonly from: number; readonly to: number };

type Attention = { readonly spans: readonly Span[]; readonly isPointerDown: boolean };

/** The primary button was pressed in the text, or released. */
export const setPointerDown = StateEffect.define<boolean>();

/** Additional ranges, in order, that are shown as source: open conflicts. */
export const seenAsSource = Facet.define<(state: EditorState) => readonly Span[]>();

/** Ranges, in order, that are never hidden in something folded: pending edits. */
export const heldOpen = Facet.define<(state: EditorState) => readonly Span[]>();

/**
 * The ranges where markup is shown as source: the selection. While the primary button is down, and a moment longer,
 * they do not change, so that text does not move away from under the pointer, not even between the clicks of a double
 * click.
 */
export const attention = StateField.define<Attention>({
  create: (state) => ({ spans: state.selection.ranges, isPointerDown: false }),
  update(value, transaction) {
    let { isPointerDown } = value;
    for (const effect of transaction.effects) if (effect.is(setPointerDown)) isPointerDown = effect.value;
    const isByKey = transaction.selection !== undefined && !transaction.isUserEvent("select.pointer");
    if (transaction.docChanged || isByKey) isPointerDown = false;
    if (isPointerDown) return isPointerDown === value.isPointerDown ? value : { ...value, isPointerDown };
    const spans = transaction.newSelection.ranges;
    if (spans === value.spans && isPointerDown === value.isPointerDown) return value;
    return { spans, isPointerDown };
  },
});

/** Whether the selection touches `from`–`to`. */
export function isAttended(state: EditorState, from: number, to: number): boolean {
  if (touches(state.field(attention, false)?.spans ?? [], from, to)) return true;
  return state.facet(seenAsSource).some((spansOf) => touches(spansOf(state), from, to));
}

/** Whether `from`–`to` must not be hidden. */
export const isHeldOpen = (state: EditorState, from: number, to: number): boolean =>
  [...state.facet(seenAsSource), ...state.facet(heldOpen)].some((spansOf) => touches(spansOf(state), from, to));

/** Whether the selection touches the lines that contain `from`–`to`. */
export function isLineAttended(state: EditorState, from: number, to = from): boolean {
  return isAttended(state, state.doc.lineAt(from).from, state.doc.lineAt(to).to);
}

/** A binary search: `spans` are in order, and there can be a thousand cursors. */
function touches(spans: readonly Span[], from: number, to: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.from ?? Number.POSITIVE_INFINITY) <= to;
}
