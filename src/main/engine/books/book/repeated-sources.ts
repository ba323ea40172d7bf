import type { Book } from "./book";
import { paragraphAt } from "./neighbours";

const indexes = new WeakMap<Book["chapters"], ReadonlyMap<string, readonly string[]>>();

/** A text with single blanks, so that equal texts are equal however they are wrapped. */
export const plainBlanks = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The ids of all paragraphs with the source that this one has, in the order of the book; empty if no other has it. */
export function sameSource(book: Book, id: string): readonly string[] {
  const position = book.positions.get(id);
  return position === undefined ? [] : (repeatedIn(book).get(plainBlanks(paragraphAt(book, position).text)) ?? []);
}

/** The paragraphs of every source that occurs more than once, by source. */
function repeatedIn({ chapters }: Book): ReadonlyMap<string, readonly string[]> {
  const known = indexes.get(chapters);
  if (known !== undefined) return known;
  const bySource = new Map<string, string[]>();
  for (const { paragraphs } of chapters)
    for (const { id, text, isBlank } of paragraphs) {
      if (isBlank) continue;
      const source = plainBlanks(text);
      const ids = bySource.get(source);
      if (ids === undefined) bySource.set(source, [id]);
      else ids.push(id);
    }
  for (const [source, ids] of bySource) if (ids.length < 2) bySource.delete(source);
  indexes.set(chapters, bySource);
  return bySource;
}
