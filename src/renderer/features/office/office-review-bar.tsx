import { useStore } from "@nanostores/react";
import { namesOf } from "../../editor/review/hunk-in-words";
import { reviewWords } from "../../editor/review/messages";
import { ReviewActs } from "../review/review-actions";
import type { OfficeModel } from "./office-model";

/** The pending edits of agents: how many, by whom, navigation, and keep or undo all. */
export function OfficeReviewBar({ model, isActive }: { model: OfficeModel; isActive: boolean }) {
  const { hunks, writes } = useStore(model.review.$waiting);
  if (hunks.length === 0) return null;
  const counted = reviewWords.waiting(hunks.length, namesOf(writes));
  const sentence = hunks[0]?.isWhole ? `${counted}: ${reviewWords.whole}` : counted;
  return (
    <section className="review-bar" aria-label={reviewWords.bar} role={isActive ? undefined : "group"}>
      <span className="review-sentence" title={sentence}>
        {sentence}
      </span>
      <ReviewActs act={(command) => void model.review.run(command)} />
    </section>
  );
}
