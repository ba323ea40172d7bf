/** What a reader sees of a heading. */
import MarkdownIt from "markdown-it";
import { definedLabels } from "./link-definitions";

const inline = new MarkdownIt("commonmark").enable("strikethrough");
// Where a link leads does not matter to what is seen of it.
inline.validateLink = () => true;
inline.normalizeLink = (url) => url;

const marks = /[\\`*_[\]<>&!~\n\0]/;

// Nobody writes such a heading, and marks nest badly in one.
const longestParsed = 10_000;

/**
 * Reads the source of headings as a reader sees it: without emphasis, code and link marks, entities decoded, an image as
 * its alternative text, HTML tags left out, lines joined by a blank. Marks stay in a heading of more than 10,000
 * characters. `definitionParagraphs` are the paragraphs that say which references are links.
 */
export function titleReader(definitionParagraphs: readonly string[]): (source: string) => string {
  let references: Record<string, { title: string; href: string }> | undefined;
  const findReferences = () => {
    const found: typeof references = {};
    for (const label of definitionParagraphs.flatMap(definedLabels)) {
      found[inline.utils.normalizeReference(label)] = { title: "", href: "" };
    }
    return found;
  };
  return (source) => {
    if (!marks.test(source)) return source;
    if (source.length > longestParsed) return source.replaceAll("\n", " ");
    if (source.includes("[")) references ??= findReferences();
    const tokens: Tokens = [];
    inline.inline.parse(source.replaceAll("\0", "\ufffd"), inline, references ? { references } : {}, tokens);
    return visible(tokens)
      .replace(/[ \t\n]+/g, " ")
      .trim();
  };
}

type Tokens = ReturnType<typeof inline.parse>;

function visible(tokens: Tokens): string {
  return tokens
    .map((token) => {
      if (token.type === "image") return visible(token.children ?? []);
      if (token.type === "softbreak" || token.type === "hardbreak") return " ";
      return token.type === "html_inline" ? "" : token.content;
    })
    .join("");
}
