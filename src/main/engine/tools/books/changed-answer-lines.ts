import type { ChangedSources } from "../../books/changed-sources";
import { pluralize } from "../kit/sentences";
import { idList } from "../paragraphs/id-list";

/** The lines of a message on paragraphs whose source has changed since they were translated; none if there are none. */
export function changedLines({ ids, accepted }: ChangedSources): string[] {
  if (ids.length === 0) return [];
  const left =
    accepted.length === 0 ? "" : `; ${accepted.length} of them accepted by the user, who decides about these`;
  return [`the source of ${pluralize(ids.length, "translated paragraph")} has changed since: ${idList(ids)}${left}`];
}
