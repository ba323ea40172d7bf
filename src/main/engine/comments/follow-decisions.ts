import type { AnchorPosition } from "../../../core/comments/anchor";
import { longText, takenBack } from "../../../core/comments/taken-back";
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
          ...longTexts({ removed, inserted }),
          at,
        };
        if (outcome === "undone") return openedAgain(current, decided);
        const edits = withEdit(current.edits ?? [], decided);
        return { ...current, status: "resolved", needs_me: undefined, changed: at, edits };
      });
  }

  /** Opens the threads again whose kept edits this write of the user takes back, and resolves those whose edits it does again. */
  async function followTakenBack({ realPath, before, text, to, changes }: DocumentChange): Promise<void> {
    const taken = (await comments.keptEdits(realPath)).flatMap(({ thread, edit }) => {
      const texts = wholeTexts(edit);
      const wanted = edit.taken_back ? { removed: texts.inserted, inserted: texts.removed } : texts;
      const range = isCut(edit) ? null : takenBack(before, changes, wanted);
      return range === null ? [] : [{ thread, edit, range }];
    });
    if (taken.length === 0) return;
    const placed = await comments.list({ realPath, text, version: to });
    for (const { thread, edit, range } of taken) {
      const place = placed.find((each) => each.thread === thread)?.place;
      const at = mapPosition(changes, range.from, "before");
      const isIts = edit.taken_back ? isBetween(before, range, edit.taken_back) : isBeside(text, at, place);
      if (!isDistinct(edit) && !isIts) continue;
      const to = at + wholeTexts(edit).removed.length;
      const taken_back = { before: text.slice(Math.max(0, at - BESIDE), at), after: text.slice(to, to + BESIDE) };
      await comments.update({ realPath, thread }, (current) =>
        edit.taken_back
          ? resolvedAgain(current, { ...edit, outcome: "kept", taken_back: undefined, at: comments.now() })
          : openedAgain(current, { ...edit, outcome: "undone", taken_back, at: comments.now() }),
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
  const text = undoneBy(by);
  const previous = current.messages.at(-1);
  const isThere = previous?.text === text && previous.author.kind === "program";
  const messages = isThere ? current.messages : [...current.messages, { author: galley, text, at }];
  return { ...current, status: "open", changed: at, messages, edits: withEdit(current.edits ?? [], decided) };
}

const undoneBy = (by: string): string => `The user undid the edit by ${by} that answered this.`;

/** A thread whose edit the user did again: as before they took it back, unless somebody has written in it since. */
function resolvedAgain(current: CommentThread, decided: DecidedEdit): CommentThread {
  const { by, at } = decided;
  const last = current.messages.at(-1);
  const isNews = last?.author.kind === "program" && last.text === undoneBy(by) && current.messages.length > 1;
  const edits = withEdit(current.edits ?? [], decided);
  if (isNews)
    return {
      ...current,
      status: "resolved",
      needs_me: undefined,
      changed: at,
      messages: current.messages.slice(0, -1),
      edits,
    };
  const text = `The user did the edit by ${by} again.`;
  return { ...current, changed: at, messages: [...current.messages, { author: galley, text, at }], edits };
}

/** What the shortened texts of an edit are known by. */
function longTexts({ removed, inserted }: { removed: string; inserted: string }): Pick<DecidedEdit, "long"> {
  const isLong = (text: string): boolean => text.length > MAX_THREAD_EDIT;
  if (!isLong(removed) && !isLong(inserted)) return {};
  return {
    long: {
      ...(isLong(removed) && { removed: longText(removed) }),
      ...(isLong(inserted) && { inserted: longText(inserted) }),
    },
  };
}

const wholeTexts = ({ removed, inserted, long }: DecidedEdit) => ({
  removed: long?.removed ?? removed,
  inserted: long?.inserted ?? inserted,
});

/** Whether nothing tells what the whole edit was, as in files of earlier versions. */
const isCut = ({ removed, inserted, long }: DecidedEdit): boolean =>
  long === undefined && [removed, inserted].some((text) => text.length === MAX_THREAD_EDIT && text.endsWith("…"));

const isDistinct = ({ removed, inserted }: DecidedEdit): boolean => removed.length + inserted.length >= DISTINCT_EDIT;

/** How much of what is before and behind an edit is kept when the user takes it back. */
const BESIDE = 20;

const isBetween = (
  text: string,
  { from, to }: { from: number; to: number },
  { before, after }: NonNullable<DecidedEdit["taken_back"]>,
): boolean => text.slice(Math.max(0, from - BESIDE), from) === before && text.slice(to, to + BESIDE) === after;

/** Whether a position is in the lines of a thread's words. Words that the edit had replaced are there again after its undo. */
function isBeside(text: string, position: number, place: AnchorPosition | undefined): boolean {
  if (place === undefined || place.state === "orphaned") return false;
  const from = text.lastIndexOf("\n", place.from - 1);
  const to = text.indexOf("\n", place.to);
  return position >= from && (to < 0 || position <= to);
}
