/** The direction of a text, by the first letter that has one. */

const STRONG = /[\p{L}\u061c\u200e\u200f]/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\u061c\u200f]/u;

export type Direction = "ltr" | "rtl";

/** The direction of a text's first letter, as `dir="auto"` finds it; null for a text without letters. */
export function directionOf(text: string): Direction | null {
  const first = STRONG.exec(text)?.[0];
  if (first === undefined) return null;
  return RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}

/**
 * A text in pieces of one direction. What lies between two words of the other direction belongs to them; all else, such as blanks and
 * punctuation around them, has the direction of the paragraph.
 */
export function directedPieces(text: string, paragraph: Direction): { text: string; direction: Direction }[] {
  const pieces: { text: string; direction: Direction }[] = [];
  const other = paragraph === "rtl" ? "ltr" : "rtl";
  const add = (from: number, to: number, direction: Direction): void => {
    if (from < to) pieces.push({ text: text.slice(from, to), direction });
  };
  let done = 0;
  let span = null as { from: number; to: number } | null;
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\u061c\u200e\u200f]\p{M}*/gu)) {
    if (directionOf(letter) === other) span = { from: span?.from ?? index, to: index + letter.length };
    else if (span !== null) {
      add(done, span.from, paragraph);
      add(span.from, span.to, other);
      done = span.to;
      span = null;
    }
  }
  if (span !== null) {
    add(done, span.from, paragraph);
    add(span.from, span.to, other);
    done = span.to;
  }
  add(done, text.length, paragraph);
  return pieces;
}
