import { messages } from "./messages";

/** Device names that Windows reserves, with or without an extension. */
const RESERVED = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\..*)?$/i;

const separatorOf = (path: string) => (path.includes("/") || !path.includes("\\") ? "/" : "\\");

/** The last part of an absolute path on either system. The root of a drive is its own name. */
export function nameOf(path: string): string {
  const trimmed = path.replace(/[/\\]+$/, "");
  return trimmed.slice(Math.max(trimmed.lastIndexOf("/"), backslash(trimmed)) + 1) || path;
}

/** The folder of an absolute path; the root is its own folder. */
export function folderOf(path: string): string {
  const trimmed = path.replace(/[/\\]+$/, "");
  const cut = Math.max(trimmed.lastIndexOf("/"), backslash(trimmed));
  if (cut < 0) return path;
  const folder = trimmed.slice(0, cut);
  return folder === "" || /^[A-Za-z]:$/.test(folder) ? trimmed.slice(0, cut + 1) : folder;
}

/** On POSIX a backslash is an ordinary character, so it separates only paths that begin like Windows paths. */
const backslash = (path: string) => (/^([A-Za-z]:|\\\\)/.test(path) ? path.lastIndexOf("\\") : -1);

/** The path of `name` in `folder`. */
export function within(folder: string, name: string): string {
  const separator = separatorOf(folder);
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

/** Whether `path` is `folder` or inside it. Compares characters only. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(within(folder, ""));
}

/** The path relative to the folder, with `/` separators as documents write it; null if it is outside. */
export function folderPath(root: string, path: string): string | null {
  if (!isWithin(path, root)) return null;
  const rest = path.slice(root.length).replace(/^[\\/]/, "");
  return separatorOf(root) === "\\" ? rest.replaceAll("\\", "/") : rest;
}

/** The drag data type for a tree entry's path. */
export const DRAGGED = "application/x-galley-path";

/** The new path of `path` after `from` was moved to `to`; unchanged if it is not inside `from`. */
export const afterMove = (path: string, from: string, to: string) =>
  isWithin(path, from) ? to + path.slice(from.length) : path;

/** Why `name` is not a valid file or folder name here; null if it is valid. */
export function validateName(
  name: string,
  siblings: readonly string[],
  platform: "linux" | "darwin" | "win32",
): string | null {
  const t = messages.files.name;
  if (name.trim() === "") return t.empty;
  if (name === "." || name === "..") return t.dots;
  if (name.includes("/")) return t.separator("/");
  if (/\p{Cc}/u.test(name)) return t.control;
  if (new TextEncoder().encode(name).length > 255) return t.tooLong;
  if (platform === "win32") {
    const found = /[\\:*?"<>|]/.exec(name)?.[0];
    if (found) return t.separator(found);
    if (RESERVED.test(name)) return t.reserved(name);
    if (/[. ]$/.test(name)) return t.ending;
  }
  if (siblings.includes(name)) return t.taken(name);
  return null;
}

/** The length of a name without its extension, which is what renaming selects; a dot file is selected as a whole. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? dot : name.length;
}

/** Sorts folders first, then by natural order (`chapter 2` before `chapter 10`), ignoring case. */
export function sortEntries<T extends { name: string; kind: "folder" | "file" }>(entries: readonly T[]): T[] {
  return [...entries].sort(
    (a, b) => (a.kind === b.kind ? 0 : a.kind === "folder" ? -1 : 1) || order.compare(a.name, b.name),
  );
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
