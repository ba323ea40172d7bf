import type { DocumentId, OpenDocument, Session } from "../../../shared/contract";

/** A book as a tab has it. It is the page's own: main knows the book by its path, and nothing of this document. */
export function bookDocument(
  path: string,
  name: string,
  doc: DocumentId = `book-${crypto.randomUUID()}`,
): OpenDocument {
  return {
    ...{ doc, room: "book", path, name, text: "", version: "", unsaved: null, format: "text" },
    ...{ encoding: "", lineEnding: "", readOnly: null, gone: false, warnings: [] },
  };
}

/** The books that had a tab in the last session; each is called as its folder or file is. */
export const booksOf = (session: Session | null): OpenDocument[] =>
  (session?.tabs ?? []).flatMap(({ doc, path, room }) =>
    room === "book" && path !== null ? [bookDocument(path, path.split(/[\\/]/).findLast(Boolean) ?? path, doc)] : [],
  );
