import { z } from "zod";

/** What every tool of books takes besides its own arguments. */
export const bookArguments = {
  book: z
    .string()
    .optional()
    .describe(
      "The book: a folder of chapters, or one file (Markdown, text, EPUB), relative to the workspace folder. Needed where you have opened none, or several.",
    ),
  task_id: z
    .string()
    .optional()
    .describe("The task that this call belongs to. Needed where you have opened none, or several."),
};

/** The paragraph that a tool is asked about; checked by `findParagraph`, which has words of its own for a missing one. */
export const paragraphArgument = z
  .string()
  .nullish()
  .describe("The paragraph's id, as read_chapter, find_paragraphs or a work line shows it. Required.");

/** How many paragraphs of context, by its argument's name. */
export const countArgument = (what: string) =>
  z.int().min(0).max(1000).default(3).describe(`How many ${what}; 3 unless told.`);
