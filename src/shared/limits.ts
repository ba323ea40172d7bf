/** Limits that main and the renderer agree on. */

/** Recipients of one question. */
export const MAX_RECIPIENTS = 4;

/** Characters of a guest's name. */
export const MAX_GUEST_NAME = 60;

/** Files with problems that the status of a shared folder names. */
export const MAX_NAMED_PROBLEMS = 20;

/** Characters of JSON of a document's undo history that is stored. Of a longer one, the newest steps are. */
export const MAX_UNDO_STEPS = 1_000_000;
