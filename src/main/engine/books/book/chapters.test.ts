import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slugOf } from "../../../../core/markdown/slug";
import { bookWithIds } from "../create-books";
import { assignIds, type BookIds } from "./assign-ids";
import { isBlankLine, isWordless } from "./blank-line";
import type { Book } from "./book";
import { chunksOf, nextChunk } from "./chunks";
import { isHardWrapped, joinBlocks } from "./hard-wraps";
import { compareNames } from "./natural-order";
import { nextPositions, previousPositions } from "./neighbours";
import { linesOf, readChapterText } from "./read-chapter-text";
import { chapterOfFile, chaptersOfFile, comparePaths, volumesOf } from "./read-source";
import { sourceHash } from "./source-hash";
import { textHash } from "./text-hash";

const bookOf = (files: readonly [string, string][]): Book => {
  const chapters = files.map(([path, text]) => chapterOfFile({ path, text, format: "markdown" }, "lines"));
  return bookWithIds({ title: "b", volumes: volumesOf("b", chapters), chapters }, assignIds(null, chapters));
};

const blank = fc.constantFrom("", " ", "　", "\t", "　　 ", "\u200b");
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("one", "＊＊＊", "「是。」", "# T", "---", "　他说", "same", "`x`") },
  { weight: 2, arbitrary: blank },
);
const anyBook = fc
  .array(fc.tuple(fc.constantFrom("", "v1/", "v2/"), fc.array(line, { maxLength: 12 }), fc.boolean()), {
    minLength: 1,
    maxLength: 6,
  })
  .map((chapters) =>
    bookOf(
      chapters.map(([volume, lines, isClosed], index) => [
        `${volume}${index}.md`,
        lines.join("\n") + (isClosed ? "\n" : ""),
      ]),
    ),
  );

it("previous, self and next are contiguous among paragraphs that are not blank, with indexes in their chapter, whatever the chunks", () => {
  fc.assert(
    fc.property(anyBook, fc.nat(8), fc.nat(8), fc.integer({ min: 1, max: 5 }), (book, before, after, size) => {
      const run = book.chapters.flatMap((chapter, at) =>
        chapter.paragraphs.flatMap(({ isBlank }, index) => (isBlank ? [] : [{ chapter: at, index }])),
      );
      for (const [at, place] of run.entries()) {
        expect(previousPositions(book, place, before)).toEqual(run.slice(Math.max(0, at - before), at));
        expect(nextPositions(book, place, after)).toEqual(run.slice(at + 1, at + 1 + after));
        const { id, isBlank } = book.chapters[place.chapter]?.paragraphs[place.index] ?? { id: "", isBlank: true };
        expect(isBlank).toBe(false);
        expect(book.positions.get(id)).toEqual(place);
      }
      const chunks = book.chapters.flatMap((chapter) => chunksOf(chapter, size));
      expect(chunks.flatMap(({ ids }) => ids.map((id) => book.positions.get(id)))).toEqual(run);
      for (const { ids } of chunks) expect(ids.length > 0 && ids.length <= size).toBe(true);
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 3000 : 60 },
  );
});

it("the lines of a chapter are those of its text without the final line break", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      if (lines[0] === "---") return;
      const [chapter] = bookOf([["a.md", `${lines.join("\n")}\n`]]).chapters;
      expect(chapter?.paragraphs.map(({ text }) => text)).toEqual(lines);
      expect(chapter?.paragraphs.map(({ isBlank }) => isBlank)).toEqual(lines.map(isWordless));
    }),
  );
  expect(linesOf("")).toEqual([]);
  expect(linesOf("\n")).toEqual([""]);
  expect(linesOf("a\n\n")).toEqual(["a", ""]);
});

it("a line is blank if it shows nothing; a line of symbols is not blank", () => {
  for (const each of ["", "　", " \t", "\u00a0\u3000", "\u200b", "\ufeff", "\u2060"])
    expect(isBlankLine(each)).toBe(true);
  for (const each of ["＊＊＊", "***", "---", "。", "…", "☆"]) expect(isBlankLine(each)).toBe(false);
});

