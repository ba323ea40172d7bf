import { parseOutline } from "../../../../core/markdown/sections";
import { slugOf } from "../../../../core/markdown/slug";
import { isBlankLine } from "./blank-line";
import type { BookFile } from "./book";
import { namedChapters } from "./named-chapters";
import { type ChapterText, linesOf } from "./read-chapter-text";

/** Splits a file into chapters at its first-level headings. Visible text before the first heading is a chapter of its own. */
export function splitChapters({ path, text, format }: BookFile): ChapterText[] {
  const starts = startsOf(text, format);
  const pieces: { title: string; name: string; text: string }[] = [];
  const first = starts[0]?.from ?? text.length;
  const opening = text.slice(0, first);
  // Front matter and blank lines alone are not a chapter: they belong to the first one.
  const isShown = opening !== "" && linesOf(withoutFrontmatter(opening)).some((line) => !isBlankLine(line));
  if (isShown || starts.length === 0) pieces.push({ title: titleOfFile(path), name: titleOfFile(path), text: opening });
  for (const [index, { from, title, name = title }] of starts.entries()) {
    const start = index === 0 && !isShown ? 0 : from;
    pieces.push({ title, name, text: text.slice(start, starts[index + 1]?.from ?? text.length) });
  }
  const numbers = new Map<string, number>();
  return pieces.map(({ title, name, text: piece }) => {
    const slug = slugOf(name);
    const number = (numbers.get(slug) ?? 0) + 1;
    numbers.set(slug, number);
    return { id: number === 1 ? slug : `${slug}-${number}`, title, volume: "", path, text: piece };
  });
}

function withoutFrontmatter(text: string): string {
  const { frontmatter } = parseOutline(text);
  return frontmatter === null ? text : text.split("\n").slice(frontmatter.lineEnd).join("\n");
}

/** `name` is what the id is made of, if it is not the title. */
type Start = { from: number; title: string; name?: string };

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
  const lines = text.split("\n");
  let from = 0;
  const froms: number[] = [];
  for (const line of lines) {
    const heading = /^# +(\S.*)$/.exec(line)?.[1];
    if (heading !== undefined) marked.push({ from, title: heading.trim() });
    froms.push(from);
    from += line.length + 1;
  }
  if (marked.length > 0) return marked;
  return namedChapters(lines).map(({ line, name, title }) => ({ from: froms[line] ?? 0, name, title }));
}

/** The file name without extension: `01 The road.md` is `01 The road`. */
export const titleOfFile = (path: string): string => (path.split("/").at(-1) ?? path).replace(/(.)\.[^.]*$/, "$1");
