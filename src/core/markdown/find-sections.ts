/** Sections by title, text, level and size. */

import { listSections, type Outline, ownTextEnd, type Section } from "./sections";
import { compileGlob } from "./title-glob";

/** What sections are looked for by; what is left out does not matter. */
export type SectionQuery = {
  /** A glob on the whole title, `*` by default. */
  pattern?: string;
  /** A piece of the section's own text, heading included; a line break in it is a blank like others, however many. */
  content?: string;
  level?: number;
  /** The least UTF-16 units of the subtree. */
  minSize?: number;
};

/** Compiled once, it can be asked about many documents. */
export type SectionFinder =
  | { status: "ready"; find: (text: string, outline: Outline) => Section[] }
  | { status: "bad_pattern"; message: string };

/** Prepares a search: letter case does not matter, found sections come in document order. */
export function sectionFinder({ pattern = "*", content, level, minSize }: SectionQuery): SectionFinder {
  const glob = compileGlob(pattern);
  if (glob.status === "bad_pattern") return glob;
  // Words that stand on one line here may stand on two there.
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
  };
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

const fold = (text: string): string => text.normalize("NFC").toLowerCase();
