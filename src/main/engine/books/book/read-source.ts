import { parseOutline } from "../../../../core/markdown/sections";
import { isBlankLine } from "./blank-line";
import type { BookFile, SourceChapter, Unit, Volume } from "./book";
import { isHardWrapped } from "./hard-wraps";
import { compareNames } from "./natural-order";
import { titleInFrontMatter } from "./own-title";
import { readChapterText } from "./read-chapter-text";
import { splitChapters, titleOfFile } from "./split-chapters";

/** A book before its paragraphs have ids. */
export type BookSource = { title: string; volumes: readonly Volume[]; chapters: readonly SourceChapter[] };

/** A file of a folder, as one chapter. */
export function chapterOfFile({ path, text, format }: BookFile, unit: Unit): SourceChapter {
  const volume = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  return readChapterText({ id: path, volume, path, title: titleOf(path, text, format), text }, unit);
}

/** The chapters of a book in one file. */
export const chaptersOfFile = (file: BookFile, unit: Unit): SourceChapter[] =>
  splitChapters(file).map((piece) => readChapterText(piece, unit));

/** Compares paths in the order of the book: the files of a folder before its sub-folders, names in reading order. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const isFile = [at === left.length - 1, at === right.length - 1];
    if (isFile[0] !== isFile[1]) return isFile[0] ? -1 : 1;
    const order = compareNames(left[at] ?? "", right[at] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** The volumes of the chapters, in the order of the chapters. */
export function volumesOf(title: string, chapters: readonly Pick<SourceChapter, "volume">[]): Volume[] {
  const ids = [...new Set(chapters.map(({ volume }) => volume))];
  if (ids.length === 0) ids.push("");
  return ids.map((id) => ({ id, title: id === "" ? title : id.split("/").join(" / ") }));
}

/** Whether most of a book is hard-wrapped. */
export const looksHardWrapped = (chapters: readonly SourceChapter[]): boolean =>
  isHardWrapped(chapters.flatMap(({ paragraphs }) => paragraphs));

function titleOf(path: string, text: string, format: BookFile["format"]): string {
  if (format === "markdown") {
    // Most chapters begin with a heading; only the others need their full outline.
    const head = text.slice(0, 4000);
    const top =
      parseOutline(head).sections[0] ?? (head.length < text.length ? parseOutline(text).sections[0] : undefined);
    return top === undefined || top.title === "" ? (titleInFrontMatter(text) ?? titleOfFile(path)) : top.title;
  }
  const first = text
    .slice(0, 2000)
    .split("\n")
    .find((line) => !isBlankLine(line));
  const heading = first === undefined ? undefined : /^#{1,6}\s+(\S.*)$/.exec(first)?.[1];
  return heading?.trim() ?? titleOfFile(path);
}
