import { z } from "zod";
import { nextStatuses } from "../../books/book/task-states";
import { changedSources } from "../../books/changed-sources";
import { defineTool } from "../kit/tool";
import { bookArguments } from "./book-arguments";
import { changedLines } from "./changed-answer-lines";
import { findOpenTask, taskData, taskState } from "./open-work";
import { workMessage } from "./work-list";

/** Reports the progress of a task, and what it still needs. */
export const taskInfo = defineTool({
  name: "task_info",
  set: "books",
  title: "About a task",
  description: `A task: status, what is done and missing, next steps, the user's comments.`,
  changes: "nothing",
  answers: `\`task_id\`, \`type\`, \`status\` (\`planning\`, \`preparing\`, \`working\`, \`review\`, \`end\` or \`released\`), \`target_language\`, \`assigned\`, \`done\`, \`missing\` (ids in the \
order of the book), \`source_changed\` (assigned ids whose source has changed since they were translated), \`comments\` (\`[{paragraph_id, text, at}]\`), \`next\` (the statuses it may go to).`,
  input: z.strictObject(bookArguments),
  async run(args, ctx) {
    const { open, id } = await findOpenTask(ctx.books, args);
    const { state, comments, changed } = open.read((work) => {
      const state = taskState(work, open.book, id);
      const { task, assigned: paragraphs } = state;
      const changed = changedSources(work, { book: open.book, language: task.language, paragraphs });
      return { state, comments: work.comments(id), changed };
    });
    const { task, assigned, done, missing } = state;
    const next = task.status === "released" ? [] : nextStatuses(task.type, task.status);
    return {
      message: [
        `task ${id}: ${task.type} of ${open.book.title}, ${task.status}, ${done.length} of ${assigned.length} done`,
        ...open.warnings,
        ...changedLines(changed),
        ...(next.length > 0 ? [`next: ${next.join(" or ")}`] : []),
        ...comments.map(
          ({ paragraph, text }) => `the user says${paragraph === null ? "" : ` of [ID: ${paragraph}]`}: ${text}`,
        ),
        ...(missing.length > 0 ? ["missing:", ...workMessage(open, task, missing)] : []),
      ].join("\n"),
      summary: `${done.length} of ${assigned.length} paragraphs done in a ${task.type} of ${open.book.title}`,
      data: {
        ...taskData(state),
        source_changed: changed.ids,
        comments: comments.map(({ paragraph, text, at }) => ({ paragraph_id: paragraph, text, at })),
        next,
      },
    };
  },
});
