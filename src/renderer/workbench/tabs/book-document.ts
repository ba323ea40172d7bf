import type { DocumentId, DocumentSnapshot, Session } from "../../../shared/contract";
import { nameOf } from "../../ui/file-paths";
import { messages } from "../../ui/messages";

/** The document of a book's tab. It exists only in the window: main knows the book by its path. */
export const bookDocument = (
  path: string,
  name: string,
  doc: DocumentId = `book-${crypto.randomUUID()}`,
): DocumentSnapshot => documentInWindow("book", path, name, doc);

/** The document of the tab with the statement on a text's authorship. */
export const authorshipDocument = (
  path: string,
  doc: DocumentId = `authorship-${crypto.randomUUID()}`,
): DocumentSnapshot => documentInWindow("authorship", path, messages.tabs.authorshipOf(nameOf(path)), doc);

type InWindow = NonNullable<DocumentSnapshot["room"]>;

function documentInWindow(room: InWindow, path: string, name: string, doc: DocumentId): DocumentSnapshot {
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

/** The books, viewed files and statements with a tab in the last session; each is named after its folder or file. */
export const windowDocumentsOf = (session: Session | null): DocumentSnapshot[] =>
  (session?.tabs ?? []).flatMap(({ doc, path, room }) =>
    room === undefined || path === null
      ? []
      : [room === "authorship" ? authorshipDocument(path, doc) : documentInWindow(room, path, nameOf(path), doc)],
  );
