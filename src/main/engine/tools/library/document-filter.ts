import type { ContentLibrary } from "../../library/entries/content-library";
import { folded } from "../../library/entries/folded";
import { inList } from "./in-list";

/** What the filter `documents` comes to in a library. */
export type DocumentFilter = {
  /** The keys of documents that are there, as they are shown, each once; null where there is no filter. */
  only: readonly string[] | null;
  /** Names the unknown keys beside the known ones; null where all are known. */
  unknown: string | null;
};

/** What the message says where the list of documents is empty: no store was asked. */
export const emptyFilter = "No results match the document filter: it is empty.";

/** Reads the filter. A key that names no document is no error. */
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

/** Why there is nothing, or what the caller should know of the filter; null where there is nothing to say. */
export function filterNote({ only, unknown }: DocumentFilter, total: number): string | null {
  if (only === null) return null;
  const nothing = total === 0 ? "No results match the document filter." : null;
  return [nothing, unknown].filter((part) => part !== null).join(" ") || null;
}
