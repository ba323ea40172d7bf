/** Open documents: opening, saving, recovery, and what external changes do to them. */

export { type AppCanvas, createAppCanvas } from "./app-canvas";
export {
  type AppContext,
  createOpenDocuments,
  noticeOf,
  type OpenDocuments,
  openDocumentsOf,
  type WindowContext,
  you,
} from "./context";
export { exportHandlers } from "./export-handlers";
export { createExports, type Exports } from "./exports";
export { changeSince, handleChange, isOwn, refresh } from "./external-changes";
export { followMove, followRemoval } from "./follow-entries";
export { readImageHead } from "./image-head";
export { findImageAt, type ImageFile, readImage, readShownImage } from "./images";
export { createJournal, type Journal, type JournaledDraft, type JournalRecord } from "./journal";
export { createMultiFileEdits, type MultiFileEdits, type MultiFileResult, type WrittenFile } from "./multi-file-edits";
export { draftsNow, keepDrafts } from "./office-drafts";
export { handleOfficeWrite } from "./office-files";
export type { LandedBytes, OfficeService } from "./office-service-contract";
export type { OpenDocument } from "./open-document";
export { close, createUntitled, noVersion, restore, savedPlace } from "./open-documents";
export { createOpeningRecords } from "./opening-records";
export { outcomeIn } from "./outcome";
export { createDocumentLoader, type OpenResult } from "./progressive-loading";
export { createReadRanges, type ReadRanges } from "./read-ranges";
export { recover } from "./recovery";
export { saveForUser } from "./saving";
export { shownDocuments } from "./shown-documents";
export { createSpelling, type Spelling } from "./spelling";
export { createUndoSteps } from "./undo-steps";
export { keepUnsavedEdits, unsavedText } from "./unsaved-text";
export { createViewRequests } from "./view-requests";
