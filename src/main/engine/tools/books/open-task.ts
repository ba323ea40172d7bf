import { z } from "zod";
import { isBlankLine } from "../../books/book/blank-line";
import type { Book } from "../../books/book/book";
import { type Chunk, chunksOf, chunksOfIds, nextChunk } from "../../books/book/chunks";
import { paragraphAt } from "../../books/book/neighbours";
import { shortId, shortIdCount } from "../../books/book/short-id";
import { type TaskType, taskTypes } from "../../books/book/task-states";
import { type ChangedSources, changedSources } from "../../books/changed-sources";
import type { WorkStore } from "../../books/work/work-store";
import { MAX_TASK_PARAGRAPHS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { bookArguments } from "./book-arguments";
import { changedLines } from "./changed-answer-lines";
import { findChapter } from "./named-chapter";
import { findParagraph, idOf, unknownParagraph } from "./paragraph-rows";
import { workMessage } from "./work-list";

const input = z.strictObject({
  book: bookArguments.book,
  task_id: bookArguments.task_id,
  type: z.enum(taskTypes).describe("Kind of work"),
  chapters: z.array(z.string()).min(1).optional().describe("Ids or titles"),
  paragraph_ids: z.array(z.string()).min(1).optional().describe("Instead of chapters"),
  target_language: z.string().max(100).optional().describe("English, zh-CN; else the last one"),
  chunk_size: z.int().min(1).max(1000).default(30).describe("Paragraphs in a chunk"),
});

/** Assigns paragraphs of a book to the caller. */
export const openTask = defineTool({
  name: "open_task",
  set: "books",
  title: "Open a task",
  description: `Get paragraphs of a book assigned: the next unfinished chunk, or chapters or paragraphs of your choice. Then update_task_status to preparing (read around) and working, add_translation_batch, review (translation only), end. Read anything, write only what is assigned.`,
  changes: "work",
  answers: `\`task_id\`, \`status\` (\`planning\`), \`type\`, \`target_language\`, \`assigned\` (ids in the order of the book), \`chunks\` (\`[{chapter, paragraph_ids}]\`), \`done\` (those of them \
that have a translation already, of the source as it is), \`source_changed\` (those whose source has changed since they were translated).`,
  input,
  async run(args, ctx) {
    const { type, chapters, paragraph_ids, chunk_size } = args;
    if (chapters !== undefined && paragraph_ids !== undefined)
      throw new ToolError("bad_arguments", "give chapters or paragraph_ids, not both");
    if (args.target_language !== undefined && isBlankLine(args.target_language))
      throw new ToolError("bad_arguments", "target_language is empty", {
        hint: "Name the language, such as English or zh-CN, or leave target_language out for the one worked in last.",
      });
    const open = await ctx.books.open(args);
    const language = args.target_language?.trim() ?? open.language;
    ctx.signal.throwIfAborted();
    const { id, chunks, done, changed } = open.write((work, book) => {
      const held = work.held(type, language, paragraph_ids);
      const allChanged = changedSources(work, { book, language, paragraphs: paragraph_ids?.map(idOf) });
      const finished = finishedIn(work, allChanged, { type, language, only: paragraph_ids });
      const chunks =
        chapters !== undefined
          ? chapters.flatMap((name) =>
              chunksOf(book.chapters[findChapter(book, name)] as Book["chapters"][number], chunk_size),
            )
          : paragraph_ids !== undefined
            ? chosen(book, paragraph_ids, chunk_size)
            : [nextOf(book, work, { type, language, size: chunk_size, held, finished, changed: allChanged })];
      const ids = chunks.flatMap((chunk) => chunk.ids);
      if (ids.length === 0)
        throw new ToolError("bad_arguments", "there is nothing to work on: all of the paragraphs are blank");
      if (ids.length > MAX_TASK_PARAGRAPHS)
        throw new ToolError(
          "too_large",
          `${ids.length} paragraphs are too many for one task; at most ${MAX_TASK_PARAGRAPHS}`,
        );
      rejectHeld(ids, held, work);
      const now = new Date().toISOString();
      const id = newTaskId(work);
      const task = {
        id,
        type,
        status: "planning",
        language,
        chunkSize: chunk_size,
        opened: now,
        changed: now,
      } as const;
      work.addTask({ ...task, holder: ctx.caller.name }, chunks, (each) => finished.has(each));
      work.keepLanguage(language);
      return {
        id,
        chunks,
        done: ids.filter((each) => finished.has(each)),
        changed: among(allChanged, new Set(ids)),
      };
    });
    ctx.books.opened(open, id);
    const assigned = chunks.flatMap((chunk) => chunk.ids);
    const what = `${pluralize(assigned.length, "paragraph")} in ${pluralize(chunks.length, "chunk")}`;
    return {
      message: [
        `task ${id}: ${type}${language === "" ? "" : ` (${language})`} of ${what} of ${open.book.title}, planning`,
        ...open.warnings,
        ...(done.length > 0 ? [`${done.length} of them are done already`] : []),
        ...changedLines(changed),
        "next: update_task_status to preparing, then working; hand in by paragraph_id with add_translation_batch, the index is for location only",
        ...workMessage(open, { language, type }, assigned),
      ].join("\n"),
      summary: `opened a ${type} of ${what} of ${open.book.title}`,
      data: {
        task_id: id,
        status: "planning",
        type,
        target_language: language,
        assigned,
        done,
        source_changed: changed.ids,
        chunks: chunks.map(({ chapter, ids }) => ({ chapter, paragraph_ids: ids })),
      },
    };
  },
});

/** Paragraphs that need no further work. One whose source has changed must be translated again, unless the user has accepted it. */
function finishedIn(
  work: WorkStore,
  { ids, accepted }: ChangedSources,
  { type, language, only }: { type: TaskType; language: string; only: readonly string[] | undefined },
): ReadonlySet<string> {
  const finished = work.finished(type, language, only);
  if (type !== "translation") return finished;
  const kept = new Set(accepted);
  for (const id of ids) if (!kept.has(id)) finished.delete(id);
  return finished;
}

const among = ({ ids, accepted }: ChangedSources, wanted: ReadonlySet<string>): ChangedSources => ({
  ids: ids.filter((id) => wanted.has(id)),
  accepted: accepted.filter((id) => wanted.has(id)),
});

function chosen(book: Book, named: readonly string[], size: number): Chunk[] {
  const ids = named.map(idOf);
  const unknown = ids.filter((id) => !book.positions.has(id));
  if (unknown.length > 0) {
    const errors = unknown.map((id) => unknownParagraph(book, id));
    throw new ToolError("not_found", errors.map(({ message }) => message).join("\n"), {
      candidates: errors.flatMap(({ candidates = [] }) => candidates),
    });
  }
  const chunks = chunksOfIds(book, ids, size);
  const shown = new Set(chunks.flatMap((chunk) => chunk.ids));
  const blank = ids.filter((id) => !shown.has(id));
  if (blank.length > 0) {
    const isBlank = blank.every((id) => isBlankLine(paragraphAt(book, findParagraph(book, id)).text));
    const what = isBlank ? "blank lines are" : "blank lines, and lines of marks such as ---, are";
    throw new ToolError("bad_arguments", `${what} never assigned: ${blank.slice(0, 10).join(", ")}`);
  }
  return chunks;
}

type NextChunkQuery = {
  type: TaskType;
  language: string;
  size: number;
  held: ReadonlyMap<string, string>;
  finished: ReadonlySet<string>;
  changed: ChangedSources;
};

function nextOf(book: Book, work: WorkStore, { type, language, size, held, finished, changed }: NextChunkQuery): Chunk {
  const translated = type === "translation" ? null : work.selected(language);
  const chunk = nextChunk(book, size, {
    isDone: (id) => finished.has(id),
    isTaken: (id) => held.has(id),
    isReady: (id) => translated === null || translated.has(id),
  });
  if (chunk !== null) return chunk;
  const holders = [...new Set(held.values())];
  throw new ToolError(
    "not_found",
    holders.length === 0
      ? [`nothing is left for ${type}: every paragraph of the book is done`, ...changedLines(changed)].join("\n")
      : `nothing is left for ${type}: the rest is assigned to ${holders.slice(0, 10).join(", ")}`,
    {
      hint:
        holders.length === 0
          ? "Name chapters or paragraph_ids to do them again."
          : "Wait for them, or give one up with release_task.",
    },
  );
}

function rejectHeld(ids: readonly string[], held: ReadonlyMap<string, string>, work: WorkStore): void {
  const shared = ids.filter((id) => held.has(id));
  if (shared.length === 0) return;
  const holders = [...new Set(shared.map((id) => held.get(id) ?? ""))];
  const named = holders.map((id) => {
    const task = work.task(id);
    return `task ${id} (${task?.type}, ${task?.status}, opened by ${task?.holder} at ${task?.opened})`;
  });
  const more = shared.length > 10 ? ` ... and ${shared.length - 10} more` : "";
  throw new ToolError(
    "conflict",
    `${pluralize(shared.length, "paragraph")} held by ${named.join(" and ")}: ${shared.slice(0, 10).join(", ")}${more}`,
    {
      hint: "Choose others, or give that task up with release_task.",
      candidates: holders,
    },
  );
}

/** As with paragraph ids, one mistyped character never gives another valid id; the prefix tells the two kinds apart. */
function newTaskId(work: WorkStore): string {
  for (;;) {
    const id = `t-${shortId(Math.floor(Math.random() * shortIdCount))}`;
    if (work.task(id) === null) return id;
  }
}
