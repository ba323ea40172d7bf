import { MAX_PDF_PAGES } from "../../../ui/limits";

/** The pages that `1-3, 7` names, in order and once each, of a document with `count` pages. Null if it names none, others, or too many. */
export function pageNumbers(written: string, count: number): number[] | null {
  const found = new Set<number>();
  for (const part of written.split(/[,;，、\s]+/).filter((each) => each !== "")) {
    const [, first, last = first] = /^(\d{1,6})(?:[-–—](\d{1,6}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && from <= to && to <= count) || to - from >= MAX_PDF_PAGES) return null;
    for (let page = from; page <= to; page++) found.add(page);
  }
  return found.size === 0 || found.size > MAX_PDF_PAGES ? null : [...found].sort((a, b) => a - b);
}
