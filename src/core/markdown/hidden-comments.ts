/** Comments of Obsidian's kind, `%%text%%`: for the writer, and left out of what readers get. */

import { MAX_HIDDEN_COMMENT } from "../limits";

const NEXT_TO_SIGN = /[\p{L}\p{N}%]/u;

/**
 * The length of the comment at the beginning of `text`, with its signs; -1 if there is none. `before` is the character before it. Signs behind a
 * letter or digit open none, so that `100%% of 20%%` stays text, and neither do three signs.
 */
export function hiddenCommentAt(before: string, text: string): number {
  if (!text.startsWith("%%") || text[2] === "%" || NEXT_TO_SIGN.test(before)) return -1;
  const end = text.slice(0, MAX_HIDDEN_COMMENT).indexOf("%%", 2);
  return end <= 2 || text[end + 2] === "%" || text.slice(2, end).trim() === "" ? -1 : end + 2;
}

/** Whether a line opens or closes a comment of whole lines: `%%` and nothing else. The line is without its indentation. */
export const isCommentFence = (line: string): boolean => /^%%[ \t]*$/.test(line);
