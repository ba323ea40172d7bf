import { randomUUID } from "node:crypto";
import type { CommentMessage, Comments, CommentThread } from "../../engine/ports/comments";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";

import { t } from "../core/messages";

/** A change of a thread by the user; `after` is null if they deleted it. */
type UserChange = { realPath: string; thread: string; before: CommentThread; after: CommentThread | null };

type UndoneThreads = Pick<Comments, "update" | "now"> & {
  restore(thread: string, stored: CommentThread): Promise<void>;
};

/** The maximum number of changes that can be undone. */
const MAX_CHANGES = 1_000;

export type UndoChanges = ReturnType<typeof createUndoChanges>;

/** The user's changes of threads, which they can undo while the app runs. What others wrote since stays. */
export function createUndoChanges() {
  const changes = new Map<string, UserChange>();

  return {
    /** Changes a thread, and returns the id by which it is undone. If `edit` returns null, the thread is deleted. */
    async change(
      comments: Pick<Comments, "update">,
      found: { realPath: string; thread: string },
      edit: (thread: CommentThread) => CommentThread | null,
    ): Promise<string> {
      let before: CommentThread | null = null;
      const after = await comments.update(found, (current) => {
        before = structuredClone(current);
        return edit(current);
      });
      if (before === null) throw new ToolError("not_found", t.comments.gone);
      const undo = randomUUID();
      changes.set(undo, { ...found, before, after });
      if (changes.size > MAX_CHANGES) changes.delete(changes.keys().next().value as string);
      return undo;
    },
    /** Takes a change back, once. */
    async undo(comments: UndoneThreads, realPath: string, id: string): Promise<void> {
      const change = changes.get(id);
      if (change === undefined || change.realPath !== realPath)
        throw new ToolError("wrong_state", t.comments.nothingToUndo);
      const { thread, before, after } = change;
      if (after === null) await comments.restore(thread, { ...before, changed: comments.now() });
      else
        await comments.update({ realPath, thread }, (current) => ({
          ...takenBack(current, before, after),
          changed: comments.now(),
        }));
      changes.delete(id);
    },
    /** The changes of a renamed document, or of those in a renamed folder, can still be undone. */
    moved(from: string, to: string): void {
      for (const change of changes.values()) {
        const rest = isWithin(change.realPath, from) ? change.realPath.slice(from.length) : null;
        if (rest !== null) change.realPath = to + rest;
      }
    },
  };
}

/** The thread without a change; what was changed since then stays. */
function takenBack(current: CommentThread, before: CommentThread, after: CommentThread): CommentThread {
  const messages = [...current.messages];
  for (const was of before.messages) {
    const became = after.messages.find((each) => isOne(each, was));
    const index = messages.findIndex((each) => isOne(each, was));
    if (became === undefined && index < 0) messages.push(was);
    else if (became !== undefined && became.text !== was.text && messages[index]?.text === became.text)
      messages[index] = was;
  }
  return {
    ...current,
    ...(current.status === after.status && { status: before.status }),
    ...(current.needs_me === after.needs_me && { needs_me: before.needs_me }),
    messages: messages.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

const isOne = (a: CommentMessage, b: CommentMessage): boolean => a.at === b.at && a.author.name === b.author.name;
