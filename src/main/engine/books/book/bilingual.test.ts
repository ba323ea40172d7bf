import { expect, it } from "vitest";
import { bookWithIds } from "../create-books";
import { assignIds } from "./assign-ids";
import { bilingualText } from "./bilingual";
import type { Book } from "./book";
import { exportBook } from "./export-book";
import { chaptersOfFile, volumesOf } from "./read-source";

const source = [
  "# The *Tower*",
  "",
  "He lit | the lamp.",
  "- Oil",
  "",
  "| a | b |",
  "|---|---|",
  "| c | d |",
  "> Nobody came.",
  "",
];

/** The book of these lines, and translations of some of them by line. */
function bookOf(lines: readonly string[], format: "markdown" | "text", texts: Readonly<Record<number, string>>) {
  const chapters = chaptersOfFile({ path: "b.md", text: lines.join("\n"), format }, "lines");
  const book: Book = bookWithIds(
    { title: "b", volumes: volumesOf("b", chapters), chapters },
    assignIds(null, chapters),
  );
  const paragraphs = book.chapters.flatMap((chapter) => chapter.paragraphs);
  const translations = new Map(
    Object.entries(texts).map(([at, text]) => [
      paragraphs.find((each) => each.text === lines[Number(at)])?.id ?? "",
      text,
    ]),
  );
  return { book, translations };
}

it("two columns have a row for each paragraph, between headings and tables in both languages", () => {
  const { book, translations } = bookOf(source, "markdown", {
    0: "# Der Turm",
    2: "Er zündete\nsie an.",
    5: "| A | B |",
    8: "> Niemand.",
  });
  const [chapter] = exportBook(book, translations, {
    layout: "side-by-side",
    columns: ["English", "Deutsch"],
  }).chapters;
  expect(chapter).toMatchObject({
    title: "The *Tower* / Der Turm",
    text: [
      "# The *Tower* / Der Turm",
      "",
      "| English | Deutsch |",
      "| --- | --- |",
      "| He lit \\| the lamp. | Er zündete sie an. |",
      "| Oil |  |",
      "",
      "| a | b |\n|---|---|\n| c | d |",
      "",
      "| A | B |\n|---|---|\n| c | d |",
      "",
      "| English | Deutsch |",
      "| --- | --- |",
      "| Nobody came. | Niemand. |",
      "",
    ].join("\n"),
  });
});

it("alternating, each paragraph is followed by its translation, and a heading of plain text has its subtitle", () => {
  const { book, translations } = bookOf(["CHAPTER I.", "The Tower", "", "He came.", "He went."], "text", {
    1: "Der Turm",
    3: "Er kam.",
  });
  const [chapter] = book.chapters;
  expect(chapter && bilingualText(chapter, translations, { layout: "alternating", columns: ["", ""] })).toEqual({
    title: "CHAPTER I. The Tower / CHAPTER I. Der Turm",
    text: "# CHAPTER I. The Tower / CHAPTER I. Der Turm\n\nHe came.\n\nEr kam.\n\nHe went.\n",
  });
});
