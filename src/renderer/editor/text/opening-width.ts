import type { TextMeasure } from "./text-measure";

/**
 * Spaces are narrow in a text font: before a list item each is widened by this, in em. `.cm-indent` has the same value.
 */
export const INDENT = 0.3;

/** A bullet is narrow too: it is widened by this, in em. `.cm-mark-bullet` has the same value. */
export const BULLET = 0.45;

/** Measures the width of a text in pixels. */
export type WidthMeasure = Pick<TextMeasure, "width">;

/** The width of the start of an item's line, as it is drawn: with wider blanks and bullet. `em`: the size of the text's font. */
export function openingWidth(start: string, measure: WidthMeasure, em: string): string {
  const more = (/^ */.exec(start)?.[0].length ?? 0) * INDENT + (/^ *[-*+] /.test(start) ? BULLET : 0);
  return `calc(${measure.width(start).toFixed(1)}px + ${more.toFixed(2)} * ${em})`;
}
