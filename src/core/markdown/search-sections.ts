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

/** The smallest range of lines that contains a text, and the paragraph around it: a list item, a table row, or what stands between blank lines. */
export type Hit = { lines: LineRange; paragraph: LineRange };

/** A compiled query that can be run on many documents. */
export type SectionFinder =
  | {
      status: "ready";
      find: (text: string, outline: Outline) => Section[];
      /** The places of a section's own text that hold `content`, each with its paragraph, in order; none without it. */
      hitsIn: (text: string, section: Section) => Hit[];
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
    hitsIn: (text, section) => {
      if (wanted === undefined) return [];
      const holds = (lines: readonly string[]) => spelled(lines.join("\n")).includes(wanted);
      return paragraphsIn(text.slice(section.from, ownTextEnd(section)), section.lineStart).flatMap(
        ({ range, lines }) => (holds(lines) ? hitsOf(lines, holds).map((hit) => inParagraph(hit, range)) : []),
      );
    },
  };
}

const inParagraph = ({ from, to }: LineRange, paragraph: LineRange): Hit => ({
  lines: { from: paragraph.from + from, to: paragraph.from + to },
  paragraph,
});

/** The maximum number of lines over which a text may be broken to be shown where it stands, and not as its whole paragraph. */
const MAX_BROKEN = 4;

/** The smallest range of lines that contains it, by index: each line by itself, else each pair, and so on. */
function hitsOf(lines: readonly string[], holds: (lines: readonly string[]) => boolean): LineRange[] {
  for (let count = 1; count <= Math.min(MAX_BROKEN, lines.length); count++) {
    const hits = lines.flatMap((_, from) =>
      holds(lines.slice(from, from + count)) ? [{ from, to: from + count - 1 }] : [],
    );
    const inside = hits.filter(({ to }) => to < lines.length);
    if (inside.length > 0) return inside;
  }
  return [{ from: 0, to: lines.length - 1 }];
}

/** A line with which a list item, a table row or a heading begins. */
const beginsParagraph = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|\||#{1,6}\s)/;

function paragraphsIn(text: string, firstLine: number): { range: LineRange; lines: string[] }[] {
  const found: { range: LineRange; lines: string[] }[] = [];
  let lines: string[] = [];
  for (const [index, line] of [...text.split("\n"), ""].entries()) {
    if (lines.length > 0 && (line.trim() === "" || beginsParagraph.test(line))) {
      const to = firstLine + index - 1;
      found.push({ range: { from: to - lines.length + 1, to }, lines });
      lines = [];
    }
    if (line.trim() !== "") lines.push(line);
  }
  return found;
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

const fold = (text: string): string => text.normalize("NFC").toLowerCase();
