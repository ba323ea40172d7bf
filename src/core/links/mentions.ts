/** Quickly checks whether a text may link to files with certain names. */
import MarkdownIt from "markdown-it";
import { foldName } from "./fold-name";

const { unescapeAll } = new MarkdownIt().utils;

/**
 * Whether a text may contain a link to a file whose name contains one of these names (folded with `foldName`). Never misses such a link,
 * however it is encoded, but may accept a text without one.
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

function decoded(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
