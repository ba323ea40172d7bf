import type { SectionTarget } from "../../../../core/markdown/section-address";
import { cropText } from "../../../../core/text/characters";

const MAX_TITLE = 80;
const MAX_PATH = 200;

/** A section as shown to the user: its title in quotation marks, cut if it is very long. */
export const shownTitle = (target: SectionTarget): string =>
  target === "frontmatter" ? "the front matter" : `“${cropText(target.title, MAX_TITLE)}”`;

/** A path as shown in messages; `data` has all of it. */
export const shownPath = (path: string): string => cropText(path, MAX_PATH);