it("marks of Markdown without words are not work, and keep the ids that they have", () => {
  const marks = [">", "> >", " > ", "---", "- - -", "___", "|---|--:|---|", "---|:--:", "| :-- | --- |"];
  for (const each of marks) expect([each, isWordless(each)]).toEqual([each, true]);
  for (const each of ["＊＊＊", "***", "* * *", "--", "—", "> a", "|a|", "||", "- x", "- ", "…", "-_-"])
    expect([each, isWordless(each)]).toEqual([each, false]);

  const text = "One\n---\n> a\n>\n> b\n";
  const [chapter] = bookOf([["a.md", text]]).chapters;
  expect(chapter === undefined ? [] : chunksOf(chapter, 9)[0]?.ids).toEqual(
    [0, 2, 4].map((index) => chapter?.paragraphs[index]?.id),
  );
  // An id depends on the text of its line alone, as it did when these lines were work.
  const read = (source: string) => [chapterOfFile({ path: "a.md", text: source, format: "markdown" }, "lines")];
  const before = assignIds(null, read(text));
  const after = assignIds(before, read(`New.\n${text}`));
  expect(after.chapters[0]?.ids.slice(1)).toEqual(before.chapters[0]?.ids);
  expect(before.chapters[0]?.known[1]?.[0]).not.toBe("");
});

it("names are sorted in reading order", () => {
  const ordered = [
    "序章.md",
    "第一章.md",
    "第二章 x.md",
    "第九章.md",
    "第十章.md",
    "第十一章.md",
    "第二十章.md",
    "第一百零三章.md",
  ];
  expect([...ordered].reverse().sort(compareNames).slice(-7)).toEqual(ordered.slice(1));
  expect(["ch10", "ch2", "Ch1"].sort(compareNames)).toEqual(["Ch1", "ch2", "ch10"]);
  expect(["下卷", "上卷", "中卷"].sort(compareNames)).toEqual(["上卷", "中卷", "下卷"]);
  expect(["v10/a.md", "v2/b.md", "z.md", "v2/a.md"].sort(comparePaths)).toEqual([
    "z.md",
    "v2/a.md",
    "v2/b.md",
    "v10/a.md",
  ]);
});

it("a chapter without a heading has the title of its front matter", () => {
  const title = (text: string) => bookOf([["v/01.md", text]]).chapters[0]?.title;
  expect(title("---\ntitle: The road\n---\n\nHe left.\n")).toBe("The road");
  expect(title("---\ntitle: The road\n---\n\n# One\n")).toBe("One");
  expect(title("---\nauthor: x\n---\n\nHe left.\n")).toBe("01");
});

