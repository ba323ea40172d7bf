import "./review-extension.css";
import { type EditorState, StateEffect, type TransactionSpec } from "@codemirror/state";
import { heldOpen, seenAsSource } from "../text/attention";
import { hunkToolbar, hunkToolbarIsShown } from "./hunk-toolbar";
import { reviewGutter } from "./review-gutter";
import { reviewMarks } from "./review-marks";
import { pendingSpans, sourceSpans } from "./source-spans";

/** The transaction that makes an editor show pending edits; null if it already does. */
export function presentReview(state: EditorState): TransactionSpec | null {
  if (hunkToolbarIsShown(state)) return null;
  return {
    effects: StateEffect.appendConfig.of([
      seenAsSource.of(sourceSpans),
      heldOpen.of(pendingSpans),
      reviewMarks(),
      reviewGutter(),
      hunkToolbar(),
    ]),
  };
}
