/**
 * Where paragraphs are in the text that they were read from, in order, from `start` on; null for one that is not found behind the one before it. What is
 * a blank in a paragraph may be any blanks in the text, as in lines that were joined.
 */
export function paragraphRanges(
  text: string,
  paragraphs: readonly string[],
  start = 0,
): ({ from: number; to: number } | null)[] {
  let next = start;
  const left = { tries: MAX_TRIES };
  return paragraphs.map((paragraph) => {
    const words = paragraph.trim();
    if (words === "") return null;
    const found = right(text, words, next) ?? later(text, words, next, left);
    if (found !== null) next = found.to;
    return found;
  });
}

/** Words that come right after a position: so it is unless something between two paragraphs was left out. */
function right(text: string, words: string, start: number): { from: number; to: number } | null {
  let from = start;
  while (isBlank(text[from])) from += 1;
  const to = endOf(text, words, from);
  return to === null ? null : { from, to };
}

/** The nearest words behind a position. One line with all of them, far behind, is not meant if they are on several lines before it. */
function later(
  text: string,
  words: string,
  start: number,
  left: { tries: number },
): { from: number; to: number } | null {
  const literal = text.indexOf(words, start);
  const across = acrossLines(text, words, { start, end: literal < 0 ? text.length : literal }, left);
  return across ?? (literal < 0 ? null : { from: literal, to: literal + words.length });
}

/** The maximum number of positions that are compared for all paragraphs of a text. */
const MAX_TRIES = 200_000;

/** Finds words whose blanks are other ones in the text, or none, as between two lines of Chinese. */
function acrossLines(
  text: string,
  words: string,
  { start, end }: { start: number; end: number },
  left: { tries: number },
): { from: number; to: number } | null {
  const first = words.slice(0, 1);
  for (let from = text.indexOf(first, start); from >= 0 && from < end; from = text.indexOf(first, from + 1)) {
    if (left.tries === 0) return null;
    left.tries -= 1;
    const to = endOf(text, words, from);
    if (to !== null) return { from, to };
  }
  return null;
}

function endOf(text: string, words: string, from: number): number | null {
  let at = from;
  for (let index = 0; index < words.length; ) {
    if (words[index] === text[at]) {
      index += 1;
      at += 1;
    } else if (isBlank(text[at])) at += 1;
    else if (isBlank(words[index])) index += 1;
    else return null;
    if (at > text.length) return null;
  }
  return at;
}

const isBlank = (sign: string | undefined): boolean => sign !== undefined && /\s/.test(sign);
