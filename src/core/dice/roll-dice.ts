import type { Dice, DiceTerm } from "./dice";

/** A die as it fell, and whether it counts. */
export type FallenDie = { value: number; isKept: boolean };

/** The result of dice: each term with its dice, and the sum. */
export type Roll = { total: number; terms: readonly { term: DiceTerm; dice: readonly FallenDie[] }[] };

/** A random whole number from 0 to 2^32 - 1. */
export type RandomBits = () => number;

const RANGE = 2 ** 32;

/** A side from 1 to `sides`, each as likely as any other: numbers beyond the last whole multiple are drawn again. */
export function fairDie(sides: number, bits: RandomBits): number {
  const limit = RANGE - (RANGE % sides);
  for (;;) {
    const drawn = bits();
    if (drawn < limit) return 1 + (drawn % sides);
  }
}

/** Rolls dice. */
export function rollDice({ terms }: Pick<Dice, "terms">, bits: RandomBits): Roll {
  let total = 0;
  const rolled = terms.map((term) => {
    if (term.kind === "number") {
      total += term.sign * term.value;
      return { term, dice: [] };
    }
    const values = Array.from({ length: term.count }, () => fairDie(term.sides, bits));
    const kept = keptOf(term, values);
    const dice = values.map((value, index) => ({ value, isKept: kept.has(index) }));
    for (const { value, isKept } of dice) if (isKept) total += term.sign * value;
    return { term, dice };
  });
  return { total, terms: rolled };
}

/** The indexes of the dice that count; of equal ones the first. */
function keptOf({ kept }: Extract<DiceTerm, { kind: "dice" }>, values: readonly number[]): Set<number> {
  const all = values.map((_, index) => index);
  if (kept === null) return new Set(all);
  const up = kept.what === "highest" ? -1 : 1;
  const sorted = all.sort((a, b) => up * ((values[a] ?? 0) - (values[b] ?? 0)) || a - b);
  return new Set(sorted.slice(0, kept.count));
}

/** Dice that are written out; the number of the others follows. */
const MAX_WRITTEN = 30;

/** How a roll came about: `5 + 4 - 2`, with dice that do not count in brackets. Empty if the total says as much. */
export function rollDetails({ total, terms }: Roll): string {
  let left = MAX_WRITTEN;
  const parts = terms.map(({ term, dice }, index) => {
    const sign = term.sign < 0 ? "- " : index === 0 ? "" : "+ ";
    if (term.kind === "number") return `${sign}${term.value}`;
    const written = dice
      .slice(0, Math.max(0, left))
      .map(({ value, isKept }) => (isKept ? String(value) : `(${value})`));
    left -= dice.length;
    if (written.length < dice.length) written.push("…");
    const sum = written.join(" + ").replaceAll("+ (", "(");
    return dice.length > 1 && term.sign < 0 ? `${sign}(${sum})` : `${sign}${sum}`;
  });
  const details = parts.join(" ");
  return details === String(total) ? "" : details;
}
