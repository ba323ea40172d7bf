import type { DocumentId, DocumentSnapshot, Session } from "../../../shared/contract";

/** The document of a book's tab. It exists only in the window: main knows the book by its path. */
export function bookDocument(
  path: string,
  name: string,
  doc: DocumentId = `book-${crypto.randomUUID()}`,
): DocumentSnapshot {
  return {
    doc,
    room: "book",
    path,
    name,
    text: "",
    version: "",
    unsaved: null,
    format: "text",
    encoding: "",
    lineEnding: "",
    readOnly: null,
    gone: false,
    warnings: [],
  };
}

/** The books with a tab in the last session; each is named after its folder or file. */
export const booksOf = (session: Session | null): DocumentSnapshot[] =>
  (session?.tabs ?? []).flatMap(({ doc, path, room }) =>
    room === "book" && path !== null ? [bookDocument(path, path.split(/[\\/]/).findLast(Boolean) ?? path, doc)] : [],
  );
