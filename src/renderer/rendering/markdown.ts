/** Markdown as Galley reads it for reading and for export: one parser, one list of what it knows beyond CommonMark. */
import createParser, { type MarkdownIt } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { alerts } from "./alerts";
import { lineJoins } from "./line-joins";
import { isLink } from "./links";
import { maths } from "./maths";
import { tasks } from "./tasks";
import { wikiLinks } from "./wiki-links";

/**
 * A parser for CommonMark with GFM's tables, strikethrough, task lists and autolinks, footnotes, alerts, wiki links and
 * maths. HTML passes through: whoever shows what it makes sanitises it.
 */
export function createMarkdown(): MarkdownIt {
  const md = createParser({ html: true, linkify: true, breaks: false, typographer: false });
  // A name with a dot is a link only where its author says so; GitHub reads it like this, too.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false });
  md.validateLink = isLink;
  md.use(footnotes).use(maths).use(wikiLinks).use(tasks).use(alerts).use(lineJoins);
  // As the canvas shows it: the number, without brackets.
  md.renderer.rules["footnote_caption"] = (tokens, at) => String(Number(tokens[at]?.meta?.id ?? 0) + 1);
  return md;
}
