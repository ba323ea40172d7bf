import { listSections, type Outline, parseOutline } from "../markdown/sections";
import { formatOf } from "../text/format";

/** A longer text, in UTF-16 units, is not read for the section that somebody is in. */
const MAX_TEXT = 300_000;

/** The title of the innermost section of a file that holds a position or a line; null if there is none, or the file has no sections. */
export type SectionReader = (path: string, text: string, at: { position: number } | { line: number }) => string | null;

/** A reader that keeps the outline of the last text: a cursor that moves costs no parsing. */
export function sectionReader(): SectionReader {
  let last: { text: string; outline: Outline } | null = null;
  return (path, text, at) => {
    if (text.length > MAX_TEXT || formatOf(path) !== "markdown") return null;
    if (last?.text !== text) last = { text, outline: parseOutline(text) };
    const holding = listSections(last.outline).filter(({ from, charCount, lineStart, lineEnd }) =>
      "line" in at
        ? lineStart <= at.line && at.line <= lineEnd
        : from <= at.position && (at.position < from + charCount || from + charCount >= text.length),
    );
    return holding.at(-1)?.title ?? null;
  };
}
