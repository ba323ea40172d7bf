import type { Chapter, Paragraph } from "./book";
import { isChapterLine, subtitleOf } from "./named-chapters";

/**
 * The paragraphs that are a chapter's heading. `marked` has the `#` of Markdown; `plain` is a line of plain text, perhaps with its subtitle in the
 * next paragraph, from the index `from` on.
 */
export type ChapterHeading = { kind: "marked" | "plain"; from: number; paragraphs: readonly Paragraph[] };

/** A heading further down is not looked for. */
const MAX_BEFORE = 20;

/** Finds the heading that gives a chapter its title, also below an epigraph or a number; null if its text has none. */
export function headingOf({ title, paragraphs }: Chapter): ChapterHeading | null {
  const first = paragraphs.findIndex(({ isBlank }) => !isBlank);
  const opening = paragraphs[first];
  if (opening === undefined) return null;
  if (isMarked(opening)) return { kind: "marked", from: first, paragraphs: [opening] };
  if (isChapterLine(opening.text)) {
    const next = paragraphs[first + 1];
    const subtitle = subtitleOf(opening.text, next?.text, paragraphs[first + 2]?.text);
    return {
      kind: "plain",
      from: first,
      paragraphs: next === undefined || subtitle === null ? [opening] : [opening, next],
    };
  }
  const wanted = plainTitle(title);
  const from = paragraphs
    .slice(0, first + MAX_BEFORE)
    .findIndex(({ text, isBlank }) => !isBlank && plainTitle(text) === wanted);
  const found = paragraphs[from];
  return found === undefined ? null : { kind: isMarked(found) ? "marked" : "plain", from, paragraphs: [found] };
}

const isMarked = ({ text }: Paragraph): boolean => /^ {0,3}#{1,6}[ \t]/.test(text);

/** A heading without its marks, in one line. */
export const plainTitle = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/^ ?#{1,6} /, "")
    .trim();
