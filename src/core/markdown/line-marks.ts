/** Reads the marks at the start and end of Markdown lines in place, without slicing the text. */

const tab = 9;
const space = 32;

/** Blanks are spaces and tabs; `at` must be inside the text. */
function isBlankAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === space || unit === tab;
}

/** The end of the blanks at `from`, at most `to`. */
export function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlankAt(text, at)) at++;
  return at;
}

/** The end of the text between `from` and `to` without its trailing blanks. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlankAt(text, end - 1)) end--;
  return end;
}

/** The end of the run of one character that starts at `from`, at most `to`. */
export function runEnd(text: string, from: number, to: number): number {
  const mark = text.charCodeAt(from);
  let at = from + 1;
  while (at < to && text.charCodeAt(at) === mark) at++;
  return at;
}

/** Whether the range contains a run of one character and then only blanks, like an underline. */
export function isRunAlone(text: string, from: number, to: number): boolean {
  return skipBlanks(text, runEnd(text, from, to), to) >= to;
}

/** The number of `#` that open a heading at `from`; 0 if there is no heading. */
export function headingLevelAt(text: string, from: number, to: number): number {
  const end = runEnd(text, from, to);
  return end - from > 6 || (end < to && !isBlankAt(text, end)) ? 0 : end - from;
}

/** The source range of a heading with `#`, from `from` (after the marks) to `to`, without a closing run. */
export function headingSourceSpan(text: string, from: number, to: number): [from: number, to: number] {
  const start = skipBlanks(text, from, to);
  const end = trimmedEnd(text, start, to);
  let marks = end;
  while (marks > start && text.charCodeAt(marks - 1) === 35) marks--;
  const isClosed = marks === start || isBlankAt(text, marks - 1);
  return [start, isClosed ? trimmedEnd(text, start, marks) : end];
}

/** The length of the run that opens a fence at `from`, which is a backtick or tilde; 0 if none does. */
export function fenceLengthAt(text: string, from: number, to: number): number {
  const end = runEnd(text, from, to);
  if (end - from < 3) return 0;
  // The text after backticks contains no backticks, or they would be inline code.
  if (text.charCodeAt(from) === 96) for (let at = end; at < to; at++) if (text.charCodeAt(at) === 96) return 0;
  return end - from;
}

/**
 * Whether the line from `from` on is a thematic break: -1 if it is. Otherwise the offset of the first character that is neither its mark
 * nor a blank, or `to` if there are too few marks.
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

/** The end of the list marker that begins at `from`; -1 if there is none. In a paragraph, only number 1 is a marker. */
export function itemMarkEnd(text: string, from: number, to: number, context: "in a paragraph" | "anywhere"): number {
  const first = text.charCodeAt(from);
  let at = from;
  if (first !== 42 && first !== 43 && first !== 45) {
    let number = 0;
    for (; at < to && at - from < 10 && isDigit(text.charCodeAt(at)); at++)
      number = number * 10 + text.charCodeAt(at) - 48;
    if (at === from || at - from > 9 || at >= to) return -1;
    const closing = text.charCodeAt(at);
    if (closing !== 41 && closing !== 46) return -1;
    if (context === "in a paragraph" && number !== 1) return -1;
  }
  at++;
  return at >= to || isBlankAt(text, at) ? at : -1;
}

/** Whether a character is a digit from 0 to 9. */
export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
