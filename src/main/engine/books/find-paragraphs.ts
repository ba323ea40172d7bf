import { MAX_SEARCH_MS } from "../ports/limits";
import type { LineQuery, Search } from "../ports/search";
import { ToolError } from "../ports/tool-error";
import type { ParagraphPosition } from "./book/book";
import type { OpenBook } from "./books";

/** What to look for in the paragraphs of a book: in one chapter (its index) or, with null, in all. */
export type ParagraphQuery = { lines: LineQuery; in: "source" | "translation" | "both"; chapter: number | null };

/** All matching paragraphs, in book order. Throws a `timeout` error after 20 seconds. */
export async function findParagraphs(
  { book, language, read }: OpenBook,
  query: ParagraphQuery,
  { search, signal }: { search: Pick<Search, "linesIn">; signal: AbortSignal },
): Promise<ParagraphPosition[]> {
  const translations = query.in === "source" ? new Map<string, string>() : read((work) => work.selected(language));
  const lines: string[] = [];
  const owners: ParagraphPosition[] = [];
  for (const [chapter, { paragraphs }] of book.chapters.entries()) {
    if (query.chapter !== null && chapter !== query.chapter) continue;
    for (const [index, { id, text, isBlank }] of paragraphs.entries()) {
      if (isBlank) continue;
      const position = { chapter, index };
      const translation = translations.get(id) ?? "";
      for (const each of query.in === "source"
        ? [text]
        : query.in === "translation"
          ? [translation]
          : [text, translation]) {
        if (each === "") continue;
        // Line breaks inside a text do not end it.
        lines.push(each.replaceAll(/[\r\n]+/g, " "));
        owners.push(position);
      }
    }
  }
  const found = await search.linesIn([lines.join("\n")], query.lines, { signal, deadline: Date.now() + MAX_SEARCH_MS });
  if (found === null) {
    throw new ToolError("timeout", `the search did not finish within ${MAX_SEARCH_MS / 1000} s; there is no result`, {
      hint: "Search one chapter, or a simpler pattern.",
    });
  }
  return [...new Set((found[0] ?? []).flatMap(({ line }) => owners[line - 1] ?? []))];
}
