/** Comments: drafts, which threads were read, and changes that can be undone. */

export { type CommentDrafts, createCommentDrafts } from "./comment-drafts";
export { createReadThreads, type ReadThreads } from "./read-threads";
export { createUndoChanges, type UndoChanges } from "./undo-changes";
