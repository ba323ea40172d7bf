/** The settings file as text: JSON with comments and trailing commas. Edits leave the rest of the file unchanged. */
import { getNodeValue, type Node, type ParseError, parseTree, visit } from "jsonc-parser";
import { defaultSettings, isSetting, type SettingName, type Settings, settingNames } from "../../shared/settings";

/** Why a part of the file is ignored. Lines and columns begin at 1. */
export type SettingsError =
  | { kind: "value"; name: SettingName; found: string; line: number }
  | { kind: "syntax"; line: number; column: number };

/** The maximum number of syntax errors that are reported: a file of another kind has one in every line. */
const MAX_SYNTAX_ERRORS = 5;

type Entry = { value: unknown; from: number; to: number };

type Outline = {
  /** By name. If a name occurs twice, the last one counts. */
  entries: Map<string, Entry>;
  /** The offsets of the first syntax errors. */
  errorOffsets: number[];
  /** The text between the outer brackets; null if they cannot be trusted. */
  inside: { from: number; to: number } | null;
};

/** The settings of this file: its valid entries, and the default for every other. */
export function readSettings(text: string): { settings: Settings; problems: SettingsError[] } {
  const { entries, errorOffsets } = outline(text);
  const settings = { ...defaultSettings };
  const problems = errorOffsets.map((at): SettingsError => ({ kind: "syntax", ...positionOf(text, at) }));
  for (const name of settingNames) {
    const entry = entries.get(name);
    if (!entry) continue;
    if (isSetting(name, entry.value)) Object.assign(settings, { [name]: entry.value });
    else {
      const found = text.slice(entry.from, entry.to).slice(0, 60);
      problems.push({ kind: "value", name, found, line: positionOf(text, entry.from).line });
    }
  }
  return { settings, problems };
}

/** The file with these values changed and everything else unchanged; null if it is too damaged to be edited. */
export function withSettings(text: string, changed: Partial<Settings>): string | null {
  let now = text.trim() === "" ? "{\n}\n" : text;
  for (const [name, value] of Object.entries(changed)) {
    const { entries, inside, errorOffsets } = outline(now);
    if (!inside || errorOffsets.length > 0) return null;
    const entry = entries.get(name);
    const written = JSON.stringify(value);
    now = entry ? splice(now, entry.from, entry.to, written) : withEntry(now, inside, entries, `"${name}": ${written}`);
  }
  return now;
}

function withEntry(
  text: string,
  inside: { from: number; to: number },
  entries: ReadonlyMap<string, Entry>,
  entry: string,
): string {
  const last = [...entries.values()].reduce<Entry | null>((a, b) => (a && a.to > b.to ? a : b), null);
  const needsComma = last !== null && lastComma(text) < last.to;
  const lineStart = text.lastIndexOf("\n", inside.to - 1) + 1;
  const isOwnLine = lineStart > inside.from && text.slice(lineStart, inside.to).trim() === "";
  const indent = /\n([ \t]+)"/.exec(text.slice(inside.from, inside.to))?.[1] ?? "  ";
  const added = isOwnLine
    ? splice(text, lineStart, lineStart, `${indent}${entry}\n`)
    : splice(text, inside.to, inside.to, `\n${indent}${entry}\n`);
  return needsComma ? splice(added, last.to, last.to, ",") : added;
}

const splice = (text: string, from: number, to: number, insert: string) =>
  text.slice(0, from) + insert + text.slice(to);

function positionOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}

/** The entries of the top-level object. An invalid entry does not affect the others. */
function outline(text: string): Outline {
  const { root, errors } = parsed(text);
  const entries = new Map<string, Entry>();
  for (const { children = [] } of root?.children ?? []) {
    const [name, value] = children;
    if (name && value) entries.set(name.value, { value: getNodeValue(value), from: value.offset, to: endOf(value) });
  }
  const isObject = root?.type === "object";
  const bare = (isObject ? (root.children ?? []) : []).filter(({ colonOffset }) => colonOffset === undefined);
  const errorOffsets = errors
    .filter((error, index) => !isSameError(text, errors[index - 1], error))
    .slice(0, MAX_SYNTAX_ERRORS)
    // A name without a value is itself the error.
    .map(
      ({ offset }) => bare.find((name) => isBlank(text, endOf(name.children?.[0] ?? name), offset))?.offset ?? offset,
    );
  return {
    entries: isObject ? entries : new Map(),
    errorOffsets: root && !isObject && errorOffsets.length === 0 ? [root.offset] : errorOffsets,
    inside: isObject ? { from: root.offset + 1, to: endOf(root) - 1 } : null,
  };
}

type ErrorSpan = Pick<ParseError, "offset" | "length">;

/** `root` is undefined if the file contains only comments. */
function parsed(text: string): { root: Node | undefined; errors: readonly ErrorSpan[] } {
  const errors: ParseError[] = [];
  // A byte order mark is not JSON. A blank in its place keeps all offsets.
  const plain = text.replace(/^\ufeff/, " ");
  try {
    return { root: parseTree(plain, errors, { allowTrailingComma: true, allowEmptyContent: true }), errors };
  } catch {
    // Thousands of nested brackets overflow the parser's stack.
    return { root: undefined, errors: [{ offset: 0, length: 0 }] };
  }
}

const isBlank = (text: string, from: number, to: number) => from <= to && text.slice(from, to).trim() === "";

const endOf = ({ offset, length }: Node) => offset + length;

/** An invalid word is reported once, and not again for what is missing in its place. */
function isSameError(text: string, before: ErrorSpan | undefined, error: ErrorSpan): boolean {
  if (!before) return false;
  const end = before.offset + before.length;
  return !text.slice(end, error.offset).includes("\n") || isBlank(text, end, error.offset);
}

/** The offset of the last comma that is neither in a string nor in a comment; -1 if there is none. */
function lastComma(text: string): number {
  let found = -1;
  visit(text, {
    onSeparator: (character, offset) => {
      if (character === ",") found = offset;
    },
  });
  return found;
}
