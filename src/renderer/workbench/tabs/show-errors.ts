import type { Argument, Bridge, Outcome, RequestName, SaveResult } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";

/** Requests by the user, whose errors must be shown and not only announced. */
const ASKED = ["document:save-as", "document:close", "document:add-image"] as const;

const isAsked = (name: RequestName): name is (typeof ASKED)[number] => ASKED.some((asked) => asked === name);

/**
 * A bridge that shows a document's errors and the notes of saves as notices. A failed autosave is not shown: the status
 * bar reports it, and it is retried.
 */
export function toldRefusals(bridge: Bridge, notices: Notices): Bridge {
  return {
    ...bridge,
    async request(name, argument) {
      const reply = await bridge.request(name, argument);
      if (isAsked(name)) {
        const outcome = reply as Outcome<object>;
        if (!outcome.ok) notices.problem(outcome.error.message, { hint: outcome.error.hint ?? null });
      }
      if (name === "document:save") {
        const result = reply as SaveResult;
        const { why } = argument as Argument<"document:save">;
        if (result.status === "saved") for (const note of result.notes) notices.tell(note);
        if (result.status === "refused" && why !== "auto") {
          notices.problem(result.error.message, { hint: result.error.hint ?? null });
        }
      }
      return reply;
    },
  };
}
