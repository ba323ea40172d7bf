/**
 * Edits that wait for the user.
 */

export { undoHunks } from "./undo-hunks";
export type { UndoneHunks } from "./undo-request";
