/** Dice in text: `2d6+3`, `d20`, `4d6kh3`, `1d8 + 1d6 - 2`. */

/** Which dice of a term count: the highest or lowest `count`, or all but these. */
type Kept = { what: "highest" | "lowest"; count: number };

/** Some dice of the same kind, or a number; `sign` is -1 if it is subtracted. */
export type DiceTerm = { sign: 1 | -1 } & (
  | { kind: "dice"; count: number; sides: number; kept: Kept | null }
  | { kind: "number"; value: number }
);

/** Dice as written, with their range in the text. */
export type Dice = { from: number; to: number; source: string; terms: readonly DiceTerm[] };

/** Dice beyond these are plain text. */
const LIMITS = { dice: 1000, sides: 1_000_000, terms: 20, value: 1_000_000_000 };

/** Longer runs of terms are plain text. */
const REACH = 200;

const DIE = String.raw`(?:\d{1,4}[dD]|d)(?:\d{1,7}|%)(?:(?:kh|kl|dh|dl)\d{0,4}|k\d{1,4})?`;
const NUMBER = String.raw`\d{1,10}`;
/** Not part of a word, a path, a version, a date or another number. Letters of Han may touch it, since Chinese has no blanks. */
const BEFORE = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_#@/\\.,:=&$%^~-])`;
const AFTER = String.raw`(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_%/\\@=]|[.,:][\p{L}\p{N}]|-[\p{L}\p{N}])`;
const SIGN = String.raw`[ ]?[+\-\u2212\u2013][ ]?`;

const DICE = new RegExp(
  `${BEFORE}(?:${NUMBER}${SIGN})?${DIE}(?:${SIGN}(?:${DIE}|${NUMBER}(?![dD.,:]?\\p{N}))(?![\\p{Script=Latin}\\p{N}]))*${AFTER}`,
  "gu",
);
const TERM = new RegExp(`(${SIGN})?(?:(\\d{0,4})[dD](\\d{1,7}|%)(?:(kh|kl|dh|dl|k)(\\d{0,4}))?|(\\d{1,10}))`, "y");

/** The dice in a text, in order. The caller leaves out code, links and the like. */
export function findDice(text: string): Dice[] {
  // Most texts have none.
  if (!/d[\d%]/i.test(text)) return [];
  const found: Dice[] = [];
  for (const { 0: source, index } of text.matchAll(DICE)) {
    const terms = source.length > REACH ? null : parseTerms(source);
    if (terms !== null) found.push({ from: index, to: index + source.length, source, terms });
  }
  return found;
}

function parseTerms(source: string): DiceTerm[] | null {
  const terms: DiceTerm[] = [];
  let dice = 0;
  TERM.lastIndex = 0;
  while (TERM.lastIndex < source.length) {
    const found = TERM.exec(source);
    if (found === null || terms.length >= LIMITS.terms) return null;
    const [, signed = "", count, sides, keeps, keptCount, number] = found;
    const sign = /[-\u2212\u2013]/.test(signed) ? -1 : 1;
    if (number !== undefined) {
      const value = Number(number);
      if (value > LIMITS.value) return null;
      terms.push({ kind: "number", sign, value });
      continue;
    }
    const term = { count: count ? Number(count) : 1, sides: sides === "%" ? 100 : Number(sides) };
    dice += term.count;
    if (term.count < 1 || term.sides < 1 || term.sides > LIMITS.sides || dice > LIMITS.dice) return null;
    const kept = keeps === undefined ? null : keptOf(keeps, keptCount ? Number(keptCount) : 1, term.count);
    if (kept !== null && (kept.count < 1 || kept.count > term.count)) return null;
    terms.push({ kind: "dice", sign, ...term, kept });
  }
  return terms;
}

/** What is kept of `of` dice: dropping the lowest keeps the highest of the others. */
const keptOf = (keeps: string, count: number, of: number): Kept => ({
  what: keeps === "kl" || keeps === "dh" ? "lowest" : "highest",
  count: keeps.startsWith("d") ? of - count : count,
});
