import { limits } from "../entries/document-limits";

/** The error for a name of several lines. */
export const withControls = "contains line breaks or control characters";

/** What is wrong with a text, to follow its name; null if it is valid. */
export function textError(text: string): string | null {
  if (!text.isWellFormed()) return "contains half a character (a lone surrogate)";
  return text.includes("\0") ? "contains a NUL character" : null;
}

/** Names that every JavaScript object has, or that change one. */
export const forbiddenNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** What is wrong with a value at any depth, with its path; null if it is valid. */
export function valueError(entry: Readonly<Record<string, unknown>>): string | null {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: entry, path: "", depth: 0 }];
  let length = 0;
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path, depth } = next;
    const shownPath = path.length > 80 ? `${path.slice(0, 77)}...` : path;
    if (++count > limits.values) return `it has more than ${limits.values} values`;
    if (typeof value === "string") {
      length += value.length;
      const error = textError(value);
      if (error !== null) return `${shownPath} ${error}`;
    } else if (typeof value === "number" && !Number.isFinite(value)) {
      return `${shownPath} is a number too large to be kept`;
    } else if (typeof value === "object" && value !== null) {
      if (depth >= limits.depth) return `${shownPath} is nested more than ${limits.depth} deep`;
      // Checked before a list of millions is expanded.
      const size = Array.isArray(value) ? value.length : Object.keys(value).length;
      if (count + pending.length + size > limits.values) return `it has more than ${limits.values} values`;
      for (const [name, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) {
          if (forbiddenNames.has(name)) return `${shown(name)} cannot be the name of a field`;
          if (name === "" || name.length > limits.name || textError(name) !== null)
            return `${shown(name)} cannot be the name of a field`;
          length += name.length;
        }
        pending.push({ value: inner, path: pathTo(path, name, Array.isArray(value)), depth: depth + 1 });
      }
    }
    if (length > limits.entry) return `it has more than ${limits.entry} characters`;
  }
  return null;
}

function pathTo(path: string, name: string, isItem: boolean): string {
  if (path.length > 80) return path;
  return isItem ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
}

/** A text as it is shown in an error: quoted, and shortened if long. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...`.toWellFormed() : text.toWellFormed());

/** The value that was found instead, for an error message. */
export function describeFound(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return value === "" ? "an empty string" : shown(value);
  return String(value);
}
