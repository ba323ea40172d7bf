/** Names that no system of ours takes, as main refuses them (see `file-names.ts` in main). */
const REFUSED = /[<>:"|?*\\\p{Cc}]|^[ .]|[ .]$/u;

/**
 * The path in the folder that a new file gets which is called so: `notes/new` is `notes/new.md`. Null for what cannot be a
 * path in it.
 */
export function newFilePath(text: string): string | null {
  const parts = text.trim().split(/[\\/]+/);
  if (parts.some((part) => part === "" || part === "." || part === ".." || REFUSED.test(part))) return null;
  if (parts.length > 20 || text.length > 1000) return null;
  const path = parts.join("/");
  return /\.[\p{L}\p{N}]{1,12}$/u.test(path) ? path : `${path}.md`;
}
