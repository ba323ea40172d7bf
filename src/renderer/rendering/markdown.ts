/** The Markdown parser of preview and export, with all extensions beyond CommonMark. */
import createParser, { type MarkdownIt } from "markdown-it";
import footnotes from "markdown-it-footnote";
import highlights from "markdown-it-mark";
import subscripts from "markdown-it-sub";
import superscripts from "markdown-it-sup";
import { alerts } from "./alerts";
import { blockIds } from "./block-ids";
import { dice } from "./dice";
import { embeds } from "./embeds";
import { emoji } from "./emoji";
import { hiddenComments } from "./hidden-comments";
import { imageSizes } from "./image-sizes";
import { lineJoins } from "./line-joins";
import { isLink } from "./links";
import { maths } from "./maths";
import { tablesAfterBlocks } from "./tables-after-blocks";
import { tags } from "./tags";
import { tasks } from "./tasks";
import { wikiLinks } from "./wiki-links";

/** The rules for `^superscript^` and `~subscript~`, which are off at first: `~` and `^` are signs in many texts. */
export const SCRIPTS = ["sup", "sub"];

/**
 * Parses CommonMark with GFM tables, strikethrough, task lists and autolinks, plus highlights, footnotes, alerts, wiki links and
 * maths. HTML passes through: the caller must sanitise the result.
 */
export function createMarkdown(): MarkdownIt {
  const md = createParser({ html: true, linkify: true, breaks: false, typographer: false });
  // A domain name without a scheme is not linked; GitHub does the same.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false });
  md.validateLink = isLink;
  md.use(superscripts).use(subscripts).disable(SCRIPTS);
  md.use(footnotes)
    .use(highlights)
    .use(tablesAfterBlocks)
    .use(maths)
    .use(wikiLinks)
    .use(tags)
    .use(embeds)
    .use(tasks)
    .use(alerts)
    .use(hiddenComments)
    .use(blockIds)
    .use(lineJoins)
    .use(imageSizes)
    .use(emoji)
    .use(dice);
  // As in the editor: the number without brackets.
  md.renderer.rules["footnote_caption"] = (tokens, at) => String(Number(tokens[at]?.meta?.id ?? 0) + 1);
  return md;
}
