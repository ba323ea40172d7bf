import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { followPending, listHunks, type PendingHunks } from "../../main/engine/document/pending-hunks";
import { toChanges } from "../canvas/change-sets";
import type { PageReview } from "../canvas/page-review";
import type { Span } from "../live/attention";

/** Replaces what is shown; null: nothing waits any more. */
export const showReview = StateEffect.define<PageReview | null>();

/** What waits, by the text as it stands: what the person and others write moves it along as main will. */
export const reviewField = StateField.define<PageReview | null>({
  create: () => null,
  update(review, transaction) {
    for (const effect of transaction.effects) if (effect.is(showReview)) return effect.value;
    if (review === null || !transaction.docChanged) return review;
    const { pending } = followPending(review.pending, toChanges(transaction.changes));
    const hunks = listHunks(pending);
    return hunks.length === 0 ? null : { ...review, pending, hunks };
  },
});

const none: readonly Span[] = [];
const spansOf = new WeakMap<PageReview, readonly Span[]>();

/**
 * Where the text must be seen as it is written, since a change stands within a line. Whole lines that were put in are
 * shown as what they mean.
 */
export function sourceSpans(state: EditorState): readonly Span[] {
  const review = state.field(reviewField, false);
  if (!review) return none;
  let spans = spansOf.get(review);
  if (!spans) {
    spans = spansIn(review.pending);
    spansOf.set(review, spans);
  }
  return spans;
}

function spansIn(pending: PendingHunks): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const piece of pending) {
    if (typeof piece === "number") at += piece;
    else if (piece.removedBy !== null) spans.push({ from: at, to: at });
    else {
      const to = at + piece.text.length;
      if (!piece.text.includes("\n")) spans.push({ from: at, to });
      at = to;
    }
  }
  return spans;
}
