import { z } from "zod";

/** The arguments that all book tools share. */
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

/** The paragraph that a call is about. `findParagraph` checks it, because it has its own message for a missing id. */
export const paragraphArgument = z
  .string()
  .nullish()
  .describe("The paragraph's id, as read_chapter, find_paragraphs or a work line shows it. Required.");

/** The number of context paragraphs; `what` says which. */
export const countArgument = (what: string) =>
  z.int().min(0).max(1000).default(3).describe(`How many ${what}; 3 unless told.`);
