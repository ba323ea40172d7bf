/** Agents' edits that wait for the user's review. */

export { undoHunks } from "./undo-hunks";
export type { UndoneHunks } from "./undo-request";
