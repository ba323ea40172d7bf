import { findFrontmatter } from "../../../../core/markdown/sections";
import { isBlankLine, isWordless } from "./blank-line";
import type { SourceChapter, SourceParagraph, Unit } from "./book";
import { joinBlocks } from "./hard-wraps";
import { textHash } from "./text-hash";

/** The part of a file that is one chapter. */
export type ChapterText = Pick<SourceChapter, "id" | "volume" | "path"> & {
  /** The title to use if the chapter's text has none. */
  title: string;
  text: string;
  /** The same lines as an earlier Galley read them; ids and translations go by these. */
  plain?: string;
  /** Its document in an EPUB. */
  document?: string;
};

/** The lines of a text. A final line break adds no line, and an empty text has none. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Splits a chapter into its lines or blocks. Front matter, and blank lines right after it, become the preface. */
export function readChapterText(
  { id, volume, path, title, text, plain, document }: ChapterText,
  unit: Unit,
): SourceChapter {
  const preface = prefaceOf(text);
  const body = text.slice(preface.length);
  const known = plain === undefined ? [] : linesOf(plain).slice(linesOf(preface).length);
  const lines = linesOf(body).map((line, at): SourceParagraph => {
    const knownAs = known[at] ?? line;
    return { text: line, isBlank: isWordless(line), lines: 1, ...(knownAs !== line && { knownAs }) };
  });
  const paragraphs: SourceParagraph[] = unit === "lines" ? lines : joinBlocks(lines);
  return {
    id,
    volume,
    path,
    preface,
    paragraphs,
    title,
    isClosed: body === "" || body.endsWith("\n"),
    version: `${unit} ${textHash(text)}`,
    ...(document !== undefined && { document }),
  };
}

function prefaceOf(text: string): string {
  const frontmatter = findFrontmatter(text);
  if (frontmatter === null) return "";
  let { to } = frontmatter;
  for (;;) {
    const end = text.indexOf("\n", to);
    if (end < 0 || !isBlankLine(text.slice(to, end))) return text.slice(0, to);
    to = end + 1;
  }
}
