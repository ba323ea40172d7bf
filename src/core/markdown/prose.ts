/** What a reader reads of Markdown: without marks, addresses and tags. Counting words begins here. */

/** A link's or image's address with its title, after the bracket. */
const ADDRESS =
  /\]\((?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*\)/g;

/** The same where nothing may contain a blank. */
const SOLID_ADDRESS = /\]\((?:<[^<>\s]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)\)/g;

/** `%%text%%`, for the writer only. */
const COMMENT = /(?<![\p{L}\p{N}%])%%(?!%)[^\n]{1,2000}?%%(?!%)/gu;

const TAG = /<\/?[a-z][^<>\n]*>/gi;
const SOLID_TAG = /<\/?[a-z][^<>\s]*>/gi;
const URL = /<?\b(?:https?:\/\/|ftp:\/\/|mailto:)[^\s<>()[\]]*>?/gi;

/** What begins a line: quotes, list numbers, tasks, callouts. */
const LINE_MARKS =
  /^(?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\](?=[ \t])|\[![a-z]{1,20}\][-+]?(?=\s|$))?/gim;

/** Definitions of links, the fences of code, and the lines under headings and table heads. */
const LINES_WITHOUT_PROSE = /^ {0,3}\[(?!\^)[^\]\n]{1,400}\]:.*$|^[ \t>]*(?:`{3,}[^`\n]*|~{3,}.*)$/gm;

/**
 * The prose of lines of Markdown: what is left without addresses, tags and marks. Each line counts for itself, so that an edit changes the
 * prose of its own lines only.
 */
export function proseOf(lines: string): string {
  const own = lines.replace(LINES_WITHOUT_PROSE, "").replace(LINE_MARKS, "");
  return shared(
    own
      .replace(ADDRESS, "]")
      .replace(TAG, tagText)
      .replace(COMMENT, "")
      .replace(/!\[\[[^[\]\n]*\]\]/g, " ")
      .replace(/\[\[[^[\]|\n]*\|/g, "")
      .replace(/\]\[[^\]\n]*\]/g, "]"),
  );
}

/** The prose of a part of a very long line that is cut at blanks: only what contains no blank is taken out. */
export function proseOfPart(part: string): string {
  return shared(part.replace(SOLID_ADDRESS, "]").replace(SOLID_TAG, tagText));
}

const tagText = (tag: string): string =>
  /^<(?:br|\/?(?:p|li|td|th|tr|div|h\d))\b/i.test(tag) ? " " : /^<[a-z]+:\/\//i.test(tag) ? " " : "";

const shared = (text: string): string =>
  text
    .replace(URL, " ")
    // Embedded files, and what links name beside the text they show.
    .replace(/!\[\[[^[\]\s]*\]\]/g, " ")
    .replace(/\[\[[^[\]|\s]*\|/g, "")
    .replace(/\]\[[^\]\s]*\]/g, "]")
    .replace(/\[\^[^\]\s]*\]:?/g, "")
    .replace(/\|\d{1,4}(?:x\d{1,4})?\]/g, "]")
    .replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/gi, " ")
    // Marks within a word do not split it.
    .replace(/\*+|~~|==|`+/g, "");
