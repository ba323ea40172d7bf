import { z } from "zod";
import { findParagraphs as findInBook } from "../../books/find-paragraphs";
import type { LineQuery } from "../../ports/search";
import { ToolError } from "../../ports/tool-error";
import { checkPatterns } from "../../search/ripgrep";
import { pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { bookArguments } from "./book-arguments";
import { findChapter } from "./named-chapter";
import { contextLines, toParagraphRows } from "./paragraph-rows";

const input = z.strictObject({
  ...bookArguments,
  keywords: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe("Any of these"),
  regex: z.string().optional().describe("In grep's dialect"),
  chapter: z.string().optional().describe("Id or title"),
  in: z.enum(["source", "translation", "both"]).default("source").describe("Where to look"),
  limit: z.int().min(1).max(1000).default(50).describe("How many"),
});

/** Finds paragraphs of a book by their text. */
export const findParagraphs = defineTool({
  name: "find_paragraphs",
  set: "books",
  title: "Find paragraphs of a book",
  description: `Find paragraphs of a book by text: how a name was translated, where somebody first appears. Case does not matter.`,
  changes: "nothing",
  answers: `\`paragraphs\` (\`[{id, text, translation, chapter, volume, paragraph_index}]\` in the order of the book, at most \`limit\`), \`count\` (of those shown), \`total\` (of all found).`,
  input,
  async run(args, ctx) {
    const query = queryOf(args.keywords, args.regex);
    checkPatterns(query);
    const open = await ctx.books.open(args);
    const found = await findInBook(
      open,
      { lines: query, in: args.in, chapter: args.chapter === undefined ? null : findChapter(open.book, args.chapter) },
      ctx,
    );
    const shown = toParagraphRows(open, found.slice(0, args.limit));
    const what = query.patterns.map((pattern) => `“${pattern.slice(0, 60)}”`).join(" or ");
    const count = `${pluralize(found.length, "paragraph")} with ${what}`;
    return {
      message: [
        count,
        ...(found.length > shown.length
          ? [
              `the first ${shown.length === 1 ? "one is" : `${shown.length} are`} shown; narrow the search, or raise limit`,
            ]
          : []),
        ...contextLines(open, shown),
      ].join("\n"),
      summary: `found ${count}`,
      data: { paragraphs: shown, count: shown.length, total: found.length },
    };
  },
});

function queryOf(keywords: string | string[] | undefined, regex: string | undefined): LineQuery {
  if (keywords !== undefined && regex !== undefined)
    throw new ToolError("bad_arguments", "give keywords or regex, not both");
  const dialect = { caseSensitive: false, wholeWord: false };
  if (regex !== undefined) {
    if (regex === "") throw new ToolError("bad_arguments", "regex is empty");
    return { patterns: [regex], regex: true, ...dialect };
  }
  if (keywords === undefined) throw new ToolError("bad_arguments", "keywords is required");
  const conditions = [
    ...new Set(
      [keywords]
        .flat()
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    ),
  ];
  if (conditions.length === 0) throw new ToolError("bad_arguments", "keywords is empty");
  return { patterns: conditions, regex: false, ...dialect };
}
