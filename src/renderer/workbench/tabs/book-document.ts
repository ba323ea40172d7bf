import type { DocumentId, DocumentSnapshot, Session } from "../../../shared/contract";

/** The document of a book's tab. It exists only in the window: main knows the book by its path. */
export const bookDocument = (
  path: string,
  name: string,
  doc: DocumentId = `book-${crypto.randomUUID()}`,
): DocumentSnapshot => documentInWindow("book", path, name, doc);

function documentInWindow(room: "book" | "viewer", path: string, name: string, doc: DocumentId): DocumentSnapshot {
  return {
    doc,
    room,
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

/** The books and viewed files with a tab in the last session; each is named after its folder or file. */
export const windowDocumentsOf = (session: Session | null): DocumentSnapshot[] =>
  (session?.tabs ?? []).flatMap(({ doc, path, room }) =>
    room !== undefined && path !== null
      ? [documentInWindow(room, path, path.split(/[\\/]/).findLast(Boolean) ?? path, doc)]
      : [],
  );
