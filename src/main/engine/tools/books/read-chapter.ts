import { z } from "zod";
import { estimateTokens } from "../../../../core/text/tokens";
import { changedSources } from "../../books/changed-sources";
import { workLines } from "../../books/prompts/work-lines";
import { pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { bookArguments } from "./book-arguments";
import { changedLines } from "./changed-answer-lines";
import { findChapter } from "./named-chapter";
import { toParagraphRows } from "./paragraph-rows";

/** The maximum number of tokens in one answer, estimated. */
const MAX_TOKENS = 60_000;
const ID_TOKENS = 8;

const input = z.strictObject({
  ...bookArguments,
  chapter: z.string().describe("Id or title"),
  offset: z.int().min(0).default(0).describe("First paragraph_index"),
  limit: z.int().min(1).optional().describe("How many"),
});

/** Reads a chapter by paragraph, with the translations so far. */
export const readChapter = defineTool({
  name: "read_chapter",
  set: "books",
  title: "Read a chapter",
  description: `Read a chapter by paragraph, with ids and translations. Read anything, hand in only what is assigned; ids, not indexes, are what other tools take.`,
  changes: "nothing",
  answers: `\`paragraphs\` (\`[{id, paragraph_index, text, translation}]\`; blank ones have an index, too; \`translation\` is the selected one or null), \
\`total_paragraphs\`, \`chapter\`, \`title\`, \`volume\`, \`source_changed\` (ids of those shown whose source has changed since they were translated), \`has_more\`, \`next_offset\` (or null).`,
  input,
  async run(args, ctx) {
    const { offset, limit } = args;
    const open = await ctx.books.open(args);
    const chapterIndex = findChapter(open.book, args.chapter);
    const { id, title, volume, paragraphs } = open.book.chapters[chapterIndex] as (typeof open.book.chapters)[number];
    const end = Math.min(paragraphs.length, limit === undefined ? paragraphs.length : offset + limit);
    const positions = [];
    for (let index = offset; index < end; index++) positions.push({ chapter: chapterIndex, index });
    let left = MAX_TOKENS;
    const shown = toParagraphRows(open, positions).filter(({ text, translation }, index) => {
      left -= estimateTokens(text) + estimateTokens(translation ?? "") + (text === "" ? 1 : ID_TOKENS);
      return left >= 0 || index === 0;
    });
    const next = offset + shown.length;
    const hasMore = next < paragraphs.length;
    const read = shown.filter((_, index) => !paragraphs[offset + index]?.isBlank);
    const changed = open.read((work) =>
      changedSources(work, { book: open.book, language: open.language, paragraphs: read.map((each) => each.id) }),
    );
    const notes = [...open.warnings, ...changedLines(changed)];
    if (offset > 0 && offset >= paragraphs.length)
      notes.push(`offset ${offset} is past the last paragraph; the chapter has ${paragraphs.length}`);
    if (hasMore) notes.push(`there is more: go on with offset ${next}`);
    return {
      message: [
        `${title} (${id}) ${pluralize(paragraphs.length, "paragraph")}, ${shown.length === 0 ? "none shown" : `shown from ${offset} to ${next - 1}`}`,
        ...notes,
        ...workLines(read, "with translations"),
      ].join("\n"),
      summary: `read ${pluralize(read.length, "paragraph")} of ${title}`,
      data: {
        chapter: id,
        title,
        volume,
        total_paragraphs: paragraphs.length,
        paragraphs: shown.map(({ id: each, paragraph_index, text, translation }) => ({
          id: each,
          paragraph_index,
          text,
          translation,
        })),
        source_changed: changed.ids,
        has_more: hasMore,
        next_offset: hasMore ? next : null,
      },
    };
  },
});
