import { z } from "zod";
import { nextPositions, previousPositions } from "../../books/book/neighbours";
import { defineTool } from "../kit/tool";
import { bookArguments, countArgument, paragraphArgument } from "./book-arguments";
import { contextLines, findParagraph, toParagraphRows } from "./paragraph-rows";

const input = z.strictObject({
  ...bookArguments,
  paragraph_id: paragraphArgument,
  include_previous: z.boolean().default(false).describe("Show those before"),
  include_next: z.boolean().default(false).describe("Show those after"),
  previous_count: countArgument(),
  next_count: countArgument(),
});

/** Reports where a paragraph is in its chapter. */
export const getParagraphPosition = defineTool({
  name: "get_paragraph_position",
  set: "books",
  title: "Position of a paragraph",
  description: `Where a paragraph stands: volume, chapter, index (blank lines counted), progress; with its neighbours if asked.`,
  changes: "nothing",
  answers: `\`id\`, \`chapter\`, \`chapter_title\`, \`volume\`, \`volume_title\`, \`paragraph_index\`, \`total_paragraphs\` (of the chapter, blank ones counted), \`progress_percentage\` \
(0 to 100, of the chapter), \`previous_paragraphs\` and \`next_paragraphs\` where asked for (\`[{id, text, translation, chapter, volume, paragraph_index}]\` in the order of the book).`,
  input,
  async run(args, ctx) {
    const open = await ctx.books.open({ ...args, paragraph_id: args.paragraph_id ?? undefined });
    const { book } = open;
    const position = findParagraph(book, args.paragraph_id);
    const chapter = book.chapters[position.chapter] as (typeof book.chapters)[number];
    const [self] = toParagraphRows(open, [position]);
    const previous = args.include_previous
      ? toParagraphRows(open, previousPositions(book, position, args.previous_count))
      : null;
    const next = args.include_next ? toParagraphRows(open, nextPositions(book, position, args.next_count)) : null;
    const total = chapter.paragraphs.length;
    const progress = Math.round(((position.index + 1) / total) * 100);
    return {
      message: [
        `[ID: ${self?.id}] is at ${position.index} of ${total} in ${chapter.title} (${chapter.id}), ${progress} % of it`,
        ...(previous === null ? [] : ["before:", ...contextLines(open, previous)]),
        ...(next === null ? [] : ["after:", ...contextLines(open, next)]),
      ].join("\n"),
      summary: `found a paragraph in ${chapter.title}`,
      data: {
        id: self?.id,
        chapter: chapter.id,
        chapter_title: chapter.title,
        volume: chapter.volume,
        volume_title: book.volumes.find(({ id }) => id === chapter.volume)?.title ?? "",
        paragraph_index: position.index,
        total_paragraphs: total,
        progress_percentage: progress,
        ...(previous === null ? {} : { previous_paragraphs: previous }),
        ...(next === null ? {} : { next_paragraphs: next }),
      },
    };
  },
});
