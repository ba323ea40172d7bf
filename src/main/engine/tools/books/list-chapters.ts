import { z } from "zod";
import { changedSources } from "../../books/changed-sources";
import { pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { bookArguments } from "./book-arguments";
import { changedLines } from "./changed-answer-lines";

/** Lists the volumes and chapters of a book. */
export const listChapters = defineTool({
  name: "list_chapters",
  set: "books",
  title: "List chapters",
  description: `Volumes and chapters of a book: a folder of Markdown or text files (sub-folders are volumes), one file split at # headings, or an EPUB. Start here.`,
  changes: "nothing",
  answers: `\`title\`, \`volumes\` (\`[{id, title, chapters: [{id, title, total_paragraphs, source_changed}]}]\`; \`source_changed\` is there if translated paragraphs have a changed source, and counts them; \`total_paragraphs\` counts blank lines too), \`paragraphs\` \
(\`lines\` or \`blocks\`), \`hard_wrapped\` (the lines look broken at a fixed width: blocks may be better), \`warnings\`.`,
  input: z.strictObject(bookArguments),
  async run(args, ctx) {
    const open = await ctx.books.open(args);
    const { title, volumes, chapters } = open.book;
    const changed = open.read((work) => changedSources(work, open));
    const inChapter = new Map<string, number>();
    for (const id of changed.ids) {
      const chapter = chapters[open.book.positions.get(id)?.chapter ?? -1]?.id ?? "";
      inChapter.set(chapter, (inChapter.get(chapter) ?? 0) + 1);
    }
    const listed = volumes.map((volume) => ({
      ...volume,
      chapters: chapters
        .filter((chapter) => chapter.volume === volume.id)
        .map((chapter) => {
          const count = inChapter.get(chapter.id) ?? 0;
          return {
            id: chapter.id,
            title: chapter.title,
            total_paragraphs: chapter.paragraphs.length,
            ...(count > 0 && { source_changed: count }),
          };
        }),
    }));
    const shown = chapters.reduce(
      (sum, { paragraphs }) => sum + paragraphs.filter(({ isBlank }) => !isBlank).length,
      0,
    );
    const count = `${pluralize(chapters.length, "chapter")}, ${pluralize(shown, "paragraph")}`;
    const warnings = [...open.warnings];
    if (open.looksHardWrapped)
      warnings.push(
        'the lines look broken at a fixed width; to work on whole paragraphs instead, put {"paragraphs": "blocks"} into the book\'s .galley/book.json',
      );
    return {
      message: [
        `${open.name} “${title}”: ${count}`,
        ...warnings,
        ...changedLines(changed),
        ...listed.flatMap((volume) => [
          ...(listed.length > 1 ? [`${volume.title}`] : []),
          ...volume.chapters.map(
            (each) =>
              `- ${each.id}: ${each.title} (${pluralize(each.total_paragraphs, open.unit === "lines" ? "line" : "block")}${each.source_changed === undefined ? "" : `, ${each.source_changed} with a changed source`})`,
          ),
        ]),
      ].join("\n"),
      summary: `listed ${pluralize(chapters.length, "chapter")} of ${title}`,
      data: { title, volumes: listed, paragraphs: open.unit, hard_wrapped: open.looksHardWrapped, warnings },
    };
  },
});
