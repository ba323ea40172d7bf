import { dirname } from "node:path";
import type { BookPath, BookRow } from "../../../shared/book";
import type { Engine } from "../../engine";
import { type BookView, type OpenBook, tableRows, type WorkStore } from "../../engine/books";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { type AppContext, you } from "../documents";
import type { BookWatch } from "./book-watch";
import type { KnownBooks } from "./known-books";

/** The caller id for the user's own work on books. */
const callerId = "book-desk";

/** How the user's requests reach a book: checked, opened, and written in one transaction. */
export type BookAccess = ReturnType<typeof createBookAccess>;

export function createBookAccess(
  ctx: Pick<AppContext, "engine" | "grants">,
  { known, watch }: { known: KnownBooks; watch(): BookWatch },
) {
  let engine: Promise<Engine> | null = null;
  function theEngine(): Promise<Engine> {
    engine ??= ctx.engine().then((made) => {
      made.documents.onChange(({ realPath }) => watch().touched(realPath));
      return made;
    });
    return engine;
  }

  const callerFor = (book: BookPath): Caller => ({ id: callerId, name: you.name, roots: [dirname(book)] });

  /** Recently opened books are granted again; anything else outside the granted paths is not. */
  async function check(path: string): Promise<void> {
    if (!(await ctx.grants.allows(path)) && (await known.opened()).includes(path)) await ctx.grants.add(path);
    await ctx.grants.check(path);
  }

  async function viewOf(book: BookPath): Promise<BookView> {
    await check(book);
    return (await theEngine()).bookView(book, callerFor(book));
  }
  const opened = async (book: BookPath): Promise<OpenBook> => (await viewOf(book)).open();

  /** Changes the book's work in one transaction and reports it. `touched` are the only paragraphs that changed, if they are known. */
  async function write<Result>(
    book: BookPath,
    task: (work: WorkStore, open: OpenBook) => Result,
    touched: (result: Result) => readonly string[] | null = () => null,
  ): Promise<Result> {
    const open = await opened(book);
    const result = open.write((work, current) => task(work, { ...open, book: current }));
    await watch().check(book, "work only", touched(result));
    return result;
  }

  /** Changes the work on one paragraph, and returns its row. `task` returns whether other rows changed with it. */
  async function writeRow(
    book: BookPath,
    paragraph: string,
    task: (work: WorkStore, open: OpenBook) => "this row" | "other rows too",
  ): Promise<BookRow> {
    let open: OpenBook | null = null;
    await write(
      book,
      (work, current) => {
        open = current;
        return task(work, current);
      },
      (changed) => (changed === "this row" ? [paragraph] : null),
    );
    return rowIn(open ?? (await opened(book)), paragraph);
  }

  function rowIn(open: OpenBook, paragraph: string): BookRow {
    const position = open.book.positions.get(paragraph);
    const [found] = position === undefined ? [] : tableRows(open, [position]);
    if (found === undefined) throw new ToolError("not_found", t.books.paragraphGone);
    return found;
  }

  return { engine: theEngine, callerFor, check, viewOf, opened, write, writeRow };
}
