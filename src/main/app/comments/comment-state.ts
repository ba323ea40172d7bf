import { join } from "node:path";
import { type CommentDrafts, createCommentDrafts } from "./comment-drafts";
import { createReadThreads, type ReadThreads } from "./read-threads";
import { createUndoChanges, type UndoChanges } from "./undo-changes";

/** What the app keeps of comments besides the threads: drafts, which threads were read, and changes that can be undone. */
export type CommentState = { drafts: CommentDrafts; read: ReadThreads; changes: UndoChanges };

export function createCommentState(options: {
  dataDir: string;
  leftovers: Parameters<typeof createCommentDrafts>[0]["leftovers"];
  log(line: string): void;
}): CommentState {
  const { dataDir, leftovers, log } = options;
  return {
    drafts: createCommentDrafts({ folder: join(dataDir, "comment-drafts"), leftovers, log }),
    read: createReadThreads({ folder: join(dataDir, "read-comments"), log }),
    changes: createUndoChanges(),
  };
}
