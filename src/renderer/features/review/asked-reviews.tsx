import { useStore } from "@nanostores/react";
import { reviewMessages } from "../../editor/review/messages";
import { Button } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { usePendingEdits } from "../../workbench/api/parts";

/** The agents that wait for a review, with their questions, above the list of their edits. */
export function AskedReviews() {
  const pending = usePendingEdits();
  const asked = useStore(pending.$asked);
  const t = reviewMessages;
  return asked.map(({ token, agent, question }) => (
    <Callout key={token} aria-label={t.asksForReview(agent, "")} className="asked-review wraps apart">
      <p dir="auto">{t.asksForReview(agent, question)}</p>
      <Button kind="main" size="small" title={t.doneHint} onClick={() => void pending.done(token)}>
        {t.done}
      </Button>
    </Callout>
  ));
}
