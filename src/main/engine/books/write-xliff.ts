import { basename, dirname, join } from "node:path";
import type { Caller } from "../ports/caller";
import type { Documents } from "../ports/documents";
import { ToolError } from "../ports/tool-error";
import { exportName } from "./book/export-book";
import { sourceLanguage } from "./book-language";
import { positionsInChapter, tableRows } from "./book-table";
import type { OpenBook } from "./books";
import { galley, tagOf } from "./write-export";
import type { XliffVersion } from "./xliff/inline-codes";
import { type XliffFile, type XliffUnit, xliffOf } from "./xliff/write-xliff";

export type XliffExportOptions = {
  version: XliffVersion;
  /** The language worked in last, unless given. */
  language?: string;
  /** An absolute path. Without it the file goes beside the source. */
  target?: string;
};

/** Writes all paragraphs of a book with their translations, states and notes as XLIFF. */
export async function writeXliff(
  opened: OpenBook,
  { version, language = opened.language, target }: XliffExportOptions,
  { documents, caller }: { documents: Documents; caller: Caller },
): Promise<{ target: string; units: number }> {
  const open = { ...opened, language };
  const { realPath, kind, book } = open;
  const name = basename(realPath).replace(kind === "folder" ? /$^/ : /\.[^.]*$/, "");
  const path = target ?? join(dirname(realPath), `${exportName(name, "folder", language)}.xlf`);
  const real = await documents.realPath(path, caller.roots);
  if (real === realPath || !/\.(?:xlf|xliff|xml)$/i.test(real))
    throw new ToolError("bad_arguments", "an XLIFF is a .xlf file; nothing was written");
  const files = book.chapters.map(
    ({ path: own, document }, index): XliffFile => ({
      path: document ?? own,
      text: document === undefined ? "plain" : "marked",
      units: tableRows(open, positionsInChapter(book, index)).flatMap((row) => (row.isBlank ? [] : [unitOf(row)])),
    }),
  );
  const languages = { from: (await sourceLanguage(book)) ?? "und", into: tagOf(language) ?? "und" };
  const content = xliffOf(files, { version, ...languages });
  await documents.change(path, caller.roots, {
    by: galley,
    reason: `XLIFF of ${book.title} exported`,
    edit: () => ({ content }),
  });
  return { target: path, units: files.reduce((sum, { units }) => sum + units.length, 0) };
}

function unitOf({
  id,
  text,
  translation,
  state,
  sourceChanged,
  comment,
}: ReturnType<typeof tableRows>[number]): XliffUnit {
  return {
    id,
    source: text,
    target: translation,
    state:
      translation === null
        ? "untranslated"
        : sourceChanged || state === "sent back"
          ? "to review"
          : state === "accepted"
            ? "accepted"
            : "translated",
    notes: [
      ...(comment === null ? [] : [comment]),
      ...(sourceChanged ? ["The source has changed since this was translated."] : []),
    ],
  };
}
