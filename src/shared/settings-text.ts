/** The settings file as text: JSON in which comments and a comma too many are allowed, edited so that the rest stays. */
import { defaultSettings, isSetting, type SettingName, type Settings, settingNames } from "./settings";

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
  /** Where something is no JSON. */
  faults: number[];
  /** The brackets of the whole; null where there are none that can be trusted. */
  inside: { from: number; to: number } | null;
};

/** What holds with this file: its good entries, and the usual value for every other. */
export function readSettings(text: string): { settings: Settings; problems: SettingsProblem[] } {
  const { entries, faults } = outline(text);
  const settings = { ...defaultSettings };
  const problems = faults
    .slice(0, MOST_FAULTS)
    .map((at): SettingsProblem => ({ kind: "syntax", ...placeOf(text, at) }));
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
  const needsComma = last !== null && !blankComments(text).slice(last.to, inside.to).includes(",");
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

/** The entries of the object that the file is, each value read on its own, so that a bad one does not cost the others. */
function outline(text: string): Outline {
  const plain = blankCommas(blankComments(text));
  const result: Outline = { entries: new Map(), faults: [], inside: null };
  const skip = (at: number) => at + (/^\s*/.exec(plain.slice(at))?.[0].length ?? 0);
  let at = skip(plain.startsWith("\ufeff") ? 1 : 0);
  if (at >= plain.length) return result;
  if (plain[at] !== "{") return { ...result, faults: [at] };
  const open = ++at;
  for (;;) {
    at = skip(at);
    if (plain[at] === "}") break;
    const name = /^"(?:[^"\\\n]|\\.)*"/.exec(plain.slice(at))?.[0];
    const colon = name === undefined ? at : skip(at + name.length);
    if (name === undefined || plain[colon] !== ":") return { ...result, faults: [...result.faults, at] };
    const from = skip(colon + 1);
    const end = valueEnd(plain, from);
    const to = from + plain.slice(from, end).trimEnd().length;
    const key = parsed(name);
    const value = parsed(plain.slice(from, to));
    if (typeof key?.value === "string" && value) result.entries.set(key.value, { value: value.value, from, to });
    else result.faults.push(from);
    at = end;
    if (plain[at] === ",") at++;
    else if (plain[at] !== "}") return { ...result, faults: [...result.faults, at] };
  }
  result.inside = { from: open, to: at };
  const rest = skip(at + 1);
  if (rest < plain.length) result.faults.push(rest);
  return result;
}

function parsed(json: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return null;
  }
}

/** Where the value ends that begins at `from`: at the comma or bracket behind it. */
function valueEnd(plain: string, from: number): number {
  let depth = 0;
  for (const { 0: part, index } of plain.slice(from).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\],]/g)) {
    if (part === "{" || part === "[") depth++;
    else if (depth === 0 && (part === "," || part === "}" || part === "]")) return from + index;
    else if (part === "}" || part === "]") depth--;
  }
  return plain.length;
}

/** Comments as blanks, so that every place in the text stays where it is. */
const blankComments = (text: string) =>
  text.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith("/") ? part.replaceAll(/[^\n]/g, " ") : part,
  );

/** A comma before a closing bracket as a blank. */
const blankCommas = (text: string) =>
  text.replaceAll(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === "," ? " " : part));
