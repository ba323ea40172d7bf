import { useStore } from "@nanostores/react";
import { namesOf } from "../review/hunk-in-words";
import { reviewWords } from "../review/words";
import { DownIcon, UpIcon } from "../ui/icons";
import { useHint } from "../ui/use-hint";
import type { OfficeModel } from "./office-model";

/** What agents wrote and nobody has looked at: who wrote how much, the way through it, and all of it at once. */
export function OfficeReviewBar({ model, isActive }: { model: OfficeModel; isActive: boolean }) {
  const { hunks, writes } = useStore(model.review.$waiting);
  const hint = useHint();
  const say = reviewWords;
  if (hunks.length === 0) return null;
  const sentence = say.waiting(hunks.length, namesOf(writes));
  const all = hunks.map(({ id }) => id);
  return (
    <section className="review-bar" aria-label={say.bar} role={isActive ? undefined : "group"}>
      <span className="review-sentence" title={sentence}>
        {sentence}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={say.previous}
        title={hint(say.previous, "previous-edit")}
        onClick={() => model.review.step(-1)}
      >
        <UpIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={say.next}
        title={hint(say.next, "next-edit")}
        onClick={() => model.review.step(1)}
      >
        <DownIcon />
      </button>
      <button
        type="button"
        className="status-button"
        title={hint(say.keepAll, "keep-all-edits")}
        onClick={() => void model.review.decide("keep", all)}
      >
        {say.keepAll}
      </button>
      <button
        type="button"
        className="status-button"
        title={hint(say.undoAll, "undo-all-edits")}
        onClick={() => void model.review.decide("undo", all)}
      >
        {say.undoAll}
      </button>
    </section>
  );
}
