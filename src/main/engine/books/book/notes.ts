import type { Unit } from "./book";
import { type GlossaryTerm, readGlossary } from "./glossary";

/** What the files in a book's `.galley` folder say about it, apart from the work. */
export type BookNotes = {
  title: string | null;
  /** The target language. */
  language: string | null;
  /** What counts as a paragraph; null if not decided. */
  paragraphs: Unit | null;
  /** Whether accepted translations of other books in the folder are matches, too. */
  otherBooks: boolean;
  glossary: GlossaryTerm[];
  /** Instructions for the style of the translation. */
  style: string;
  /** Messages about invalid files or values. */
  warnings: string[];
};

/** The contents of the note files; null for a file that does not exist. */
export type NoteFiles = { settings: string | null; glossary: string | null; style: string | null };

/** Reads the notes. An invalid part becomes a warning; the rest counts. */
export function readNotes({ settings, glossary, style }: NoteFiles): BookNotes {
  const warnings: string[] = [];
  const { title, language, paragraphs, otherBooks } = readSettings(settings, warnings);
  return {
    title,
    language,
    paragraphs,
    otherBooks,
    warnings,
    glossary: readGlossary(glossary ?? ""),
    style: (style ?? "").trim(),
  };
}

function readSettings(
  text: string | null,
  warnings: string[],
): Pick<BookNotes, "title" | "language" | "paragraphs" | "otherBooks"> {
  const none = { title: null, language: null, paragraphs: null, otherBooks: true };
  if (text === null) return none;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    warnings.push("the book's book.json is not valid JSON and is ignored");
    return none;
  }
  if (typeof value !== "object" || value === null) return none;
  const { title, language, paragraphs, otherBooks } = value as Record<string, unknown>;
  if (paragraphs !== undefined && paragraphs !== "lines" && paragraphs !== "blocks")
    warnings.push('"paragraphs" in the book\'s book.json must be "lines" or "blocks"; any other value is ignored');
  return {
    title: typeof title === "string" && title.trim() !== "" ? title.trim() : null,
    language: typeof language === "string" && language.trim() !== "" ? language.trim() : null,
    paragraphs: paragraphs === "lines" || paragraphs === "blocks" ? paragraphs : null,
    otherBooks: otherBooks !== false,
  };
}
