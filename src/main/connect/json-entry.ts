/** Edits of JSON files of other programs, with or without comments: only the named entry changes. */
import { isDeepStrictEqual } from "node:util";
import { getNodeValue, type Node, type ParseError, parseTree, visit } from "jsonc-parser";
import { ConfigError } from "./config-error";

/** The keys from the top of the file to an entry. */
export type KeyPath = readonly string[];

/** The value at `path`; undefined if there is none. Throws `ConfigError` if the text is not a JSON object. */
export function jsonEntry(text: string, path: KeyPath): unknown {
  const root = parsed(text);
  const node = root === null ? undefined : found(root, path);
  return node === undefined ? undefined : getNodeValue(node);
}

/**
 * The text with `value` at `path`; undefined removes the entry. Comments, order and layout of everything else stay. Throws `ConfigError` if the text is
 * not a JSON object, or has something else where an object is needed.
 */
export function withJsonEntry(text: string, path: KeyPath, value: unknown): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const body = text.slice(mark.length);
  const root = parsed(body);
  const edited =
    root === null
      ? value === undefined
        ? body
        : `${JSON.stringify(nested(path, value), null, 2)}\n`
      : value === undefined
        ? withoutEntry(body, root, path)
        : withEntry(body, root, path, value);
  const before = root === null ? {} : getNodeValue(root);
  if (!isDeepStrictEqual(plain(jsonEntry(edited, []) ?? {}), plain(changed(before, path, value))))
    throw new ConfigError("it is written in a way that Galley cannot edit without changing more");
  return mark + edited;
}

const nested = (path: KeyPath, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** The same change to the parsed object. An object has each name once, so the last of several counts. */
function changed(value: unknown, [key, ...rest]: KeyPath, to: unknown): unknown {
  if (key === undefined) return to;
  const entries = new Map(Object.entries(isObject(value) ? value : {}));
  if (to === undefined && (rest.length === 0 || !entries.has(key))) entries.delete(key);
  else entries.set(key, changed(entries.get(key), rest, to));
  return Object.fromEntries(entries);
}

/** The parser's objects have no prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null for a text without content. */
function parsed(text: string): Node | null {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text.replace(/^\ufeff/, " "), errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch {
    // Thousands of nested brackets overflow the parser's stack.
    throw new ConfigError("it is not valid JSON");
  }
  const [error] = errors;
  if (error !== undefined) {
    const lines = text.slice(0, error.offset).split("\n");
    throw new ConfigError(`it is not valid JSON in line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`);
  }
  if (root !== undefined && root.type !== "object") throw new ConfigError("it is JSON, but not an object");
  return root ?? null;
}

/** The property of this name; of several the last one, as programs read it. */
const propertyOf = (object: Node, key: string): Node | undefined =>
  object.children?.findLast((property) => property.children?.[0]?.value === key);

function found(root: Node, path: KeyPath): Node | undefined {
  let node: Node | undefined = root;
  for (const [depth, key] of path.entries()) {
    if (node.type !== "object") throw new ConfigError(`${path.slice(0, depth).join(".")} in it is not an object`);
    node = propertyOf(node, key)?.children?.[1];
    if (node === undefined) return undefined;
  }
  return node;
}

function withEntry(text: string, root: Node, path: KeyPath, value: unknown): string {
  const there = found(root, path);
  const layout = layoutOf(text);
  if (there !== undefined) {
    const written = isOneLine(text, there) ? inLine(value) : onLines(value, lineIndent(text, there.offset), layout);
    return splice(text, there.offset, there.offset + there.length, written);
  }
  let depth = path.length - 1;
  let object = found(root, path.slice(0, depth));
  while (object === undefined) {
    depth -= 1;
    object = found(root, path.slice(0, depth));
  }
  if (object.type !== "object") throw new ConfigError(`${path.slice(0, depth).join(".")} in it is not an object`);
  return added(text, object, path[depth] ?? "", nested(path.slice(depth + 1), value), layout);
}

type Layout = { unit: string; eol: string };

const layoutOf = (text: string): Layout => ({
  unit: /\n([ \t]+)"/.exec(text)?.[1] ?? "  ",
  eol: text.includes("\r\n") ? "\r\n" : "\n",
});

/** Adds a property at the end of an object: in a line of its own, unless the object is written in one line. */
function added(text: string, object: Node, key: string, value: unknown, layout: Layout): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const end = last === undefined ? null : last.offset + last.length;
  const comma = end === null || commaIn(text, end, close) !== null ? "" : ",";
  const outer = lineIndent(text, object.offset);
  if (end !== null && isOneLine(text, object)) {
    const blank = text[end] === undefined || !/\s/.test(text[object.offset + 1] ?? "") ? "" : " ";
    const inside = text.slice(end, close).trimEnd();
    return splice(text, end, close, `${comma}${inside} ${JSON.stringify(key)}: ${inLine(value)}${blank}`);
  }
  const { eol, unit } = layout;
  const indent = outer + unit;
  const entry = `${indent}${JSON.stringify(key)}: ${onLines(value, indent, layout)}`;
  const lineStart = text.lastIndexOf("\n", close - 1) + 1;
  const isOwnLine = lineStart > object.offset && text.slice(lineStart, close).trim() === "";
  const withLine = isOwnLine
    ? splice(text, lineStart, lineStart, `${entry}${eol}`)
    : splice(text, close, close, `${eol}${entry}${eol}${outer}`);
  return end === null ? withLine : splice(withLine, end, end, comma);
}

const inLine = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, " ")
    .replace(/([[{]) | (?=[\]}])/g, "$1");

const onLines = (value: unknown, indent: string, { unit, eol }: Layout): string =>
  JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);

const isOneLine = (text: string, { offset, length, type }: Node): boolean =>
  (type === "object" || type === "array") && length > 2 && !text.slice(offset, offset + length).includes("\n");

function lineIndent(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? "";
}

/** The offset of the first comma between two values, outside comments; null if there is none. */
function commaIn(text: string, from: number, to: number): number | null {
  let found: number | null = null;
  visit(text, {
    onSeparator: (character, offset) => {
      if (character === "," && found === null && offset >= from && offset < to) found = offset;
    },
  });
  return found;
}

/** Removes a property with its comma, and the lines that it alone occupies. Comments around it stay. */
function withoutEntry(text: string, root: Node, path: KeyPath): string {
  const object = found(root, path.slice(0, -1));
  const property = object === undefined ? undefined : propertyOf(object, path.at(-1) ?? "");
  if (object === undefined || property === undefined) return text;
  const siblings = object.children ?? [];
  const at = siblings.indexOf(property);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const end = property.offset + property.length;
  const comma = commaIn(text, end, after?.offset ?? object.offset + object.length);
  const to = comma === null ? end : comma + 1;
  const lineStart = text.lastIndexOf("\n", property.offset - 1) + 1;
  const lineEnd = /^[ \t]*\r?\n/.exec(text.slice(to))?.[0].length;
  const hasOwnLines = lineEnd !== undefined && text.slice(lineStart, property.offset).trim() === "";
  const blanks = /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  const without = hasOwnLines
    ? splice(text, lineStart, to + lineEnd, "")
    : splice(text, property.offset, to + (after === undefined ? 0 : blanks), "");
  if (before === undefined || comma !== null) return without;
  const loose = commaIn(text, before.offset + before.length, property.offset);
  return loose === null ? without : splice(without, loose, loose + 1, "");
}

const splice = (text: string, from: number, to: number, insert: string): string =>
  text.slice(0, from) + insert + text.slice(to);
