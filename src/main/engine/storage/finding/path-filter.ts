import { type PathGlob, parsePathGlob } from "./path-glob";

/** Whether a path matches; relative to the folder, with `/` between its parts. */
export type PathFilter = (path: string) => boolean;

/**
 * Parses a list of names and globs separated by commas: `*.md`, `notes`, `drafts/2026/`. Each matches files, and folders with everything in
 * them, at any depth unless it begins with `/` or `./`. Null for an empty list. Rejects what `parsePathGlob` rejects.
 */
export function pathFilter(list: string): PathFilter | null {
  const globs = partsOf(list).flatMap((part) => {
    const inner = part.replace(/^\.?\/+/, "").replace(/\/+$/, "");
    if (inner === "") return [];
    const pattern = /^\.?\//.test(part) ? inner : `**/${inner}`;
    const below = `${pattern}/**/*`;
    return (part.endsWith("/") ? [below] : [pattern, below]).flatMap(parsePathGlob);
  });
  if (globs.length === 0) return null;
  return (path) => {
    const names = path.split("/");
    return globs.some((glob) => matchesGlob(glob, names));
  };
}

function matchesGlob({ base, start, into, matches: takesFile }: PathGlob, names: readonly string[]): boolean {
  if (names.length <= base.length || base.some((part, index) => part !== names[index])) return false;
  let state = start;
  for (const name of names.slice(base.length, -1)) state = into(state, name);
  return takesFile(state, names.at(-1) ?? "");
}

/** The parts between commas that are not inside braces. */
function partsOf(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of list) {
    if (character === "{") depth++;
    if (character === "}") depth = Math.max(0, depth - 1);
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
