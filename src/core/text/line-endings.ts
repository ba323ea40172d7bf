/** Keeps a file's line endings apart from its text, which has only `\n`, so that an edit does not change the others. */
import { applyChanges, type Change } from "./change";

/** What can end a line. U+2028 and similar are ordinary characters. */
export type LineEnding = "\n" | "\r\n" | "\r";

/**
 * The line endings of a text: one for all of them, or one byte for each line break in order (an index into `\n`, `\r\n`, `\r`). Belongs to
 * one text; `changeLineEndings` updates it when the text changes.
 */
export type LineEndings = { kind: "uniform"; ending: LineEnding } | { kind: "mixed"; breaks: Uint8Array };

const all: readonly LineEnding[] = ["\n", "\r\n", "\r"];
const LF = 0;
const CRLF = 1;
const CR = 2;

function countBreaks(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

const uniform = (code: number): LineEndings => ({ kind: "uniform", ending: all[code] as LineEnding });

function pack(breaks: Uint8Array): LineEndings {
  const first = breaks[0] ?? LF;
  return breaks.every((code) => code === first) ? uniform(first) : { kind: "mixed", breaks };
}

/** The text with `\n` line breaks only. */
export function withPlainBreaks(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
}

/** Splits a stored text into the text with `\n` line breaks and its original line endings. */
export function readLineEndings(raw: string): { text: string; endings: LineEndings } {
  if (!raw.includes("\r")) return { text: raw, endings: uniform(LF) };
  if (!raw.includes("\n")) return { text: raw.replaceAll("\r", "\n"), endings: uniform(CR) };
  const withoutPairs = raw.replaceAll("\r\n", "\n");
  const hasLoneReturns = withoutPairs.includes("\r");
  const text = hasLoneReturns ? withoutPairs.replaceAll("\r", "\n") : withoutPairs;
  const total = countBreaks(text);
  if (!hasLoneReturns && raw.length - text.length === total) return { text, endings: uniform(CRLF) };
  const breaks = new Uint8Array(total);
  let line = 0;
  for (let at = 0, stored = 0; line < total; at++, stored++) {
    const found = text.indexOf("\n", at);
    stored += found - at;
    at = found;
    const isReturn = raw.charCodeAt(stored) === 13;
    const isPair = isReturn && raw.charCodeAt(stored + 1) === 10;
    breaks[line++] = isPair ? CRLF : isReturn ? CR : LF;
    if (isPair) stored++;
  }
  return { text, endings: pack(breaks) };
}

/** The text as it is stored. Throws `RangeError` if the endings belong to another text. */
export function restoreLineEndings(text: string, endings: LineEndings): string {
  if (endings.kind === "uniform") return endings.ending === "\n" ? text : text.replaceAll("\n", endings.ending);
  const pieces: string[] = [];
  let at = 0;
  for (const code of endings.breaks) {
    const found = text.indexOf("\n", at);
    if (found < 0) throw new RangeError(`${endings.breaks.length} line endings are too many for the text`);
    pieces.push(text.slice(at, found), all[code] as string);
    at = found + 1;
  }
  if (text.includes("\n", at)) throw new RangeError(`${endings.breaks.length} line endings are too few for the text`);
  pieces.push(text.slice(at));
  return pieces.join("");
}

/** The name shown to the user; `LF` for a text of one line. */
export function describeLineEnding(endings: LineEndings): "LF" | "CRLF" | "CR" | "mixed" {
  if (endings.kind === "mixed") return "mixed";
  return endings.ending === "\n" ? "LF" : endings.ending === "\r\n" ? "CRLF" : "CR";
}

/**
 * The endings after `changes` to `text`. Untouched lines keep their endings; removed breaks pair with inserted ones in order; a further new
 * line ends like the line above it, else like the one below, else with LF.
 */
export function changeLineEndings(endings: LineEndings, text: string, changes: readonly Change[]): LineEndings {
  if (endings.kind === "uniform") return endings;
  const { breaks } = endings;
  let total = breaks.length;
  const spans = changes.map(({ from, to, insert }) => {
    const removed = countBreaks(text, from, to);
    const inserted = countBreaks(insert);
    total += inserted - removed;
    return { from, to, removed, inserted };
  });
  const after = new Uint8Array(total);
  let read = 0;
  let written = 0;
  let at = 0;
  const copy = (count: number) => {
    after.set(breaks.subarray(read, read + count), written);
    read += count;
    written += count;
  };
  for (const { from, to, removed, inserted } of spans) {
    copy(countBreaks(text, at, from));
    at = to;
    const below = read + removed;
    const paired = Math.min(removed, inserted);
    copy(paired);
    const neighbour = after[written - 1] ?? breaks[below] ?? LF;
    after.fill(neighbour, written, written + inserted - paired);
    written += inserted - paired;
    read = below;
  }
  copy(breaks.length - read);
  partReturns(after, applyChanges(text, changes));
  return pack(after);
}

// A lone \r directly before a \n would be read as one line break instead of two, so it becomes \r\n.
function partReturns(breaks: Uint8Array, text: string): void {
  let last = -2;
  for (let line = 0; line < breaks.length; line++) {
    const found = text.indexOf("\n", last < 0 ? 0 : last + 1);
    if (found === last + 1 && breaks[line] === LF && breaks[line - 1] === CR) breaks[line - 1] = CRLF;
    last = found;
  }
}
