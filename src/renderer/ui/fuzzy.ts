/** What is searched, made ready once. `text` is what is shown; a path's name begins at `name`. */
export type Candidate = { readonly text: string; readonly folded: string; readonly name: number };

/** How good a match is, and which UTF-16 units of the text it takes. Higher is better; scores of one query compare. */
export type Match = { score: number; positions: number[] };

/** A longer word is cut: nobody types so much, and each letter costs. */
const LONGEST = 64;

/** Of a longer text only so much is looked at. */
const REACH = 1000;

const SCORE = {
  letter: 16,
  /** The letter after the one before it. */
  next: 14,
  /** The first letter of a word: of `chapter-two`, c and t; of `readMe`, r and M. */
  wordStart: 12,
  /** The first letter of a path's name. */
  nameStart: 18,
  /** Each letter in between. */
  gap: -1,
  /** The whole word lies in the name of a path, not in its folders. */
  inName: 24,
  /** The name is the word, but for its extension. */
  isName: 60,
};

/** A text as a candidate; `isPath`: what comes after the last `/` counts more. */
export function candidate(text: string, isPath: "path" | "words"): Candidate {
  return { text, folded: folded(text), name: isPath === "path" ? text.lastIndexOf("/") + 1 : 0 };
}

/** The words of a query, as `matchOf` takes them. Each has to be found, in any order. */
export function queryWords(query: string): string[] {
  const plain = folded(query.normalize("NFC")).replace(/[\u0300-\u036f]/g, "");
  return plain.split(/\s+/).flatMap((word) => (word === "" ? [] : [word.slice(0, LONGEST)]));
}

/** Whether the letters of every word are there in their order: the quick look before `matchOf`. */
export function holds({ folded }: Candidate, words: readonly string[]): boolean {
  for (const word of words) {
    let at = -1;
    for (let index = 0; index < word.length; index++) {
      at = folded.indexOf(word[index] as string, at + 1);
      if (at < 0) return false;
    }
  }
  return true;
}

/** The best match of all words; null where one is not there. */
export function matchOf(candidate: Candidate, words: readonly string[]): Match | null {
  const positions: number[] = [];
  const score = scoreOf(candidate, words, positions);
  return score === null ? null : { score, positions: [...new Set(positions)].sort((a, b) => a - b) };
}

/** Only the score, which is what most candidates are asked for. `positions` are added where an array is given. */
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
    if (folded.startsWith(word, name) && /^(?:\.[^.]*)?$/.test(folded.slice(name + word.length))) total += SCORE.isName;
  }
  // Of two as good the shorter one holds more of what was asked for.
  return total - Math.min(folded.length, 200) / 50;
}

// One matrix for all: rows are the letters of the word, columns those of the text.
let best = new Int32Array(0);
let ending = new Int32Array(0);
const NONE = -1_000_000;

/**
 * The best way to find the letters of `word` in their order from `start` on. `ending` holds for each letter and place the
 * best score with that letter there, `best` the best one with it there or before.
 */
function alignment({ text, folded }: Candidate, word: string, start: number, positions?: number[]): number | null {
  // Between the first place where the word can begin and the last where it can end, nothing else needs a look.
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
    // The nearest place before from which the best score comes.
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

/** Blank, `/`, `\`, `-`, `_`, `.`, `(`, `[`, `:`, `,` and the blank and full stops of Chinese. */
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

/** Without case, accents and the width of letters, as long as before, so that places stay. */
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
  // Only marks over letters: が is another letter than か.
  const isLetter = base.length === 1 && marks.every((mark) => mark >= "\u0300" && mark <= "\u036f");
  const lower = (isLetter ? base : unit).toLowerCase();
  const result = lower.length === 1 ? lower : unit;
  if (known.size < 100_000) known.set(unit, result);
  return result;
}
