import type { SectionTarget } from "../../../../core/markdown/address";
import { cropText } from "../../../../core/text/characters";

const longestTitle = 80;
const longestPath = 200;

/** A section as the person calls it: its title in quotation marks, cut where it is very long. */
export const shownTitle = (target: SectionTarget): string =>
  target === "frontmatter" ? "the front matter" : `“${cropText(target.title, longestTitle)}”`;

/** A path as messages show it; `data` has all of it. */
export const shownPath = (path: string): string => cropText(path, longestPath);
