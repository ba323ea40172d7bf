import { isBinaryName } from "../../../core/text/format";

/** File names that some platform rejects, as main checks them (`file-names.ts` in main). */
const INVALID_NAME = /[<>:"|?*\\\p{Cc}]|^[ .]|[ .]$/u;

/**
 * The relative path for a new file with this name: `notes/new` becomes `notes/new.md`. Null if the name is not a valid path in the
 * folder, or has the extension of a format that is not text: an empty file would not be an image.
 */
export function newFilePath(text: string): string | null {
  const parts = text.trim().split(/[\\/]+/);
  if (parts.some((part) => part === "" || part === "." || part === ".." || INVALID_NAME.test(part))) return null;
  if (parts.length > 20 || text.length > 1000) return null;
  const path = parts.join("/");
  if (isBinaryName(path)) return null;
  return /\.[\p{L}\p{N}]{1,12}$/u.test(path) ? path : `${path}.md`;
}
