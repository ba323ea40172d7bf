import { basename, dirname, join } from "node:path";
import type { BookExport, BookExportOrder, BookPath } from "../../../shared/book";
import { describeMissing, exportName } from "../../engine/books";
import type { DesktopWindow } from "../core/desktop";
import type { AppContext } from "../documents";
import type { BookAccess } from "./book-access";

/** Exports translated books; the user picks the path, except for Markdown. */
export function createBookExports(
  { grants }: Pick<AppContext, "grants">,
  { engine: theEngine, callerFor, opened }: BookAccess,
) {
  const exported = new Set<string>();
  return {
    async export(
      book: BookPath,
      { format, layout, which }: BookExportOrder,
      desktop: DesktopWindow,
    ): Promise<BookExport | null> {
      const { kind, language } = await opened(book);
      const caller = callerFor(book);
      let target: string | undefined;
      if (format !== "markdown") {
        const bare = basename(book).replace(kind === "folder" ? /$^/ : /\.[^.]*$/, "");
        const name = exportName(bare, "folder", layout === "translation" ? language : `${language}-bilingual`);
        const suggested = join(dirname(book), `${name}.${format}`);
        const picked = await desktop.pickExportPath(suggested, format);
        if (picked === null) return null;
        await grants.checkNotOwn(picked);
        target = picked;
      }
      const roots = [...caller.roots, ...(target === undefined ? [] : [dirname(target)])];
      const view = (await theEngine()).bookView(book, { ...caller, roots });
      const done = await view.exportTo({ format, layout, which, ...(target === undefined ? {} : { target }) });
      exported.add(done.target);
      const missing = describeMissing(done, which);
      return { path: done.target, total: done.total, translated: done.translated, missing };
    },
    /** Whether the path was exported since the start. */
    wasExported: (path: string): boolean => exported.has(path),
  };
}
