import type { Comments } from "../ports/comments";
import type { Decision, Review } from "../ports/review";

const galley = { name: "Galley", kind: "program" } as const;

/** A write that answers a thread resolves it when the user keeps its edit, and opens it again when the user undoes that. */
export function followDecisions(
  review: Pick<Review, "onDecided">,
  comments: Comments,
  log: (error: unknown) => void,
): void {
  async function follow({ realPath, write, outcome }: Decision): Promise<void> {
    for (const thread of await comments.answeredBy(realPath, write.id))
      await comments.update({ realPath, thread }, (current) => {
        if (outcome === "overwritten") return current;
        const at = comments.now();
        if (outcome === "kept") return { ...current, status: "resolved", needs_me: undefined, changed: at };
        const text = `The user undid the edit by ${write.by} that answered this.`;
        const previous = current.messages.at(-1);
        // One write may have several edits: it is noted once.
        const isThere = previous?.text === text && previous.author.kind === "program";
        const messages = isThere ? current.messages : [...current.messages, { author: galley, text, at }];
        return { ...current, status: "open", changed: at, messages };
      });
  }
  review.onDecided((decision) => void follow(decision).catch(log));
}
