import type { Argument, Bridge, Outcome, RequestName, SaveResult } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";

/** Requests by the user, whose errors must be shown and not only announced. */
const USER_REQUESTS = ["document:save-as", "document:close", "document:add-image"] as const;

const isUserRequest = (name: RequestName): name is (typeof USER_REQUESTS)[number] =>
  USER_REQUESTS.some((asked) => asked === name);

/**
 * A bridge that shows a document's errors and the notes of saves as notices. A failed autosave is not shown: the status
 * bar reports it, and it is retried.
 */
export function withErrorNotices(bridge: Bridge, notices: Notices): Bridge {
  return {
    ...bridge,
    async request(name, argument) {
      const reply = await bridge.request(name, argument);
      if (isUserRequest(name)) {
        const outcome = reply as Outcome<object>;
        if (!outcome.ok) notices.error(outcome.error.message, { hint: outcome.error.hint ?? null });
      }
      if (name === "document:save") {
        const result = reply as SaveResult;
        const { why } = argument as Argument<"document:save">;
        if (result.status === "saved") for (const note of result.notes) notices.info(note);
        if (result.status === "refused" && why !== "auto") {
          notices.error(result.error.message, { hint: result.error.hint ?? null });
        }
      }
      return reply;
    },
  };
}
