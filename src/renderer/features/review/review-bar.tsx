import { useStore } from "@nanostores/react";
import "./review-bar.css";
import { namesOf } from "../../editor/review/hunk-in-words";
import { reviewWords } from "../../editor/review/messages";
import { useShell } from "../../ui/shell-context";
import type { Tab } from "../../workbench/tabs/tabs";
import { ReviewActs } from "./review-actions";

/** What waits in a document, below its text: who wrote how much, and what can be done with all of it. */
export default function ReviewBar({ tab, isReading, isActive }: { tab: Tab; isReading: boolean; isActive: boolean }) {
  const { tabs, run } = useShell();
  // Not the review itself, which is another one at every key.
  const waits = useStore(tab.copy.$waits);
  const review = tab.copy.$review.get();
  if (!review) return null;
  const say = reviewWords;
  // The commands are for the tab in front of the active group: pressing a button here makes it that one.
  const act = (command: Parameters<typeof run>[0]) => {
    tabs.bring(tab, "stays");
    run(command);
  };
  const sentence = (isReading ? say.waitingHere : say.waiting)(waits, namesOf(review.writes));
  return (
    // One landmark: a document may stand in several groups of tabs.
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
