/** Whether an edit moved line breaks and blanks, and nothing else. */
import type { TextChange } from "../text/changed-lines";

/** A longer text is not looked at, in UTF-16 units. */
const MAX_LENGTH = 1_000_000;

/**
 * Whether every word is as it was, in the same paragraph, and only the line breaks or blanks inside paragraphs are different. What starts a
 * block of its own (a heading, a list item, a quote, a table row) must still start its line, and code keeps every blank.
 */
export function isOnlyRewrapped({ before, after, changes }: TextChange): boolean {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined || before === after) return false;
  if (Math.max(before.length, after.length) > MAX_LENGTH) return false;
  // Most edits end here: the characters in the changed part are different.
  const end = after.length - (before.length - last.to);
  if (withoutBlanks(before.slice(first.from, last.to)) !== withoutBlanks(after.slice(first.from, end))) return false;
  return blocksOf(before) === blocksOf(after);
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, "");

const fence = /^\s*(?:`{3,}|~{3,})/;
/** With its indentation, which says how deep the item is. */
const blockStart = /^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||-{3,}|={3,}|\*{3,})/;
/** Ideographs and kana are written without blanks: a line may be broken between any two. */
const betweenIdeographs =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef])/gu;

/** The text with one blank for each run of blanks and breaks inside a paragraph; everything else is as it is. */
function blocksOf(text: string): string {
  const blocks: string[] = [];
  let paragraph: string | null = null;
  let isCode = false;
  const close = (): void => {
    if (paragraph !== null) blocks.push(paragraph.replace(betweenIdeographs, ""));
    paragraph = null;
  };
  for (const line of text.split("\n")) {
    const isFence = fence.test(line);
    if (isFence || isCode || line.trim() === "") {
      close();
      blocks.push(isCode || isFence ? line : "");
      if (isFence) isCode = !isCode;
    } else if (paragraph === null || blockStart.test(line)) {
      close();
      paragraph = (/^\s*/.exec(line)?.[0] ?? "") + line.trim().replace(/\s+/g, " ");
    } else paragraph = `${paragraph} ${line.trim().replace(/\s+/g, " ")}`;
  }
  close();
  return blocks.join("\n");
}
