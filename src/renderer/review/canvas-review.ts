import "./canvas-review.css";
import { type EditorState, StateEffect, type TransactionSpec } from "@codemirror/state";
import { followPending, hunksIn, listHunks } from "../../main/engine/document/pending-hunks";
import type { Events } from "../../shared/contract";
import { toChanges } from "../canvas/change-sets";
import type { PageReview } from "../canvas/page-review";
import type { Synchroniser } from "../canvas/synchroniser";
import { seenAsSource } from "../live/attention";
import { hunkToolbar } from "./hunk-toolbar";
import { reviewField, showReview, sourceSpans } from "./review-field";
import { reviewGutter } from "./review-gutter";
import { reviewMarks } from "./review-marks";

/** What waits in an editor's text as it stands; null where nothing does. */
export const reviewIn = (state: EditorState): PageReview | null => state.field(reviewField, false) ?? null;

/** What brings a review into an editor, which learns to show one with its first. */
export function showing(state: EditorState, review: PageReview | null): TransactionSpec {
  if (state.field(reviewField, false) !== undefined) return { effects: showReview.of(review) };
  return {
    effects: StateEffect.appendConfig.of([
      reviewField.init(() => review),
      seenAsSource.of(sourceSpans),
      reviewMarks(),
      reviewGutter(),
      hunkToolbar(),
    ]),
  };
}

/** What main told, brought to the text with what is unsaved in it. */
export function brought(
  { path, pending, writes }: Events["document:review"],
  unsaved: Synchroniser["unsaved"],
): PageReview | null {
  const followed = followPending(pending, toChanges(unsaved)).pending;
  return hunksIn(followed).length === 0 ? null : { path, pending: followed, hunks: listHunks(followed), writes };
}
