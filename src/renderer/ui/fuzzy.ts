/** Prepared text to search in. `text` is what is shown; `name` is where the file name begins in a path. */
export type Candidate = { readonly text: string; readonly folded: string; readonly name: number };

/**
 * The score of a match (higher is better; comparable within one query) and the UTF-16 positions of the matched letters.
 */
export type Match = { score: number; positions: number[] };

/** Longer query words are cut: each letter has a cost. */
const MAX_LENGTH = 64;

/** Only this many characters of a long text are searched. */
const REACH = 1000;

const SCORE = {
  letter: 16,
  /** The letter directly follows the previous match. */
  next: 14,
  /** The first letter of a word: in `chapter-two`, c and t; in `readMe`, r and M. */
  wordStart: 12,
  /** The first letter of the file name. */
  nameStart: 18,
  /** Penalty for each skipped letter. */
  gap: -1,
  /** The whole word matches in the file name rather than in its folders. */
  inName: 24,
  /** The file name begins with all the words in their order. More than being open or recently used. */
  beginsName: 40,
  /** The word is the file name without its extension. */
  isName: 60,
};

/** Prepares a text. `isPath`: the part after the last `/` counts more. */
export function candidate(text: string, isPath: "path" | "words"): Candidate {
  return { text, folded: folded(text), name: isPath === "path" ? text.lastIndexOf("/") + 1 : 0 };
}

/** Splits a query into the words that `matchOf` takes. All of them must match, in any order. */
export function queryWords(query: string): string[] {
  const plain = folded(query.normalize("NFC")).replace(/[\u0300-\u036f]/g, "");
  return plain.split(/\s+/).flatMap((word) => (word === "" ? [] : [word.slice(0, MAX_LENGTH)]));
}

/** Whether the letters of every word occur in order: a cheap filter before `matchOf`. */
export function containsAllWords({ folded }: Candidate, words: readonly string[]): boolean {
  for (const word of words) {
    let at = -1;
    for (let index = 0; index < word.length; index++) {
      at = folded.indexOf(word[index] as string, at + 1);
      if (at < 0) return false;
    }
  }
  return true;
}

/** The best match of all words; null if a word does not match. */
export function matchOf(candidate: Candidate, words: readonly string[]): Match | null {
  const positions: number[] = [];
  const score = scoreOf(candidate, words, positions);
  return score === null ? null : { score, positions: [...new Set(positions)].sort((a, b) => a - b) };
}

/** Computes only the score, which is enough for most candidates. Fills `positions` if an array is given. */
export function scoreOf(candidate: Candidate, words: readonly string[], positions?: number[]): number | null {
  const { folded, name } = candidate;
  let total = 0;
  for (const word of words) {
    const inName = name > 0 && !word.includes("/") ? alignment(candidate, word, name, positions) : null;
    if (inName !== null) total += inName + SCORE.inName;
    else {
      const anywhere = alignment(candidate, word, 0, positions);
      if (anywhere === null) return null;
      total += anywhere + (name === 0 ? SCORE.inName : 0);
    }
    if (folded.startsWith(word, name) && isNameEnd(folded, name + word.length)) total += SCORE.isName;
  }
  const end = endOfWords(folded, name, words);
  if (end >= 0) total += SCORE.beginsName;
  if (words.length > 1 && end >= 0 && isNameEnd(folded, end)) total += SCORE.isName;
  // Of two equal matches, the shorter text wins.
  return total - Math.min(folded.length, 200) / 50;
}

/** Whether a file name ends at `at`, or only its extension follows. */
const isNameEnd = (folded: string, at: number) => /^(?:\.[^.]*)?$/.test(folded.slice(at));

/** Where the words end if they stand at `start` in their order, with a blank, hyphen or the like between them; else -1. */
function endOfWords(folded: string, start: number, words: readonly string[]): number {
  let at = start;
  for (const [index, word] of words.entries()) {
    if (index > 0 && !isBetweenWords(folded.charCodeAt(at++))) return -1;
    if (!folded.startsWith(word, at)) return -1;
    at += word.length;
  }
  return words.length > 0 ? at : -1;
}

// One matrix for all calls: a row for each letter of the word, a column for each character of the text.
let best = new Int32Array(0);
let ending = new Int32Array(0);
const NONE = -1_000_000;

