/** Agents' edits that wait for the user's review. */

export { editsToSend } from "./many-edits";
export { readDecisions, reviewRequestsFile } from "./review-requests";
export { undoHunks } from "./undo-hunks";
export type { UndoneHunks } from "./undo-request";
