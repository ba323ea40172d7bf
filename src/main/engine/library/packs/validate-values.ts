import { limits } from "../entries/document-limits";

/** What is said of a name of several lines. */
export const withControls = "holds line breaks or control characters";

/** What is wrong with a text, to go after its name; null where it can be kept. */
export function textFault(text: string): string | null {
  if (!text.isWellFormed()) return "holds half a character (a surrogate that stands alone)";
  return text.includes("\0") ? "holds a NUL character" : null;
}

const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/** What is wrong with a value at whatever depth, with its way there; null where all of it can be kept. */
export function soundnessOf(entry: Readonly<Record<string, unknown>>): string | null {
  const pending: { value: unknown; way: string; depth: number }[] = [{ value: entry, way: "", depth: 0 }];
  let length = 0;
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, way, depth } = next;
    const wayShown = way.length > 80 ? `${way.slice(0, 77)}...` : way;
    if (++count > limits.values) return `it holds more than ${limits.values} values`;
    if (typeof value === "string") {
      length += value.length;
      const fault = textFault(value);
      if (fault !== null) return `${wayShown} ${fault}`;
    } else if (typeof value === "number" && !Number.isFinite(value)) {
      return `${wayShown} is a number too large to be kept`;
    } else if (typeof value === "object" && value !== null) {
      if (depth >= limits.depth) return `${wayShown} is nested more than ${limits.depth} deep`;
      // Counted before a list of millions is taken apart.
      const size = Array.isArray(value) ? value.length : Object.keys(value).length;
      if (count + pending.length + size > limits.values) return `it holds more than ${limits.values} values`;
      for (const [name, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) {
          if (forbiddenNames.has(name)) return `${shown(name)} cannot be the name of a field`;
          if (name === "" || name.length > limits.name || textFault(name) !== null)
            return `${shown(name)} cannot be the name of a field`;
          length += name.length;
        }
        pending.push({ value: inner, way: inWay(way, name, Array.isArray(value)), depth: depth + 1 });
      }
    }
    if (length > limits.entry) return `it has more than ${limits.entry} characters`;
  }
  return null;
}

function inWay(way: string, name: string, isItem: boolean): string {
  if (way.length > 80) return way;
  return isItem ? `${way}[${name}]` : way === "" ? name : `${way}.${name}`;
}

/** A text as it stands in a refusal: in quotation marks, and not too long. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...`.toWellFormed() : text.toWellFormed());

/** What was there instead of what was expected. */
export function found(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return value === "" ? "an empty string" : shown(value);
  return String(value);
}
