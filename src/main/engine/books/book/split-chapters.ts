import { parseOutline } from "../../../../core/markdown/sections";
import { slugOf } from "../../../../core/markdown/slug";
import { isBlankLine } from "./blank-line";
import type { BookFile } from "./book";
import { type ChapterText, linesOf } from "./read-chapter-text";

/** Chapter headings of plain text without `#`. */
const chapterLine =
  /^\s*(?:第\s*[零〇一二两兩三四五六七八九十百千\d]{1,9}\s*[章回节節话話卷部]|(?:chapter|part)\s+[\divxlc]{1,6}\b|prologue\b|epilogue\b|序章|楔子|尾声|尾聲|后记|後記)(?:[\s:：.、—-].{0,60})?$/iu;

/** Splits a file into chapters at its first-level headings. Visible text before the first heading is a chapter of its own. */
export function splitChapters({ path, text, format }: BookFile): ChapterText[] {
  const starts = startsOf(text, format);
  const pieces: { title: string; text: string }[] = [];
  const first = starts[0]?.from ?? text.length;
  const opening = text.slice(0, first);
  // Front matter and blank lines alone are not a chapter: they belong to the first one.
  const isShown = opening !== "" && linesOf(withoutFrontmatter(opening)).some((line) => !isBlankLine(line));
  if (isShown || starts.length === 0) pieces.push({ title: titleOfFile(path), text: opening });
  for (const [index, { from, title }] of starts.entries()) {
    const start = index === 0 && !isShown ? 0 : from;
    pieces.push({ title, text: text.slice(start, starts[index + 1]?.from ?? text.length) });
  }
  const numbers = new Map<string, number>();
  return pieces.map(({ title, text: piece }) => {
    const slug = slugOf(title);
    const number = (numbers.get(slug) ?? 0) + 1;
    numbers.set(slug, number);
    return { id: number === 1 ? slug : `${slug}-${number}`, title, volume: "", path, text: piece };
  });
}

function withoutFrontmatter(text: string): string {
  const { frontmatter } = parseOutline(text);
  return frontmatter === null ? text : text.split("\n").slice(frontmatter.lineEnd).join("\n");
}

type Start = { from: number; title: string };

function startsOf(text: string, format: BookFile["format"]): Start[] {
  if (format === "markdown") {
    const starts: Start[] = [];
    const visit = (sections: ReturnType<typeof parseOutline>["sections"]): void => {
      for (const { level, from, title, children } of sections) {
        if (level === 1) starts.push({ from, title });
        // A first-level heading after a deeper one is its sibling, never its child.
        else visit(children);
      }
    };
    visit(parseOutline(text).sections);
    return starts;
  }
  const marked: Start[] = [];
  const named: Start[] = [];
  let from = 0;
  for (const line of text.split("\n")) {
    const heading = /^# +(\S.*)$/.exec(line)?.[1];
    if (heading !== undefined) marked.push({ from, title: heading.trim() });
    else if (line.length <= 80 && chapterLine.test(line)) named.push({ from, title: line.trim() });
    from += line.length + 1;
  }
  return marked.length > 0 ? marked : named;
}

/** The file name without extension: `01 The road.md` is `01 The road`. */
export const titleOfFile = (path: string): string => (path.split("/").at(-1) ?? path).replace(/(.)\.[^.]*$/, "$1");
