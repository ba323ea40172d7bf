/** Finds sections by title, text, level and size. */

import type { LineRange } from "../text/line-ranges";
import { listSections, type Outline, ownTextEnd, type Section } from "./sections";
import { compileGlob } from "./title-glob";

/** Search criteria; those left out match everything. */
export type SectionQuery = {
  /** A glob that must match the whole title; `*` by default. */
  pattern?: string;
  /** Text in the section's own text, including its heading. Any run of blanks and line breaks counts as one blank. */
  content?: string;
  level?: number;
  /** The minimum size of the subtree, in UTF-16 units. */
  minSize?: number;
};

/** A compiled query that can be run on many documents. */
export type SectionFinder =
  | {
      status: "ready";
      find: (text: string, outline: Outline) => Section[];
      /** The paragraphs of a section's own text (what stands between blank lines) that hold `content`; none without it. */
      paragraphsOf: (text: string, section: Section) => LineRange[];
    }
  | { status: "bad_pattern"; message: string };

/** Compiles a query. Letter case does not matter; results are in document order. */
export function sectionFinder({ pattern = "*", content, level, minSize }: SectionQuery): SectionFinder {
  const glob = compileGlob(pattern);
  if (glob.status === "bad_pattern") return glob;
  // Words on one line in the query may be on two lines in the document.
  const spelled = content !== undefined && /\s/.test(content) ? (text: string) => inOneLine(fold(text)) : fold;
  const wanted = content === undefined ? undefined : spelled(content);
  return {
    status: "ready",
    find: (text, outline) =>
      listSections(outline).filter(
        (section) =>
          (level === undefined || section.level === level) &&
          (minSize === undefined || section.charCount >= minSize) &&
          glob.matches(section.title) &&
          (wanted === undefined || spelled(text.slice(section.from, ownTextEnd(section))).includes(wanted)),
      ),
    paragraphsOf: (text, section) =>
      wanted === undefined
        ? []
        : paragraphsIn(text.slice(section.from, ownTextEnd(section)), section.lineStart).flatMap(({ range, lines }) =>
            spelled(lines.join("\n")).includes(wanted) ? [range] : [],
          ),
  };
}

function paragraphsIn(text: string, firstLine: number): { range: LineRange; lines: string[] }[] {
  const found: { range: LineRange; lines: string[] }[] = [];
  let lines: string[] = [];
  for (const [index, line] of [...text.split("\n"), ""].entries()) {
    if (line.trim() !== "") lines.push(line);
    else if (lines.length > 0) {
      const to = firstLine + index - 1;
      found.push({ range: { from: to - lines.length + 1, to }, lines });
      lines = [];
    }
  }
  return found;
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

const fold = (text: string): string => text.normalize("NFC").toLowerCase();
