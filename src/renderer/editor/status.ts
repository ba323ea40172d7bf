import type { Notice } from "../../shared/contract";
import type { DocumentStatus } from "../ui/document-status";
import { canvasWords } from "./messages";

/** What the status of a document depends on. */
export type Circumstances = {
  isDirty: boolean;
  isSaving: boolean;
  isComposing: boolean;
  conflicts: number;
  hasPath: boolean;
  isGone: boolean;
  readOnly: string | null;
  failure: Notice | null;
  /** How much of the text is loaded, in percent; null when it is complete. */
  arrived: number | null;
};

/** The status, and a sentence for the status bar. What prevents saving comes first. */
export function statusOf(now: Circumstances): { status: DocumentStatus; words: string } {
  const words = canvasWords.status;
  const as = (status: DocumentStatus, sentence: string = words[status]) => ({ status, words: sentence });
  if (now.arrived !== null && !now.isGone) {
    if (now.failure) return as("failed", canvasWords.openingFailed(now.failure.message, now.failure.hint));
    return as("opening", canvasWords.opening(now.arrived));
  }
  if (now.conflicts > 0) return as("conflict");
  if (now.isGone) return as("gone");
  if (!now.hasPath && now.readOnly !== null) return as("read-only", now.readOnly);
  if (!now.hasPath) return now.isDirty ? as("unsaved", canvasWords.neverSaved) : as("saved", canvasWords.neverSaved);
  if (now.isSaving) return as("saving");
  if (now.failure && now.isDirty) return as("failed", canvasWords.failed(now.failure.message, now.failure.hint));
  if (now.readOnly !== null) return as("read-only", canvasWords.readOnly(now.readOnly));
  if (!now.isDirty) return as("saved");
  return as(now.isComposing ? "waiting" : "unsaved");
}
