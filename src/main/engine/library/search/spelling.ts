/** The letters and digits of a word as a set of 32 bits, for a fast lower bound on the distance of two words. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

/** Whether words with these letters can be within `most` errors: one error replaces at most one letter by another. */
export function mayBeNear(a: number, b: number, most: number): boolean {
  return bitsIn(a & ~b) <= most && bitsIn(b & ~a) <= most;
}

function bitsIn(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many typing errors are tolerated in a word of this length. */
export const errorsForgiven = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3);

const LONGEST = 64;
const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * The optimal string alignment distance: letters omitted, inserted, replaced, or swapped with their neighbour. `most + 1` if it is more
 * than `most`. A word of more than 64 characters is similar only to itself.
 */
export function typingErrors(a: string, b: string, most: number): number {
  if (a === b) return 0;
  const beyond = most + 1;
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST || b.length > LONGEST) return beyond;
  let [beforeLast, last, row] = rows;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    let least = from === 1 ? i : beyond;
    row[from - 1] = least;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      const above = j < i + most ? (last[j] ?? 0) : beyond;
      let best = Math.min(above + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (letter === other ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row[j] = best;
      if (best < least) least = best;
    }
    if (least > most) return beyond;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length] ?? beyond, beyond);
}
