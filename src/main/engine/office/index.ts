/** Reads, displays and edits Office documents. */

export { officeLockPaths } from "./office-lock";
export type { EditOptions } from "./text/office-format";
export type { DraftPlace } from "./view/locate-drafts";
export type { ModelChange, ModelContent, ModelEdit, ModelEdited, ModelHunk, ModelMatch } from "./view/model-protocol";
export { OfficeModel } from "./view/office-model";
