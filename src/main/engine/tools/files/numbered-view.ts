import type { LineRange } from "../../../../core/text/line-ranges";
import { countLines, numberLines, sliceLines } from "../../../../core/text/lines";
import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";

/** Lines with more tokens than this are cropped. */
export const LINE_BUDGET = 500;
/** The tokens after which one answer stops. */
export const ANSWER_BUDGET = 6_000;
/** Reserved for the other parts of the answer: header, warnings, brackets. */
const frame = 300;
const MAX_NAMED = 10;

/** Lines of a text as an agent is shown them. */
export type NumberedView = {
  from: number;
  /** Less than `from` if nothing is shown. */
  to: number;
  /** The text of each line shown; long ones are cropped. */
  lines: string[];
  /** Numbered rows between `>>>` and `<<<`. */
  body: string[];
  cropped: number[];
  /** The line at which the budget ended the answer; null if everything requested is shown. */
  stoppedBefore: number | null;
  warnings: string[];
};

/** Lines `from`–`to` (clamped to the text), each within 500 tokens and all within `budget`, but at least one. Warnings say what is left out. */
export function numberedView(text: string, from: number, to: number, budget = ANSWER_BUDGET): NumberedView {
  const slice = sliceLines(text, from, Math.min(to, from + budget));
  const lines: string[] = [];
  const cropped: number[] = [];
  let left = budget - frame;
  for (const line of slice.lines) {
    const number = slice.from + lines.length;
    const shown = cropToTokens(line, LINE_BUDGET);
    left -= estimateTokens(numberLines([shown], number)) + 1;
    if (left < 0 && lines.length > 0) break;
    if (shown !== line) cropped.push(number);
    lines.push(shown);
  }
  const last = slice.from + lines.length - 1;
  const stoppedBefore = last < slice.to || (slice.to < to && slice.to < countLines(text)) ? last + 1 : null;
  const warnings: string[] = [];
  if (cropped.length > 0) warnings.push(croppedWarning(cropped));
  if (stoppedBefore !== null)
    warnings.push(
      `stopped at ${budget.toLocaleString("en")} tokens after line ${last}; go on with line_from ${stoppedBefore}`,
    );
  return {
    from: slice.from,
    to: last,
    lines,
    body: framed(numberLines(lines, slice.from)),
    cropped,
    stoppedBefore,
    warnings,
  };
}

/** The rows with the brackets around them. */
export const framed = (rows: string): string[] => (rows === "" ? [">>>", "<<<"] : [">>>", rows, "<<<"]);

function croppedWarning(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_NAMED).join(", ");
  const more = lines.length > MAX_NAMED ? ` ... and ${lines.length - MAX_NAMED} more` : "";
  return lines.length === 1
    ? `line ${named} is longer than ${LINE_BUDGET} tokens and was cropped`
    : `lines ${named}${more} are longer than ${LINE_BUDGET} tokens and were cropped`;
}

/** The lines of a range without `left`, which is in order: the lines that a view shows in full. */
export function withoutLines({ from, to }: LineRange, left: readonly number[]): LineRange[] {
  const rest: LineRange[] = [];
  let next = from;
  for (const line of [...left, to + 1]) {
    if (line > next) rest.push({ from: next, to: line - 1 });
    next = line + 1;
  }
  return rest;
}
