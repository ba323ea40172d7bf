import type { OfficeSuggestion } from "../../../../core/office/office-view";

/** A tracked change; `location` is the start of its paragraph. */
export type LocatedSuggestion = Omit<OfficeSuggestion, "paragraph"> & {
  location: { part: string; from: number } | null;
};