/**
 * Finds the best alignment of `word` from `start` on. For each letter and position, `ending` has the best score with
 * that letter exactly there, `best` the best score with it there or earlier.
 */
function alignment({ text, folded }: Candidate, word: string, start: number, positions?: number[]): number | null {
  // Only positions between the first possible beginning and the last possible end matter.
  let first = -1;
  let at = start - 1;
  for (let index = 0; index < word.length; index++) {
    at = folded.indexOf(word[index] as string, at + 1);
    if (at < 0) return null;
    if (index === 0) first = at;
  }
  const last = Math.min(folded.lastIndexOf(word[word.length - 1] as string), first + REACH);
  if (last < at) return null;
  const width = last - first + 1;
  const size = width * word.length;
  if (best.length < size) {
    best = new Int32Array(size * 2);
    ending = new Int32Array(size * 2);
  }
  for (let row = 0; row < word.length; row++) {
    const letter = word.charCodeAt(row);
    let before = NONE;
    for (let column = 0; column < width; column++) {
      const cell = row * width + column;
      let score = NONE;
      if (folded.charCodeAt(first + column) === letter) {
        const bonus = SCORE.letter + startBonus(text, first + column, start);
        if (row === 0) score = bonus;
        else if (column > 0) {
          const above = cell - width - 1;
          const next = (ending[above] as number) + SCORE.next;
          const later = best[above] as number;
          score = Math.max(next, later) + bonus;
        }
        if (score < NONE / 2) score = NONE;
      }
      ending[cell] = score;
      before = Math.max(score, before === NONE ? NONE : before + SCORE.gap);
      best[cell] = before;
    }
  }
  const rows = word.length - 1;
  let end = 0;
  let score = NONE;
  for (let column = 0; column < width; column++) {
    const here = ending[rows * width + column] as number;
    if (here > score) {
      score = here;
      end = column;
    }
  }
  if (score <= NONE) return null;
  if (positions) trace(first, width, rows, end, positions);
  return score;
}

function trace(first: number, width: number, rows: number, end: number, positions: number[]): void {
  let column = end;
  for (let row = rows; row >= 0; row--) {
    positions.push(first + column);
    if (row === 0) return;
    const above = (row - 1) * width;
    const next = (ending[above + column - 1] as number) + SCORE.next;
    const later = best[above + column - 1] as number;
    column -= 1;
    if (next >= later) continue;
    // Finds the nearest earlier position that gave the best score.
    while (column > 0 && ending[above + column] !== best[above + column]) column -= 1;
  }
}

function startBonus(text: string, at: number, nameStart: number): number {
  if (at === nameStart) return SCORE.nameStart;
  const before = text.charCodeAt(at - 1);
  if (isBetweenWords(before)) return SCORE.wordStart;
  const here = text.charCodeAt(at);
  return here >= 65 && here <= 90 && before >= 97 && before <= 122 ? SCORE.wordStart : 0;
}

/** Space, `/`, `\`, `-`, `_`, `.`, `(`, `[`, `:`, `,` and the Chinese space and full stops. */
const isBetweenWords = (code: number) =>
  code === 32 ||
  (code >= 44 && code <= 47) ||
  code === 95 ||
  code === 92 ||
  code === 40 ||
  code === 91 ||
  code === 58 ||
  (code >= 0x3000 && code <= 0x3011);

const known = new Map<string, string>();

/** Folds case, accents and character width. The length stays the same, so positions stay valid. */
function folded(text: string): string {
  let plain = true;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) {
      plain = false;
      break;
    }
  }
  if (plain) return text.toLowerCase();
  let made = "";
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] as string;
    made += unit < "\u0080" ? unit.toLowerCase() : foldedUnit(unit);
  }
  return made;
}

function foldedUnit(unit: string): string {
  const cached = known.get(unit);
  if (cached !== undefined) return cached;
  const [base = unit, ...marks] = unit.normalize("NFKD");
  // Only combining accents are dropped: が and か are different letters.
  const isLetter = base.length === 1 && marks.every((mark) => mark >= "\u0300" && mark <= "\u036f");
  const lower = (isLetter ? base : unit).toLowerCase();
  const result = lower.length === 1 ? lower : unit;
  if (known.size < 100_000) known.set(unit, result);
  return result;
}
