import { basename, dirname, join } from "node:path";
import type { Caller } from "../ports/caller";
import type { Documents } from "../ports/documents";
import { ToolError } from "../ports/tool-error";
import { exportName } from "./book/export-book";
import { sourceHash } from "./book/source-hash";
import { languageOf } from "./book-language";
import type { OpenBook } from "./books";
import { type TranslationPair, tmxOf } from "./memory/write-tmx";
import { galley, tagOf } from "./write-export";

export type MemoryExportOptions = {
  /** The language worked in last, unless given. */
  language?: string;
  /** An absolute path. Without it the file goes beside the source. */
  target?: string;
  which: "all" | "accepted";
};

/** Writes what is translated from its source as it is now as TMX. Rejected if there is nothing. */
export async function writeMemory(
  open: OpenBook,
  { language = open.language, target, which }: MemoryExportOptions,
  { documents, caller }: { documents: Documents; caller: Caller },
): Promise<{ target: string; paragraphs: number }> {
  const pairs = pairsOf(open, language, which);
  if (pairs.length === 0) {
    const what = which === "accepted" ? "accepted" : "translated";
    throw new ToolError(
      "not_found",
      `no paragraph of ${open.name} is ${what} in ${language || "any language"}; nothing was written`,
    );
  }
  const { realPath, kind, book } = open;
  const name = basename(realPath).replace(kind === "folder" ? /$^/ : /\.[^.]*$/, "");
  const path = target ?? join(dirname(realPath), `${exportName(name, "folder", language)}.tmx`);
  const real = await documents.realPath(path, caller.roots);
  if (real === realPath || !/\.(?:tmx|xml)$/i.test(real))
    throw new ToolError("bad_arguments", "a translation memory is a .tmx file; nothing was written");
  const from = await languageOf(pairs.map(({ source }) => source));
  const languages = { from: from ?? "und", into: tagOf(language) ?? "und", title: book.title };
  await documents.change(path, caller.roots, {
    by: galley,
    reason: `translation memory of ${book.title} exported`,
    edit: () => ({ content: tmxOf(pairs, languages) }),
  });
  return { target: path, paragraphs: pairs.length };
}

function pairsOf({ book, read }: OpenBook, language: string, which: MemoryExportOptions["which"]): TranslationPair[] {
  const { selected, accepted } = read((work) => work.rowFacts(language));
  return book.chapters.flatMap(({ paragraphs }) =>
    paragraphs.flatMap((paragraph) => {
      const { id, text, isBlank } = paragraph;
      const version = isBlank ? undefined : selected.get(id);
      const isAccepted = accepted.has(id);
      if (version?.source !== sourceHash(paragraph) || (which === "accepted" && !isAccepted)) return [];
      return [{ id, source: text, target: version.text, isAccepted }];
    }),
  );
}
