import type { ContentLibrary } from "../../library/entries/content-library";
import { folded } from "../../library/entries/folded";
import { inList } from "./in-list";

/** The `documents` filter, resolved in a library. */
export type DocumentFilter = {
  /** The keys of existing documents, as shown, without duplicates; null without a filter. */
  only: readonly string[] | null;
  /** Lists the unknown keys and the known ones; null if all are known. */
  unknown: string | null;
};

/** The message if the filter is an empty list: nothing is searched. */
export const emptyFilter = "No results match the document filter: it is empty.";

/** Reads the filter. An unknown key is not an error. */
export function readDocumentFilter(
  documents: readonly string[] | null | undefined,
  library: ContentLibrary,
): DocumentFilter {
  if (documents === null || documents === undefined) return { only: null, unknown: null };
  const known = new Map(library.documents().map(({ document }) => [folded(document), document]));
  const only: string[] = [];
  const unknown: string[] = [];
  for (const [key, name] of new Map(documents.map((document) => [folded(document), document]))) {
    const document = known.get(key);
    if (document === undefined) unknown.push(name);
    else only.push(document);
  }
  const there = known.size === 0 ? "the library is empty" : `known are ${inList([...known.values()])}`;
  return { only, unknown: unknown.length === 0 ? null : `Unknown documents: ${inList(unknown)}; ${there}.` };
}

/** Why there are no results, or a note about the filter; null if there is nothing to report. */
export function filterNote({ only, unknown }: DocumentFilter, total: number): string | null {
  if (only === null) return null;
  const nothing = total === 0 ? "No results match the document filter." : null;
  return [nothing, unknown].filter((part) => part !== null).join(" ") || null;
}
