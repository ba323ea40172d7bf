import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import type { Span } from "./attention";

/** How far beyond the view, in characters, what takes the place of lines is made ready. */
const AROUND = 12_000;

/** The same where a document is opened: what the first frame shows, and little more. */
const AT_FIRST = 6_000;

const look = StateEffect.define<Span>();

/**
 * The part of the text around the view for which tables, drawings and the like are made. Blocks change heights, so that
 * they must be known before the view is laid out; making them for all of a long text would cost at every key.
 */
export const region = StateField.define<Span>({
  create: (state) => clipped(state, around(state.selection.main.head, AT_FIRST)),
  update(value, transaction) {
    let next = value;
    if (transaction.docChanged) {
      next = { from: transaction.changes.mapPos(next.from, -1), to: transaction.changes.mapPos(next.to, 1) };
      // What was typed or pasted into it makes it longer, at last too long.
      if (next.to - next.from > 8 * AROUND) next = around(transaction.newSelection.main.head);
    }
    for (const effect of transaction.effects) if (effect.is(look)) next = effect.value;
    // A cursor that is set far away brings the view with it.
    const { head } = transaction.newSelection.main;
    if (transaction.selection && transaction.scrollIntoView && (head < next.from || head > next.to))
      next = around(head);
    return next === value ? value : clipped(transaction.state, next);
  },
});

const around = (at: number, reach = AROUND): Span => ({ from: at - reach, to: at + reach });

const clipped = ({ doc }: EditorState, { from, to }: Span): Span => ({
  from: Math.max(0, Math.min(from, doc.length)),
  to: Math.min(doc.length, Math.max(to, 0)),
});

/** Brings the region along when the view leaves it. */
export const followView = EditorView.updateListener.of((update: ViewUpdate) => {
  const { view } = update;
  if (!update.viewportChanged && !update.docChanged) return;
  if (isCovered(view)) return;
  // After the update, and before anything is painted: measuring at once keeps what is in view where it is.
  queueMicrotask(() => {
    if (!view.dom.isConnected || isCovered(view)) return;
    const { from, to } = view.viewport;
    view.dispatch({ effects: look.of({ from: from - AROUND, to: to + AROUND }) });
    view.elementAtHeight(0);
  });
});

function isCovered(view: EditorView): boolean {
  const known = view.state.field(region, false);
  if (!known) return true;
  const { from, to } = view.viewport;
  return known.from <= from && known.to >= to;
}
