import { folded } from "../../library/entries/folded";
import type { LibraryReader } from "../../library/folder/folder-library";
import { inList } from "./in-list";

/** The `documents` filter, resolved in a library. */
export type DocumentFilter = {
  /** The keys of existing documents, as shown, without duplicates; null if all are searched. */
  only: readonly string[] | null;
  /** Lists the unknown keys and the known ones; null if all are known. */
  unknown: string | null;
  /** Lists the documents that are left out because they are switched off; null if there are none. */
  off: string | null;
};

/** The message if the filter is an empty list: nothing is searched. */
export const emptyFilter = "No results match the document filter: it is empty.";

/** Reads the filter. An unknown key is not an error. Without a filter, the documents in `off` are left out; a filter may name them. */
export function readDocumentFilter(
  documents: readonly string[] | null | undefined,
  library: LibraryReader,
  off: ReadonlySet<string>,
): DocumentFilter {
  if (documents === null || documents === undefined) return allButOff(library, off);
  const known = new Map(library.documents().map(({ document }) => [folded(document), document]));
  const only: string[] = [];
  const unknown: string[] = [];
  for (const [key, name] of new Map(documents.map((document) => [folded(document), document]))) {
    const document = known.get(key);
    if (document === undefined) unknown.push(name);
    else only.push(document);
  }
  const there = known.size === 0 ? "the library is empty" : `known are ${inList([...known.values()])}`;
  return { only, unknown: unknown.length === 0 ? null : `Unknown documents: ${inList(unknown)}; ${there}.`, off: null };
}

function allButOff(library: LibraryReader, off: ReadonlySet<string>): DocumentFilter {
  const all = off.size === 0 ? [] : library.documents().map(({ document }) => document);
  const left = all.filter((document) => off.has(folded(document)));
  if (left.length === 0) return { only: null, unknown: null, off: null };
  return {
    only: all.filter((document) => !off.has(folded(document))),
    unknown: null,
    off: `Not searched, because the user switched it off in this folder: ${inList(left)}. Name a document in documents to search it.`,
  };
}

/** Why there are no results, or a note about the filter; null if there is nothing to report. */
export function filterNote({ only, unknown, off }: DocumentFilter, total: number): string | null {
  if (only === null || off !== null) return off;
  const nothing = total === 0 ? "No results match the document filter." : null;
  return [nothing, unknown].filter((part) => part !== null).join(" ") || null;
}