describe("a book in one file", () => {
  const titles = (text: string, format: "markdown" | "text" = "markdown") =>
    chaptersOfFile({ path: "b.md", text, format }, "lines").map(({ title, paragraphs }) => [title, paragraphs.length]);

  it("every first-level heading starts a chapter, except inside a fence", () => {
    expect(titles("# A\nx\n```\n# no\n```\nB\n=\ny\n")).toEqual([
      ["A", 5],
      ["B", 3],
    ]);
    expect(titles("## deep\nx\n# A\n")).toEqual([
      ["b", 2],
      ["A", 1],
    ]);
    expect(titles("\n\n# A\n")).toEqual([["A", 3]]);
    expect(titles("no heading")).toEqual([["b", 1]]);
    expect(titles("")).toEqual([["b", 0]]);
  });

  it("plain text is split at # headings, or at chapter lines", () => {
    expect(titles("前言\n\n第一章 起\n天亮。\n第二章\n完。\n第二天他走了。\n", "text")).toEqual([
      ["b", 2],
      ["第一章 起", 2],
      ["第二章", 3],
    ]);
    expect(titles("# One\n第一章\nx", "text")).toEqual([["One", 3]]);
    expect(
      titles("Chapter 1\nx\nPart of it was gone.\nCHAPTER II: The road\ny", "text").map(([title]) => title),
    ).toEqual(["Chapter 1", "CHAPTER II: The road"]);
  });

  it("a chapter line takes a subtitle from the next line, and keeps its id", () => {
    const chapters = (text: string) =>
      chaptersOfFile({ path: "b.txt", text, format: "text" }, "lines").map(({ id, title }) => [id, title]);
    expect(
      chapters("CHAPTER I.\nDown the Rabbit-Hole\n\nAlice was\ntired.\n\nChapter 2\nHe left.\n\nIt rained."),
    ).toEqual([
      ["chapter-i", "CHAPTER I. Down the Rabbit-Hole"],
      ["chapter-2", "Chapter 2"],
    ]);
    expect(chapters("Chapter 1: Rain\nIt fell\n\nx\nChapter 2\nIt fell\non\n\nx\nChapter 3\n\nIt fell\n\nx")).toEqual([
      ["chapter-1-rain", "Chapter 1: Rain"],
      ["chapter-2", "Chapter 2"],
      ["chapter-3", "Chapter 3"],
    ]);
  });

  const numerals = ["I", "II", "III", "IV"];
  const novel = (entry: (numeral: string) => string, foreword: string): string =>
    `The Tower\n\nCONTENTS\n\n${numerals.map(entry).join("")}\n${foreword}${numerals.map((each) => `CHAPTER ${each}.\nRain ${each}\n\nIt rained for ${each} days.\n\nHe left.\n\n`).join("")}`;

  it("a list of contents is no chapter; parts and chapters with numbers that begin again are", () => {
    for (const entry of [
      (each: string) => `CHAPTER ${each}.\n`,
      (each: string) => ` CHAPTER  ${each}.  Rain ${each}\n`,
      (each: string) => `Chapter ${each}\n  Rain ${each}\n\n`,
    ])
      for (const foreword of ["", "FOREWORD\n\nIt was long ago.\n\nIt is not.\n\n"])
        expect(titles(novel(entry, foreword), "text").map(([title]) => title)).toEqual([
          "b",
          ...numerals.map((each) => `CHAPTER ${each}. Rain ${each}`),
        ]);
    const part = (name: string) =>
      `PART ${name}\n\n${["I", "II", "III"].map((each) => `CHAPTER ${each}\n\nx\n\ny\n\n`).join("")}`;
    expect(titles(part("I") + part("II"), "text")).toHaveLength(8);
    expect(titles("Chapter 1\nChapter 2\nChapter 3\n", "text")).toHaveLength(3);
  });

  it("paragraphs keep their ids when a list of contents is no longer chapters", () => {
    const text = novel((each) => `CHAPTER ${each}.\n`, "");
    const starts = [...text.matchAll(/^CHAPTER .*$/gm)].map(({ index, 0: title }) => ({ index, title }));
    const pieces = starts.map(({ index, title }, at) => ({ title, text: text.slice(index, starts[at + 1]?.index) }));
    pieces.unshift({ title: "b", text: text.slice(0, starts[0]?.index) });
    const old = pieces.map(({ title, text }, at) => {
      const id = at <= numerals.length ? slugOf(title) : `${slugOf(title)}-2`;
      return readChapterText({ id, title, volume: "", path: "b.txt", text }, "lines");
    });
    const before = assignIds(null, old);
    const now = chaptersOfFile({ path: "b.txt", text, format: "text" }, "lines");
    expect(now).toHaveLength(5);
    const after = assignIds(before, now);
    const shown = (ids: BookIds) => {
      const lines = text.split("\n");
      return ids.chapters.flatMap((chapter) => chapter.ids).filter((_, at) => lines[at] !== "");
    };
    expect(shown(after)).toEqual(shown(before));
  });
});

