/** Replacement templates, with the groups of a regular expression, and letter case taken from the match. */

/** Literal text, or a group of the match; 0 is the whole match. */
type Piece = string | number;

/** A parsed template. `groups` is the number of groups in the pattern; with too many, matches do not report theirs. */
export type Replacement =
  | { status: "ready"; pieces: readonly Piece[]; groups: number; keepCase: boolean }
  /** The template names a group that is not in the pattern. */
  | { status: "unknown group"; name: string; groups: number };

/** Further groups cannot be named. */
const MAX_GROUPS = 99;

/**
 * The groups of a regular expression by number, from 1: the name of each, or null. Escaped parentheses, those in a class and non-capturing
 * groups do not count.
 */
export function groupsOf(pattern: string): (string | null)[] {
  const groups: (string | null)[] = [];
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "[") {
      // A bracket that comes first in a class is literal.
      if (depth === 0 && /^\^?\]/.test(pattern.slice(at + 1, at + 3))) at += pattern[at + 1] === "^" ? 2 : 1;
      depth++;
    } else if (character === "]") depth = Math.max(0, depth - 1);
    else if (character === "(" && depth === 0) {
      const name = /^\?P?<([^>]*)>/.exec(pattern.slice(at + 1, at + 200));
      if (name) groups.push(name[1] ?? "");
      else if (pattern[at + 1] !== "?") groups.push(null);
    }
  }
  return groups.slice(0, MAX_GROUPS);
}

const signs: Record<string, string> = { n: "\n", t: "\t", "\\": "\\" };

/**
 * Parses a template. For a regular expression, `$1`, `${1}`, `${name}`, `$&` and `$0` are groups, `$$` is a dollar, and `\n`, `\t` and `\\`
 * are a line break, a tab and a backslash; everything else is literal, as is the whole template otherwise.
 */
export function readReplacement(
  template: string,
  { pattern, regex, keepCase }: { pattern: string; regex: boolean; keepCase: boolean },
): Replacement {
  if (!regex) return { status: "ready", pieces: template === "" ? [] : [template], groups: 0, keepCase };
  const groups = groupsOf(pattern);
  const pieces: Piece[] = [];
  const add = (text: string) => {
    const last = pieces.at(-1);
    if (typeof last === "string") pieces[pieces.length - 1] = last + text;
    else pieces.push(text);
  };
  const token = /\\([nt\\])|\$(?:(\$)|(&)|(\d{1,2})|\{(\w+)\})|[^\\$]+|[\\$]/gsu;
  for (const [whole, sign, dollar, all, digits, name] of template.matchAll(token)) {
    const numbered = digits ?? (name !== undefined && /^\d{1,2}$/.test(name) ? name : undefined);
    if (sign !== undefined) add(signs[sign] ?? "");
    else if (dollar !== undefined) add("$");
    else if (all !== undefined) pieces.push(0);
    else if (numbered !== undefined) {
      const group = Number(numbered);
      // `$12` with fewer than twelve groups is group 1 and the digit 2.
      const first = Number(numbered[0]);
      if (group <= groups.length) pieces.push(group);
      else if (digits?.length === 2 && first > 0 && first <= groups.length) {
        pieces.push(first);
        add(digits.slice(1));
      } else return { status: "unknown group", name: `$${numbered}`, groups: groups.length };
    } else if (name !== undefined) {
      const at = groups.indexOf(name);
      if (at < 0) return { status: "unknown group", name: `\${${name}}`, groups: groups.length };
      pieces.push(at + 1);
    } else add(whole);
  }
  return { status: "ready", pieces, groups: groups.length, keepCase };
}

/** Whether the replacement depends on the match. */
export const usesGroups = (replacement: Replacement): boolean =>
  replacement.status === "ready" && replacement.pieces.some((piece) => typeof piece === "number" && piece > 0);

/** The replacement of a match; `groups` are the groups of the match from 1 on, if they are used. */
export function replaceMatch(
  { pieces, keepCase }: Extract<Replacement, { status: "ready" }>,
  match: string,
  groups: readonly string[],
): string {
  const text = pieces
    .map((piece) => (typeof piece === "string" ? piece : piece === 0 ? match : (groups[piece - 1] ?? "")))
    .join("");
  return keepCase ? inCaseOf(match, text) : text;
}

/**
 * The text in the letter case of a match: `SHIP`, `Ship` and `ship`, word by word if both have the same number of words joined by hyphens
 * or underscores. Unchanged if the match has no letter case or mixed case.
 */
function inCaseOf(match: string, text: string): string {
  for (const joint of ["-", "_"]) {
    const [of, to] = [match.split(joint), text.split(joint)];
    if (of.length > 1 && of.length === to.length)
      return to.map((part, index) => inCaseOf(of[index] ?? "", part)).join(joint);
  }
  const [upper, lower] = [match.toUpperCase(), match.toLowerCase()];
  if (upper === lower) return text;
  const letters = [...match].filter((letter) => letter.toUpperCase() !== letter.toLowerCase());
  const first = letters[0] ?? "";
  if (match === upper && letters.length > 1) return text.toUpperCase();
  if (match === lower) return text.slice(0, 1) === text.slice(0, 1).toUpperCase() ? withFirst(text, "lower") : text;
  if (first === first.toUpperCase()) return withFirst(text, "upper");
  return text;
}

function withFirst(text: string, to: "upper" | "lower"): string {
  const at = text.search(/\p{L}/u);
  if (at < 0) return text;
  const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return (
    text.slice(0, at) + (to === "upper" ? letter.toUpperCase() : letter.toLowerCase()) + text.slice(at + letter.length)
  );
}
