import { basename, join, sep } from "node:path";

/** Fields that hold a path, or several. No other text is touched: words of a document may look like a path. */
const pathFields = new Set(["path", "paths", "root", "realPath", "folder", "folders"]);
/** Fields of our own sentences, which may name one. */
const sentenceFields = new Set(["message", "hint", "why", "readOnly"]);

/** Paths as guests know them: the server's folder is `/NAME` for them, wherever it is. */
export type GuestPaths = {
  /** The folder as guests see it. */
  readonly root: string;
  /** An answer or event as the page is to have it. */
  shown<Value>(value: Value): Value;
  /** An argument of the page, with the paths of the server. */
  real<Value>(value: Value): Value;
};

/** `realRoot` is the folder's real path. */
export function createGuestPaths(realRoot: string): GuestPaths {
  const root = `/${basename(realRoot) || "folder"}`;
  const shownPath = (path: string): string =>
    path === realRoot || path.startsWith(realRoot + sep)
      ? root + path.slice(realRoot.length).split(sep).join("/")
      : path;
  const realPath = (path: string): string =>
    path === root || path.startsWith(`${root}/`) ? join(realRoot, path.slice(root.length)) : path;
  return {
    root,
    shown: (value) =>
      mapped(value, "", (text, field) => {
        if (pathFields.has(field)) return shownPath(text);
        return sentenceFields.has(field) ? text.replaceAll(realRoot, root) : text;
      }),
    // A request about one path has it as its argument.
    real: (value) => mapped(value, "path", (text, field) => (pathFields.has(field) ? realPath(text) : text)),
  };
}

/** A copy of plain data in which the strings of each field are replaced; those of a list belong to the field of the list. */
function mapped<Value>(value: Value, field: string, replace: (text: string, field: string) => string): Value {
  if (typeof value === "string") return replace(value, field) as Value;
  if (Array.isArray(value)) return value.map((each) => mapped(each, field, replace)) as Value;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, key, replace)])) as Value;
}
