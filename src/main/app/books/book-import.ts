import { basename, dirname } from "node:path";
import type { BookImport, BookMemories, BookPath, XliffImport } from "../../../shared/book";
import type { XliffImport as EngineXliffImport, OpenBook } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import type { DesktopWindow } from "../core/desktop";
import { t } from "../core/messages";
import type { AppContext } from "../documents";
import type { BookAccess } from "./book-access";
import type { BookWatch } from "./book-watch";

/** The endings of files that can be imported into a book. */
const importedEndings = ["tmx", "xlf", "xliff", "mqxliff", "sdlxliff"];

/** Imports into a book, and the memories that it has from elsewhere. */
export function createBookImports(
  { grants }: Pick<AppContext, "grants">,
  { engine, callerFor, opened, viewOf }: BookAccess,
  watch: Pick<BookWatch, "check">,
) {
  async function memories(book: BookPath): Promise<BookMemories> {
    const [open, view] = await Promise.all([opened(book), viewOf(book)]);
    return { memories: await view.memories(), usesOtherBooks: open.notes.otherBooks };
  }

  return {
    memories,
    /** Asks for a file and imports it; null if the user cancelled. */
    async import(book: BookPath, desktop: DesktopWindow): Promise<BookImport | null> {
      const { language } = await opened(book);
      const file = await desktop.pickFile(importedEndings);
      if (file === null) return null;
      await grants.checkNotOwn(file);
      const caller = callerFor(book);
      const view = (await engine()).bookView(book, { ...caller, roots: [...caller.roots, dirname(file)] });
      const name = basename(file);
      if (/\.tmx$/i.test(name))
        return { kind: "memory", ...(await explained(view.importMemory({ file }), name, language)) };
      const done = await explained(view.importXliff({ file }), name, language);
      await watch.check(book, "work only");
      return { kind: "xliff", ...listed(done, await opened(book)) };
    },
    async removeMemory(book: BookPath, file: string): Promise<BookMemories> {
      await (await viewOf(book)).removeMemory(file);
      return memories(book);
    },
  };
}

/** The result with the places of paragraphs. */
function listed({ translated, others, ...result }: EngineXliffImport, { book }: OpenBook): XliffImport {
  const placed = others.map((unit) => {
    const position = book.positions.get(unit.id);
    const chapter = position === undefined ? undefined : book.chapters[position.chapter]?.id;
    const place =
      position === undefined || chapter === undefined ? null : { id: unit.id, chapter, index: position.index };
    return { ...unit, place };
  });
  return { ...result, translated: translated.length, others: placed };
}

/** Expected failures in the user's language; what was found in the file stays as a hint. */
async function explained<Result>(importing: Promise<Result>, name: string, language: string): Promise<Result> {
  try {
    return await importing;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code, message } = error;
    const explanations = {
      wrong_state: t.books.noLanguage,
      not_found: t.books.nothingInFile(name, language),
      unsupported: t.books.cannotImport(name),
      too_large: t.books.importTooLarge(name),
    };
    const own = code in explanations ? explanations[code as keyof typeof explanations] : null;
    throw own === null ? error : new ToolError(code, own, { hint: message, cause: error });
  }
}
