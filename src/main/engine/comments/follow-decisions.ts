import type { Comments, DecidedEdit } from "../ports/comments";
import { MAX_COMMENT_WRITES, MAX_THREAD_EDIT } from "../ports/limits";
import type { Decision, Review } from "../ports/review";

const galley = { name: "Galley", kind: "program" } as const;

/** The edits with one more; of an edit that was decided before, only the last decision counts. */
function withEdit(edits: readonly DecidedEdit[], decided: DecidedEdit): DecidedEdit[] {
  const isSame = ({ write, removed, inserted }: DecidedEdit): boolean =>
    write === decided.write && removed === decided.removed && inserted === decided.inserted;
  return [...edits.filter((each) => !isSame(each)), decided].slice(-MAX_COMMENT_WRITES);
}

const shortened = (text: string): string =>
  text.length <= MAX_THREAD_EDIT ? text : `${text.slice(0, MAX_THREAD_EDIT - 1).toWellFormed()}…`;

/** A write that answers a thread resolves it when the user keeps its edit, and opens it again when the user undoes that. */
export function followDecisions(
  review: Pick<Review, "onDecided">,
  comments: Comments,
  log: (error: unknown) => void,
): void {
  async function follow({ realPath, write, outcome, removed, inserted }: Decision): Promise<void> {
    for (const thread of await comments.answeredBy(realPath, write.id))
      await comments.update({ realPath, thread }, (current) => {
        if (outcome === "overwritten") return current;
        const at = comments.now();
        const edits = withEdit(current.edits ?? [], {
          write: write.id,
          by: write.by.slice(0, 200),
          outcome,
          removed: shortened(removed),
          inserted: shortened(inserted),
          at,
        });
        if (outcome === "kept") return { ...current, status: "resolved", needs_me: undefined, changed: at, edits };
        const text = `The user undid the edit by ${write.by} that answered this.`;
        const previous = current.messages.at(-1);
        // One write may have several edits: it is noted once.
        const isThere = previous?.text === text && previous.author.kind === "program";
        const messages = isThere ? current.messages : [...current.messages, { author: galley, text, at }];
        return { ...current, status: "open", changed: at, messages, edits };
      });
  }
  review.onDecided((decision) => void follow(decision).catch(log));
}
