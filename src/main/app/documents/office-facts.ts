import { officeFormatOf } from "../../../core/text/format";
import type { OfficeFacts } from "../../../shared/office";
import type { OfficeLock } from "../../engine/ports/documents";
import { t } from "../core/messages";

const kinds: Record<OfficeFacts["format"], OfficeFacts["kind"]> = {
  docx: "document",
  odt: "document",
  xlsx: "spreadsheet",
  ods: "spreadsheet",
  pptx: "presentation",
  odp: "presentation",
};

/** What the name of an Office document tells about it; null for any other file. */
export function officeFactsOf(path: string): OfficeFacts | null {
  const format = officeFormatOf(path);
  return format === null ? null : { format, kind: kinds[format], canSuggest: format === "docx" || format === "odt" };
}

/** The reason why an Office document is read-only; null if it can be written. */
export const officeReadOnly = (writable: boolean, lock: OfficeLock | null): string | null =>
  writable ? (lock === null ? null : t.office.locked(lock.program, lock.who)) : t.mayNotWrite;
