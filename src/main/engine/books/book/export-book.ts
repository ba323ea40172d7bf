import { withoutMarks } from "../../office/epub/inline-marks";
import type { EpubTranslation, TranslatedLine } from "../../office/epub/translate";
import { bilingualText, type ExportLayout } from "./bilingual";
import type { Book, Chapter, Paragraph } from "./book";
import { type ChapterHeading, headingOf, plainTitle } from "./chapter-heading";

/** A file of an exported book; `path` is as in the source. */
export type ExportedFile = { path: string; text: string };

/** A translated book. Paragraphs without a translation keep their source text, and are listed in `missing` by chapter. */
export type ExportedBook = {
  files: ExportedFile[];
  /** The same by chapter as Markdown with a heading, and without front matter, for formats that are one file. */
  chapters: { title: string; volume: string; path: string; text: string }[];
  /** What is translated of the documents of an EPUB, line by line; empty for other books. */
  documents: EpubTranslation["documents"];
  /** The number of paragraphs that are not blank, and how many of them are translated. */
  total: number;
  translated: number;
  missing: ParagraphsInChapter[];
  /** The translated paragraphs whose source has changed since, by chapter. */
  sourceChanged: ParagraphsInChapter[];
};

/** Some paragraphs of a chapter; `chapter` is its id. */
export type ParagraphsInChapter = { chapter: string; title: string; ids: string[] };

/**
 * The translated book in the structure of its source: the same files, headings, blank lines and front matter. Without any translation the
 * result is the source, byte for byte if paragraphs are lines. `changed` are the paragraphs whose source has changed since they were translated.
 * In a bilingual `layout` files and chapters have both languages; `columns` are the names of the languages.
 */
export function exportBook(
  book: Book,
  translations: ReadonlyMap<string, string>,
  {
    changed = new Set(),
    layout = "translation",
    columns = ["", ""],
  }: { changed?: ReadonlySet<string>; layout?: ExportLayout; columns?: readonly [string, string] } = {},
): ExportedBook {
  const files = new Map<string, string>();
  const chapters: ExportedBook["chapters"] = [];
  const documents: ReturnType<typeof translatedLines>[] = [];
  const missing: ParagraphsInChapter[] = [];
  const sourceChanged: ParagraphsInChapter[] = [];
  let total = 0;
  for (const chapter of book.chapters) {
    const shown = chapter.paragraphs.filter(({ isBlank }) => !isBlank);
    const ids = shown.filter(({ id }) => !translations.has(id)).map(({ id }) => id);
    if (ids.length > 0) missing.push({ chapter: chapter.id, title: chapter.title, ids });
    const others = shown.filter(({ id }) => changed.has(id)).map(({ id }) => id);
    if (others.length > 0) sourceChanged.push({ chapter: chapter.id, title: chapter.title, ids: others });
    total += shown.length;
    if (chapter.document !== undefined) documents.push(translatedLines(chapter, chapter.document, translations));
    const both = layout === "translation" ? null : bilingualText(chapter, translations, { layout, columns });
    const text = both?.text ?? exportedText(chapter, translations);
    files.set(chapter.path, (files.get(chapter.path) ?? "") + chapter.preface + text);
    const volume = book.volumes.length > 1 ? (book.volumes.find(({ id }) => id === chapter.volume)?.title ?? "") : "";
    if (both !== null) {
      chapters.push({ ...both, volume, path: chapter.path });
      continue;
    }
    const heading = headingOf(chapter);
    const title = exportedTitle(chapter, heading, translations);
    chapters.push({
      title,
      volume,
      path: chapter.path,
      text: markedText(chapter, heading, { title, text, translations }),
    });
  }
  const untranslated = missing.reduce((sum, { ids }) => sum + ids.length, 0);
  return {
    files: [...files].map(([path, text]) => ({ path, text })),
    chapters,
    documents,
    total,
    translated: total - untranslated,
    missing,
    sourceChanged,
  };
}

