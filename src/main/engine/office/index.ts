/** Reads, displays and edits Office documents. */

export { isOfficeLockName, officeLockPaths } from "./office-lock";
export type { EditOptions } from "./text/office-format";
export type { DraftLocation } from "./view/locate-drafts";
export type {
  ModelChange,
  ModelContent,
  ModelEdit,
  ModelEditResult,
  ModelHunk,
  ModelMatch,
} from "./view/model-protocol";
export { OfficeModel } from "./view/office-model";
