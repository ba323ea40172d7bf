import type { OfficeFacts } from "../../shared/office";
import { officeFormatOf } from "../engine/document/format";
import type { OfficeLock } from "../engine/office-lock";
import { told } from "./words";

const kinds: Record<OfficeFacts["format"], OfficeFacts["kind"]> = {
  docx: "document",
  odt: "document",
  xlsx: "spreadsheet",
  ods: "spreadsheet",
  pptx: "presentation",
  odp: "presentation",
};

/** What is known of an Office document by its name; null for any other file. */
export function officeFactsOf(path: string): OfficeFacts | null {
  const format = officeFormatOf(path);
  return format === null ? null : { format, kind: kinds[format], canSuggest: format === "docx" };
}

/** Why an Office document cannot be written in where it is, in words; null where it can. */
export const officeReadOnly = (writable: boolean, lock: OfficeLock | null): string | null =>
  writable ? (lock === null ? null : told.office.locked(lock.program, lock.who)) : told.mayNotWrite;
