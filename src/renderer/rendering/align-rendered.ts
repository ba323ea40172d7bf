/** Finds the words of a Markdown source in the text that was rendered from it. Only letters, digits and the like are compared: marks are not rendered. */

/** A longer source is not compared, in characters. */
const MAX_SOURCE = 100_000;
/** The maximum number of characters that are skipped where the two differ, and how often. */
const MAX_SKIP = 300;
const MAX_SKIPS = 200;
/** So many characters must agree after a difference. */
const AGREEING = 6;

/** What the source has and the rendered text has not, beside single marks; the contents of links and tags above all. */
const HIDDEN = [
  /<!--[\s\S]{0,1000}?-->/g,
  /<\/?[a-z][\w-]{0,40}(?:\s[^<>]{0,500})?\/?>/gi,
  /\]\((?:[^()\n\\]|\\.|\([^()\n]{0,200}\)){0,500}\)/g,
  /\]\[[^\]\n]{0,500}\]/g,
  /\[\^[^\]\s]{1,100}\]:?/g,
  /\[\[[^\]|\n]{0,500}\|/g,
  /\[![\w-]{1,40}\][+-]?/g,
  /^[ ]{0,3}\[[^\]^\n][^\]\n]{0,500}\]:[^\n]*$/gm,
  /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\](?=\s))?/gm,
  /^[ \t>]*(?:`{3,}|~{3,})[^\n]*$/gm,
  /[ \t]\^[\w-]{1,100}$/gm,
  /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi,
];
/** Only the lines of fences are hidden around code. */
const HIDDEN_IN_CODE = [/^[ \t>]*(?:`{3,}|~{3,})[^\n]*$/gm];

/** Characters that are not compared: blanks and the signs of ASCII, of which Markdown's marks are made. */
const UNCOMPARED = /[\s!-/:-@[-`{-~]/;

/** A range of characters, the end excluded. */
export type CharacterRange = { from: number; to: number };

/** Finds ranges of the source in the rendered text, and the other way round; null where none of their words is in the other. */
export type Alignment = {
  inRendered(range: CharacterRange): CharacterRange | null;
  inSource(range: CharacterRange): CharacterRange | null;
};

/** Compares a block's source with its rendered text. Takes linear time; what cannot be compared is not found. */
export function alignRendered(source: string, rendered: string, kind: "text" | "code" = "text"): Alignment {
  if (source.length > MAX_SOURCE) return { inRendered: () => null, inSource: () => null };
  const bare = (kind === "code" ? HIDDEN_IN_CODE : HIDDEN).reduce(
    (text, hidden) => text.replace(hidden, (found) => found.replace(/[^\n]/g, " ")),
    source,
  );
  const pairs = pairsOf(compared(bare), compared(rendered));
  return {
    inRendered: (range) => counterpart(pairs, range, [source, rendered]),
    inSource: (range) => counterpart(pairs.map(swapped), range, [rendered, source]),
  };
}

/** A character that both texts have, by its position in each. */
type Pair = { here: number; there: number };

const swapped = ({ here, there }: Pair): Pair => ({ here: there, there: here });

function counterpart(
  pairs: readonly Pair[],
  range: CharacterRange,
  [own, other]: readonly [string, string],
): CharacterRange | null {
  const first = pairs.find(({ here }) => here >= range.from);
  const last = pairs.findLast(({ here }) => here < range.to);
  if (first === undefined || last === undefined || first.here > last.here) return null;
  let [from, to] = [first.there, last.there + 1];
  // Signs at the ends belong to the words if they are shown as they are written.
  for (let at = first.here - 1; at >= range.from && isSame(own[at], other[from - 1]); at--) from--;
  for (let at = last.here + 1; at < range.to && isSame(own[at], other[to]); at++) to++;
  return { from, to };
}

const isSame = (a: string | undefined, b: string | undefined): boolean => a !== undefined && a === b && /\S/.test(a);

type Compared = { text: string; at: number[] };

/** The characters that are compared, and where they are. */
function compared(text: string): Compared {
  const at: number[] = [];
  let kept = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if (UNCOMPARED.test(character)) continue;
    kept += character;
    at.push(index);
  }
  return { text: kept, at };
}

/** The characters that both have, in order: `here` is in the source. */
function pairsOf(source: Compared, rendered: Compared): Pair[] {
  const pairs: Pair[] = [];
  let [i, j, skips] = [0, 0, 0];
  while (i < source.text.length && j < rendered.text.length) {
    if (source.text[i] === rendered.text[j]) {
      pairs.push({ here: source.at[i++] ?? 0, there: rendered.at[j++] ?? 0 });
      continue;
    }
    const next = skips++ < MAX_SKIPS ? nextAgreement(source.text, i, rendered.text, j) : null;
    if (next === null) break;
    [i, j] = next;
  }
  return pairs;
}

/** The nearest positions from which the two texts agree again. */
function nextAgreement(source: string, i: number, rendered: string, j: number): [number, number] | null {
  for (let distance = 1; distance <= MAX_SKIP; distance++) {
    // Skipping in the source comes first: it contains text that is not rendered.
    for (let skipped = distance; skipped >= 0; skipped--) {
      const [a, b] = [i + skipped, j + distance - skipped];
      if (a >= source.length || b >= rendered.length) continue;
      const length = Math.min(AGREEING, source.length - a, rendered.length - b);
      if (source.startsWith(rendered.slice(b, b + length), a)) return [a, b];
    }
  }
  return null;
}
