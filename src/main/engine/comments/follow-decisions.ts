import type { AnchorPosition } from "../../../core/comments/anchor";
import { takenBack } from "../../../core/comments/taken-back";
import { mapPosition } from "../../../core/text/change";
import type { Comments, CommentThread, DecidedEdit } from "../ports/comments";
import type { DocumentChange, Documents } from "../ports/documents";
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

/** With this many characters that an edit removed and inserted, they are that edit's wherever they are in the document. */
const DISTINCT_EDIT = 24;

type Deps = { documents: Pick<Documents, "onChange">; review: Pick<Review, "onDecided">; comments: Comments };

/**
 * A write that answers a thread resolves it when the user keeps its edit, and opens it again when the user undoes that, also after they have kept it: by
 * Ctrl+Z, or with a write of theirs that puts the words back.
 */
export function followDecisions({ documents, review, comments }: Deps, log: (error: unknown) => void): void {
  async function follow({ realPath, write, outcome, removed, inserted }: Decision): Promise<void> {
    for (const thread of await comments.answeredBy(realPath, write.id))
      await comments.update({ realPath, thread }, (current) => {
        if (outcome === "overwritten") return current;
        const at = comments.now();
        const decided = {
          write: write.id,
          by: write.by.slice(0, 200),
          outcome,
          removed: shortened(removed),
          inserted: shortened(inserted),
          at,
        };
        if (outcome === "undone") return openedAgain(current, decided);
        const edits = withEdit(current.edits ?? [], decided);
        return { ...current, status: "resolved", needs_me: undefined, changed: at, edits };
      });
  }

  /** Opens the threads again whose kept edits this write of the user takes back. */
  async function followTakenBack({ realPath, before, text, to, changes }: DocumentChange): Promise<void> {
    const taken = (await comments.keptEdits(realPath)).flatMap(({ thread, edit }) => {
      const range = isShortened(edit) ? null : takenBack(before, changes, edit);
      return range === null ? [] : [{ thread, edit, range }];
    });
    if (taken.length === 0) return;
    const placed = await comments.list({ realPath, text, version: to });
    for (const { thread, edit, range } of taken) {
      const place = placed.find((each) => each.thread === thread)?.place;
      if (!isDistinct(edit) && !isBeside(text, mapPosition(changes, range.from, "before"), place)) continue;
      await comments.update({ realPath, thread }, (current) =>
        openedAgain(current, { ...edit, outcome: "undone", at: comments.now() }),
      );
    }
  }

  review.onDecided((decision) => void follow(decision).catch(log));
  documents.onChange((change) => {
    if (change.by.kind === "you" && change.write === null && change.from !== null)
      void followTakenBack(change).catch(log);
  });
}

/** A thread whose edit the user undid: it says so once, also if one write has several edits. */
function openedAgain(current: CommentThread, decided: DecidedEdit): CommentThread {
  const { by, at } = decided;
  const text = `The user undid the edit by ${by} that answered this.`;
  const previous = current.messages.at(-1);
  const isThere = previous?.text === text && previous.author.kind === "program";
  const messages = isThere ? current.messages : [...current.messages, { author: galley, text, at }];
  return { ...current, status: "open", changed: at, messages, edits: withEdit(current.edits ?? [], decided) };
}

const isShortened = ({ removed, inserted }: DecidedEdit): boolean =>
  Math.max(removed.length, inserted.length) >= MAX_THREAD_EDIT;

const isDistinct = ({ removed, inserted }: DecidedEdit): boolean => removed.length + inserted.length >= DISTINCT_EDIT;

/** Whether a position is in the lines of a thread's words. Words that the edit had replaced are there again after its undo. */
function isBeside(text: string, position: number, place: AnchorPosition | undefined): boolean {
  if (place === undefined || place.state === "orphaned") return false;
  const from = text.lastIndexOf("\n", place.from - 1);
  const to = text.indexOf("\n", place.to);
  return position >= from && (to < 0 || position <= to);
}
