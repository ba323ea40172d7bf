import { basename, dirname, join } from "node:path";
import type { BookExport, BookExportOrder, BookPath } from "../../../shared/book";
import { type BookView, describeMissing, exportName } from "../../engine/books";
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
    async export(book: BookPath, order: BookExportOrder, desktop: DesktopWindow): Promise<BookExport | null> {
      const { kind, language } = await opened(book);
      const caller = callerFor(book);
      let target: string | undefined;
      if (order.format !== "markdown") {
        const ending = endingOf(order.format);
        const bare = basename(book).replace(kind === "folder" ? /$^/ : /\.[^.]*$/, "");
        const isBilingual = hasLayout(order) && order.layout !== "translation";
        const name = exportName(bare, "folder", isBilingual ? `${language}-bilingual` : language);
        const picked = await desktop.pickExportPath(join(dirname(book), `${name}.${ending}`), ending);
        if (picked === null) return null;
        await grants.checkNotOwn(picked);
        target = picked;
      }
      const roots = [...caller.roots, ...(target === undefined ? [] : [dirname(target)])];
      const view = (await theEngine()).bookView(book, { ...caller, roots });
      const done = await exportAs(view, order, target);
      exported.add(done.path);
      return done;
    },
    /** Whether the path was exported since the start. */
    wasExported: (path: string): boolean => exported.has(path),
  };
}

type Format = BookExportOrder["format"];

const endingOf = (format: Exclude<Format, "markdown">) =>
  format === "xliff-2" || format === "xliff-1" ? "xlf" : format;

const hasLayout = ({ format }: BookExportOrder): boolean => format !== "tmx" && !format.startsWith("xliff");

async function exportAs(
  view: BookView,
  { format, layout, which }: BookExportOrder,
  path: string | undefined,
): Promise<BookExport> {
  const to = path === undefined ? {} : { target: path };
  switch (format) {
    case "xliff-2":
    case "xliff-1": {
      const { target, units } = await view.exportXliff({ version: format === "xliff-2" ? "2.1" : "1.2", ...to });
      return { path: target, total: units, translated: units, missing: [] };
    }
    case "tmx": {
      const { target, paragraphs } = await view.exportMemory({ which, ...to });
      return { path: target, total: paragraphs, translated: paragraphs, missing: [] };
    }
    default: {
      const done = await view.exportTo({ format, layout, which, ...to });
      const { target, total, translated } = done;
      return { path: target, total, translated, missing: describeMissing(done, which) };
    }
  }
}
