/** Parses the destination and title of a link as CommonMark does. */

/** More deeply nested parentheses are not part of a destination. The limit is cmark's; it bounds the cost of hostile text. */
const DEEPEST = 32;
const LONGEST_TITLE = 4000;

type Destination = {
  /** Null for an empty one, as in `[text]()`. */
  target: { from: number; to: number } | null;
  /** After the destination, its title and the blanks that follow. */
  end: number;
};

/**
 * Parses a destination with its title between `from` and `to`, and the blanks around them; null if there is none. Quote marks at the start
 * of a line count as blanks.
 */
export function parseDestination(text: string, from: number, to: number): Destination | null {
  const start = skipGap(text, from, to);
  const end = destinationEnd(text, start, to);
  if (end < 0) return null;
  const target = end > start ? { from: start, to: end } : null;
  const gap = skipGap(text, end, to);
  const titleEnd = gap > end ? findTitleEnd(text, gap, Math.min(to, gap + LONGEST_TITLE)) : -1;
  return { target, end: titleEnd < 0 ? gap : skipGap(text, titleEnd, to) };
}

/** The end of the destination that starts at `from`: `from` itself if it is empty, -1 if none is possible. */
export function destinationEnd(text: string, from: number, to: number): number {
  if (text.charCodeAt(from) === 60) {
    for (let at = from + 1; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 62) return at + 1;
      if (unit === 60 || unit === 10) return -1;
      if (unit === 92) at++;
    }
    return -1;
  }
  let open = 0;
  let at = from;
  for (; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 || unit === 127) break;
    if (unit === 92 && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? "")) at++;
    else if (unit === 40 && ++open > DEEPEST) return -1;
    else if (unit === 41 && open-- === 0) break;
  }
  return open > 0 || at > to ? -1 : at;
}

/** The end of a run of blanks with at most one line break. */
export function skipGap(text: string, from: number, to: number): number {
  let at = skipBlanks(text, from, to);
  if (at >= to || text.charCodeAt(at) !== 10) return at;
  at = skipBlanks(text, at + 1, to);
  while (at < to && text.charCodeAt(at) === 62) at = skipBlanks(text, at + 1, to);
  return at;
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
}

const closings: Record<string, string> = { '"': '"', "'": "'", "(": ")" };

function findTitleEnd(text: string, from: number, to: number): number {
  const opening = text[from] ?? "";
  const closing = closings[opening];
  if (closing === undefined) return -1;
  for (let at = from + 1; at < to; at++) {
    const character = text[at];
    if (character === closing) return at + 1;
    if (character === "(" && opening === "(") return -1;
    if (character === "\\") at++;
  }
  return -1;
}