/** A message for each chapter that is not fully translated, or has paragraphs with a changed source; empty if there are none. */
export function describeMissing(
  { total, translated, missing, sourceChanged }: ExportedBook,
  which: "all" | "accepted" = "all",
): string[] {
  const done = which === "accepted" ? "accepted" : "translated";
  const changed = sourceChanged.reduce((sum, { ids }) => sum + ids.length, 0);
  return [
    ...byChapter(
      `${translated} of ${total} paragraphs are ${done}; the others are as in the source`,
      missing,
      `not ${done}`,
    ),
    ...byChapter(
      `the source of ${changed} translated ${changed === 1 ? "paragraph" : "paragraphs"} has changed since`,
      sourceChanged,
      "with a changed source",
    ),
  ];
}

function byChapter(heading: string, chapters: readonly ParagraphsInChapter[], what: string): string[] {
  if (chapters.length === 0) return [];
  const shown = chapters.slice(0, 20).map(({ chapter, title, ids }) => `${title} (${chapter}): ${ids.length} ${what}`);
  const more = chapters.length > shown.length ? [`... and ${chapters.length - shown.length} more chapters`] : [];
  return [heading, ...shown, ...more];
}

/** The title in translation, if the chapter's text has its heading and some of it is translated. */
function exportedTitle({ title }: Chapter, heading: ChapterHeading | null, translations: ReadonlyMap<string, string>) {
  if (!heading?.paragraphs.some(({ id }) => translations.has(id))) return title;
  const words = heading.paragraphs.map(({ id, text }) => plainTitle(withoutMarks(translations.get(id) ?? text)));
  return words.filter((each) => each !== "").join(" ") || title;
}

/** A chapter's text as Markdown: a heading of plain text becomes one of the first level. */
function markedText(
  chapter: Chapter,
  heading: ChapterHeading | null,
  { title, text, translations }: { title: string; text: string; translations: ReadonlyMap<string, string> },
): string {
  if (heading?.kind !== "plain") return text;
  const { from, paragraphs } = heading;
  const rest = chapter.paragraphs.slice(from + paragraphs.length);
  const before = exportedText(
    { ...chapter, paragraphs: chapter.paragraphs.slice(0, from), isClosed: true },
    translations,
  );
  const after = exportedText({ ...chapter, paragraphs: rest }, translations);
  return `${before}# ${title}\n${rest.length > 0 && rest[0]?.text.trim() !== "" ? "\n" : ""}${after}`;
}

/** The translated paragraphs of a document, at the lines where they are in its text. */
function translatedLines(
  { preface, paragraphs }: Chapter,
  path: string,
  translations: ReadonlyMap<string, string>,
): EpubTranslation["documents"][number] {
  const lines: TranslatedLine[] = [];
  let line = preface === "" ? 0 : preface.split("\n").length - 1;
  for (const { id, isBlank, lines: count } of paragraphs) {
    const text = isBlank ? undefined : translations.get(id);
    if (text !== undefined) lines.push({ line, lines: count, text });
    line += count;
  }
  return { path, lines };
}

function exportedText({ paragraphs, isClosed, document }: Chapter, translations: ReadonlyMap<string, string>): string {
  const lines = paragraphs.map((paragraph) => {
    const translation = translations.get(paragraph.id);
    const text = translation === undefined ? paragraph.text : formatTranslation(paragraph, translation);
    return document === undefined ? text : withoutMarks(text);
  });
  return lines.join("\n") + (isClosed && lines.length > 0 ? "\n" : "");
}

/** A translation in place of its paragraph. A heading stays a heading on one line, even if the translation lacks the `#` marks. */
function formatTranslation({ text }: Paragraph, translation: string): string {
  const mark = /^ {0,3}#{1,6}[ \t]+/.exec(text)?.[0];
  if (mark === undefined) return translation;
  const line = translation.replace(/\s*\n\s*/g, " ").trim();
  return /^#{1,6}\s/.test(line) ? line : mark + line;
}

/** The default name of an export: the source's name with the language. */
export function exportName(name: string, kind: "folder" | "file", language: string): string {
  const suffix =
    language
      .trim()
      .replace(/[^\p{L}\p{N}-]+/gu, "-")
      .replace(/^-+|-+$/g, "") || "translation";
  if (kind === "folder") return `${name}.${suffix}`;
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)}.${suffix}${name.slice(dot)}` : `${name}.${suffix}`;
}
