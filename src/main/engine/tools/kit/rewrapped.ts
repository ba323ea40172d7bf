import { isOnlyRewrapped } from "../../../../core/diff/only-rewrapped";
import type { TextChange } from "../../../../core/text/changed-lines";

/** The warning for an edit that changed no word. */
const ONLY_REWRAPPED =
  "this only re-wrapped lines: the words are the same, only line breaks or blanks inside paragraphs moved";

/** Warns if an edit only moved line breaks and blanks. */
export const rewrapWarnings = (edit: TextChange): string[] => (isOnlyRewrapped(edit) ? [ONLY_REWRAPPED] : []);
