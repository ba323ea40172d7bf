import { countWords } from "../../../core/text/words";

/** The longest text whose sections are counted, in characters. */
const MAX_COUNTED = 5_000_000;

/** Characters counted between two pauses. */
const PIECE = 100_000;

/** The own text of a section, up to the next heading. */
type Part = { from: number; to: number };
type Heading = { level: number; from: number };

/** The own texts of sections, in document order; none in a text too long to count. */
export const ownParts = (headings: readonly Heading[], length: number): Part[] =>
  length > MAX_COUNTED ? [] : headings.map(({ from }, index) => ({ from, to: headings[index + 1]?.from ?? length }));

/** The ends of pieces of a part that begin and end with lines, so that their words add up to those of the part. */
export function* piecesOf({ from, to }: Part, lineEndAfter: (at: number) => number): Generator<Part> {
  for (let at = from; at < to; ) {
    const end = at + PIECE >= to ? to : Math.min(to, lineEndAfter(at + PIECE));
    yield { from: at, to: end };
    at = end;
  }
}

/** The words of each section with all below it; 0 where nothing was counted. */
export function wordsWithSubsections(headings: readonly Heading[], own: readonly number[]): number[] {
  const totals = headings.map((_, index) => own[index] ?? 0);
  const open: number[] = [];
  const close = (level: number) => {
    for (let last = open.at(-1); last !== undefined && (headings[last]?.level ?? 0) >= level; last = open.at(-1)) {
      open.pop();
      const parent = open.at(-1);
      if (parent !== undefined) totals[parent] = (totals[parent] ?? 0) + (totals[last] ?? 0);
    }
  };
  for (const [index, { level }] of headings.entries()) {
    close(level);
    open.push(index);
  }
  close(0);
  return totals;
}

/** The same for a whole text at once. */
export const countSectionWords = (text: string, headings: readonly Heading[]): number[] =>
  wordsWithSubsections(
    headings,
    ownParts(headings, text.length).map(({ from, to }) => countWords(text, from, to)),
  );
