/** The longest undo history of a document that is stored, in characters of JSON. Of a longer one the newest steps are. */
export const MAX_UNDO_STEPS = 1_000_000;

/** The undo steps of a document, as JSON of its editor, and the version of the text that they lead from. */
export type UndoStepsOf = { version: string; steps: string };
