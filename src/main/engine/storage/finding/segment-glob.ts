/** Patterns for one name: `*`, `?`, `[a-z]`, `[!x]`, and `\` to escape. */

/** Tests one name (the part of a path between slashes). Takes at most pattern length × name length steps. */
export type NameTest = (name: string) => boolean;

type Token = { kind: "star" } | { kind: "one"; fits(character: string): boolean };

const posixClasses: Record<string, RegExp> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\p{Cc}]/u,
  digit: /[0-9]/,
  graph: /[\x21-\x7e]/,
  lower: /[a-z]/,
  print: /[\x20-\x7e]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Compiles a pattern; null if it cannot match anything (an unclosed bracket, a lone `\` at its end). */
export function nameTest(pattern: string): NameTest | null {
  const tokens = tokensOf([...pattern]);
  if (tokens === null) return null;
  const [only] = tokens;
  if (tokens.length === 1 && only?.kind === "star") return () => true;
  return (name) => matches(tokens, [...name]);
}

function tokensOf(pattern: readonly string[]): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (character === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (character === "?") tokens.push({ kind: "one", fits: () => true });
    else if (character === "[") {
      const set = setAt(pattern, at + 1);
      if (set === null) return null;
      tokens.push({ kind: "one", fits: set.fits });
      at = set.end;
    } else {
      if (character === "\\" && ++at >= pattern.length) return null;
      const literal = pattern[at] as string;
      tokens.push({ kind: "one", fits: (other) => other === literal });
    }
  }
  return tokens;
}

type CharacterSet = { fits(character: string): boolean; end: number };

/** Parses a bracket expression from after the opening bracket; `end` is the index of the closing one. */
function setAt(pattern: readonly string[], start: number): CharacterSet | null {
  const isNegated = pattern[start] === "!" || pattern[start] === "^";
  const members: ((character: string) => boolean)[] = [];
  const first = isNegated ? start + 1 : start;
  for (let at = first; at < pattern.length; at++) {
    if (pattern[at] === "]" && at > first) {
      return { end: at, fits: (character) => members.some((member) => member(character)) !== isNegated };
    }
    const named = pattern[at] === "[" && pattern[at + 1] === ":" ? posixAt(pattern, at) : null;
    if (named !== null) {
      members.push(named.fits);
      at = named.end;
      continue;
    }
    if (pattern[at] === "\\") at++;
    const low = pattern[at];
    if (low === undefined) return null;
    let high = low;
    if (pattern[at + 1] === "-" && pattern[at + 2] !== "]" && pattern[at + 2] !== undefined) {
      at += pattern[at + 2] === "\\" ? 3 : 2;
      high = pattern[at] ?? low;
    }
    const [from, to] = [low.codePointAt(0) ?? 0, high.codePointAt(0) ?? 0];
    members.push((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= from && code <= to;
    });
  }
  return null;
}

/** A class such as `[:alpha:]` inside brackets. An unknown class matches nothing. */
function posixAt(pattern: readonly string[], start: number): CharacterSet | null {
  const end = pattern.findIndex((character, at) => at > start + 1 && character === ":" && pattern[at + 1] === "]");
  if (end < 0) return null;
  const known = posixClasses[pattern.slice(start + 2, end).join("")];
  return { end: end + 1, fits: (character) => known?.test(character) ?? false };
}

/** Backtracks to the last star only: an earlier one cannot match more. */
function matches(tokens: readonly Token[], name: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const next = tokens[token];
    if (next?.kind === "star") {
      star = token++;
      starAt = at;
    } else if (next?.kind === "one" && next.fits(name[at] as string)) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[token]?.kind === "star") token++;
  return token === tokens.length;
}
