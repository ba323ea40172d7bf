import type { Notice } from "../../shared/contract";
import type { DocumentStatus } from "../ui/document-status";
import { editorMessages } from "./messages";
import { syncMessages } from "./sync/messages";

/** What the status of a document depends on. */
export type StatusInput = {
  isDirty: boolean;
  isSaving: boolean;
  isComposing: boolean;
  conflicts: number;
  hasPath: boolean;
  isGone: boolean;
  readOnly: string | null;
  mayOnlyRead?: boolean;
  failure: Notice | null;
  /** How much of the text is loaded, in percent; null when it is complete. */
  percentLoaded: number | null;
};

/** The status, and a sentence for the status bar. What prevents saving comes first. */
export function statusOf(now: StatusInput): { status: DocumentStatus; message: string } {
  const t = editorMessages.status;
  const withMessage = (status: DocumentStatus, sentence: string = t[status]) => ({ status, message: sentence });
  if (now.percentLoaded !== null && !now.isGone) {
    if (now.failure) return withMessage("failed", editorMessages.openingFailed(now.failure.message, now.failure.hint));
    return withMessage("opening", editorMessages.opening(now.percentLoaded));
  }
  if (now.conflicts > 0) return withMessage("conflict");
  if (now.isGone) return withMessage("gone");
  if ((!now.hasPath || now.mayOnlyRead) && now.readOnly !== null) return withMessage("read-only", now.readOnly);
  if (!now.hasPath)
    return now.isDirty
      ? withMessage("unsaved", editorMessages.neverSaved)
      : withMessage("saved", editorMessages.neverSaved);
  if (now.isSaving) return withMessage("saving");
  if (now.failure && now.isDirty)
    return withMessage("failed", syncMessages.failed(now.failure.message, now.failure.hint));
  if (now.readOnly !== null) return withMessage("read-only", editorMessages.readOnly(now.readOnly));
  if (!now.isDirty) return withMessage("saved");
  return withMessage(now.isComposing ? "waiting" : "unsaved");
}
