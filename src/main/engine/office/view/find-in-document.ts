import type { ModelMatch } from "./model-protocol";
import { type ModelState, slideOfEntry } from "./view-package";

const MAX_MATCHES = 2000;

/** A sheet is searched in at most this many pieces, none with fewer rows than the minimum. */
const MAX_PIECES = 64;
const MIN_ROWS = 200;
/** Repeated cells may be more than fit into memory. */
const MAX_CELLS_AT_ONCE = 500_000;
/** The maximum number of cells to search, and of their characters: many may share one long text. */
const MAX_CELLS = 4_000_000;
const MAX_CHARACTERS = 200_000_000;
/** How many paragraphs to search before yielding. */
const PARAGRAPHS_PER_PIECE = 2000;

/** Characters of a match's own paragraph or cell on each side of it. */
const around = 24;
const sides = (text: string, from: number, to: number) => ({
  before: text.slice(Math.max(0, from - around), from),
  after: text.slice(to, to + around),
});

/** Where a text stands, in paragraphs or in cells: the first ones, and how many there are in all. Yields after each piece. */
export function* findInDocument(
  { view, ids }: Pick<ModelState, "view" | "ids">,
  { sought, caseSensitive }: { sought: string; caseSensitive: boolean },
): Generator<undefined, { matches: ModelMatch[]; total: number }> {
  const matches: ModelMatch[] = [];
  let total = 0;
  let left = MAX_CELLS;
  let characters = MAX_CHARACTERS;
  if (sought === "") return { matches, total };
  const folded = (text: string): string => (caseSensitive ? text : text.toLowerCase());
  const wanted = folded(sought);
  if (view.kind === "spreadsheet") {
    for (const [at, { name, rows, columns }] of view.book.sheets.entries()) {
      const inPieces = Math.min(
        Math.max(MIN_ROWS, Math.ceil(rows / MAX_PIECES)),
        Math.ceil(MAX_CELLS_AT_ONCE / Math.max(1, columns)),
      );
      const step = view.book.isReadByRows(at) ? inPieces : rows;
      for (let top = 1; top <= rows; top += step) {
        const piece = { top, left: 1, bottom: Math.min(rows, top + step - 1), right: columns };
        for (const { row, column, text } of view.book.cells(at, piece)) {
          characters -= text.length;
          if (left-- <= 0 || characters < 0) return { matches, total };
          const from = folded(text).indexOf(wanted);
          if (from < 0 || total++ >= MAX_MATCHES) continue;
          matches.push({ sheet: name, row, column, ...sides(text, from, from + wanted.length) });
        }
        yield;
      }
    }
    return { matches, total };
  }
  const slideOf = slideOfEntry(view);
  for (const [index, { text }] of view.text.entries.entries()) {
    if (index % PARAGRAPHS_PER_PIECE === PARAGRAPHS_PER_PIECE - 1) yield;
    // Some characters become several in lower case, which would shift the positions of matches.
    const own = folded(text).length === text.length ? folded(text) : text;
    for (let from = own.indexOf(wanted); from >= 0; from = own.indexOf(wanted, from + wanted.length)) {
      if (total++ >= MAX_MATCHES) continue;
      const to = from + wanted.length;
      const place = { paragraph: ids[index] ?? "", index, slide: slideOf(index), from, to };
      matches.push({ ...place, ...sides(text, from, to) });
    }
  }
  return { matches, total };
}
