/**
 * Books: chapters, paragraphs, tasks, translations.
 */

export { rejectedTexts } from "./batch-flags";
export { exportLayouts } from "./book/bilingual";
export type { Chapter } from "./book/book";
export { editGlossary } from "./book/edit-glossary";
export { describeMissing, exportName } from "./book/export-book";
export { readGlossary } from "./book/glossary";
export { paragraphAt } from "./book/neighbours";
export { sameSource } from "./book/repeated-sources";
export { shortId, shortIdCount } from "./book/short-id";
export { sourceHash } from "./book/source-hash";
export { stepTo, type TaskStatus, type TaskType, taskTypes } from "./book/task-states";
export { isChapterFile, isEpub } from "./book-files";
export { memoryMatches } from "./book-memory";
export type { BookPromptQuery } from "./book-prompt";
export { countStates, paragraphStates, positionsInChapter, tableRows } from "./book-table";
export { type BookView, exportFormats } from "./book-view";
export type { OpenBook } from "./books";
export { concordance } from "./concordance";
export { type CountedMatches, countBook, countMatches } from "./count-book";
export { flaggedRows } from "./flagged-rows";
export type { PlannedWork } from "./guarded-work";
export type { ImportedUnit, XliffImport } from "./import-xliff";
export { packageText } from "./package-text";
export { chapterFile, paragraphPositions, protectedParagraphs } from "./paragraph-positions";
export { type PlannedReplacement, whyNotReplaced } from "./plan-replacements";
export type { WorkLine } from "./prompts/work-lines";
export { missingPrompt } from "./prompts/work-lines";
export { type Checks, checkKinds, checkLevelsOf, standardChecks } from "./quality/checks";
export { describeFlag } from "./quality/flags";
export type { Reselection } from "./work/replaced";
export type { WorkStore } from "./work/work-store";
