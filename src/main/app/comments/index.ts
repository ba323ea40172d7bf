/** Comments: drafts, which threads were read, and changes that can be undone. */

export type { CommentDrafts } from "./comment-drafts";
export { type CommentState, createCommentState } from "./comment-state";
export type { ReadThreads } from "./read-threads";
export { authorOf, shownThread } from "./shown-thread";
export { createUndoChanges } from "./undo-changes";
