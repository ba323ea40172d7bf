/** The settings file as text: JSON in which comments and a comma too many are allowed, edited so that the rest stays. */
import { getNodeValue, type Node, type ParseError, parseTree, visit } from "jsonc-parser";
import { defaultSettings, isSetting, type SettingName, type Settings, settingNames } from "../../shared/settings";

/** Why a part of the file does not count. Lines and columns begin at 1. */
export type SettingsProblem =
  | { kind: "value"; name: SettingName; found: string; line: number }
  | { kind: "syntax"; line: number; column: number };

/** As many mistakes are told: a file that is no settings at all has one in every line. */
const MOST_FAULTS = 5;

type Entry = { value: unknown; from: number; to: number };

type Outline = {
  /** By name; where a name stands twice, the last one. */
  entries: Map<string, Entry>;
  /** Where something is no JSON; the first few places. */
  faults: number[];
  /** What stands between the brackets of the whole; null where there are none that can be trusted. */
  inside: { from: number; to: number } | null;
};

/** What holds with this file: its good entries, and the usual value for every other. */
export function readSettings(text: string): { settings: Settings; problems: SettingsProblem[] } {
  const { entries, faults } = outline(text);
  const settings = { ...defaultSettings };
  const problems = faults.map((at): SettingsProblem => ({ kind: "syntax", ...placeOf(text, at) }));
  for (const name of settingNames) {
    const entry = entries.get(name);
    if (!entry) continue;
    if (isSetting(name, entry.value)) Object.assign(settings, { [name]: entry.value });
    else {
      const found = text.slice(entry.from, entry.to).slice(0, 60);
      problems.push({ kind: "value", name, found, line: placeOf(text, entry.from).line });
    }
  }
  return { settings, problems };
}

/** The file with other values in it, and everything else as it was; null where it is too damaged to be edited. */
export function withSettings(text: string, changed: Partial<Settings>): string | null {
  let now = text.trim() === "" ? "{\n}\n" : text;
  for (const [name, value] of Object.entries(changed)) {
    const { entries, inside, faults } = outline(now);
    if (!inside || faults.length > 0) return null;
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

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}

/** The entries of the object that the file is. A bad one does not cost the others. */
function outline(text: string): Outline {
  const { root, errors } = parsed(text);
  const entries = new Map<string, Entry>();
  for (const { children = [] } of root?.children ?? []) {
    const [name, value] = children;
    if (name && value) entries.set(name.value, { value: getNodeValue(value), from: value.offset, to: endOf(value) });
  }
  const isObject = root?.type === "object";
  const bare = (isObject ? (root.children ?? []) : []).filter(({ colonOffset }) => colonOffset === undefined);
  const faults = errors
    .filter((error, index) => !isSameMistake(text, errors[index - 1], error))
    .slice(0, MOST_FAULTS)
    // A name with nothing behind it is the mistake itself.
    .map(
      ({ offset }) => bare.find((name) => isBlank(text, endOf(name.children?.[0] ?? name), offset))?.offset ?? offset,
    );
  return {
    entries: isObject ? entries : new Map(),
    faults: root && !isObject && faults.length === 0 ? [root.offset] : faults,
    inside: isObject ? { from: root.offset + 1, to: endOf(root) - 1 } : null,
  };
}

type Fault = Pick<ParseError, "offset" | "length">;

/** `root` is undefined where nothing but comments stands in the file. */
function parsed(text: string): { root: Node | undefined; errors: readonly Fault[] } {
  const errors: ParseError[] = [];
  // A byte-order mark is no JSON; a blank in its place leaves every other place as it is.
  const plain = text.replace(/^\ufeff/, " ");
  try {
    return { root: parseTree(plain, errors, { allowTrailingComma: true, allowEmptyContent: true }), errors };
  } catch {
    // Thousands of brackets within one another are more than the parser can hold.
    return { root: undefined, errors: [{ offset: 0, length: 0 }] };
  }
}

const isBlank = (text: string, from: number, to: number) => from <= to && text.slice(from, to).trim() === "";

const endOf = ({ offset, length }: Node) => offset + length;

/** A word that is no JSON is told once, and not again for what is missing in its place. */
function isSameMistake(text: string, before: Fault | undefined, error: Fault): boolean {
  if (!before) return false;
  const end = before.offset + before.length;
  return !text.slice(end, error.offset).includes("\n") || isBlank(text, end, error.offset);
}

/** Where the last comma stands that is neither in a text nor in a comment; -1 for none. */
function lastComma(text: string): number {
  let found = -1;
  visit(text, {
    onSeparator: (character, offset) => {
      if (character === ",") found = offset;
    },
  });
  return found;
}
