import { z } from "zod";
import { nextPositions, previousPositions } from "../../books/book/neighbours";
import { pluralize } from "../kit/sentences";
import { defineTool, type Tool } from "../kit/tool";
import { bookArguments, countArgument, paragraphArgument } from "./book-arguments";
import { contextLines, findParagraph, toParagraphRows } from "./paragraph-rows";

/** The two tools that return the context of a paragraph differ only in direction. */
export function neighbouringParagraphs(side: "previous" | "next"): Tool {
  const [before, neighboursOf] = side === "previous" ? ["before", previousPositions] : ["after", nextPositions];
  return defineTool({
    name: `get_${side}_paragraphs`,
    set: "books",
    title: side === "previous" ? "Paragraphs before" : "Paragraphs after",
    description: `Paragraphs ${before} one with their translations, across chunks, chapters and volumes. Use freely for context.`,
    changes: "nothing",
    answers:
      "`paragraphs` (`[{id, text, translation, chapter, volume, paragraph_index}]`, in the order of the book), `count`.",
    input: z.strictObject({
      ...bookArguments,
      paragraph_id: paragraphArgument,
      count: countArgument(),
    }),
    async run(args, ctx) {
      const open = await ctx.books.open({ ...args, paragraph_id: args.paragraph_id ?? undefined });
      const position = findParagraph(open.book, args.paragraph_id);
      const paragraphs = toParagraphRows(open, neighboursOf(open.book, position, args.count));
      const found = `${pluralize(paragraphs.length, "paragraph")} ${before}`;
      return {
        message: [`${found} [${position.index}] [ID: ${args.paragraph_id}]`, ...contextLines(open, paragraphs)].join(
          "\n",
        ),
        summary: `read ${found} a paragraph of ${open.book.title}`,
        data: { paragraphs, count: paragraphs.length },
      };
    },
  });
}
