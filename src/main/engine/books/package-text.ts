import { createHash } from "node:crypto";
import { withoutMarks } from "../office/epub/inline-marks";
import type { CommentedText } from "../ports/comments";
import type { Book } from "./book/book";
import type { OpenBook } from "./books";

/** The paragraphs of an EPUB as one text, and where each is in it, in order. */
export type PackageText = { document: CommentedText; places: { id: string; from: number; to: number }[] };

/** By book, since each request about its comments needs it. */
const made = new WeakMap<Book, PackageText>();

/**
 * The text by which comments and locks on an EPUB are found: all its paragraphs, without their marks, in the order of the book. The version is that of this
 * text, so it stays the same if only other parts of the package change.
 */
export function packageText({ realPath, book }: Pick<OpenBook, "realPath" | "book">): PackageText {
  const known = made.get(book);
  if (known !== undefined && known.document.realPath === realPath) return known;
  const places: PackageText["places"] = [];
  const parts: string[] = [];
  let at = 0;
  for (const { paragraphs } of book.chapters)
    for (const { id, text } of paragraphs) {
      const words = withoutMarks(text).trim();
      if (words === "") continue;
      places.push({ id, from: at, to: at + words.length });
      parts.push(words);
      at += words.length + 2;
    }
  const text = `${parts.join("\n\n")}\n`;
  const version = createHash("sha256").update(text).digest("hex");
  const found = { document: { realPath, text, version, paragraphIds: places }, places };
  made.set(book, found);
  return found;
}
