import { bookPrompt } from "../books/book-prompt";
import { bookView } from "../books/book-view";
import type { Books } from "../books/create-books";
import { findParagraphs } from "../books/find-paragraphs";
import { planReplacements } from "../books/plan-replacements";
import type { Packages } from "../office/jobs/packages";
import type { Documents } from "../ports/documents";
import type { Search } from "../ports/search";
import { checkedReplacement } from "../search/checked-replacement";
import { checkPatterns } from "../search/ripgrep";
import type { Engine } from "./engine";

/** What an engine does with books for the user and for prompts. */
export const bookCalls = ({
  books,
  documents,
  packages,
  search,
}: {
  books: Books;
  documents: Documents;
  packages: Packages;
  search: Search;
}): Pick<Engine, "bookView" | "bookPrompt" | "findParagraphs" | "planReplacements"> => ({
  bookView: (book, caller) => bookView(book, { books: books.serviceFor(caller), documents, packages, caller }),
  bookPrompt: (query, caller) => bookPrompt(query, books.serviceFor(caller)),
  async findParagraphs(open, query, signal) {
    checkPatterns(query.lines);
    return findParagraphs(open, query, { search, signal });
  },
  async planReplacements(open, { lines, template, keepCase, only, accepted }, deps) {
    checkPatterns(lines);
    const [pattern = ""] = lines.patterns;
    const replacement = checkedReplacement(template, { pattern, regex: lines.regex, keepCase });
    return planReplacements(open, { lines, replacement, only, accepted }, { search, ...deps });
  },
});
