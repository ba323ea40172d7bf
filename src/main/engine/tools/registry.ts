import { authorship } from "./authorship/authorship";
import { addTranslationBatch } from "./books/add-translation-batch";
import { findParagraphs } from "./books/find-paragraphs";
import { getNextParagraphs } from "./books/get-next-paragraphs";
import { getParagraphInfo } from "./books/get-paragraph-info";
import { getParagraphPosition } from "./books/get-paragraph-position";
import { getPreviousParagraphs } from "./books/get-previous-paragraphs";
import { listChapters } from "./books/list-chapters";
import { openTask } from "./books/open-task";
import { readChapter } from "./books/read-chapter";
import { releaseTask } from "./books/release-task";
import { taskInfo } from "./books/task-info";
import { updateTaskStatus } from "./books/update-task-status";
import { comments } from "./comments/comments";
import { docDelete } from "./doc/doc-delete";
import { docFind } from "./doc/doc-find";
import { docInsert } from "./doc/doc-insert";
import { docRead } from "./doc/doc-read";
import { docReadMany } from "./doc/doc-read-many";
import { docReplace } from "./doc/doc-replace";
import { docToc } from "./doc/doc-toc";
import { textEditor } from "./files/text-editor";
import { docHistory } from "./history/doc-history";
import { docRestore } from "./history/doc-restore";
import type { Tool } from "./kit/tool";
import { listDocuments } from "./library/list-documents";
import { lookupCharacterOption } from "./library/lookup-character-option";
import { lookupCreature } from "./library/lookup-creature";
import { lookupEquipment } from "./library/lookup-equipment";
import { lookupRule } from "./library/lookup-rule";
import { lookupSpell } from "./library/lookup-spell";
import { searchDndContent } from "./library/search-dnd-content";
import { officeArtifact } from "./office/office-artifact";
import { coverage } from "./paragraphs/coverage";
import { grep } from "./paragraphs/grep";
import { readFile } from "./paragraphs/read-file";
import { requestReview } from "./review/request-review";
import { workspace } from "./workspace/workspace";

/** Every tool, in the order of the documentation. A new tool is one file and one line here. */
export const tools: readonly Tool[] = [
  textEditor,
  officeArtifact,
  docToc,
  docRead,
  docReadMany,
  docFind,
  docReplace,
  docInsert,
  docDelete,
  readFile,
  grep,
  coverage,
  workspace,
  searchDndContent,
  lookupSpell,
  lookupCreature,
  lookupEquipment,
  lookupCharacterOption,
  lookupRule,
  listDocuments,
  docHistory,
  docRestore,
  comments,
  requestReview,
  authorship,
  listChapters,
  readChapter,
  openTask,
  taskInfo,
  releaseTask,
  getPreviousParagraphs,
  getNextParagraphs,
  getParagraphPosition,
  getParagraphInfo,
  findParagraphs,
  updateTaskStatus,
  addTranslationBatch,
];
