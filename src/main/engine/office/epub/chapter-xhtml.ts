import MarkdownIt from "markdown-it";
import footnotes from "markdown-it-footnote";
import highlights from "markdown-it-mark";
import subscripts from "markdown-it-sub";
import superscripts from "markdown-it-sup";
import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";

/** The file of an image within the book, by its address in the text; null if it is left out. */
type FileOfImage = (address: string) => string | null;

type Env = { fileOfImage: FileOfImage };

/** A raw line break, which is the only HTML that books of Markdown have often; all other HTML is shown as text. */
const rawBreak = /<br\s*\/?>/gi;

const parser = new MarkdownIt({ html: false, xhtmlOut: true, linkify: false, typographer: false })
  // Indented text is not code.
  .disable("code")
  .use(footnotes)
  .use(highlights)
  .use(subscripts)
  .use(superscripts);

const { rules } = parser.renderer;
type Token = ReturnType<typeof parser.parse>[number];

// Links lead out of the book or nowhere: what they name in the folder of the source is not part of it.
const attributeOf = (token: Token | undefined, name: string): string => String(token?.attrGet(name) ?? "");
const isOutside = (token: Token | undefined): boolean => /^(?:https?:|mailto:)/i.test(attributeOf(token, "href"));
rules.link_open = (tokens, at) =>
  isOutside(tokens[at]) ? `<a href="${escapedAttribute(attributeOf(tokens[at], "href"))}">` : "";
rules.link_close = (tokens, at) => {
  const open = tokens.slice(0, at).findLast(({ type }) => type === "link_open");
  return isOutside(open) ? "</a>" : "";
};
rules.image = (tokens, at, _options, env) => {
  const token = tokens[at];
  const file = (env as Env).fileOfImage(attributeOf(token, "src"));
  const alt = token?.content ?? "";
  return file === null ? escapedText(alt) : `<img src="${escapedAttribute(file)}" alt="${escapedAttribute(alt)}"/>`;
};
// Each line of a paragraph is a paragraph of the book, unless a mark goes over its end.
rules.softbreak = (tokens, at) => {
  const depth = tokens.slice(0, at).reduce((sum, { nesting }) => sum + nesting, 0);
  return depth === 0 && tokens[at]?.meta?.["isBorder"] === true ? "</p>\n<p>" : "<br/>\n";
};
parser.core.ruler.push("lines_as_paragraphs", ({ tokens }) => {
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const isParagraph = before?.type === "paragraph_open" && before.hidden !== true;
    if (token.type !== "inline" || !isParagraph) continue;
    for (const child of token.children ?? []) if (child.type === "softbreak") child.meta = { isBorder: true };
  }
});

/** A chapter's Markdown as the content of an XHTML page, with footnotes at its end. */
export const chapterXhtml = (text: string, fileOfImage: FileOfImage): string =>
  parser.render(withBreaks(text), { fileOfImage } satisfies Env);

const withBreaks = (text: string): string => text.replace(rawBreak, "\\\n");

/** The addresses of the images in a chapter, in order, each once. */
export function imagesInChapter(text: string): string[] {
  const found = new Set<string>();
  const visit = (tokens: readonly Token[]): void => {
    for (const { type, children, attrs } of tokens) {
      const address = attrs?.find(([name]) => name === "src")?.[1];
      if (type === "image" && address !== undefined) found.add(String(address));
      else visit(children ?? []);
    }
  };
  visit(parser.parse(withBreaks(text), {}));
  return [...found];
}
