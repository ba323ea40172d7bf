/** The marks that lines of Markdown begin and end with, read where they stand: nothing is cut out of the text. */

const tab = 9;
const space = 32;

/** Blanks are spaces and tabs; `at` must be inside the text. */
function isBlankAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === space || unit === tab;
}

/** Where the blanks at `from` end, at `to` at the latest. */
export function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlankAt(text, at)) at++;
  return at;
}

/** Where the text between `from` and `to` ends when the blanks at its end are left out. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlankAt(text, end - 1)) end--;
  return end;
}

/** Where the run of one character ends that begins at `from`, at `to` at the latest. */
export function runEnd(text: string, from: number, to: number): number {
  const mark = text.charCodeAt(from);
  let at = from + 1;
  while (at < to && text.charCodeAt(at) === mark) at++;
  return at;
}

/** Whether nothing but a run of one character stands there, and blanks behind it: an underline. */
export function isRunAlone(text: string, from: number, to: number): boolean {
  return skipBlanks(text, runEnd(text, from, to), to) >= to;
}

/** How many `#` open a heading at `from`; 0 where none begins. */
export function headingLevelAt(text: string, from: number, to: number): number {
  const end = runEnd(text, from, to);
  return end - from > 6 || (end < to && !isBlankAt(text, end)) ? 0 : end - from;
}

/** The source of a heading with `#`, which stands between `from` (behind the marks) and `to`, without a closing run. */
export function headingSourceSpan(text: string, from: number, to: number): [from: number, to: number] {
  const start = skipBlanks(text, from, to);
  const end = trimmedEnd(text, start, to);
  let marks = end;
  while (marks > start && text.charCodeAt(marks - 1) === 35) marks--;
  const isClosed = marks === start || isBlankAt(text, marks - 1);
  return [start, isClosed ? trimmedEnd(text, start, marks) : end];
}

/** How long the run is that opens a fence at `from`, which is a backtick or tilde; 0 where none begins. */
export function fenceLengthAt(text: string, from: number, to: number): number {
  const end = runEnd(text, from, to);
  if (end - from < 3) return 0;
  // What is written behind backticks holds none, or they would be code in a paragraph.
  if (text.charCodeAt(from) === 96) for (let at = end; at < to; at++) if (text.charCodeAt(at) === 96) return 0;
  return end - from;
}

/**
 * Whether the line is a thematic break from `from` on: -1 where it is, else where the first character stands that is
 * neither its mark nor a blank, or `to` where there are too few marks.
 */
export function ruleBrokenAt(text: string, from: number, to: number): number {
  const mark = text.charCodeAt(from);
  let marks = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === mark) marks++;
    else if (unit !== space && unit !== tab) return at;
  }
  return marks >= 3 ? -1 : to;
}

/** Where the mark of a list item ends that begins at `from`; -1 where none does. In a paragraph only number 1 is one. */
export function itemMarkEnd(text: string, from: number, to: number, place: "in a paragraph" | "anywhere"): number {
  const first = text.charCodeAt(from);
  let at = from;
  if (first !== 42 && first !== 43 && first !== 45) {
    let number = 0;
    for (; at < to && at - from < 10 && isDigit(text.charCodeAt(at)); at++)
      number = number * 10 + text.charCodeAt(at) - 48;
    if (at === from || at - from > 9 || at >= to) return -1;
    const closing = text.charCodeAt(at);
    if (closing !== 41 && closing !== 46) return -1;
    if (place === "in a paragraph" && number !== 1) return -1;
  }
  at++;
  return at >= to || isBlankAt(text, at) ? at : -1;
}

/** Whether a character is one of 0 to 9. */
export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
