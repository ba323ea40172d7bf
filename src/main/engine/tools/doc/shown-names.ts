import type { SectionTarget } from "../../../../core/markdown/address";
import { cropText } from "../../../../core/text/characters";

const longestTitle = 80;
const longestPath = 200;

/** A section as shown to the user: its title in quotation marks, cut if it is very long. */
export const shownTitle = (target: SectionTarget): string =>
  target === "frontmatter" ? "the front matter" : `“${cropText(target.title, longestTitle)}”`;

/** A path as shown in messages; `data` has all of it. */
export const shownPath = (path: string): string => cropText(path, longestPath);
