import type { Book, Paragraph, ParagraphPosition } from "./book";

/** The positions of paragraphs that are not blank, from `position` on, in the given direction. */
function* visibleFrom(book: Book, { chapter, index }: ParagraphPosition, step: 1 | -1): Generator<ParagraphPosition> {
  let at = index + step;
  for (let of = chapter; of >= 0 && of < book.chapters.length; of += step) {
    const { paragraphs } = book.chapters[of] as Book["chapters"][number];
    if (of !== chapter) at = step === 1 ? 0 : paragraphs.length - 1;
    for (; at >= 0 && at < paragraphs.length; at += step) {
      if (!paragraphs[at]?.isBlank) yield { chapter: of, index: at };
    }
  }
}

/** The nearest `count` paragraphs before a position, across chapters and volumes, in the order of the book. Skips blank ones. */
export function previousPositions(book: Book, position: ParagraphPosition, count: number): ParagraphPosition[] {
  return take(visibleFrom(book, position, -1), count).reverse();
}

/** The nearest `count` paragraphs after a position; see `previousPositions`. */
export function nextPositions(book: Book, position: ParagraphPosition, count: number): ParagraphPosition[] {
  return take(visibleFrom(book, position, 1), count);
}

function take(positions: Iterator<ParagraphPosition>, count: number): ParagraphPosition[] {
  const found: ParagraphPosition[] = [];
  while (found.length < count) {
    const { value, done } = positions.next();
    if (done) break;
    found.push(value);
  }
  return found;
}

/** The paragraph at a position. */
export function paragraphAt(book: Book, { chapter, index }: ParagraphPosition): Paragraph {
  const found = book.chapters[chapter]?.paragraphs[index];
  if (found === undefined) throw new RangeError(`no paragraph ${index} in chapter ${chapter}`);
  return found;
}
