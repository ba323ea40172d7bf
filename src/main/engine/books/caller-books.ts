import type { Caller } from "../ports/caller";
import { ToolError } from "../ports/tool-error";
import { locatePath } from "../storage/files/locate-path";
import type { BookQuery, BookService, OpenBook } from "./books";
import type { BookIdStore } from "./work/book-id-store";

/** The books and tasks a caller has opened, in order. */
export type CallerState = { books: Set<string>; tasks: Map<string, string> };

/** Finds the books of one caller, by the path that it names or among those that it has opened. */
export function callerBooks(
  caller: Caller,
  {
    read,
    openedBy,
    nameFor,
    ids,
  }: {
    read(path: string, caller: Caller): Promise<OpenBook>;
    openedBy(callerId: string): CallerState;
    nameFor(realPath: string, caller: Caller): string;
    ids: Pick<BookIdStore, "bookOf" | "keepTask">;
  },
): BookService {
  const open = async (query: BookQuery): Promise<OpenBook> => {
    if (query.book !== undefined) return read(await locatePath(query.book, caller.roots), caller);
    const { books, tasks } = openedBy(caller.id);
    if (query.task_id !== undefined) {
      const path = tasks.get(query.task_id) ?? ids.bookOf(query.task_id);
      if (path !== null) return read(path, caller);
      if (books.size === 0) {
        throw new ToolError(
          "not_found",
          `this machine knows no task with the id ${JSON.stringify(query.task_id.slice(0, 60))}`,
          {
            hint: "Name its book as well: tasks opened on another machine are found only in their book.",
          },
        );
      }
    }
    if (query.paragraph_id !== undefined && books.size > 1) {
      for (const path of books) {
        const found = await read(path, caller).catch(() => null);
        if (found?.book.positions.has(query.paragraph_id)) return found;
      }
    }
    const inUse = new Set(tasks.values());
    const [only, ...others] = inUse.size > 0 && query.task_id === undefined ? inUse : books;
    if (only === undefined) {
      throw new ToolError("bad_arguments", "book is required", {
        hint: "Name the book: a folder of chapters, or one file. list_chapters shows what is in it.",
      });
    }
    if (others.length > 0) {
      const candidates = [only, ...others].map((path) => nameFor(path, caller));
      throw new ToolError("bad_arguments", `book is required: ${candidates.length} are open to this caller`, {
        candidates,
      });
    }
    return read(only, caller);
  };
  return {
    open,
    async openTask(query) {
      if (query.task_id !== undefined) return { open: await open(query), task: query.task_id };
      const { tasks } = openedBy(caller.id);
      const found: { open: OpenBook; task: string }[] = [];
      const wanted = query.book === undefined ? null : await open(query);
      for (const path of new Set(tasks.values())) {
        if (wanted !== null && wanted.realPath !== path) continue;
        const opened = wanted ?? (await read(path, caller));
        const isOpen = new Set(opened.read((stored) => stored.tasks("open")).map(({ id }) => id));
        for (const [task, bookPath] of tasks)
          if (bookPath === path && isOpen.has(task)) found.push({ open: opened, task });
      }
      const [only] = found;
      if (only !== undefined && found.length === 1) return only;
      // A task that has ended still belongs to this caller, which then gets an error about its state.
      const last = [...tasks].filter(([, path]) => wanted === null || wanted.realPath === path).at(-1);
      if (found.length === 0 && last !== undefined)
        return { open: wanted ?? (await read(last[1], caller)), task: last[0] };
      const candidates = found.map(({ task }) => task);
      throw new ToolError(
        "bad_arguments",
        found.length === 0
          ? "task_id is required: this caller has no task open"
          : `task_id is required: ${found.length} tasks are open to this caller`,
        candidates.length > 0 ? { candidates } : { hint: "open_task opens one and answers with its id." },
      );
    },
    opened({ realPath }, task) {
      openedBy(caller.id).tasks.set(task, realPath);
      ids.keepTask(task, realPath);
    },
  };
}
