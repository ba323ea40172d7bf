import type { OfficeFormat } from "../../../../core/text/format";
import { docxSuggestions, resolveDocxSuggestions } from "../docx/suggestions";
import { odtSuggestions, resolveOdtSuggestions } from "../odt/suggestions";
import type { ZipPackage } from "../package/zip";
import type { LocatedSuggestion } from "../text/located-suggestion";

/** Lists the tracked changes of a format, and accepts or rejects them. */
type TrackedChanges = {
  list(zip: ZipPackage): LocatedSuggestion[];
  resolve(
    zip: ZipPackage,
    ids: readonly string[] | "all",
    how: "accept" | "reject",
  ): { parts: Map<string, Uint8Array | null>; count: number };
};

/** The formats that have tracked changes. */
export const trackedChanges: Partial<Record<OfficeFormat, TrackedChanges>> = {
  docx: { list: docxSuggestions, resolve: resolveDocxSuggestions },
  odt: { list: odtSuggestions, resolve: resolveOdtSuggestions },
};
