import { findFrontmatter } from "../markdown/sections";
import { findBlock } from "./block-ids";
import { HeadingNames, namedHeadings } from "./heading-fragments";

/** What an embed shows of a document: the text, the line where it begins, from 1, and whether its end is missing. */
export type EmbeddedPart = { text: string; line: number; isCropped: boolean };

/** The maximum number of characters of one embed. */
const MAX_PART = 50_000;

/**
 * The part of a text that `![[note#part]]` shows: the section of a heading with all below it, the block of an id, or without a fragment everything but
 * the front matter. Null if the text has no such part.
 */
export function embeddedPart(text: string, fragment: string | null): EmbeddedPart | null {
  if (fragment === null || fragment.trim() === "") {
    const front = findFrontmatter(text);
    return cropped(text.slice(front?.to ?? 0), (front?.lineEnd ?? 0) + 1);
  }
  const names = new HeadingNames(namedHeadings(text));
  const index = names.find(fragment);
  const heading = names.headings[index];
  if (heading) {
    const next = names.headings.slice(index + 1).find(({ level }) => level <= heading.level);
    return cropped(text.slice(heading.from, next?.from), heading.lineStart);
  }
  const block = findBlock(text, fragment);
  return block === null ? null : cropped(block.text, block.lineStart);
}

/** Ends a long part after a whole line, if it has lines. */
function cropped(text: string, line: number): EmbeddedPart {
  if (text.length <= MAX_PART) return { text, line, isCropped: false };
  const end = text.lastIndexOf("\n", MAX_PART);
  return { text: text.slice(0, end > 0 ? end + 1 : MAX_PART), line, isCropped: true };
}
