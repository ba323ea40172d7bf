/** Globs over titles: `*` matches any run of characters, `?` any character, `[a-z]` one of these, `[!a-z]` none of these. */

/** A compiled pattern, or the reason why it is invalid. */
export type Glob =
  | { status: "compiled"; matches: (text: string) => boolean }
  | { status: "bad_pattern"; message: string };

const MAX_PATTERN = 256;

/**
 * Compiles a pattern that must match the whole text; letter case does not matter, and a backslash escapes the next character. All positions
 * of the pattern are followed at once, so matching costs the text's length times the pattern's length over 32 for any input. Patterns of
 * more than 256 characters and unclosed classes are invalid.
 */
export function compileGlob(pattern: string): Glob {
  const characters = [...fold(pattern)];
  if (characters.length > MAX_PATTERN) {
    return {
      status: "bad_pattern",
      message: `The pattern has ${characters.length} characters; the limit is ${MAX_PATTERN}.`,
    };
  }
  const tests: CharacterTest[] = [];
  const stars = new Set<number>();
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (character === "*") stars.add(tests.length);
    else if (character === "?") tests.push(() => true);
    else if (character === "[") {
      const end = classEnd(characters, at);
      if (end < 0) {
        return {
          status: "bad_pattern",
          message: `The pattern ${pattern} has a [ that is never closed. Write \\[ for the character itself.`,
        };
      }
      tests.push(classTest(characters.slice(at + 1, end)));
      at = end;
    } else {
      const literal = character === "\\" && at + 1 < characters.length ? (characters[++at] as string) : character;
      tests.push((other) => other === literal);
    }
  }
  return { status: "compiled", matches: matcher(tests, stars) };
}

type CharacterTest = (character: string) => boolean;

const fold = (text: string): string => text.normalize("NFC").toLowerCase();

// A `]` right after the opening bracket is part of the class.
function classEnd(characters: readonly string[], open: number): number {
  const first = characters[open + 1] === "!" || characters[open + 1] === "^" ? open + 2 : open + 1;
  return characters.indexOf("]", first + 1);
}

function classTest(members: readonly string[]): CharacterTest {
  const isNegated = members[0] === "!" || members[0] === "^";
  const listed = isNegated ? members.slice(1) : members;
  const ranges: [string, string][] = [];
  for (let at = 0; at < listed.length; at++) {
    const from = listed[at] as string;
    const isRange = listed[at + 1] === "-" && at + 2 < listed.length;
    ranges.push([from, isRange ? (listed[at + 2] as string) : from]);
    if (isRange) at += 2;
  }
  const holds = (character: string): boolean => {
    const point = character.codePointAt(0) as number;
    return ranges.some(
      ([from, to]) => (from.codePointAt(0) as number) <= point && point <= (to.codePointAt(0) as number),
    );
  };
  return isNegated ? (character) => !holds(character) : holds;
}

// Bit `i` of the state: the first `i` tests have matched. A star keeps its bit set.
function matcher(tests: readonly CharacterTest[], stars: ReadonlySet<number>): (text: string) => boolean {
  const words = Math.floor(tests.length / 32) + 1;
  const stays = new Uint32Array(words);
  for (const star of stars) setBit(stays, star);
  const known = new Map<string, Uint32Array>();
  const stepsOn = (character: string): Uint32Array => {
    let steps = known.get(character);
    if (!steps) {
      steps = new Uint32Array(words);
      for (const [index, test] of tests.entries()) if (test(character)) setBit(steps, index);
      known.set(character, steps);
    }
    return steps;
  };
  return (text) => {
    let state = new Uint32Array(words);
    state[0] = 1;
    for (const character of fold(text)) {
      const steps = stepsOn(character);
      const next = new Uint32Array(words);
      let carry = 0;
      let isAlive = false;
      for (let word = 0; word < words; word++) {
        const current = state[word] as number;
        const moved = (current & (steps[word] as number)) >>> 0;
        next[word] = ((moved << 1) | carry | (current & (stays[word] as number))) >>> 0;
        carry = moved >>> 31;
        if (next[word] !== 0) isAlive = true;
      }
      if (!isAlive) return false;
      state = next;
    }
    return (((state[tests.length >>> 5] as number) >>> (tests.length & 31)) & 1) === 1;
  };
}

function setBit(words: Uint32Array, bit: number): void {
  words[bit >>> 5] = ((words[bit >>> 5] as number) | (1 << (bit & 31))) >>> 0;
}
