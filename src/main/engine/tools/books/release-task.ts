import { z } from "zod";
import { ToolError } from "../../ports/tool-error";
import { pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { bookArguments } from "./book-arguments";
import { findOpenTask, taskData, taskState } from "./open-work";

/** Gives a task up. */
export const releaseTask = defineTool({
  name: "release_task",
  set: "books",
  title: "Give up a task",
  description: `Give up a task; what was handed in stays, the rest is free again.`,
  changes: "work",
  answers: "`task_id`, `type`, `status` (`released`), `target_language`, `assigned`, `done`, `missing`.",
  input: z.strictObject(bookArguments),
  async run(args, ctx) {
    const { open, id } = await findOpenTask(ctx.books, args);
    ctx.signal.throwIfAborted();
    const state = open.write((work, book) => {
      const { status } = taskState(work, book, id).task;
      if (status === "end") throw new ToolError("wrong_state", `task ${id} has ended; it has no paragraphs to release`);
      if (status !== "released") work.setStatus(id, "released", new Date().toISOString());
      return taskState(work, book, id);
    });
    return {
      message: `task ${id} is released: ${state.done.length} of ${state.assigned.length} done, ${pluralize(state.missing.length, "paragraph")} free again`,
      summary: `gave up a ${state.task.type} of ${open.book.title}`,
      data: taskData(state),
    };
  },
});
