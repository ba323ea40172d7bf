import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import type { Span } from "../text/attention";

/** How far beyond the view block widgets are created, in characters. */
const MARGIN = 12_000;

/** The same when a document is opened: the first frame and little more. */
const INITIAL_MARGIN = 6_000;

const setRegion = StateEffect.define<Span>();

/**
 * The part of the text around the view for which block widgets are created. They change heights, so they must be known
 * before the view is laid out; creating them for all of a long text would be slow at every key.
 */
export const region = StateField.define<Span>({
  create: (state) => clipped(state, aroundPosition(state.selection.main.head, INITIAL_MARGIN)),
  update(value, transaction) {
    let next = value;
    if (transaction.docChanged) {
      next = { from: transaction.changes.mapPos(next.from, -1), to: transaction.changes.mapPos(next.to, 1) };
      // Text typed or pasted into the region makes it longer, until it is too long.
      if (next.to - next.from > 8 * MARGIN) next = aroundPosition(transaction.newSelection.main.head);
    }
    for (const effect of transaction.effects) if (effect.is(setRegion)) next = effect.value;
    // If the cursor jumps out of the region, the view follows it.
    const { head } = transaction.newSelection.main;
    if (transaction.selection && transaction.scrollIntoView && (head < next.from || head > next.to))
      next = aroundPosition(head);
    return next === value ? value : clipped(transaction.state, next);
  },
});

const aroundPosition = (at: number, reach = MARGIN): Span => ({ from: at - reach, to: at + reach });

const clipped = ({ doc }: EditorState, { from, to }: Span): Span => ({
  from: Math.max(0, Math.min(from, doc.length)),
  to: Math.min(doc.length, Math.max(to, 0)),
});

/** Moves the region when the view leaves it. */
export const followView = EditorView.updateListener.of((update: ViewUpdate) => {
  const { view } = update;
  if (!update.viewportChanged && !update.docChanged) return;
  if (isCovered(view)) return;
  // After the update and before painting. Measuring at once keeps the visible text in place.
  queueMicrotask(() => {
    if (!view.dom.isConnected || isCovered(view)) return;
    const { from, to } = view.viewport;
    view.dispatch({ effects: setRegion.of({ from: from - MARGIN, to: to + MARGIN }) });
    view.elementAtHeight(0);
  });
});

function isCovered(view: EditorView): boolean {
  const known = view.state.field(region, false);
  if (!known) return true;
  const { from, to } = view.viewport;
  return known.from <= from && known.to >= to;
}
