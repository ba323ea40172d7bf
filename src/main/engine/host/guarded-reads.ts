import { holdsSecrets } from "../../../core/text/holds-secrets";
import { printableName } from "../../../core/text/printable-name";
import type { BookService, OpenBook } from "../books/books";
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
  const checked = async <Read extends { realPath: string }>(pending: Promise<Read>, path: string): Promise<Read> => {
    const read = await pending;
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
    read: (path, roots, asker) => checked(documents.read(path, roots, asker), path),
    readBytes: (path, roots, asker) => checked(documents.readBytes(path, roots, asker), path),
    async textProjection(path, roots) {
      check({ realPath: await documents.realPath(path, roots) }, path);
      return documents.textProjection(path, roots);
    },
    change: (path, roots, request) => documents.change(path, roots, editing(request, path)),
    plan: (path, roots, request) => documents.plan(path, roots, editing(request, path)),
    changeBytes: (path, roots, request) => documents.changeBytes(path, roots, editing(request, path)),
    planBytes: (path, roots, request) => documents.planBytes(path, roots, editing(request, path)),
  };
}

/** The same books; a book that is a file of secrets may be opened only if `reveals` allows it. */
export function guardedBooks(service: BookService, reveals: Reveals): BookService {
  const checked = (open: OpenBook): OpenBook => {
    if (holdsSecrets(open.realPath) && !reveals(open.realPath)) throw secret(open.name);
    return open;
  };
  return {
    ...service,
    open: async (query) => checked(await service.open(query)),
    async openTask(query) {
      const found = await service.openTask(query);
      return { ...found, open: checked(found.open) };
    },
  };
}

const secret = (path: string): ToolError =>
  new ToolError("denied", `${printableName(path)} is a file of secrets, and the user did not allow reading it`);
