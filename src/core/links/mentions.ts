/** A quick look at a text for links to files of some names. */
import MarkdownIt from "markdown-it";

const { unescapeAll } = new MarkdownIt().utils;

/**
 * Whether a text may hold a link to a file whose name has one of these in it, folded as `foldName` does: however such a link
 * is encoded, it is not passed over. A text may well pass that holds none.
 */
export function mentions(names: readonly string[]): (text: string) => boolean {
  const holds = (text: string): boolean => {
    const folded = foldName(text);
    return names.some((name) => folded.includes(name));
  };
  return (text) => {
    if (!/\]\(|\[\[|\]:|<[aisv]/i.test(text)) return false;
    if (holds(text)) return true;
    const meant = /\\[!-/:-@[-`{-~]|&#?\w+;/.test(text) ? unescapeAll(text) : text;
    const plain = meant.replace(/(?:%[0-9a-f]{2})+/gi, decoded);
    return plain !== text && holds(plain);
  };
}

/** Letter case and Unicode form do not matter to a name that a link calls a file by. */
export const foldName = (text: string): string => text.normalize("NFC").toLowerCase();

function decoded(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
