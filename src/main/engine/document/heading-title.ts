/** What a reader sees of a heading. */
import MarkdownIt from "markdown-it";

const inline = new MarkdownIt("commonmark").enable("strikethrough");
const marks = /[\\`*_[\]<>&!~\n\0]/;

// Nobody writes such a heading, and marks nest badly in one.
const longestParsed = 10_000;

/**
 * A heading's source as a reader sees it: without emphasis, code and link marks, entities decoded, an image as its
 * alternative text, HTML tags left out, lines joined by a blank. Marks stay in a heading of more than 10,000 characters.
 * `definitions` is what markdown-it's block pass found out about the document: which references are links.
 */
export function titleOf(source: string, definitions: object = {}): string {
  if (!marks.test(source)) return source;
  if (source.length > longestParsed) return source.replaceAll("\n", " ");
  const tokens: Tokens = [];
  inline.inline.parse(source.replaceAll("\0", "\ufffd"), inline, { ...definitions }, tokens);
  return visible(tokens)
    .replace(/[ \t\n]+/g, " ")
    .trim();
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
