import type { EditorState } from "@codemirror/state";
import { editRanges, type PendingEdits } from "../../../core/review/pending-edits";
import type { Span } from "../text/attention";
import type { DocumentReview } from "./review-host";
import { reviewIn } from "./review-state";

const none: readonly Span[] = [];
const spansOf = new WeakMap<DocumentReview, readonly Span[]>();

/**
 * The ranges that must be shown as source because they contain a change within a line. Lines inserted as a whole are
 * rendered.
 */
export function sourceSpans(state: EditorState): readonly Span[] {
  const review = reviewIn(state);
  if (!review) return none;
  let spans = spansOf.get(review);
  if (!spans) {
    spans = spansIn(review.pending);
    spansOf.set(review, spans);
  }
  return spans;
}

const spansIn = (pending: PendingEdits): Span[] =>
  editRanges(pending).flatMap(({ edit, from, to }) => {
    if (edit.accepted.length > 0) return [{ from, to: edit.now.some(({ text }) => text.includes("\n")) ? from : to }];
    return edit.now.some(({ text }) => text.includes("\n")) ? [] : [{ from, to }];
  });

const allSpansOf = new WeakMap<DocumentReview, readonly Span[]>();

/** The ranges of all pending edits, which must not be hidden. */
export function pendingSpans(state: EditorState): readonly Span[] {
  const review = reviewIn(state);
  if (!review) return none;
  let spans = allSpansOf.get(review);
  if (!spans) {
    spans = editRanges(review.pending).map(({ from, to }) => ({ from, to }));
    allSpansOf.set(review, spans);
  }
  return spans;
}
