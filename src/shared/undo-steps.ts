/** The undo steps of a document, as JSON of its editor, and the version of the text that they lead from. */
export type UndoStepsOf = { version: string; steps: string };
