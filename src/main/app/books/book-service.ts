import { basename } from "node:path";
import type { ChapterStatistics } from "../../../core/books/book-statistics";
import type { BookOverview, BookPath, KnownBook } from "../../../shared/book";
import { type CountedMatches, countBook, countMatches } from "../../engine/books";
import type { Send, WindowHandle } from "../core/desktop";
import { realPathOf } from "../core/grants";
import { t } from "../core/messages";
import type { RecoveredTyping } from "../core/recovered-typing";
import type { AppContext } from "../documents";
import { type BookAccess, createBookAccess } from "./book-access";
import { createBookComments } from "./book-comments";
import { createBookDecisions } from "./book-decisions";
import { createBookExports } from "./book-export";
import { createBookImports } from "./book-import";
import { createBookMemory } from "./book-memory";
import { createBookReplacements } from "./book-replacements";
import { createBookRows } from "./book-rows";
import { createBookSettings } from "./book-settings";
import { createBookTargets } from "./book-targets";
import { bookKind, createKnownBooks } from "./known-books";
import { createShownBooks, type ShownBooks } from "./shown-books";

export type BookService = ReturnType<typeof createBookService>;

/** Books for the user: opening, translating by hand, searching, reviewing and exporting. */
export function createBookService(
  ctx: Pick<AppContext, "engine" | "grants" | "reportError">,
  {
    dataDir,
    broadcast,
    windowExists,
    leftoverTargets,
  }: {
    dataDir: string;
    broadcast: Send;
    windowExists(id: string): boolean;
    /** Unsaved edits of targets that were typed in an earlier run while main was busy. */
    leftoverTargets(): Promise<RecoveredTyping[]>;
  },
) {
  const reportError = (error: unknown) => ctx.reportError(t.parts.books, error);
  const notice = (message: string) => void broadcast("app:notice", { code: "failed", message });
  const known = createKnownBooks(dataDir, { reportError, notice });

  const access = createBookAccess(ctx, { known, watch: () => shown.watch });
  const { check, opened } = access;
  const shown: ShownBooks = createShownBooks({ viewOf: access.viewOf, reportError });
  const { watch } = shown;
  const settings = createBookSettings(access, watch);
  const targets = createBookTargets({
    dataDir,
    opened,
    windowExists,
    leftoverTargets,
    notice,
    failed: (error) => ctx.reportError(t.parts.journal, error),
    reportError,
  });

  return {
    ...settings,
    ...createBookRows(access),
    ...createBookDecisions(access),
    ...createBookMemory(access),
    ...createBookReplacements(access),
    ...createBookStatistics(access),
    ...createBookExports(ctx, access),
    ...createBookImports(ctx, access, watch),
    ...createBookComments(access),
    list: (root: string | null): Promise<KnownBook[]> => known.list(root),
    async inspect(path: string) {
      await check(path);
      const kind = await bookKind(path);
      return { kind, why: kind === null ? t.books.noBook(basename(path)) : null };
    },
    async open(path: string, window: WindowHandle): Promise<BookOverview> {
      await check(path);
      const book = await realPathOf(path);
      const found = await settings.overview(book);
      shown.show(book, window);
      await known.wasOpened(book);
      return found;
    },
    leave(book: BookPath, window: WindowHandle): void {
      shown.leave(book, window);
      targets.release(book, window);
    },
    recoverTargets: targets.recoverTargets,
    keepTargets: targets.keepTargets,
    opened,
    engine: access.engine,
    check,
    onChanged: shown.onChanged,
    /** Galley wrote to the book's work. */
    wrote: (book: BookPath) => watch.checkSoon(book),
    /** Adds the book to the recent ones, which may be opened after a restart. */
    remember: (book: BookPath): Promise<void> => known.wasOpened(book),
    watch: shown.watchForJob,
    unwatch: shown.unwatchForJob,
    async idle(): Promise<void> {
      await Promise.all([known.idle(), targets.idle()]);
    },
    close: () => watch.close(),
  };
}

/** A request for matches is answered after this many milliseconds, so that the window shows how far it is and can stop. */
const ANSWER_MS = 250;

/** The figures of a book for the user. */
const createBookStatistics = ({ opened }: Pick<BookAccess, "opened">) => ({
  statistics: async (book: BookPath): Promise<ChapterStatistics[]> => countBook(await opened(book)),
  countMatches: async (book: BookPath, from: number): Promise<CountedMatches> =>
    countMatches(await opened(book), { from, forMs: ANSWER_MS }),
});
