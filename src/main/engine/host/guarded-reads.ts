import { holdsSecrets } from "../../../core/text/holds-secrets";
import { spokenName } from "../../../core/text/spoken-name";
import type { BookDesk, OpenBook } from "../books/books";
import type { Documents } from "../ports/documents";
import { ToolError } from "../ports/tool-error";

/** Whether a call may see the content of a file of secrets. */
type Reveals = (realPath: string) => boolean;

/**
 * The same documents, for a call that shows what it reads to a model: a file of secrets may be opened only if `reveals` allows it. An edit counts as
 * reading, because its answer may quote the text.
 */
export function guardedReads(documents: Documents, reveals: Reveals): Documents {
  const check = ({ realPath }: { realPath: string }, path: string): void => {
    if (holdsSecrets(realPath) && !reveals(realPath)) throw secret(path);
  };
  const checked = async <Read extends { realPath: string }>(reading: Promise<Read>, path: string): Promise<Read> => {
    const read = await reading;
    check(read, path);
    return read;
  };
  const editing = <Request extends { edit(current: never): unknown }>(request: Request, path: string): Request => ({
    ...request,
    edit(current: { realPath: string } | null) {
      if (current !== null) check(current, path);
      return request.edit(current as never);
    },
  });
  return {
    ...documents,
    read: (path, roots, asked) => checked(documents.read(path, roots, asked), path),
    readBytes: (path, roots, asked) => checked(documents.readBytes(path, roots, asked), path),
    async ledger(path, roots) {
      check({ realPath: await documents.realPath(path, roots) }, path);
      return documents.ledger(path, roots);
    },
    change: (path, roots, request) => documents.change(path, roots, editing(request, path)),
    plan: (path, roots, request) => documents.plan(path, roots, editing(request, path)),
    changeBytes: (path, roots, request) => documents.changeBytes(path, roots, editing(request, path)),
    planBytes: (path, roots, request) => documents.planBytes(path, roots, editing(request, path)),
  };
}

/** The same books; a book that is a file of secrets may be opened only if `reveals` allows it. */
export function guardedBooks(desk: BookDesk, reveals: Reveals): BookDesk {
  const checked = (open: OpenBook): OpenBook => {
    if (holdsSecrets(open.realPath) && !reveals(open.realPath)) throw secret(open.name);
    return open;
  };
  return {
    ...desk,
    open: async (asked) => checked(await desk.open(asked)),
    async openTask(asked) {
      const found = await desk.openTask(asked);
      return { ...found, open: checked(found.open) };
    },
  };
}

const secret = (path: string): ToolError =>
  new ToolError("denied", `${spokenName(path)} is a file of secrets, and the user did not allow reading it`);
