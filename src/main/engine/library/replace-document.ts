import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../ports/tool-error";
import { isBusy, transaction } from "../storage/databases/transaction";
import type { ReplaceOptions } from "./entries/content-library";
import type { DocumentContent, LibraryDocument } from "./entries/entry";
import { folded } from "./entries/folded";
import { contentVersion, entryWriter, eraseDocument, writeDocumentRow } from "./write-document";

/** Rows that are written at once. An entry with many values has many. */
const page = 500;
/** Milliseconds that an import waits for another writer. */
const PATIENCE = 60_000;

/** Replaces a document in the database file, in slices. Rejects if another process writes for longer than a minute, or `signal` aborts. */
export async function replaceInFile(
  path: string,
  content: DocumentContent,
  options: ReplaceOptions,
): Promise<LibraryDocument> {
  // A separate connection: on the shared one, other queries would see the incomplete document.
  const own = new DatabaseSync(path, { timeout: 0 });
  try {
    return await replaceInSlices(own, content, options);
  } finally {
    own.close();
  }
}

/** Replaces a document through a connection that nobody else uses meanwhile, in slices. */
export async function replaceInSlices(
  database: DatabaseSync,
  content: DocumentContent,
  { progress = () => {}, signal }: ReplaceOptions,
): Promise<LibraryDocument> {
  try {
    await begin(database, signal);
    const writing = writeDocument(database, content);
    let step = writing.next();
    for (; !step.done; step = writing.next()) {
      progress(step.value, content.entries.length);
      await nextTurn();
      signal?.throwIfAborted();
    }
    database.exec("COMMIT");
    return step.value;
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

/** Replaces a document in a database without a file, at once. */
export function replaceInMemory(database: DatabaseSync, content: DocumentContent): LibraryDocument {
  return transaction(database, () => {
    const writing = writeDocument(database, content);
    let step = writing.next();
    while (!step.done) step = writing.next();
    return step.value;
  });
}

/** Inside a transaction: replaces the document with the same key; yields the number of entries written from time to time. */
function* writeDocument(database: DatabaseSync, content: DocumentContent): Generator<number, LibraryDocument> {
  const version = contentVersion(content);
  const put = entryWriter(database, content);
  eraseDocument(database, content.document);
  let rows = 0;
  for (const [index, entry] of content.entries.entries()) {
    rows += put(entry);
    if (rows < page) continue;
    rows = 0;
    yield index + 1;
  }
  const row = writeDocumentRow(database, content, version);
  database.prepare("UPDATE shipped SET status = 'replaced' WHERE document = ?").run(folded(content.document));
  return row;
}

async function begin(database: DatabaseSync, signal: AbortSignal | undefined): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; ; ) {
    signal?.throwIfAborted();
    try {
      database.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() > deadline) throw busyError(error);
    }
    await pause(50);
  }
}

/** The error for a library that another process is writing to. */
export const busyError = (cause: unknown): ToolError =>
  new ToolError("conflict", "another process is writing to the content library; nothing was changed", {
    hint: "Try again when it has finished.",
    cause,
  });
