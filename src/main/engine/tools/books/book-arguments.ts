import { z } from "zod";

/** The arguments that all book tools share. */
export const bookArguments = {
  book: z.string().optional().describe("Folder or file; needed unless one is open"),
  task_id: z.string().optional().describe("Needed unless one is open"),
};

/** The paragraph that a call is about. `findParagraph` checks it, because it has its own message for a missing id. */
export const paragraphArgument = z.string().nullish().describe("The paragraph's id");

/** The number of context paragraphs. */
export const countArgument = () => z.int().min(0).max(1000).default(3).describe("How many");
