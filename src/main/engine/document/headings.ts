/** The headings of the document itself, found by markdown-it's block rules; nothing inline is parsed but titles. */
import MarkdownIt from "markdown-it";
import { titleOf } from "./heading-title";
import { countLines } from "./lines";

/** A heading that is no part of a quote, list, fence, HTML block or table. Lines are 1-based. */
export type Heading = {
  title: string;
  level: number;
  lineStart: number;
  headingEnd: number;
  from: number;
};

const markdown = new MarkdownIt("commonmark", { maxNesting: 100 }).enable("table");
// Where a link leads decides nothing here, and must not make a definition a paragraph.
markdown.validateLink = () => true;
markdown.normalizeLink = (url) => url;

/** The headings from offset `start` on, which is where line `linesBefore + 1` starts, and the lines of the whole text. */
export function findHeadings(
  text: string,
  start: number,
  linesBefore: number,
): { headings: Heading[]; lineCount: number } {
  const body = text.slice(start);
  const tokens: ReturnType<typeof markdown.parse> = [];
  const env = {};
  markdown.block.parse(body, markdown, env, tokens);
  const headings: Heading[] = [];
  let line = 0;
  let from = start;
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || token.type !== "heading_open" || !token.map) continue;
    const [first, next] = token.map;
    for (; line < first; line++) from = text.indexOf("\n", from) + 1;
    headings.push({
      title: titleOf(tokens[index + 1]?.content ?? "", env),
      level: Number(token.tag.slice(1)),
      lineStart: linesBefore + first + 1,
      headingEnd: linesBefore + next,
      from,
    });
  }
  return { headings, lineCount: linesBefore + countLines(body) };
}
