import { words } from "./messages";

/** Names that Windows keeps for devices, with or without an extension. */
const RESERVED = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\..*)?$/i;

const separatorOf = (path: string) => (path.includes("/") || !path.includes("\\") ? "/" : "\\");

/** The last part of an absolute path, of either system. The root of a drive is its own name. */
export function nameOf(path: string): string {
  const trimmed = path.replace(/[/\\]+$/, "");
  return trimmed.slice(Math.max(trimmed.lastIndexOf("/"), backslash(trimmed)) + 1) || path;
}

/** The folder that holds an absolute path; the root holds itself. */
export function folderOf(path: string): string {
  const trimmed = path.replace(/[/\\]+$/, "");
  const cut = Math.max(trimmed.lastIndexOf("/"), backslash(trimmed));
  if (cut < 0) return path;
  const folder = trimmed.slice(0, cut);
  return folder === "" || /^[A-Za-z]:$/.test(folder) ? trimmed.slice(0, cut + 1) : folder;
}

/** On POSIX a backslash is an ordinary letter of a name; only a path that begins like one of Windows parts at it. */
const backslash = (path: string) => (/^([A-Za-z]:|\\\\)/.test(path) ? path.lastIndexOf("\\") : -1);

/** The path of `name` in `folder`. */
export function within(folder: string, name: string): string {
  const separator = separatorOf(folder);
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

/** Whether `path` is `folder` or lies in it, by the letters of the paths. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(within(folder, ""));
}

/** A path as the folder's own documents name it, its parts divided by `/`; null where it lies elsewhere. */
export function folderPath(root: string, path: string): string | null {
  if (!isWithin(path, root)) return null;
  const rest = path.slice(root.length).replace(/^[\\/]/, "");
  return separatorOf(root) === "\\" ? rest.replaceAll("\\", "/") : rest;
}

/** What a drag of a file or folder of the tree is known by: its path. */
export const DRAGGED = "application/x-galley-path";

/** The path that `path` has after `from` became `to`; itself where it does not lie in `from`. */
export const afterMove = (path: string, from: string, to: string) =>
  isWithin(path, from) ? to + path.slice(from.length) : path;

/** Why `name` cannot be a file's or folder's name here, in words; null where it can. */
export function nameProblem(
  name: string,
  siblings: readonly string[],
  platform: "linux" | "darwin" | "win32",
): string | null {
  const say = words.files.name;
  if (name.trim() === "") return say.empty;
  if (name === "." || name === "..") return say.dots;
  if (name.includes("/")) return say.separator("/");
  if (/\p{Cc}/u.test(name)) return say.control;
  if (new TextEncoder().encode(name).length > 255) return say.tooLong;
  if (platform === "win32") {
    const found = /[\\:*?"<>|]/.exec(name)?.[0];
    if (found) return say.separator(found);
    if (RESERVED.test(name)) return say.reserved(name);
    if (/[. ]$/.test(name)) return say.ending;
  }
  if (siblings.includes(name)) return say.taken(name);
  return null;
}

/** How much of a name is selected for renaming: all but the extension; a dot file whole. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? dot : name.length;
}

/** Folders first, then as people count: `chapter 2` before `chapter 10`, letter case set aside. */
export function inReadingOrder<T extends { name: string; kind: "folder" | "file" }>(entries: readonly T[]): T[] {
  return [...entries].sort(
    (a, b) => (a.kind === b.kind ? 0 : a.kind === "folder" ? -1 : 1) || order.compare(a.name, b.name),
  );
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
