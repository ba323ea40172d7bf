/** Tags in a text, as Obsidian has them: `#harbour` and `#places/harbour`. */

import { type HiddenSpan, hiddenSpans } from "../links/hidden-spans";
import { readParagraphs } from "../markdown/paragraphs";

/** A tag in a text: its name without `#`, as written, and its range with it, in UTF-16 units. */
export type TagInText = { name: string; from: number; to: number };

/** The longest name of a tag; a longer run of letters is none. */
const MAX_NAME = 200;

const LETTER = String.raw`[\p{L}\p{M}\p{N}_\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f-]`;
const NAME = new RegExp(`^${LETTER}+(?:/${LETTER}+)*`, "u");
const IS_NAME = new RegExp(`^${LETTER}+(?:/${LETTER}+)*$`, "u");

/** Whether this can be the name of a tag: letters, numbers, `_`, `-` and `/` between its parts, and not only numbers. */
export const isTagName = (name: string): boolean =>
  name.length <= MAX_NAME && IS_NAME.test(name) && /[^\d/]/.test(name);

/**
 * The name of the tag whose `#` is before `rest`; null if it is none. `before` is the character before the `#`, empty at the start: a tag begins
 * a word.
 */
export function tagNameAt(before: string, rest: string): string | null {
  if (before !== "" && !/\s/.test(before)) return null;
  const name = NAME.exec(rest.slice(0, MAX_NAME + 1))?.[0] ?? "";
  return isTagName(name) ? name : null;
}

/** Tags are the same in any letter case and Unicode form. */
export const foldTag = (name: string): string => name.normalize("NFC").toLowerCase();

/** The tags in a text with `\n` line breaks, in order: none in code, links, HTML, comments and front matter. Linear in the length of the text. */
export function findTags(text: string): TagInText[] {
  if (!/(?:^|\s)#[^\s#]/.test(text)) return [];
  const found: TagInText[] = [];
  for (const { kind, from, to } of readParagraphs(text, "markdown")) {
    if (kind === "code" || kind === "front_matter" || kind === "html" || kind === "reference") continue;
    if (text.slice(from, to).includes("#")) found.push(...tagsIn(text, from, to));
  }
  return found;
}

/** The tags of one block. */
function tagsIn(text: string, from: number, to: number): TagInText[] {
  const found: TagInText[] = [];
  let hidden: readonly HiddenSpan[] | null = null;
  let passed = 0;
  for (let at = text.indexOf("#", from); at >= 0 && at < to; at = text.indexOf("#", at + 1)) {
    const name = tagNameAt(at === 0 ? "" : (text[at - 1] ?? ""), text.slice(at + 1, Math.min(to, at + MAX_NAME + 2)));
    if (name === null) continue;
    hidden ??= hiddenSpans(text, from, to);
    while ((hidden[passed]?.to ?? Number.POSITIVE_INFINITY) <= at) passed++;
    if ((hidden[passed]?.from ?? Number.POSITIVE_INFINITY) > at)
      found.push({ name, from: at, to: at + 1 + name.length });
  }
  return found;
}
