import { cropText } from "../../../../core/text/characters";
import type { OfficeThread } from "./office-comments";

/** How many things of a kind `inspect` lists, and the characters of each. */
const MAX_LISTED = 30;
const MAX_SHOWN = 200;

/** The first texts that are not empty, each cropped. */
export const excerpts = (texts: Iterable<string>): string[] => {
  const shown: string[] = [];
  for (const text of texts) {
    const plain = text.replaceAll(/\s+/g, " ").trim();
    if (plain !== "") shown.push(cropText(plain, MAX_SHOWN));
    if (shown.length >= MAX_LISTED) break;
  }
  return shown;
};

/** The first of these, as they are. */
export const firstOf = <Item>(items: readonly Item[]): Item[] => items.slice(0, MAX_LISTED);

/** The first threads of comments: who wrote what about which words. */
export const commentExcerpts = (threads: readonly OfficeThread[]) =>
  firstOf(threads).map(({ messages, anchor, isResolved }) => ({
    author: messages[0]?.author ?? "",
    text: cropText(messages[0]?.text ?? "", MAX_SHOWN),
    ...(anchor !== null && { about: cropText(anchor.quote, MAX_SHOWN) }),
    ...(messages.length > 1 && { answers: messages.length - 1 }),
    ...(isResolved && { resolved: true }),
  }));
