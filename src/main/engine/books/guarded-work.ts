import { printableName } from "../../../core/text/printable-name";
import type { WriteGuard } from "../ports/caller";
import { ToolError } from "../ports/tool-error";
import type { BookService, OpenBook } from "./books";
import type { WorkStore } from "./work/work-store";

/** What a call would change in the work on a book. */
export type PlannedWork = {
  /** The book's folder or file, with links resolved. */
  realPath: string;
  title: string;
  /** The folder that would be made beside the book; null if it exists. */
  newFolder: string | null;
  /** The task that it would open, and how many of its paragraphs are translated already. */
  opens: { type: string; language: string; paragraphs: number; translated: number } | null;
  /** Tasks whose status it would change. */
  moves: { type: string; from: string; to: string }[];
  /** Translations that it would submit; `before` is the version selected now. */
  translations: { paragraph: string; before: string | null; after: string }[];
};

/** Whether a plan contains any change. */
const changesWork = ({ opens, moves, translations }: PlannedWork): boolean =>
  opens !== null || moves.length > 0 || translations.length > 0;

/** The same books for a call that may only change books that the user has agreed to. */
export function guardedWork(books: BookService, allows: NonNullable<WriteGuard["allowsWork"]>): BookService {
  return withOpenBooks(books, (open) => ({
    ...open,
    write(task) {
      if (!allows(open.realPath)) throw notAgreed(open);
      return open.write(task);
    },
  }));
}

/** The same books for a call that only plans its changes: each write runs in a transaction that is rolled back. */
export function plannedWork(books: BookService): { through: BookService; work: PlannedWork[] } {
  const work: PlannedWork[] = [];
  const through = withOpenBooks(books, (open) => ({
    ...open,
    write(task) {
      const { realPath, book, folder, isBegun } = open;
      const planned: PlannedWork = {
        realPath,
        title: book.title,
        newFolder: isBegun() ? null : folder,
        opens: null,
        moves: [],
        translations: [],
      };
      const result = open.dryRun((stored, known) => task(recorded(stored, planned), known));
      // A call without changes gets its real answer.
      if (!changesWork(planned)) return result;
      work.push(planned);
      throw notAgreed(open);
    },
  }));
  return { through, work };
}

function withOpenBooks({ open, openTask, opened }: BookService, change: (open: OpenBook) => OpenBook): BookService {
  return {
    opened,
    open: async (query) => change(await open(query)),
    async openTask(query) {
      const found = await openTask(query);
      return { ...found, open: change(found.open) };
    },
  };
}

/** The work store, recording in `planned` what a task changes. */
const recorded = (work: WorkStore, planned: PlannedWork): WorkStore => ({
  ...work,
  addTask(task, chunks, isDone) {
    const ids = chunks.flatMap((chunk) => chunk.ids);
    const { type, language } = task;
    const translated = work.selected(language, ids).size;
    planned.opens = { type, language, paragraphs: ids.length, translated };
    work.addTask(task, chunks, isDone);
  },
  setStatus(id, status, at) {
    const task = work.task(id);
    if (task !== null && task.status !== status) planned.moves.push({ type: task.type, from: task.status, to: status });
    work.setStatus(id, status, at);
  },
  add(translation) {
    const { paragraph, language, text } = translation;
    const before = work.selected(language, [paragraph]).get(paragraph) ?? null;
    const added = work.add(translation);
    if (added === "added") planned.translations.push({ paragraph, before, after: text });
    return added;
  },
});

const notAgreed = ({ name }: OpenBook): ToolError =>
  new ToolError(
    "denied",
    `the user did not agree to this change of the work on ${printableName(name)}; nothing was changed`,
  );
