import { documentFacts } from "../../../../core/markdown/document-facts";
import { findFrontmatter } from "../../../../core/markdown/sections";

/** The longest title that is shown, in characters. */
const MAX_LENGTH = 300;

/** The title in the front matter of a text; null if there is none. */
export function titleInFrontMatter(text: string): string | null {
  const end = findFrontmatter(text)?.to ?? 0;
  return end === 0 ? null : usableTitle(documentFacts(text.slice(0, end)).title);
}

/** A title in one line; null if it has no letter and no digit. */
export function usableTitle(title: string): string | null {
  const line = title.replace(/\s+/g, " ").trim().slice(0, MAX_LENGTH);
  return /[\p{L}\p{N}]/u.test(line) ? line : null;
}
