import { type FolderNames, type FolderPath, isMarkdown, lastPart, withoutEnding } from "./folder-names";
import { writeTarget } from "./link-target";
import { relativePath, resolveLink } from "./resolve-link";

/** How new links are written: their syntax, and whether a path is the shortest that is clear, relative to the note, or from the folder. */
export type LinkStyle = { syntax: "wiki" | "markdown"; paths: "shortest" | "relative" | "absolute" };

/** The shortest unambiguous wiki link to a file; null if there is none. */
export function wikiName(names: FolderNames, from: FolderPath, path: FolderPath): string | null {
  if (/[[\]|#\n]/.test(path)) return null;
  const parts = path.split("/");
  for (let taken = 1; taken <= parts.length; taken++) {
    const whole = parts.slice(-taken).join("/");
    for (const name of isMarkdown(path) ? [withoutEnding(whole), whole] : [whole]) {
      const found = resolveLink(names, from, { kind: "path", path: name, literal: name, fragment: null }, "wiki");
      if (found.status === "file" && found.path === path) return name;
    }
  }
  return null;
}

/** The target of a wiki link in a style; null if it cannot be written. */
export function wikiTarget(
  names: FolderNames,
  from: FolderPath,
  path: FolderPath,
  { paths }: Pick<LinkStyle, "paths">,
): string | null {
  if (paths === "shortest" || /[[\]|#\n]/.test(path)) return wikiName(names, from, path);
  if (paths === "absolute") return isMarkdown(path) ? withoutEnding(path) : path;
  const relative = relativePath(from, path);
  const written = isMarkdown(path) ? withoutEnding(relative) : relative;
  // Without dots, it would be looked for by its name anywhere.
  return written.startsWith(".") ? written : `./${written}`;
}

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
