import { useStore } from "@nanostores/react";
import "./review-bar.css";
import { namesOf } from "../../editor/review/hunk-in-words";
import { reviewWords } from "../../editor/review/messages";
import { useShell } from "../../ui/shell-context";
import type { Tab } from "../../workbench/tabs/tabs";
import { ReviewActs } from "./review-actions";

/** The bar below a document with pending edits: how many, by whom, and the actions for all of them. */
export default function ReviewBar({ tab, isReading, isActive }: { tab: Tab; isReading: boolean; isActive: boolean }) {
  const { tabs, run } = useShell();
  // Subscribe to the count, not to `$review`, which changes with every key.
  const waits = useStore(tab.copy.$waits);
  const review = tab.copy.$review.get();
  if (!review) return null;
  const say = reviewWords;
  // The commands work on the front tab of the active group: pressing a button makes this group active.
  const act = (command: Parameters<typeof run>[0]) => {
    tabs.bring(tab, "stays");
    run(command);
  };
  const sentence = (isReading ? say.waitingHere : say.waiting)(waits, namesOf(review.writes));
  return (
    // One landmark only: a document may be open in several groups.
    <section className="review-bar" aria-label={say.bar} role={isActive ? undefined : "group"}>
      <span className="review-sentence" title={sentence}>
        {sentence}
      </span>
      {isReading ? (
        <button type="button" className="status-button" onClick={() => act("next-edit")}>
          {say.showInText}
        </button>
      ) : (
        <ReviewActs act={act} />
      )}
    </section>
  );
}
