import { type EditorState, Facet, StateEffect, StateField } from "@codemirror/state";

/** A piece of the text. */
export type Span = { readonly from: number; readonly to: number };

type Attention = { readonly spans: readonly Span[]; readonly isPressed: boolean };

/** The pointer's button went down in the text, or up again. */
export const press = StateEffect.define<boolean>();

/** More spans, in order, that must be seen as they are written: conflicts that wait for the person. */
export const seenAsSource = Facet.define<(state: EditorState) => readonly Span[]>();

/**
 * Where the person is, so that the marks there are shown: the selection. While the pointer's button is down it stays
 * where it was, and for a moment longer,
 * so that no word moves away from under the pointer, not between the clicks of a double click either.
 */
export const attention = StateField.define<Attention>({
  create: (state) => ({ spans: state.selection.ranges, isPressed: false }),
  update(value, transaction) {
    let { isPressed } = value;
    for (const effect of transaction.effects) if (effect.is(press)) isPressed = effect.value;
    const isByKey = transaction.selection !== undefined && !transaction.isUserEvent("select.pointer");
    if (transaction.docChanged || isByKey) isPressed = false;
    if (isPressed) return isPressed === value.isPressed ? value : { ...value, isPressed };
    const spans = transaction.newSelection.ranges;
    if (spans === value.spans && isPressed === value.isPressed) return value;
    return { spans, isPressed };
  },
});

/** Whether the person is in `from`–`to`, or at one of its ends. */
export function isAttended(state: EditorState, from: number, to: number): boolean {
  if (touches(state.field(attention, false)?.spans ?? [], from, to)) return true;
  return state.facet(seenAsSource).some((spansOf) => touches(spansOf(state), from, to));
}

/** The same for the whole lines of it. */
export function isLineAttended(state: EditorState, from: number, to = from): boolean {
  return isAttended(state, state.doc.lineAt(from).from, state.doc.lineAt(to).to);
}

/** `spans` are in order: a thousand cursors cost ten looks. */
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
