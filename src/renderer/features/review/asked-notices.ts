import { reviewMessages } from "../../editor/review/messages";
import { $language } from "../../ui/language";
import type { Notices } from "../../ui/notices";
import type { PendingEdits } from "../../workbench/api/feature-stores";

/** Until it is answered or dismissed; the list has it in any case. */
const STAYS_MS = 24 * 60 * 60 * 1000;

/** A notice for each agent that asks for a review, until the user has answered or dismissed it. The list of edits has it as well. */
export function showAskedReviews(
  pending: Pick<PendingEdits, "$asked" | "done">,
  notices: Pick<Notices, "info" | "dismiss" | "reword">,
  showEdits: () => void,
): void {
  type Question = ReturnType<PendingEdits["$asked"]["get"]>[number];
  const shown = new Map<string, { id: number; asked: Question }>();
  const wordsOf = ({ token, agent, question }: Question) => {
    const t = reviewMessages;
    return {
      sentence: t.asksForReview(agent, question),
      action: { label: t.showEdits, run: showEdits },
      secondAction: { label: t.done, run: () => void pending.done(token) },
    };
  };
  pending.$asked.subscribe((all) => {
    for (const [token, { id }] of shown)
      if (!all.some((each) => each.token === token)) {
        notices.dismiss(id);
        shown.delete(token);
      }
    for (const asked of all) {
      if (shown.has(asked.token)) continue;
      const { sentence, ...actions } = wordsOf(asked);
      shown.set(asked.token, { id: notices.info(sentence, { stay: STAYS_MS, ...actions }), asked });
    }
  });
  // They stay for hours, longer than a language may.
  $language.listen(() => {
    for (const { id, asked } of shown.values()) notices.reword(id, wordsOf(asked));
  });
}
