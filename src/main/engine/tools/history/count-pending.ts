import { hunksIn } from "../../../../core/review/pending-edits";
import { officeFormatOf } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { pluralize } from "../kit/sentences";
import type { ToolContext } from "../kit/tool";

/** The number of pending edits of a document, as the user sees it. 0 for a file that was deleted or cannot be read. */
export async function countPending(realPath: string, { documents, review }: ToolContext): Promise<number> {
  if (!review.hasPending(realPath)) return 0;
  try {
    const isOffice = officeFormatOf(realPath) !== null;
    const now = await (isOffice ? documents.textProjection : documents.read)(realPath, [realPath]);
    const found = now && (await review.of({ realPath, version: now.version, text: now.text }));
    return found ? hunksIn(found.pending).length : 0;
  } catch (error) {
    if (error instanceof ToolError) return 0;
    throw error;
  }
}

/** The line that reports the pending edits; empty if there are none. */
export const pendingLine = (pending: number): string[] =>
  pending === 0 ? [] : [`${pluralize(pending, "edit")} ${pending === 1 ? "waits" : "wait"} for the user's review`];
