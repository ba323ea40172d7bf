import { reviewMessages } from "../../editor/review/messages";
import type { Notices } from "../../ui/notices";
import type { PendingEdits } from "../../workbench/api/feature-stores";

/** Until it is answered or dismissed; the list has it in any case. */
const STAYS_MS = 24 * 60 * 60 * 1000;

/** A notice for each agent that asks for a review, until the user has answered or dismissed it. The list of edits has it as well. */
export function showAskedReviews(
  pending: Pick<PendingEdits, "$asked" | "done">,
  notices: Pick<Notices, "info" | "dismiss">,
  showEdits: () => void,
): void {
  const shown = new Map<string, number>();
  pending.$asked.subscribe((asked) => {
    for (const [token, notice] of shown)
      if (!asked.some((each) => each.token === token)) {
        notices.dismiss(notice);
        shown.delete(token);
      }
    const t = reviewMessages;
    for (const { token, agent, question } of asked) {
      if (shown.has(token)) continue;
      const id = notices.info(t.asksForReview(agent, question), {
        stay: STAYS_MS,
        action: { label: t.showEdits, run: showEdits },
        secondAction: { label: t.done, run: () => void pending.done(token) },
      });
      shown.set(token, id);
    }
  });
}
