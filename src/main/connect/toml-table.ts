/** Edits of one table in a TOML file of another program. Each edit is done on the lines, and holds only if a parser reads exactly that change. */
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { ConfigError } from "./config-error";
import type { KeyPath } from "./json-entry";
import { tomlString } from "./toml-string";

type Table = Record<string, unknown>;

/** The value at `path`; undefined if there is none. Throws `ConfigError` if the text is not TOML. */
export function tomlEntry(text: string, path: KeyPath): unknown {
  let value: unknown = parsed(text);
  for (const key of path) value = isTable(value) ? value[key] : undefined;
  return value;
}

/**
 * The text with `value`, a table of strings and lists of strings, as the table of `path`; undefined removes the table. Other keys of the table stay.
 * Throws `ConfigError` if the text is not TOML, or has the table in a form other than `[a.b]`.
 */
export function withTomlTable(text: string, path: KeyPath, value: Table | undefined): string {
  const now = tomlEntry(text, path);
  if (value === undefined) return now === undefined ? text : withoutTable(text, path);
  if (now === undefined) {
    const expected = changed(parsed(text), path, value);
    return checked(appended(text, path, value), expected);
  }
  if (!isTable(now)) throw new ConfigError(`${path.join(".")} in it is not a table`);
  let edited = text;
  for (const [key, each] of Object.entries(value))
    if (!isDeepStrictEqual(tomlEntry(edited, [...path, key]), each)) edited = withKey(edited, path, key, each);
  return edited;
}

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

function parsed(text: string): Table {
  try {
    return parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const { line, column } = error as { line?: number; column?: number };
    const where = line === undefined ? "" : ` in line ${line}, column ${column}`;
    throw new ConfigError(`it is not valid TOML${where}`);
  }
}

function changed(table: unknown, [key, ...rest]: KeyPath, to: unknown): unknown {
  if (key === undefined) return to;
  const entries = new Map(Object.entries(isTable(table) ? table : {}));
  if (to === undefined && rest.length === 0) entries.delete(key);
  else entries.set(key, changed(entries.get(key), rest, to));
  return Object.fromEntries(entries);
}

/** Whether a candidate parses to exactly `expected`. */
function isExpected(candidate: string, expected: unknown): boolean {
  try {
    return isDeepStrictEqual(plain(parsed(candidate)), plain(expected));
  } catch {
    return false;
  }
}

/** Without prototypes and empty tables on the way, which TOML does not tell apart. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (!isTable(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, plain(each)] as const);
  return Object.fromEntries(entries.filter(([, each]) => !isTable(each) || Object.keys(each).length > 0));
};

function checked(candidate: string, expected: unknown): string {
  if (isExpected(candidate, expected)) return candidate;
  throw new ConfigError("it is written in a way that Galley cannot edit without changing more");
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

function appended(text: string, path: KeyPath, value: Table): string {
  const eol = eolOf(text);
  const rows = Object.entries(value).map(([key, each]) => row(key, each));
  const block = [`[${path.map(bare).join(".")}]`, ...rows].join(eol) + eol;
  if (text.replace(/^\ufeff/, "").trim() === "") return text + block;
  return `${text}${text.endsWith("\n") ? "" : eol}${eol}${block}`;
}

const bare = (key: string): string => (/^[\w-]+$/.test(key) ? key : tomlString(key));
const row = (key: string, value: unknown): string =>
  `${bare(key)} = ${Array.isArray(value) ? `[${value.map((each) => tomlString(String(each))).join(", ")}]` : tomlString(String(value))}`;

/** The index of the line `[a.b]`, whatever its spaces and quotes; -1 if there is none. */
function headerAt(lines: readonly string[], path: KeyPath): number {
  // Our keys have only letters and underscores.
  const key = (name: string) => `(?:${name}|"${name}"|'${name}')`;
  const pattern = new RegExp(`^\\ufeff?\\s*\\[\\s*${path.map(key).join("\\s*\\.\\s*")}\\s*\\]\\s*(?:#.*)?\\r?$`);
  return lines.findIndex((line) => pattern.test(line));
}

/** Replaces one key of a table, or adds it below the header. How many lines the old value has is found out by parsing. */
function withKey(text: string, path: KeyPath, key: string, value: unknown): string {
  const expected = changed(parsed(text), [...path, key], value);
  const lines = text.split("\n");
  const header = headerAt(lines, path);
  const end = text.includes("\r\n") ? "\r" : "";
  if (header >= 0) {
    const added = `${row(key, value)}${end}`;
    const isKey = new RegExp(`^\\s*${key}\\s*=`);
    const at = lines.findIndex((line, index) => index > header && isKey.test(line));
    for (let to = at + 1; at > 0 && to <= lines.length; to++) {
      const candidate = lines.toSpliced(at, to - at, added).join("\n");
      if (isExpected(candidate, expected)) return candidate;
    }
    const candidate = lines.toSpliced(header + 1, 0, added).join("\n");
    if (isExpected(candidate, expected)) return candidate;
  }
  throw new ConfigError(`${path.join(".")} in it is written in a way that Galley cannot edit`);
}

/** Removes a table with its sub-tables, and the empty line before it. */
function withoutTable(text: string, path: KeyPath): string {
  const expected = changed(parsed(text), path, undefined);
  const lines = text.split("\n");
  const header = headerAt(lines, path);
  if (header >= 0) {
    const from = header > 0 && lines[header - 1]?.trim() === "" ? header - 1 : header;
    for (let to = header + 1; to <= lines.length; to++) {
      const rest = lines.slice(to);
      const isEnd = rest.length === 0 || rest.every((line) => line.trim() === "");
      const candidate = [...lines.slice(0, from), ...rest].join("\n");
      if (isExpected(candidate, expected))
        return isEnd && from > 0 ? `${lines.slice(0, from).join("\n")}\n` : candidate;
    }
  }
  throw new ConfigError(`${path.join(".")} in it is written in a way that Galley cannot remove`);
}