describe("hard-wrapped sources", () => {
  const asLines = (text: string) => linesOf(text).map((each) => ({ text: each, isBlank: isBlankLine(each), lines: 1 }));
  const words =
    "It was a long and rainy autumn on the coast and nobody who lived there went out unless he had to do so ".repeat(4);
  const wrapped = (width: number): string =>
    Array.from({ length: 6 }, () =>
      words
        .trim()
        .match(new RegExp(`.{1,${width}}(?: |$)`, "g"))
        ?.map((each) => each.trim())
        .join("\n"),
    ).join("\n\n");

  it("a text with lines of one width is hard-wrapped; prose with one line for each paragraph is not", () => {
    expect(isHardWrapped(asLines(`# One\n\n${wrapped(70)}\n`))).toBe(true);
    const chinese = "那是一个漫长而多雨的秋天，海边的人没有事情都不会出门。".repeat(6);
    const pages = chinese.match(/.{1,30}/g)?.join("\n") ?? "";
    expect(isHardWrapped(asLines(`${pages}\n\n${pages}\n\n${pages}\n`))).toBe(true);
    expect(
      isHardWrapped(
        asLines(Array.from({ length: 40 }, (_, index) => "天亮了，他走了。".repeat(1 + ((index * 7) % 9))).join("\n")),
      ),
    ).toBe(false);
    expect(isHardWrapped(asLines(words.split(" ").join("\n\n")))).toBe(false);
  });

  it("hard-wrapped lines become blocks; headings, symbols and blank lines stay entries of their own", () => {
    const blocks = joinBlocks(
      asLines("# One\nfirst line\nsecond line\n\n＊＊＊\n中文的\n一行\n　新的一段\n- item\n- other\n"),
    );
    expect(blocks.map(({ text, lines }) => [text, lines])).toEqual([
      ["# One", 1],
      ["first line second line", 2],
      ["", 1],
      ["＊＊＊", 1],
      ["中文的一行", 2],
      ["　新的一段", 1],
      ["- item", 1],
      ["- other", 1],
    ]);
  });

  it("a word divided at the end of a line is joined again; a dash with blanks and a list keep theirs", () => {
    const joins = (text: string) => joinBlocks(asLines(text)).map((each) => each.text);
    expect(joins("to the north-\neast of it")).toEqual(["to the north-east of it"]);
    expect(joins("precisely--\nhaving nothing—\n“or so” 1914–\n1918")).toEqual([
      "precisely--having nothing—“or so” 1914–1918",
    ]);
    expect(joins("he came -\nand left --\nat once —\nhome")).toEqual(["he came - and left -- at once — home"]);
    expect(joins("a two-\nor three-day trip")).toEqual(["a two- or three-day trip"]);
    expect(joins("the list-\n- one\n- two")).toEqual(["the list-", "- one", "- two"]);
    expect(joins("what-\n“ever”")).toEqual(["what- “ever”"]);
    expect(joins("end ---\nof it, x---\ny")).toEqual(["end --- of it, x---y"]);
  });

  it("a paragraph joined otherwise than before keeps its id, and its translation is not of another source", () => {
    const text = "It was north-\neast of it.\n\nAnother.\n";
    const chapters = [chapterOfFile({ path: "a.txt", text, format: "text" }, "blocks")];
    const [paragraph] = chapters[0]?.paragraphs ?? [];
    expect(paragraph?.text).toBe("It was north-east of it.");
    expect(paragraph && sourceHash(paragraph)).toBe(textHash("It was north- east of it."));
    const stored = assignIds(null, chapters);
    expect(stored.chapters[0]?.known[0]).toEqual([textHash("It was north- east of it."), "It was north- east of it."]);
  });
});

it("the next chunk is the first free one with work left; one that is ready comes first", () => {
  const book = bookOf([["a.md", "1\n2\n3\n4\n5\n6\n"]]);
  const ids = book.chapters[0]?.paragraphs.map(({ id }) => id) ?? [];
  const pick = (done: number[], taken: number[], ready: number[] = [0, 1, 2, 3, 4, 5]) =>
    nextChunk(book, 2, {
      isDone: (id) => done.includes(ids.indexOf(id)),
      isTaken: (id) => taken.includes(ids.indexOf(id)),
      isReady: (id) => ready.includes(ids.indexOf(id)),
    })?.ids.map((id) => ids.indexOf(id)) ?? null;
  expect(pick([], [])).toEqual([0, 1]);
  expect(pick([0], [])).toEqual([0, 1]);
  expect(pick([0, 1], [3])).toEqual([4, 5]);
  expect(pick([], [], [4])).toEqual([4, 5]);
  expect(pick([], [], [])).toEqual([0, 1]);
  expect(pick([0, 1, 2, 3], [4])).toBe(null);
});
