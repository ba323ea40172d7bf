import { isBlankLine } from "./blank-line";

/** A chapter of plain text that begins with a line such as `Chapter 1`: the number of that line, the line, and the title with its subtitle. */
export type NamedChapter = { line: number; name: string; title: string };

/** The label of a chapter, and what follows on its line. */
const chapterLine =
  /^\s*(第\s*[零〇一二两兩三四五六七八九十百千\d]{1,9}\s*[章回节節话話卷部]|(?:chapter|part)\s+[\divxlc]{1,6}\b|prologue\b|epilogue\b|序章|楔子|尾声|尾聲|后记|後記)([\s:：.、—-].{0,60})?$/iu;

/** The longest line that is a heading or a subtitle. */
const MAX_LENGTH = 80;
/** Fewer entries are not a list of contents. */
const FEWEST_ENTRIES = 3;

/** Whether a line of plain text is the heading of a chapter, without `#`. */
export const isChapterLine = (line: string): boolean => line.length <= MAX_LENGTH && chapterLine.test(line);

/** The subtitle of a chapter in the line after its heading; null if there is none. */
export function subtitleOf(heading: string, next: string | undefined, afterNext: string | undefined): string | null {
  const rest = chapterLine.exec(heading)?.[2] ?? "";
  if (/[^\s:：.、—-]/.test(rest) || next === undefined || isBlankLine(next) || next.length > MAX_LENGTH) return null;
  const isAlone = afterNext === undefined || isBlankLine(afterNext);
  // A line that ends a sentence is the first paragraph.
  return isAlone && !isChapterLine(next) && !/[.!?…。！？"”」』]\s*$/.test(next) ? next.trim() : null;
}

/** The chapters of a plain text, by their lines. The entries of a list of contents are not chapters. */
export function namedChapters(lines: readonly string[]): NamedChapter[] {
  const found = lines.flatMap((line, index) => (isChapterLine(line) ? [index] : []));
  const entries = contentsEntries(lines, found);
  return found.flatMap((line) => {
    if (entries.has(line)) return [];
    const name = lines[line]?.trim() ?? "";
    const subtitle = subtitleOf(name, lines[line + 1], lines[line + 2]);
    return [{ line, name, title: subtitle === null ? name : `${name} ${subtitle}` }];
  });
}

/** The lines in `found` that are entries of a list of contents: one after the other with at most a subtitle between, and each comes again later. */
function contentsEntries(lines: readonly string[], found: readonly number[]): ReadonlySet<number> {
  const label = (line: number): string =>
    (chapterLine.exec(lines[line] ?? "")?.[1] ?? "").replace(/\s+/g, " ").toLowerCase();
  const last = new Map(found.map((line) => [label(line), line]));
  const recurs = (line: number): boolean => (last.get(label(line)) ?? line) > line;
  const isShort = (index: number): boolean => {
    let shown = 0;
    for (let at = (found[index] ?? 0) + 1; at < (found[index + 1] ?? lines.length) && shown < 2; at++)
      if (!isBlankLine(lines[at] ?? "")) shown++;
    return shown < 2;
  };
  const entries = new Set<number>();
  let run: number[] = [];
  for (const [index, line] of found.entries()) {
    const isEntry = recurs(line);
    if (isEntry) run.push(line);
    // What follows the last entry, such as a foreword, is not part of the list.
    if (isEntry && isShort(index)) continue;
    if (run.length >= FEWEST_ENTRIES) for (const each of run) entries.add(each);
    run = [];
  }
  return entries;
}
