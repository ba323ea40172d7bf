import { basename } from "node:path";
import { difference } from "../../../core/diff/difference";
import { refineChanges } from "../../../core/diff/refine-changes";
import { listHunks } from "../../../core/review/pending-edits";
import { isSuggestion } from "../../../core/review/suggestions";
import { applyChanges, type Change } from "../../../core/text/change";
import { printableName } from "../../../core/text/printable-name";
import { countWords } from "../../../core/text/words";
import type { PlacedLock } from "../ports/comments";
import type { TextDocument } from "../ports/documents";
import type { Review } from "../ports/review";
import { ToolError } from "../ports/tool-error";

/**
 * Throws if after an agent's edit more words of a document would differ from what the user has seen than a budget allows. What waits for the user's review
 * counts, whichever agent wrote it; what was kept or undone does not.
 */
export async function rejectBeyondBudget(
  current: Pick<TextDocument, "realPath" | "version" | "text">,
  after: string,
  { locks, review }: { locks: readonly PlacedLock[]; review: Pick<Review, "of"> },
): Promise<void> {
  const shares = locks.flatMap(({ share }) => share ?? []);
  if (shares.length === 0) return;
  const share = Math.min(...shares);
  const reviewed = await reviewedText(current, review);
  const words = countWords(reviewed);
  const allowed = Math.max(1, Math.floor((words * share) / 100));
  const [waiting, wanted] = [changedWords(reviewed, current.text), changedWords(reviewed, after)];
  // An edit that takes others back is always allowed.
  if (wanted <= allowed || wanted <= waiting) return;
  const name = printableName(basename(current.realPath));
  throw new ToolError(
    "protected",
    `the user lets agents change at most ${share} % of ${name} before reviewing it, ${allowed} of its ${words} words: ${waiting} wait for review, and with this edit it would be ${wanted}`,
    { hint: waiting > 0 ? "Ask for a review with request_review, or make a smaller edit." : "Make a smaller edit." },
  );
}

/** The text as the user has it without the agents' edits that wait. */
async function reviewedText(
  { realPath, version, text }: Pick<TextDocument, "realPath" | "version" | "text">,
  review: Pick<Review, "of">,
): Promise<string> {
  const pending = (await review.of({ realPath, version, text }))?.pending ?? [];
  const parts = listHunks(pending)
    .filter(({ writes }) => !writes.every(isSuggestion))
    .flatMap((hunk) => hunk.parts.map(({ from, to, removed }) => ({ from, to, insert: removed })));
  return applyChanges(
    text,
    parts.sort((a, b) => a.from - b.from || a.to - b.to),
  );
}

/**
 * How many words differ: of each place those that went or those that came, whichever are more. A place without words, as where two words are joined, counts
 * as one; only other blanks between the same words count as none.
 */
const changedWords = (before: string, after: string): number =>
  refineChanges(before, difference(before, after)).reduce((sum, change) => {
    const { from, to, insert } = change;
    if (isOnlySpacing(before, change)) return sum;
    return sum + Math.max(1, countWords(before, from, to), countWords(insert));
  }, 0);

/** Whether a change puts blanks in place of others, or removes or adds some beside them or at an end. */
function isOnlySpacing(before: string, { from, to, insert }: Change): boolean {
  if ((before.slice(from, to) + insert).trim() !== "") return false;
  if (from < to && insert !== "") return true;
  return before.slice(from - 1, from).trim() === "" || before.slice(to, to + 1).trim() === "";
}
