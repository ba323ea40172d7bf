import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { followPending, hunksIn, listHunks } from "../../main/engine/document/pending-hunks";
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
    return hunksIn(pending).length === 0 ? null : { ...review, pending, hunks: listHunks(pending) };
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
    spans = review.hunks
      .flatMap(({ parts }) => parts)
      .filter(({ from, to, removed }) => removed !== "" || !hasWholeLine(state, from, to))
      .map(({ from, to }) => ({ from, to: hasWholeLine(state, from, to) ? from : to }))
      .sort((a, b) => a.from - b.from);
    spansOf.set(review, spans);
  }
  return spans;
}

/** Whether a span of several lines holds one from its first character to its last. */
function hasWholeLine({ doc }: EditorState, from: number, to: number): boolean {
  if (to <= from) return false;
  const line = doc.lineAt(from);
  if (to <= line.to) return false;
  const whole = line.from === from ? line : line.number < doc.lines ? doc.line(line.number + 1) : null;
  return whole !== null && whole.length > 0 && whole.to <= to;
}
