import { useStore } from "@nanostores/react";
import { writerNames } from "../../../editor/review/describe-hunk";
import { reviewMessages } from "../../../editor/review/messages";
import { ReviewActs } from "../../../editor/review/review-actions";
import type { OfficeModel } from "../model/office-model";

/** The pending edits of agents: how many, by whom, navigation, and keep or undo all. */
export function OfficeReviewBar({ model, isActive }: { model: OfficeModel; isActive: boolean }) {
  const { hunks, writes } = useStore(model.review.$pending);
  if (hunks.length === 0) return null;
  const counted = reviewMessages.pendingBy(hunks.length, writerNames(writes));
  const sentence = hunks[0]?.isWhole ? `${counted}: ${reviewMessages.wholeDocument}` : counted;
  return (
    <section
      className="review-bar foot in-line inset-small"
      aria-label={reviewMessages.bar}
      role={isActive ? undefined : "group"}
    >
      <span className="dot" data-by="agent" aria-hidden="true" />
      <span className="review-sentence grow clip soft" title={sentence}>
        {sentence}
      </span>
      <ReviewActs act={(command) => void model.review.run(command)} />
    </section>
  );
}
