import { z } from "zod";
import { paragraphAt } from "../../books/book/neighbours";
import { sourceHash } from "../../books/book/source-hash";
import { pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { bookArguments, paragraphArgument } from "./book-arguments";
import { findParagraph, toParagraphRows } from "./paragraph-rows";

/** Reads one paragraph with all versions of its translation. */
export const getParagraphInfo = defineTool({
  name: "get_paragraph_info",
  set: "books",
  title: "About a paragraph",
  description: `A paragraph with all versions of its translation.`,
  changes: "nothing",
  answers: `\`id\`, \`text\`, \`translation\` (the selected one or null), \`translations\` (\`[{id, text, selected, at, language, source_changed}]\`, oldest first; \`source_changed\`: the \
source was another when it was made), \`chapter\`, \`chapter_title\`, \`volume\`, \`paragraph_index\`.`,
  input: z.strictObject({ ...bookArguments, paragraph_id: paragraphArgument }),
  async run(args, ctx) {
    const open = await ctx.books.open({ ...args, paragraph_id: args.paragraph_id ?? undefined });
    const position = findParagraph(open.book, args.paragraph_id);
    const paragraph = paragraphAt(open.book, position);
    const { id, text } = paragraph;
    const [shown] = toParagraphRows(open, [position]);
    const source = sourceHash(paragraph);
    const translations = open
      .read((work) => work.versions(id))
      .map((each) => ({
        id: each.id,
        text: each.text,
        selected: each.selected,
        at: each.at,
        language: each.language,
        source_changed: each.source !== source,
      }));
    const title = open.book.chapters[position.chapter]?.title ?? "";
    return {
      message: [
        `[${position.index}] [ID: ${id}] ${text}`,
        `in ${title}; ${pluralize(translations.length, "version")} of its translation`,
        ...translations.map(
          (each) =>
            `${each.selected ? "* " : "  "}${each.at}${each.language === "" ? "" : ` ${each.language}`}${each.source_changed ? " (the source has changed since)" : ""}: ${each.text}`,
        ),
      ].join("\n"),
      summary: `read a paragraph of ${title} with ${pluralize(translations.length, "translation")}`,
      data: { ...shown, chapter_title: title, translations },
    };
  },
});
