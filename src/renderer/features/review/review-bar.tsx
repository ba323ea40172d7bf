import { useStore } from "@nanostores/react";
import { writerNames } from "../../editor/review/describe-hunk";
import { reviewMessages } from "../../editor/review/messages";
import { ReviewActs } from "../../editor/review/review-actions";
import { StatusButton } from "../../ui/kit/button";
import { useRun, useTabs } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";

/** The bar below a document with pending edits: how many, by whom, and the actions for all of them. */
export default function ReviewBar({ tab, isPreview, isActive }: { tab: Tab; isPreview: boolean; isActive: boolean }) {
  const tabs = useTabs();
  const run = useRun();
  // Subscribe to the count, not to `$review`, which changes with every key.
  const pendingCount = useStore(tab.editor.$pendingCount);
  const review = tab.editor.$review.get();
  if (!review) return null;
  const t = reviewMessages;
  // The commands work on the front tab of the active group: pressing a button makes this group active.
  const act = (command: Parameters<typeof run>[0]) => {
    tabs.bring(tab, "stays");
    run(command);
  };
  const sentence = (isPreview ? t.pendingHere : t.pendingBy)(pendingCount, writerNames(review.writes));
  return (
    // One landmark only: a document may be open in several groups.
    <section className="review-bar foot in-line inset-small" aria-label={t.bar} role={isActive ? undefined : "group"}>
      <span className="dot" data-by="agent" aria-hidden="true" />
      <span className="review-sentence grow clip soft" title={sentence}>
        {sentence}
      </span>
      {isPreview ? (
        <StatusButton onClick={() => act("next-edit")}>{t.showInText}</StatusButton>
      ) : (
        <ReviewActs act={act} />
      )}
    </section>
  );
}
