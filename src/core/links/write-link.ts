import { type FolderNames, type FolderPath, lastPart, withoutEnding } from "./folder-names";
import { writeTarget } from "./link-target";
import { relativePath } from "./resolve-link";
import { type LinkStyle, wikiTarget } from "./wiki-target";

/**
 * A link from the note `from` to a file, with the text to show; a wiki link that shows its own name has no other text. `inCell`: it is written in a
 * table. A file that no wiki link can name gets a Markdown link.
 */
export function writeLink(
  names: FolderNames,
  {
    from,
    path,
    text,
    style,
    inCell = false,
  }: { from: FolderPath; path: FolderPath; text: string; style: LinkStyle; inCell?: boolean },
): string {
  const target = style.syntax === "wiki" && !/[[\]|\n]/.test(text) ? wikiTarget(names, from, path, style) : null;
  if (target !== null) return target === text ? `[[${target}]]` : `[[${target}${inCell ? "\\|" : "|"}${text}]]`;
  const way = style.paths === "absolute" ? `/${path}` : relativePath(from, path);
  return `[${text.replace(/[\\[\]]/g, "\\$&")}](${writeTarget(way)})`;
}

/** The text of a link to a file: its name without a Markdown ending. */
export const linkText = (path: FolderPath): string => withoutEnding(lastPart(path));
