import { type FolderNames, type FolderPath, isMarkdown, withoutEnding } from "./folder-names";
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
