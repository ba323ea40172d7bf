/** Reads the text of a heading as a reader sees it. */
import MarkdownIt from "markdown-it";
import { skipBlanks, trimmedEnd } from "./line-marks";
import { readPlainTitle } from "./plain-title";
import type { ScannedHeading } from "./scanned-blocks";

const inline = new MarkdownIt("commonmark").enable("strikethrough");
// The target of a link does not affect its visible text.
inline.validateLink = () => true;
inline.normalizeLink = (url) => url;

const marks = /[\\`*_[\]<&!~\n\0]/;

// Real headings are shorter, and nested marks are slow to parse in longer ones.
const MAX_PARSED = 10_000;

/** The Markdown source of a heading; for an underlined heading, its lines without the blanks around them. */
export function headingSource(text: string, { lineStart, headingEnd, sourceFrom, sourceTo }: ScannedHeading): string {
  const source = text.slice(sourceFrom, sourceTo);
  return headingEnd === lineStart ? source : source.split("\n").map(trimBlanks).join("\n").trim();
}

function trimBlanks(line: string): string {
  const from = skipBlanks(line, 0, line.length);
  return line.slice(from, trimmedEnd(line, from, line.length));
}

/**
 * Returns a function that turns the source of a heading into its visible text: without emphasis, code and link marks, with entities
 * decoded, an image as its alternative text, without HTML tags, lines joined by a blank. In a heading of more than 10,000 characters, marks
 * are kept. `labels` are the labels with a reference definition, which makes references to them links.
 */
export function titleReader(labels: readonly string[]): (source: string) => string {
  let found: References | undefined;
  const references = () => {
    found ??= referencesOf(labels);
    return found;
  };
  const isDefined = (label: string) => labels.length > 0 && inline.utils.normalizeReference(label) in references();
  return (source) => {
    if (!marks.test(source)) return source;
    if (source.length > MAX_PARSED) return source.replaceAll("\n", " ");
    return tidy(readPlainTitle(source, isDefined) ?? parseTitle(source, source.includes("[") ? references() : {}));
  };
}

/** The title as markdown-it's inline rules give it, with its blanks. */
export function parseTitle(source: string, references: References): string {
  const tokens: Tokens = [];
  inline.inline.parse(source.replaceAll("\0", "\ufffd"), inline, { references }, tokens);
  return visible(tokens);
}

type References = Record<string, { title: string; href: string }>;
type Tokens = ReturnType<typeof inline.parse>;

function referencesOf(labels: readonly string[]): References {
  const references: References = Object.create(null);
  for (const label of labels) {
    references[inline.utils.normalizeReference(label)] = { title: "", href: "" };
  }
  return references;
}

function tidy(title: string): string {
  return title.replace(/[ \t\n]+/g, " ").replace(/^ | $/g, "");
}

function visible(tokens: Tokens): string {
  return tokens
    .map((token) => {
      if (token.type === "image") return visible(token.children ?? []);
      if (token.type === "softbreak" || token.type === "hardbreak") return " ";
      return token.type === "html_inline" ? "" : token.content;
    })
    .join("");
}
